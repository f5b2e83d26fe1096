// What the editor knows of the text: offers, cards, definitions, uses, fixes, form. All of it comes from the core.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import { visit, watchTimers, type Visitor } from './visitor.ts';
import type { Page } from 'playwright-core';

const KETTLE = `machine "Kettle"

context Water { celsius<number>: 20 }
init begin
task heat { prompt: "add 40 to Water.celsius" }
state done

begin -> heat
heat -writes-> Water
heat -> done
`;

/** Opens a text and waits until the core has read it. */
async function write(visitor: Visitor, text: string) {
  await visitor.write(text);
  await visitor.page.locator('.page').waitFor();
  await visitor.page.waitForFunction((source) => {
    const { state } = document.querySelector('tracklight-app') as any;
    return state.run.analysis?.source === source && state.tokens?.source === source;
  }, text);
}

/** A word of the source. */
const word = (page: Page, word: string, n: number = 0) =>
  page.locator('tracklight-editor .tok-node', { hasText: new RegExp(`^${word}$`) }).nth(n);

/** The list of what can stand at the caret, once it is of the text as it is and takes keys. */
async function offered(page: Page) {
  const list = page.locator('tracklight-editor .cm-offers:not(.cm-tooltip-autocomplete-disabled)');
  await list.waitFor();
  // A list takes no key for the time in which it may have been meant for the text, and may be made anew before the key
  // comes. The clock goes on by more than that at each look.
  await page.evaluate(() => {
    const { now } = Date;
    let ahead = 0;
    Date.now = () => {
      ahead += 1000;
      return now() + ahead;
    };
  });
  return list;
}

/** The line of the caret. */
const line = (page: Page) => page.locator('tracklight-editor .cm-line.cm-activeLine').innerText();

test('typing offers what can stand there, and Enter takes it', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('done -> he');
    const list = await offered(page);
    await list.locator('li', { hasText: 'heat' }).waitFor();
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await visitor.holds(/done -> heat$/);
  }));

test('F2 renames at the name, says why not, and is undone in one step', () =>
  visit({}, async (visitor, page) => {
    const text = 'task pour { prompt: "x" }\nstate done\npour -> done';
    await write(visitor, text);
    await page.keyboard.press('F2');
    const field = page.getByRole('textbox', { name: 'New name for done' });
    await field.waitFor();
    assert.equal(await field.inputValue(), 'done');
    assert.equal(await field.evaluate((input) => input === (input.getRootNode() as ShadowRoot).activeElement), true);
    // The name is selected: what is typed takes its place.
    await page.keyboard.type('pour');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'pour already exists.' }).waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('F2');
    await field.waitFor();
    await page.keyboard.type('served');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await visitor.holds(/^task pour \{ prompt: "x" \}\nstate served\npour -> served$/);
    await page.keyboard.press('ControlOrMeta+z');
    await visitor.holds(/^task pour \{ prompt: "x" \}\nstate done\npour -> done$/);
  }));

test('Rename symbol in the palette opens the field at the caret', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'state done\nbegin -> done');
    await visitor.command('Rename symbol');
    const field = page.getByRole('textbox', { name: 'New name for done' });
    await field.waitFor();
    await page.keyboard.type('over');
    await page.keyboard.press('Enter');
    await visitor.holds(/^state over\nbegin -> over$/);
  }));

test('Enter behind a complete word is a new line, though the list offers the word', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('done -> heat');
    const list = await offered(page);
    await list.locator('li', { hasText: 'heat' }).waitFor();
    await page.keyboard.press('Enter');
    await visitor.holds(/done -> heat\n$/);
    await list.waitFor({ state: 'detached' });
  }));

test('what is selected within one line is seen', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await page.locator('tracklight-editor .cm-line', { hasText: 'init begin' }).click();
    await page.keyboard.press('Shift+Home');
    await page.locator('tracklight-editor .cm-selectionBackground').first().waitFor();
    const background = () =>
      page
        .locator('tracklight-editor .cm-line.cm-activeLine')
        .evaluate((line) => getComputedStyle(line).backgroundColor);
    assert.equal(await background(), 'rgba(0, 0, 0, 0)');
    await page.keyboard.press('ArrowRight');
    await page.locator('tracklight-editor .cm-selectionBackground').first().waitFor({ state: 'detached' });
    assert.notEqual(await background(), 'rgba(0, 0, 0, 0)');
  }));

