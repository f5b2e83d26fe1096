// The timeline: dragging, branches as lanes, rows that open, filters, the table; and the list of events.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ENDLESS, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const position = (page: Page, text: string | RegExp) => page.locator('.timeline output', { hasText: text }).waitFor();
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the run' });

test('a drag over the scrubber shows positions live, by patches alone', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(4);
    const { layouts } = await visitor.counters();
    const box = await slider(page).boundingBox();
    assert.ok(box);
    const at = (part: number) =>
      page.mouse.move(box.x + 8 + (box.width - 16) * part, box.y + box.height / 2, { steps: 4 });
    await at(1);
    await page.mouse.down();
    await at(0.5);
    await position(page, 'Step 2 of 4');
    await visitor.shows('v1-0', '60');
    await at(0);
    await position(page, 'Step 0 of 4');
    await visitor.shows('v1-0', '20');
    await page.mouse.up();
    await slider(page).press('End');
    await position(page, 'Step 4 of 4');
    await slider(page).press('ArrowLeft');
    await position(page, 'Step 3 of 4');
    const after = await visitor.counters();
    assert.deepEqual([after.layouts, after.patchMiss], [layouts, 0]);
  }));

/** How far the line of the scrubber and its marks reach beyond it. */
const beyond = (page: Page) =>
  page.locator('.scrubber').evaluate((bar) => {
    const ends = [...bar.querySelectorAll('.track line, .lanes path')].map((one) => one.getBoundingClientRect().right);
    return Math.max(...ends) - bar.getBoundingClientRect().right;
  });

/** Whether the lanes have at least so many marks; plain positions are one path. */
const marked = (least: number) => {
  const paths = [...document.querySelectorAll('.lanes .bar > svg > path')];
  const counts = paths.map((one) =>
    one.closest('.mark-tick') ? (one.getAttribute('d')?.match(/M/g)?.length ?? 0) : 1,
  );
  return counts.reduce((sum, count) => sum + count, 0) >= least;
};

test('the bar and its marks stay within the scrubber while a run goes on, at any speed', () =>
  visit({}, async (visitor, page) => {
    const isBehind = (tick: number) =>
      page.waitForFunction((n) => (document.querySelector('tracklight-app') as any).state.run?.position.tick > n, tick);
    await visitor.write(ENDLESS);
    await page.locator('.top .title', { hasText: 'Endless' }).waitFor();
    await visitor.press('run');
    await isBehind(3);
    // At five steps a second each has its mark.
    await page.waitForFunction(marked, 4);
    assert.ok((await beyond(page)) <= 0);
    await visitor.speed('Max speed');
    await isBehind(100);
    assert.ok((await beyond(page)) <= 0);
    await visitor.press('run');
    await page.locator('[data-control="run"]', { hasText: 'Run' }).waitFor();
    assert.ok((await beyond(page)) <= 0);
  }));

test('a machine without nodes leaves no row of the run before', () =>
  visit({}, async (visitor, page) => {
    assert.match(await page.locator('.ticks').innerText(), /starts at begin/);
    await visitor.write('machine "Nothing"\n');
    await page.locator('.starters').waitFor();
    await page.locator('.step-row').waitFor({ state: 'detached' });
    assert.match(await page.locator('.trace').innerText(), /Each step of the run appears here/);
  }));

test('positions that need other layouts are patched while they fly by, and laid out when the drag rests', () =>
  visit({ path: '#example=ferries' }, async (visitor, page) => {
    await visitor.step(4);
    await slider(page).press('Home');
    await position(page, 'Step 0 of 4');
    await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
    await slider(page).press('End');
    await position(page, 'Step 4 of 4');
    await page.waitForFunction(() => {
      const { state } = document.querySelector('tracklight-app') as any;
      const diagram = document.querySelector('tracklight-diagram') as any;
      return (
        diagram.settled &&
        state.picture.overlay.key === state.picture.key &&
        state.run.picture.key === state.picture.key
      );
    });
    assert.equal((await visitor.counters()).patchMiss, 0);
  }));

