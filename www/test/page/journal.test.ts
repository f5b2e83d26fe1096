// Journals of `tracklight/runner` in the page: a run of a service with its timeline, and what is wrong with others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryJournal, runMachine } from '../../src/runner/index.ts';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const DESK = `machine "Desk"
context Note { n: 0; verdict<'yes' | 'no'?> }
event paid { amount<number> }
task think { prompt: "Think" }
state ask
state waiting
end done
think -writes-> Note
think -> ask
ask -asks: verdict-> Note
ask -> waiting
waiting -on: paid, when: "event.data.amount > 5"-> done
waiting -after: 5d-> ask
`;

/** The lines of a run that an agent, a person and an event took part in. */
async function journalLines(): Promise<string[]> {
  const journal = memoryJournal();
  const waiting = await runMachine(DESK, {
    agent: () => ({ turns: [{ calls: [{ name: 'write_Note', input: { data: { n: 7 } } }] }] }),
    journal,
  });
  const asked = waiting.waiting.questions[0]?.id ?? '';
  const answered = await waiting.answer(asked, { verdict: 'yes' });
  await answered.send('paid', { amount: 9 });
  return journal.lines;
}

const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = { types: ['Files'], files: [new File([text ?? ''], name ?? '')] };
      window.dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }));
    },
    [name, text],
  );

const state = (page: Page) => page.evaluate(() => (document.querySelector('tracklight-app') as any).state);

test('exchange_2_journal: a run of yesterday opens at its end, with its timeline, and is rewound', async () => {
  const lines = await journalLines();
  await visit({}, async (visitor, page) => {
    await drop(page, 'run.jsonl', `${lines.join('\n')}\n`);
    await page.waitForFunction((source) => {
      const { document: shown } = (document.querySelector('tracklight-app') as any).state;
      return shown.source === source && shown.ready;
    }, DESK);
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    const { run } = await state(page);
    assert.equal(run.entries.length, lines.length);
    assert.equal(run.snapshot.view.contexts.Note.fields.n.values[0].value, 7);
    await visitor.press('back');
    await visitor.press('back');
    await page.waitForFunction(() => {
      const { run } = (document.querySelector('tracklight-app') as any).state;
      return run.snapshot.view.outcome.kind === 'running';
    });
  });
});

test('exchange_2_journal: what is wrong with a journal is said, and the document stays', async () => {
  const [header = '', ...actions] = await journalLines();
  const text = (first: object, rest = actions) =>
    `${[JSON.stringify({ ...JSON.parse(header), ...first }), ...rest].join('\n')}\n`;
  const wrong: [name: string, text: string, says: string][] = [
    ['newer.jsonl', text({ version: 2 }), 'Could not open newer.jsonl: the journal has version 2'],
    ['broken.jsonl', text({}, ['{"kind', ...actions]), 'Could not open broken.jsonl: line 2 is not JSON'],
    ['skips.jsonl', text({}, actions.slice(1)), 'Could not open skips.jsonl: '],
    ['list.jsonl', '[1]\n[2]\n', 'list.jsonl is not a machine, document, saved run, journal, recording, or trace.'],
  ];
  await visit({}, async (visitor, page) => {
    const before = await visitor.source();
    for (const [name, content, says] of wrong) {
      await drop(page, name, content);
      await page.locator('.notice.error', { hasText: says }).waitFor();
      assert.equal(await visitor.source(), before, name);
    }
    await drop(page, 'other.jsonl', text({ source: DESK.replace('Think', 'Think twice') }));
    const rejected = page.locator('.notice.error', { hasText: 'Could not open other.jsonl: the source' });
    await rejected.getByRole('button', { name: 'Open anyway' }).click();
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await drop(page, 'torn.jsonl', `${text({}).trimEnd().slice(0, -4)}`);
    await page.locator('.notice', { hasText: 'The last line of torn.jsonl is incomplete.' }).waitFor();
    assert.equal((await state(page)).run.snapshot.view.outcome.kind, 'running');
  });
});