test('Enter behind a brace is a new line, and a stub offers its keys', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('task cool {');
    await page.keyboard.press('Enter');
    await visitor.holds(/task cool \{\n  \n\}$/);
    await page.keyboard.type('stub: { ');
    const list = await offered(page);
    await list.locator('li', { hasText: 'write' }).waitFor();
    await page.keyboard.type('fa');
    await offered(page);
    await list.locator('li', { hasText: 'write' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await visitor.holds(/stub: \{ fail: ""\}\n\}$/);
    await page.keyboard.type('busy" }');
    await visitor.holds(/stub: \{ fail: "busy" \}\n\}$/);
  }));

test('typing goes on inside the brackets of what was taken', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('task cool { stu');
    for (const [key, name] of [
      ['', 'stub'],
      ['wri', 'write'],
      ['Wat', 'Water'],
    ]) {
      await page.keyboard.type(key ?? '');
      await (await offered(page)).locator('li', { hasText: name }).first().waitFor();
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('celsius: 5');
    await visitor.holds(/task cool \{ stub: \{ write: \{ Water: \{ celsius: 5 \} \} \}\}$/);
    await page.keyboard.type(' } } }');
    await page.keyboard.type(' }');
    await visitor.holds(/task cool \{ stub: \{ write: \{ Water: \{ celsius: 5 \} \} \} \}$/);
  }));

test('an offer is taken by mouse and by Tab, and dropped by Escape', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    const offers = page.locator('tracklight-editor .cm-offers');
    await visitor.type('done -> be');
    await (await offered(page)).locator('li', { hasText: 'begin' }).click();
    await visitor.holds(/done -> begin$/);
    await page.keyboard.type('\ndone -> he');
    await offered(page);
    await page.keyboard.press('Tab');
    await visitor.holds(/done -> heat$/);
    await page.keyboard.type('\ndone -> he');
    await offered(page);
    await page.keyboard.press('Escape');
    await offers.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await visitor.holds(/done -> he\n$/);
  }));

test('a list that comes too late for the text is asked for again', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('done ->');
    // The first question is answered when another key was pressed, and with nothing, as by a core that has the newer
    // text.
    await page.evaluate(() => {
      const editor = document.querySelector('tracklight-editor') as any;
      const { assistant } = editor;
      const late: ((offers: null) => void)[] = [];
      (window as any).late = late;
      const complete = assistant.complete.bind(assistant);
      assistant.complete = (...of: [string, number]) =>
        late.length > 0 ? complete(...of) : new Promise((answer) => late.push(answer));
    });
    await page.keyboard.type(' ');
    await page.waitForFunction(() => (window as any).late.length > 0);
    await page.keyboard.type('he');
    await page.evaluate(() => (window as any).late[0](null));
    await page.locator('tracklight-editor .cm-offers li', { hasText: 'heat' }).waitFor();
  }));

test('Control Space asks for offers; Enter at the end of a line is a new line', () =>
  visit({ before: watchTimers }, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('');
    const offers = page.locator('tracklight-editor .cm-offers');
    // What the core is asked for offers, and where.
    await page.evaluate(() => {
      const { assistant } = document.querySelector('tracklight-editor') as any;
      const own = assistant.complete.bind(assistant);
      const asked: number[] = [];
      Object.assign(globalThis, { asked });
      assistant.complete = (text: string, offset: number) => {
        asked.push(offset);
        return own(text, offset);
      };
    });
    const asked = () => page.evaluate(() => (globalThis as any).asked);
    await page.keyboard.press('Enter');
    await visitor.holds(`${KETTLE}\n`);
    await visitor.rests();
    assert.deepEqual([await asked(), await offers.count()], [[], 0]);
    await page.keyboard.press('Control+Space');
    await offers.locator('li', { hasText: 'task' }).first().waitFor();
    assert.deepEqual(await asked(), [KETTLE.length + 1]);
  }));