test('branches are lanes that leave each other at their fork, with marks of what happened', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    await visitor.step(4);
    assert.equal(await page.locator('.lanes .lane').count(), 0);
    await page.locator('.lanes .bar .mark-warn').waitFor({ state: 'attached' });
    await slider(page).press('Home');
    await position(page, 'Step 0 of 4');
    await slider(page).press('ArrowRight');
    await position(page, 'Step 1 of 4');
    await visitor.press('step');
    await position(page, 'Step 2 of 2');
    await page.waitForFunction(() => document.querySelectorAll('.lanes .lane').length === 1);
    const joined = await page
      .locator('.lanes .bar > line')
      .evaluate((line) => ['x1', 'x2', 'y1', 'y2'].map((name) => line.getAttribute(name)));
    assert.deepEqual(joined, ['25.000%', '25.000%', '7', '28'], 'from the lane of main to the bar');
    // What is known of the branch that was left stays.
    await page.locator('.lanes .lane .mark-warn').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.keyboard.press('Enter');
    await page.locator('.lanes .bar .mark-checkpoint').waitFor({ state: 'attached' });
  }));

/** The lines of the scrubber from the top down: of each its name, and the marks of what happened. */
const lines = (page: Page) =>
  page.locator('.scrubber').evaluate((bar) => {
    const names = [...bar.querySelectorAll('.names > *')].map((one) => one.textContent);
    const marks = [...bar.querySelectorAll('.lanes > g')].map((line) =>
      [...line.querySelectorAll(':scope > svg:not(.mark-tick)')].map((mark) => mark.getAttribute('class')),
    );
    return names.map((name, i) => [name, ...(marks[i] ?? [])]);
  });

test('each branch has one line with its name, the chosen one as the bar; a press on a name goes to its end', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'machine "Waits"\ninit begin\nend done\n' +
        'task one { prompt: "x", stub: [{ fail: "no luck" }] }\n' +
        'task two { prompt: "y", stub: [{ ask: "Which color?" }] }\n' +
        'begin -@fork-> one, two\none -> done\ntwo -> done\n',
    );
    await page.locator('.top .title', { hasText: 'Waits' }).waitFor();
    await visitor.step(2);
    await page.locator('.scrubber.is-bad').waitFor();
    assert.equal(await page.locator('.scrubber .names').count(), 0, 'a single branch has no name');
    const names = page.locator('.scrubber .names > *');
    for (let branches = 2; branches <= 3; branches += 1) {
      await visitor.press('back');
      await position(page, 'Step 1 of 2');
      await visitor.press('step');
      await position(page, 'Step 2 of 2');
      await names.nth(branches - 1).waitFor();
    }
    const told = ['mark-fork', 'mark-error'];
    // A lane begins where its branch left another.
    assert.deepEqual(await lines(page), [
      ['main', ...told],
      ['branch 2', 'mark-error'],
      ['branch 3', ...told],
    ]);
    const top = await page
      .locator('.scrubber')
      .evaluate((bar) =>
        Math.min(
          ...[...bar.querySelectorAll('.lanes path, .names > *')].map(
            (one) => one.getBoundingClientRect().top - (bar.parentElement?.getBoundingClientRect().top ?? 0),
          ),
        ),
      );
    assert.ok(top >= 3, `${top} px above the highest lane`);
    for (const [name, others] of [
      ['main', ['branch 2', 'branch 3']],
      ['branch 2', ['main', 'branch 3']],
    ] as const) {
      await names.filter({ hasText: name }).click();
      await page.locator('.branches .current', { hasText: name }).waitFor();
      await names.last().filter({ hasText: name }).waitFor();
      assert.deepEqual(
        (await lines(page)).map(([line]) => line),
        [...others, name],
      );
      await page.locator('.scrubber.is-bad').waitFor();
    }
    await page.getByRole('button', { name: 'Rename branch 2' }).click();
    const long = 'with <b>another</b> ending that is told at length';
    await page.locator('.branches input').fill(long);
    await page.keyboard.press('Enter');
    await page.locator('.scrubber .names').getByTitle(long).filter({ hasText: long }).waitFor();
  }));

test('after a reload the lanes of other branches have the marks that they had', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    const marks = async () => {
      await page.locator('.lanes .lane .mark-warn').waitFor({ state: 'attached' });
      return page
        .locator('.lanes .lane > svg')
        .evaluateAll((all) => all.map((one) => `${one.getAttribute('class')} ${one.getAttribute('x')}`));
    };
    await visitor.step(4);
    await visitor.press('back');
    await visitor.press('back');
    await position(page, 'Step 2 of 4');
    await visitor.press('step');
    await position(page, 'Step 3 of 3');
    const before = await marks();
    await page.reload();
    await visitor.ready();
    await position(page, 'Step 3 of 3');
    assert.deepEqual(await marks(), before);
  }));

