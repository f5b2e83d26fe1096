// A machine that asks, and its cards in the Inbox. Used by the tests of the page, in a browser and in Node.

import type { Locator } from 'playwright-core';

/** Asks at step 2. */
export const FORM = `machine "Form"
context Log { text<string> }
context Walk { steps: 0 }
init start
init other
task ask "Ask" {
  needs: ["Who are you?", "Where do you live?"]
  wants: "What do you like?"
  prompt: "set Log.text to done"
}
task walk "Walk" { prompt: "add 1 to Walk.steps" }
end done
start -> ask
ask -writes-> Log
ask -> done
other -> walk
walk -writes-> Walk
walk -when: "Walk.steps >= 5"-> done
walk -> walk
`;

/** The card of an open question. */
export const card = (inbox: Locator, query: string) => inbox.locator('.card', { hasText: query });

/** Answers an open question, and waits until it counts. */
export async function answer(inbox: Locator, query: string, text: string) {
  await card(inbox, query).getByRole('textbox').fill(text);
  await card(inbox, query).getByRole('button', { name: 'Submit answer', exact: true }).click();
  await inbox.locator('.given li', { hasText: query }).waitFor();
}