test('a card tells what a name is: on hover, and by key for the caret', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await word(page, 'heat').hover();
    const card = page.locator('tracklight-editor .cm-card');
    await card.filter({ hasText: 'heat' }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.move(2, 2);
    await card.waitFor({ state: 'detached' });
    await word(page, 'heat').click();
    await page.mouse.move(2, 2);
    await page.keyboard.press('Control+i');
    await card.filter({ hasText: 'task' }).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  }));

test('F12 and Control click go to the declaration', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await word(page, 'heat', 1).click();
    assert.equal(await line(page), 'begin -> heat');
    await page.keyboard.press('F12');
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'task heat' }).waitFor();
    await word(page, 'done', 1).click({ modifiers: ['Control'] });
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'state done' }).waitFor();
  }));

test('a place without a definition says so', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await visitor.type('');
    await page.keyboard.press('F12');
    await page.locator('tracklight-editor .cm-card', { hasText: 'No definition' }).waitFor();
  }));

for (const [width, touch] of [
  [1440, false],
  [1280, false],
  [390, true],
] as const)
  test(`at ${width} pixels the search of the editor looks like the page`, () =>
    visit({ viewport: { width, height: 800 }, touch }, async (visitor, page) => {
      if (touch) await visitor.pane('Code');
      await page.locator('tracklight-editor .cm-content').click();
      await page.keyboard.press('Control+f');
      const panel = page.locator('tracklight-editor .cm-search');
      await panel.getByRole('button', { name: 'Replace all' }).waitFor();
      assert.deepEqual(await panel.locator('.cm-button, label').allInnerTexts(), [
        'Next',
        'Previous',
        'Select all',
        'Match case',
        'Regex',
        'Whole word',
        'Replace',
        'Replace all',
      ]);
      const tops = await panel
        .locator('.cm-textfield, .cm-button, label')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      assert.equal(new Set(tops).size, 3, 'find, how, replace');
      const least = await panel
        .locator('.cm-textfield, button, label')
        .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height)));
      assert.equal(least, touch ? 44 : 28);
    }));

test('the uses of the name at the caret are marked, and listed by Shift F12', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await word(page, 'heat').click();
    // Over the word a card would open, and Escape close that first.
    await page.mouse.move(2, 2);
    await page.locator('tracklight-editor .cm-occurrence').nth(3).waitFor();
    await page.keyboard.press('Shift+F12');
    const rows = page.locator('tracklight-editor .cm-uses li');
    await rows.nth(3).waitFor();
    assert.equal(await rows.count(), 4);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'begin -> heat' }).waitFor();
    await page.keyboard.press('Shift+F12');
    await rows.first().waitFor();
    await page.keyboard.press('Escape');
    await rows.first().waitFor({ state: 'detached' });
  }));

test('an answer that comes after the list of uses was left does not open it again', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, KETTLE);
    await word(page, 'heat').click();
    // Over the word a card would open, and Escape close that first.
    await page.mouse.move(2, 2);
    await page.keyboard.press('Shift+F12');
    const rows = page.locator('tracklight-editor .cm-uses li');
    await rows.first().waitFor();
    await page.evaluate(() => {
      const { assistant } = document.querySelector('tracklight-editor') as any;
      const own = assistant.references.bind(assistant);
      const held: (() => void)[] = [];
      assistant.references = (...args: any[]) =>
        new Promise((done) => {
          held.push(() => done(own(...args)));
        });
      Object.assign(globalThis, { __held: held });
    });
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('Shift+F12');
    await page.waitForFunction(() => (globalThis as any).__held.length > 0);
    await page.keyboard.press('Escape');
    await rows.first().waitFor({ state: 'detached' });
    await page.evaluate(async () => {
      const { assistant, value } = document.querySelector('tracklight-editor') as any;
      const { __held: held } = globalThis as any;
      const later = assistant.references(value, 0);
      for (const answer of held) answer();
      await later;
    });
    assert.equal(await rows.count(), 0);
  }));

test('a fix from the list of problems repairs the text in one step', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'state a\nstate b\na <- b\n');
    const panel = await visitor.panel('Problems');
    await panel.locator('.fix').click();
    await visitor.holds('state a\nstate b\nb -> a\n');
    await panel.getByText('No problems.').waitFor();
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('Control+z');
    await visitor.holds('state a\nstate b\na <- b\n');
  }));