const LONG_WORDS =
  'machine "Long words"\ncontext Consignment { remarks<string>: "none so far"; weight<number>: 1 }\ninit begin\n' +
  'task prepareTheShipmentForDispatch { prompt: "x"; stub: { write: { Consignment: { ' +
  'remarks: "goes by the early boat to the island", weight: 2 } } } }\n' +
  'task checkTheShipmentBeforeItLeaves { prompt: "y"; ' +
  'stub: { fail: "The scale reports 99999 kg, which is more than the crane can lift" } }\n' +
  'end rejectedBecauseOfItsWeight\n' +
  'begin -> prepareTheShipmentForDispatch\nprepareTheShipmentForDispatch -> checkTheShipmentBeforeItLeaves\n' +
  'prepareTheShipmentForDispatch -writes-> Consignment\n' +
  'checkTheShipmentBeforeItLeaves -catch-> rejectedBecauseOfItsWeight\n';

test('what is cut in a row can be read whole: by its title, and on a phone it wraps', () =>
  visit({ viewport: { width: 1280, height: 800 } }, async (visitor, page) => {
    await visitor.write(LONG_WORDS);
    await page.locator('.top .title', { hasText: 'Long words' }).waitFor();
    await visitor.step(4);
    const rows = page.locator('.step-row');
    await rows.last().locator('.tag', { hasText: 'Run completed' }).waitFor();
    const cut = () =>
      rows.locator('.sentence > *, .reason > *').evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
          .map((one) => one.closest('[title]'))
          .map((whole) => [whole?.getAttribute('title'), whole?.textContent]),
      );
    const found = await cut();
    assert.ok(found.length >= 2, 'a sentence and a reason');
    for (const [title, text] of found) assert.equal(title, text);
    const change = await rows.locator('.changes').first().getAttribute('title');
    assert.match(change ?? '', /^Consignment\.remarks "none so far" → "goes by.*\nConsignment\.weight 1 → 2$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await visitor.page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Timeline' }).click();
    assert.deepEqual(await cut(), []);
    // The sentence has the whole width, and the tag goes below it.
    const end = rows.last();
    const [sentence, tag] = [await end.locator('.sentence').boundingBox(), await end.locator('.tag').boundingBox()];
    assert.ok(sentence && tag && tag.y >= sentence.y + sentence.height);
  }));

const DECISION =
  'machine "Decision"\ncontext Decision { answer<string>; reasonOfTheManager<string> }\ninit begin\n' +
  '@checkpoint\ntask decideWhetherToBuyIt @retry(1) {\n  needs: "Approve the request?"\n  prompt: "Write it down"\n' +
  '  stub: [[{ fail: "Timeout" }, { write: { Decision: { answer: "=answer" } } }]]\n}\n' +
  'end approved\nend rejected\nbegin -> decideWhetherToBuyIt\ndecideWhetherToBuyIt -writes-> Decision\n' +
  'decideWhetherToBuyIt -when: "Decision.answer == \'yes\'"-> approved\ndecideWhetherToBuyIt -> rejected\n';

test('where a path went is in sight where the rest of the sentence is cut, and a flag stands behind the reason', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(DECISION);
    await page.locator('.top .title', { hasText: 'Decision' }).waitFor();
    await visitor.step(2);
    const waits = page.locator('.step-row', { hasText: 'is waiting for an answer:' });
    await waits.filter({ hasText: 'Approve the request?' }).waitFor();
    const [reason, flag] = [await waits.locator('.reason').boundingBox(), await waits.locator('.flag').boundingBox()];
    assert.ok(reason && flag && flag.x >= reason.x + reason.width);
    const inbox = await visitor.panel('Inbox');
    await inbox.getByRole('textbox').first().fill('yes');
    await page.keyboard.press('Control+Enter');
    const row = page.locator('.step-row', { hasText: 'called its agent (2 attempts), then moved to approved' });
    await row.locator('.change').waitFor();
    const widths = await row
      .locator('.sentence > *')
      .evaluateAll((all) => all.map((one) => ({ text: one.textContent, cut: one.scrollWidth > one.clientWidth })));
    assert.deepEqual(widths, [
      { text: 'decideWhetherToBuyIt got an answer, called its agent', cut: true },
      { text: ' (2 attempts), then moved to approved', cut: false },
    ]);
    assert.equal((await row.boundingBox())?.height, 28);
  }));

