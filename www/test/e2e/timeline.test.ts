// The timeline: dragging, what rows have room for, marks within their lines, a long run; and the list of events.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { linkTo } from '../links.ts';
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
      page.waitForFunction(
        (n) => (document.querySelector('tracklight-app') as any).state.run.snapshot?.position.tick > n,
        tick,
      );
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
  visit(
    {
      path: linkTo({
        s:
          'machine "Waits"\ninit begin\nend done\n' +
          'task one { prompt: "x", stub: [{ fail: "no luck" }] }\n' +
          'task two { prompt: "y", stub: [{ ask: "Which color?" }] }\n' +
          'begin -@fork-> one, two\none -> done\ntwo -> done\n',
        k: 2,
      }),
    },
    async (visitor, page) => {
      await visitor.at(2);
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
      const reported = ['mark-fork', 'mark-error'];
      // A lane begins where its branch left another.
      assert.deepEqual(await lines(page), [
        ['main', ...reported],
        ['branch 2', 'mark-error'],
        ['branch 3', ...reported],
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
        await page.locator('.branch-button', { hasText: name }).waitFor();
        await names.last().filter({ hasText: name }).waitFor();
        assert.deepEqual(
          (await lines(page)).map(([line]) => line),
          [...others, name],
        );
        await page.locator('.scrubber.is-bad').waitFor();
      }
      await visitor.branches();
      await page.getByRole('button', { name: 'Rename branch 2' }).click();
      const long = 'with <b>another</b> ending that is told at length';
      await page.locator('.branches input').fill(long);
      await page.keyboard.press('Enter');
      await page.locator('.scrubber .names').getByTitle(long).filter({ hasText: long }).waitFor();
    },
  ));

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
  visit({ path: linkTo({ s: LONG_WORDS, k: 4 }), viewport: { width: 1280, height: 800 } }, async (visitor, page) => {
    await visitor.at(4);
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
  visit({ path: linkTo({ s: DECISION, k: 2 }), viewport: { width: 1100, height: 800 } }, async (visitor, page) => {
    await visitor.at(2);
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
  visit({ path: linkTo({ s: LONG_CHANGE, k: 2 }), viewport: { width: 1280, height: 800 } }, async (visitor, page) => {
    await visitor.at(2);
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
  visit({ path: linkTo({ s: LONG_WORDS, k: 4 }) }, async (visitor, page) => {
    await visitor.at(4);
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

const REFUSED =
  'machine "Refused"\ncontext Vote { legal<boolean>: false }\n' +
  'context Finance { ok<boolean>: false; note<string>: "" }\ninit draft\n' +
  'task finance @retry(1) { prompt: "x", stub: [[{ fail: "budget system offline" }, {\n' +
  '  call: [{ name: "write_Vote", input: { data: { fnance: 3 } } },\n' +
  '    { name: "write_Finance", input: { data: { ok: true, note: "in budget" } } }] }]] }\n' +
  'end approved\nend rejected\ndraft -> finance\nfinance -writes-> Vote\nfinance -writes-> Finance\n' +
  'finance -when: "Finance.ok"-> approved\nfinance -> rejected\n';

test('a rejected write is marked in its row and among the replies, and the row keeps its sentence before changes', () =>
  visit({ path: linkTo({ s: REFUSED, k: 3 }) }, async (visitor, page) => {
    await visitor.at(3);
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
  visit(
    {
      path: linkTo({
        s: REFUSED.replace('data: { fnance: 3 }', 'data: { legal: true }').replace('note: "in budget"', ''),
        k: 2,
      }),
      viewport: { width: 2200, height: 900 },
    },
    async (visitor, page) => {
      await visitor.at(2);
      const row = page.locator('.step-row', { hasText: 'then moved to approved' });
      const tops = await row.locator('.change').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.equal(tops.length, 2);
      assert.equal(tops[0], tops[1]);
      assert.equal((await row.locator('.left-out').boundingBox())?.width ?? 0, 0);
    },
  ));

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
    const ticks = await page.evaluate(
      () => (document.querySelector('tracklight-app') as any).state.run.snapshot.position.tick,
    );
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
  visit(
    {
      path: linkTo({
        s: 'init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done',
        k: 3,
      }),
    },
    async (visitor, page) => {
      await visitor.at(3);
      const list = page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem');
      await visitor.branches();
      assert.deepEqual(await list.allInnerTexts(), ['one\npath 1, visit 1\nstep 2']);
      await visitor.press('back');
      await visitor.press('step');
      const bar = page.locator('.lanes .bar .mark-checkpoint');
      const lane = page.locator('.lanes .lane');
      await lane.waitFor({ state: 'attached' });
      assert.equal(await bar.count(), 1, 'the bar of the branch');
      await visitor.branches();
      await page.getByTitle('Go to the end of main').click();
      await page.locator('.names > :last-child', { hasText: 'main' }).waitFor();
      assert.equal(await lane.locator('.mark-checkpoint').count(), 0, 'its lane begins behind the flag');
      await visitor.branches();
      await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
      await page.keyboard.press('Enter');
      await list.nth(1).waitFor();
      assert.equal(await list.nth(1).innerText(), 'checkpoint 2\nstep 3');
      await page.getByTitle('Go to the end of branch 2').click();
      await visitor.branches();
      await list.filter({ hasText: 'on main' }).waitFor();
      assert.deepEqual(await list.allInnerTexts(), ['one\npath 1, visit 1\nstep 2', 'checkpoint 2\nstep 3 on main']);
      assert.equal(await bar.count(), 1);
    },
  ));

test('the flag of a checkpoint keeps to the height of its own line', () =>
  visit(
    {
      path: linkTo({
        s: 'init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done',
        k: 3,
      }),
    },
    async (visitor, page) => {
      await visitor.at(3);
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
      await visitor.branches();
      await page.getByTitle('Go to the end of main').click();
      await page.locator('.names > :last-child', { hasText: 'main' }).waitFor();
      assert.deepEqual(await within(), [1], 'the bar');
    },
  ));