test('the mark of a problem goes with it, also from a line that is left empty', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'machine "A"\nstate a\nmachine "B"');
    const mark = page.locator('tracklight-editor .cm-lint-marker');
    await mark.waitFor();
    await visitor.status().getByRole('button', { name: 'Go to error' }).click();
    await page.keyboard.press('Control+.');
    await page.locator('tracklight-editor .cm-offer-fix', { hasText: 'delete this title' }).click();
    await visitor.holds('machine "A"\nstate a\n');
    await mark.waitFor({ state: 'detached' });
  }));

test('the list of fixes closes when one is taken, also one that changes another line', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'state a {\n  title: "A"\n');
    await visitor.status().getByRole('button', { name: 'Go to error' }).click();
    await page.keyboard.press('Control+.');
    const list = await offered(page);
    await page.keyboard.press('Enter');
    await visitor.holds('state a {\n  title: "A"\n}\n');
    await list.waitFor({ state: 'detached' });
  }));

test('of a problem only one card is seen: the one that was asked for last', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await write(visitor, 'machine "A"\nmachine "B"\nstate a\n');
    await visitor.status().getByRole('button', { name: 'Go to error' }).tap();
    const card = page.locator('tracklight-editor .cm-card');
    await card.waitFor();
    await page.locator('tracklight-editor .cm-lint-marker').hover();
    await page.locator('tracklight-editor .cm-tooltip.cm-tooltip-lint').waitFor();
    await card.waitFor({ state: 'hidden' });
  }));

test('Control period offers fixes at the caret; the tooltip of a problem has them as well', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'state a\nstate b\na <- b\n');
    const squiggle = page.locator('tracklight-editor .cm-lintRange-error');
    await squiggle.click();
    await page.keyboard.press('Control+.');
    await page.locator('tracklight-editor .cm-offer-fix').first().click();
    await visitor.holds('state a\nstate b\nb -> a\n');
    await page.keyboard.press('Control+z');
    await squiggle.waitFor();
    await page.mouse.move(2, 2);
    await squiggle.hover();
    await page.locator('tracklight-editor .cm-diagnosticAction').first().click();
    await squiggle.waitFor({ state: 'detached' });
    await visitor.holds('state a\nstate b\nb -> a\n');
  }));

test('the text is put into form in one step, by button and by key, and the caret keeps its word', () =>
  visit({}, async (visitor, page) => {
    await write(visitor, 'state    a\nstate   b\n\n\n\na->b\n');
    await word(page, 'b', 1).click();
    await page.getByRole('button', { name: 'Format' }).click();
    await page.waitForFunction(
      () => (document.querySelector('tracklight-editor') as any).value === 'state a\nstate b\n\na -> b\n',
    );
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'a -> b' }).waitFor();
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('Control+z');
    await visitor.holds(/state {4}a/);
    await page.keyboard.press('Shift+Alt+f');
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.startsWith('state a\n'),
    );
  }));

test('a text with syntax errors cannot be formatted: the button says why, and so does a notice after the key', () =>
  visit({}, async (visitor, page) => {
    const text = 'state    a {\n';
    await write(visitor, text);
    await page.locator('.format[aria-disabled="true"][title="Fix the syntax errors to format."]').waitFor();
    await page.keyboard.press('Shift+Alt+f');
    await page.locator('.notice', { hasText: 'Not formatted' }).waitFor();
    assert.equal(await visitor.source(), text);
  }));

for (const colorScheme of ['light', 'dark'] as const) {
  const before = (page: Page) => page.addInitScript({ content: axe.source });

  test(`${colorScheme}: axe finds nothing in offers, the list of uses, and problems with fixes`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      const check = async (state: string) => {
        const found = await page.evaluate(
          async (tags) => {
            const result = await (globalThis as any).axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
            return result.violations.map(
              (v: any) =>
                `${v.id}: ${v.nodes
                  .slice(0, 3)
                  .map((n: any) => n.target.join(' '))
                  .join(' | ')}`,
            );
          },
          ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        );
        assert.deepEqual(found, [], state);
      };
      await write(visitor, KETTLE);
      await word(page, 'heat').click();
      await page.locator('tracklight-editor .cm-occurrence').nth(3).waitFor();
      await page.keyboard.press('Shift+F12');
      await page.locator('tracklight-editor .cm-uses li').first().waitFor();
      await check('uses');
      await page.keyboard.press('Escape');
      await visitor.type('done -> he');
      const list = await offered(page);
      await check('offers');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.type('\na <- b');
      const panel = await visitor.panel('Problems');
      await panel.locator('.fix').first().waitFor();
      await check('problems with fixes');
    }));
}