const LONG_CHANGE =
  'machine "Long change"\ncontext Consignment { remarksOfTheInspector<string>: "none so far, as it seems" }\n' +
  'init begin\ntask one { prompt: "set", stub: { write: { Consignment: { ' +
  'remarksOfTheInspector: "goes by sea, with the next ship" } } } }\nend done\n' +
  'begin -> one\none -writes-> Consignment\none -> done\n';

test('each part of a change that is too long for its row ends with an ellipsis, and none is cut off', () =>
  visit({ viewport: { width: 1280, height: 800 } }, async (visitor, page) => {
    await visitor.write(LONG_CHANGE);
    await page.locator('.top .title', { hasText: 'Long change' }).waitFor();
    await visitor.step(2);
    const change = page.locator('.step-row .change');
    await change.waitFor();
    const [clipped, parts] = await change.evaluate((one) => [
      one.scrollWidth - one.clientWidth,
      [...one.querySelectorAll(':scope > span:not(.hidden)')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => getComputedStyle(part).textOverflow),
    ]);
    assert.equal(clipped, 0);
    assert.ok(parts.length > 0 && parts.every((how) => how === 'ellipsis'));
  }));

test('a short value is as wide as its text, beside its arrow', () =>
  visit({ path: '#example=kettle&tick=2' }, async (_, page) => {
    const before = page.locator('.step-row .change .before');
    await before.waitFor();
    const [wide, text] = await before.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [one.getBoundingClientRect().width, range.getBoundingClientRect().width];
    });
    assert.ok(Math.abs(wide - text) < 1, `${wide} for ${text}`);
  }));

test('a reason that has room for a few letters only is left out', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(LONG_WORDS);
    await page.locator('.top .title', { hasText: 'Long words' }).waitFor();
    await visitor.step(4);
    const reason = page.locator('.step-row .reason').first();
    await reason.waitFor();
    const widths = (room: string) =>
      reason.evaluate((one: HTMLElement, room) => {
        one.style.cssText = `flex: none; width: ${room}`;
        return [one.clientWidth, (one.firstElementChild as HTMLElement).clientWidth];
      }, room);
    assert.deepEqual(await widths('30px'), [30, 0]);
    assert.deepEqual(await widths('60px'), [60, 60]);
  }));

test('the row of a call that was retried has room for the beginning of the failure', () =>
  visit({ path: '#example=fair' }, async (visitor, page) => {
    await visitor.speed('Max speed');
    await visitor.press('run');
    const reason = page.locator('.step-row .reason', { hasText: 'the wind took the awning' }).first();
    await reason.waitFor({ state: 'attached' });
    const [room, wanted] = await reason.locator(':scope > span').evaluate((all) => {
      const words = 'the wind';
      const texts = document.createTreeWalker(all, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() && !texts.currentNode.textContent?.includes(words));
      const from = texts.currentNode.textContent?.indexOf(words) ?? 0;
      const range = document.createRange();
      range.setStart(texts.currentNode, from);
      range.setEnd(texts.currentNode, from + words.length);
      return [all.getBoundingClientRect().right, range.getBoundingClientRect().right];
    });
    assert.ok(room && wanted && room > wanted, `${wanted} of ${room}`);
  }));

test('a row opens and tells changes, tools and events; long and nested values open further', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    await visitor.step(4);
    const row = (step: string) => page.locator('.step-row').filter({ has: page.locator('.number', { hasText: step }) });
    const third = row('3');
    await third.locator('.disclosure').click();
    const part = (of: typeof third, name: string) => of.locator(`dt:text-is("${name}") + dd`);
    await part(third, 'Changes')
      .filter({ hasText: /Parcel\.street\s+"Quay 4"\s+→\s+"Quay 6"\s+by the agent/ })
      .waitFor();
    assert.match(await part(third, 'Reply').innerText(), /^write_Parcel /);
    // What the tool was given stands in the reply.
    await part(third, 'Tool calls')
      .filter({ hasText: /^\s*write_Parcel\s+→/ })
      .waitFor();
    await part(third, 'Tool calls').locator('.tree summary').first().click();
    await third.getByText('success:').first().waitFor();
    await row('4').locator('.disclosure').click();
    await part(row('4'), 'Conditions').filter({ hasText: 'Parcel.delivered is true' }).waitFor();
    await third.locator('.disclosure').click();
    await page.waitForFunction(() => document.querySelectorAll('.step-row .inside').length === 1);
  }));

test('an opened row tells the calls of its step as they happened, each with its reply below it', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'context C { n: 1 }\ninit a\ntask t @retry(1) {\n  prompt: "x"\n' +
        '  stub: [[{ fail: "Timeout" }, { turns: [{ read: "C" }, { say: "Done" }] }]]\n}\nend z\n' +
        'a -> t\nt -reads-> C\nt -> z\n',
    );
    await page.locator('tracklight-diagram .node[aria-label^="task t"]').waitFor({ state: 'attached' });
    await visitor.step(2);
    const row = page.locator('.step-row', { hasText: 't called its agent (2 attempts, 2 turns), then moved to z' });
    await row.filter({ hasText: 'retried: Timeout' }).locator('.disclosure').click();
    await row.locator('.details').waitFor();
    const lines = await row.locator('.details > :is(dt, dd)').allInnerTexts();
    assert.deepEqual(lines.slice(0, lines.indexOf('Tool calls')), [
      ...['Agent call', 't, attempt 1, stub reply', 'Reply', 'Timeout'],
      ...['Agent call', 't, attempt 2, turn 1, stub reply', 'Reply', 'read_C {}'],
      ...['Agent call', 't, attempt 2, turn 2, stub reply', 'Reply', 'Done'],
    ]);
    await page.locator('.lanes .bar .mark-warn').waitFor({ state: 'attached' });
  }));

test('an opened row says that a value was not set, and names the first turn where a later step has the next', () =>
  visit({}, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.write(
      'context C { n<number> }\ninit a\ntask t { prompt: "x" }\nend z\na -> t\nt -writes-> C\nt -> z\n',
    );
    await page.locator('tracklight-diagram .node[aria-label^="task t"]').waitFor({ state: 'attached' });
    await visitor.step(2);
    const open = (text: string) => {
      const row = page.locator('.step-row', { hasText: text });
      return row
        .locator('.disclosure')
        .click()
        .then(() => row.locator('.details'));
    };
    const called = await open('t called its agent');
    await called.getByText('t, attempt 1', { exact: true }).waitFor();
    const write = { name: 'write_C', input: { data: { n: 1 } } };
    await visitor.replyJson({ turns: [{ calls: [write] }], final: false });
    const turn = await open('t got its reply, continued with turn 2');
    await called.getByText('t, attempt 1, turn 1', { exact: false }).waitFor();
    await turn.getByText('t, attempt 1, turn 2').waitFor();
    await turn.locator('dd', { hasText: /C\.n not set → 1/ }).waitFor();
  }));

test('an opened row has the reply of its own branch, where another one replied to the same call', () =>
  visit({}, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.write('init a\ntask t { prompt: "Say it" }\nend z\na -> t\nt -> z\n');
    await visitor.step(2);
    await visitor.replyJson({ turns: [{ text: 'of the first' }] });
    await visitor.status().filter({ hasText: 'Step 2.1. Path 1 is ready' }).waitFor();
    await visitor.press('back');
    await visitor.replyJson({ turns: [{ text: 'of the second' }] });
    await visitor.status().filter({ hasText: 'Step 2.1. Path 1 is ready' }).waitFor();
    const reply = page.locator('.step-row dt:text-is("Reply") + dd');
    const open = () => page.locator('.step-row', { hasText: 'moved to z' }).locator('.disclosure').click();
    await open();
    await reply.filter({ hasText: 'of the second' }).waitFor();
    const panel = await visitor.panel('Agent');
    await panel.locator('.last-call + .card', { hasText: 'of the second' }).waitFor();
    await page.locator('.branches').getByRole('button', { name: /^main/ }).click();
    await panel.locator('.last-call + .card', { hasText: 'of the first' }).waitFor();
    await open();
    await reply.filter({ hasText: 'of the first' }).waitFor();
  }));

test('a refused write is told with its place, with its expected and actual value and hint', () =>
  visit({}, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.step(2);
    await visitor.replyJson({ turns: [{ calls: [{ name: 'write_Water', input: { data: { celsius: 'hot' } } }] }] });
    const row = page.locator('.step-row', { hasText: /write to Water rejected|agent reply rejected/ });
    await row.locator('.bad').first().waitFor();
    await row.locator('.disclosure').click();
    const rejected = row.locator('dt:text-is("Rejected") + dd');
    assert.match(await rejected.innerText(), /^Water\.celsius expected number, got string "hot"/);
  }));