for (const touch of [false, true])
  test(`Enter behind an opening brace indents, the closing one moves back${touch ? ', by touch' : ''}`, () =>
    visit(touch ? { viewport: { width: 390, height: 844 }, touch } : {}, async (visitor, page) => {
      if (touch) await visitor.pane('Code');
      await visitor.write('');
      await page.keyboard.type('task heat {');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.keyboard.type('prompt: "x"');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.keyboard.type('}');
      assert.equal(await visitor.source(), 'task heat {\n  prompt: "x"\n}');
    }));

/** Written as the editor indents it. */
const TYPED = `machine "Kettle"

context Water { celsius<number>: 20; tags<List<string>>: ["a", 'b'] }
task heat "Heat it" {
  prompt: "add {{ Water.celsius }} (or \\"more\\")" // it's [one
  stub: [
    { write: { Water: { celsius: 60 } } }
  ]
}
module cool {
  state inner {
    note: "cold"
  }
}
heat -when: "Water.celsius > 50"-> inner`;

test('a machine that is typed key by key is the text that it means', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('');
    for (const [i, row] of TYPED.split('\n').entries()) {
      if (i > 0) {
        // The list at the caret would take Enter.
        await page.keyboard.press('Escape');
        await page.keyboard.press('Enter');
      }
      await page.keyboard.type(row.trimStart());
    }
    assert.equal(await visitor.source(), TYPED);
    await page.keyboard.press('Enter');
    await page.keyboard.type('task x {');
    await visitor.holds(`${TYPED}\ntask x {}`);
    await page.keyboard.press('Backspace');
    await visitor.holds(`${TYPED}\ntask x `);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('(');
    await visitor.holds(`${TYPED}\n(task x )`);
  }));

/** A phone, whose keyboard on the screen sends no keys. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  touch: true,
  // What a phone calls itself decides how the editor listens.
  before: (page: Page) =>
    page.addInitScript(() => {
      const agent = navigator.userAgent.replace('X11; Linux x86_64', 'Linux; Android 14; Pixel 8');
      Object.defineProperty(navigator, 'userAgent', { get: () => agent });
    }),
};

/** What a keyboard on the screen does. */
async function screenKeyboard(page: Page) {
  const client = await page.context().newCDPSession(page);
  const press = (more: object) =>
    client.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'Unidentified',
      windowsVirtualKeyCode: 229,
      ...more,
    });
  return {
    type: async (text: string) => {
      for (const sign of text) await page.keyboard.insertText(sign);
    },
    enter: () => press({ text: '\r' }),
    backspace: () => press({ commands: ['DeleteBackward'] }),
  };
}

test('Enter of a keyboard on the screen, which sends no key, indents as well', () =>
  visit(PHONE, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('task heat {');
    await (await screenKeyboard(page)).enter();
    await visitor.holds('task heat {\n  ');
  }));

test('brackets of a keyboard on the screen close, are typed over, and go in pairs', () =>
  visit(PHONE, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('');
    const keyboard = await screenKeyboard(page);
    await keyboard.type('task heat {');
    await visitor.holds('task heat {}');
    await keyboard.enter();
    await visitor.holds('task heat {\n  \n}');
    await keyboard.type('prompt: "{{ visits }}"');
    await visitor.holds('task heat {\n  prompt: "{{ visits }}"\n}');
    await keyboard.enter();
    await visitor.holds('task heat {\n  prompt: "{{ visits }}"\n  \n}');
    await keyboard.type('}');
    await visitor.holds('task heat {\n  prompt: "{{ visits }}"\n}');
    await keyboard.type(' (');
    await visitor.holds('task heat {\n  prompt: "{{ visits }}"\n} ()');
    await keyboard.backspace();
    await visitor.holds('task heat {\n  prompt: "{{ visits }}"\n} ');
  }));