const REFUSED =
  'machine "Refused"\ncontext Vote { legal<boolean>: false }\n' +
  'context Finance { ok<boolean>: false; note<string>: "" }\ninit draft\n' +
  'task finance @retry(1) { prompt: "x", stub: [[{ fail: "budget system offline" }, {\n' +
  '  call: [{ name: "write_Vote", input: { data: { fnance: 3 } } },\n' +
  '    { name: "write_Finance", input: { data: { ok: true, note: "in budget" } } }] }]] }\n' +
  'end approved\nend rejected\ndraft -> finance\nfinance -writes-> Vote\nfinance -writes-> Finance\n' +
  'finance -when: "Finance.ok"-> approved\nfinance -> rejected\n';

test('a rejected write is marked in its row and among the replies, and the row keeps its sentence before changes', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(REFUSED);
    await page.locator('.top .title', { hasText: 'Refused' }).waitFor();
    await visitor.step(3);
    await visitor.status().filter({ hasText: 'Completed at approved in 3 steps.' }).waitFor();
    const row = page.locator('.step-row', { hasText: 'finance called its agent (2 attempts), then moved to approved' });
    await row.locator('.tag.warn', { hasText: 'Write rejected' }).waitFor();
    assert.match((await row.locator('.reason').textContent()) ?? '', /^its write to Vote was rejected: unknown field /);
    const counted = await row.locator('.sentence > .end').evaluate((one) => {
      const range = document.createRange();
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (text.nextNode()) if (text.currentNode.textContent?.includes('(2 attempts)')) break;
      range.setStart(text.currentNode, 0);
      range.setEnd(text.currentNode, (text.currentNode.textContent ?? '').indexOf(')') + 1);
      return range.getBoundingClientRect().right <= one.getBoundingClientRect().right;
    });
    assert.ok(counted, 'the attempts are in sight');
    const [line, all] = await Promise.all([row.boundingBox(), row.locator('.changes').boundingBox()]);
    assert.ok(line && all && all.width < 0.4 * line.width, `${all?.width} of ${line?.width}`);
    const isSeen = (part: string) =>
      row.locator(part).evaluate((one) => {
        const [own, list] = [one.getBoundingClientRect(), one.closest('.changes')?.getBoundingClientRect()];
        return own.width > 0 && own.top < (list?.bottom ?? 0);
      });
    assert.deepEqual(await Promise.all(['.change >> nth=0', '.left-out', '.change >> nth=1'].map(isSeen)), [
      true,
      true,
      false,
    ]);
    await row.locator('.disclosure').click();
    const details = row.locator('.details');
    await details.waitFor();
    assert.doesNotMatch(await details.innerText(), /`|write-refused|"pointer"/);
    await details
      .locator('code', { hasText: /^fnance$/ })
      .first()
      .waitFor();
    await row.locator('.changes', { hasText: '"in budget"' }).waitFor();
    assert.deepEqual([await isSeen('.left-out'), await isSeen('.change >> nth=1')], [false, true]);
    const replies = (await visitor.panel('Agent')).locator('.given li');
    await replies.filter({ hasText: 'write_Vote' }).locator('.tag', { hasText: 'Rejected' }).waitFor();
  }));

test('two changes stand in a row that has room for both', () =>
  visit({ viewport: { width: 2200, height: 900 } }, async (visitor, page) => {
    await visitor.write(
      REFUSED.replace('data: { fnance: 3 }', 'data: { legal: true }').replace('note: "in budget"', ''),
    );
    await page.locator('.top .title', { hasText: 'Refused' }).waitFor();
    await visitor.step(2);
    const row = page.locator('.step-row', { hasText: 'then moved to approved' });
    const tops = await row.locator('.change').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1]);
    assert.equal((await row.locator('.left-out').boundingBox())?.width ?? 0, 0);
  }));

test('filters leave the positions with such events', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    await visitor.step(4);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('search', { name: 'Filter' });
    const left = (n: number) =>
      page.waitForFunction((count) => document.querySelectorAll('.ticks li').length === count, n);
    await filters.getByRole('combobox', { name: 'Event', exact: true }).selectOption('visitFailed');
    await left(1);
    await page.locator('.timeline-acts', { hasText: '1 of 5' }).waitFor();
    await filters.getByRole('combobox', { name: 'Event', exact: true }).selectOption('');
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('reroute');
    await left(2);
    await filters.getByRole('searchbox', { name: 'Field', exact: true }).fill('Parcel.street');
    await left(1);
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('handed');
    await left(0);
    await page.getByText('No matching steps.').waitFor();
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('');
    await left(1);
    await filters.getByRole('button', { name: 'Clear filter' }).click();
    await left(5);
    await filters.getByRole('searchbox', { name: 'Text', exact: true }).fill('nobody at home');
    await left(1);
  }));

test('the filter of paths takes what came from a path with it', () =>
  visit({ path: '#example=hikers' }, async (visitor, page) => {
    await visitor.step(4);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('search', { name: 'Filter' });
    // A step has a row for each path, and its number stands in the first one.
    const left = (n: number) =>
      page.waitForFunction(
        (count) => [...document.querySelectorAll('.ticks .number')].filter((one) => one.textContent).length === count,
        n,
      );
    await filters.getByRole('combobox', { name: 'Path', exact: true }).selectOption('1');
    await left(5);
    await filters.getByRole('combobox', { name: 'Path', exact: true }).selectOption('1.3');
    await left(4);
  }));

test('the table has a row for each position and a column for each path', () =>
  visit({ path: '#example=hikers' }, async (visitor, page) => {
    await visitor.step(3);
    await page.locator('[data-menu="timeline"] summary').click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: 'Table' }).getByRole('table');
    await table.getByRole('columnheader', { name: 'Path 1.3' }).waitFor();
    assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), [
      'Step',
      'Path 1',
      'Path 1.1',
      'Path 1.2',
      'Path 1.3',
      'Run',
    ]);
    await table
      .getByRole('row', { name: /^2 / })
      .getByRole('cell', { name: /Walk.kilometres .* → 7/ })
      .waitFor();
    await table.getByRole('button', { name: '1', exact: true }).click();
    await position(page, 'Step 1 of 3');
  }));

test('a run of many hundred ticks has its rows as the list is scrolled, marks in bins, and few drawings', () =>
  visit({}, async (visitor, page) => {
    const ring = Array.from({ length: 8 }, (_, i) => `s${i}`);
    await visitor.write(
      `context C { n<number>: 0 }\ninit s0\n${ring
        .slice(1)
        .map((name) => `state ${name}`)
        .join('\n')}\ntask add { prompt: "add 1 to C.n" }\nadd -writes-> C\n${[...ring, 'add', 's0'].join(' -> ')}`,
    );
    await page.locator('tracklight-diagram .node[aria-label*=" add"]').waitFor();
    await visitor.speed('Max speed');
    const { layouts } = await visitor.counters();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'failed at' }).waitFor();
    const ticks = await page.evaluate(() => (document.querySelector('tracklight-app') as any).state.run.position.tick);
    assert.ok(ticks > 600, String(ticks));
    await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
    const counters = await visitor.counters();
    assert.equal(counters.patchMiss, 0);
    assert.ok(counters.layouts - layouts <= 1, 'while it runs only patches, one full drawing after');
    await page.waitForFunction(marked, 200);
    assert.equal(await page.evaluate(marked, 501), false);
    const rows = await page.evaluate(() => Math.max(60, Math.ceil(screen.height / 20)));
    await page.waitForFunction((n) => document.querySelectorAll('.ticks li').length === n, rows);
    const first = () => page.locator('.ticks .number').first().innerText();
    const before = await first();
    await page.locator('.ticks').evaluate((list) => {
      list.scrollTop = 0;
    });
    await page.waitForFunction((was) => document.querySelector('.ticks .number')?.textContent !== was, before);
    assert.ok(Number(await first()) < Number(before));
  }));

test('events are sorted, kept to a kind, copied, and saved as CSV and JSON', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    await visitor.step(4);
    const panel = await visitor.panel('Events');
    const seqs = async () => (await panel.locator('tbody td:first-child').allInnerTexts()).map(Number);
    await panel.getByRole('table').waitFor();
    const down = await seqs();
    assert.deepEqual(
      down,
      [...down].sort((a, b) => b - a),
    );
    await panel.getByTitle('Sort by #').click();
    await panel.getByRole('columnheader', { name: '#' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    assert.deepEqual(await seqs(), [...down].reverse());
    await panel.getByLabel('Kind of event').selectOption({ label: 'Context written' });
    await page.waitForFunction((n) => document.querySelectorAll('.events tbody tr').length < n, down.length);
    const kept = await seqs();
    assert.equal(await panel.locator('tbody td:nth-child(4)').first().innerText(), 'Context written');
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel.getByRole('button', { name, exact: true }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const csv = (await save('CSV')).split('\r\n');
    assert.equal(csv[0], 'seq,tick,step,path,kind,node,text,details');
    assert.equal(csv.length - 2, kept.length);
    assert.match(csv[1] ?? '', /^\d+,3,\d+,1,contextWritten,reroute,/);
    assert.deepEqual(
      JSON.parse(await save('JSON')).map((e: any) => e.seq),
      kept,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.locator('.notice', { hasText: `${kept.length} rows copied.` }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied.split('\n').length, kept.length + 1);
    await panel.getByRole('button', { name: new RegExp(`^${kept[0]}, go to step`) }).click();
    await position(page, 'Step 3 of 4');
  }));

test('a branch has the flags of the steps it shares; the list has their steps, and what set those of the machine', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done');
    await page.locator('tracklight-diagram .node[aria-label^="state two"]').waitFor({ state: 'attached' });
    await visitor.step(3);
    const list = page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem');
    assert.deepEqual(await list.allInnerTexts(), ['one\npath 1, visit 1\nstep 2']);
    await visitor.press('back');
    await visitor.press('step');
    const bar = page.locator('.lanes .bar .mark-checkpoint');
    const lane = page.locator('.lanes .lane');
    await lane.waitFor({ state: 'attached' });
    assert.equal(await bar.count(), 1, 'the bar of the branch');
    await page.getByTitle('Go to the end of main').click();
    await page.locator('.names > :last-child', { hasText: 'main' }).waitFor();
    assert.equal(await lane.locator('.mark-checkpoint').count(), 0, 'its lane begins behind the flag');
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.keyboard.press('Enter');
    await list.nth(1).waitFor();
    assert.equal(await list.nth(1).innerText(), 'checkpoint 2\nstep 3');
    await page.getByTitle('Go to the end of branch 2').click();
    await list.filter({ hasText: 'on main' }).waitFor();
    assert.deepEqual(await list.allInnerTexts(), ['one\npath 1, visit 1\nstep 2', 'checkpoint 2\nstep 3 on main']);
    assert.equal(await bar.count(), 1);
  }));

test('the flag of a checkpoint keeps to the height of its own line', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done');
    await page.locator('tracklight-diagram .node[aria-label^="state two"]').waitFor({ state: 'attached' });
    await visitor.step(3);
    await slider(page).press('Home');
    await position(page, 'Step 0 of');
    await visitor.press('step');
    await page.locator('.names > :last-child', { hasText: 'branch 2' }).waitFor();
    const within = () =>
      page.locator('.scrubber').evaluate((bar) => {
        const lines = [...bar.querySelectorAll('.names > *')].map((one) => one.getBoundingClientRect());
        return [...bar.querySelectorAll('.mark-checkpoint path')].map((flag) => {
          const { top, bottom, height } = flag.getBoundingClientRect();
          return lines.findIndex((line) => top >= line.top && bottom <= line.bottom && height > 0);
        });
      });
    assert.deepEqual(await within(), [0], 'the lane of main');
    await page.getByTitle('Go to the end of main').click();
    await page.locator('.names > :last-child', { hasText: 'main' }).waitFor();
    assert.deepEqual(await within(), [1], 'the bar');
  }));

test('the row of a step tells its checkpoints by their names, which are text, and the row leads there', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done');
    await page.locator('tracklight-diagram .node[aria-label^="state two"]').waitFor({ state: 'attached' });
    await visitor.step(3);
    const name = 'before <b>two</b>';
    await page.locator('.step-row', { hasText: 'moved from begin to one' }).locator('.go').click();
    await position(page, 'Step 1 of');
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.locator('.branches input').fill(name);
    await page.keyboard.press('Enter');
    const flags = page.locator('.step-row .flag');
    const flagged = page.locator('.step-row', { has: page.locator('.flag', { hasText: name }) });
    await flagged.filter({ hasText: 'moved from begin to one' }).waitFor();
    assert.deepEqual(await flags.evaluateAll((all) => all.map((one) => one.getAttribute('title'))), [name, 'one']);
    await slider(page).press('End');
    await position(page, /^Step (\d) of \1$/);
    await flagged.locator('.flag').click();
    await position(page, 'Step 1 of');
    // A branch that left before has none of them.
    await slider(page).press('Home');
    await position(page, 'Step 0 of');
    await visitor.press('step');
    await page.locator('.names > :last-child', { hasText: 'branch 2' }).waitFor();
    await flags.first().waitFor({ state: 'detached' });
    await page.locator('.step-row', { hasText: 'moved from begin to one' }).waitFor();
  }));
