// Links: what is copied opens as it was, and a bad one harms nothing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holdTimers } from '../clock.ts';
import { clipboard, linkTo, open, openLink, openShare } from '../links.ts';
import { stopsReplay, visit } from './visit.ts';
import type { Page } from 'playwright-core';

const GOLDEN = JSON.parse(readFileSync(new URL('../../../tests/fixtures/links.json', import.meta.url), 'utf8'));
const golden = (name: string) => GOLDEN.find((entry: any) => entry.name === name).fragment;
const RING = 'machine "Ring" { maxSteps: 40000; maxNodeInvocations: 40000 }\ninit a\nstate b\na -> b\nb -> a\n';

/** Titles and texts of the drafts that the browser keeps. */
const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const open = indexedDB.open('tracklight:/:drafts');
        open.onsuccess = () => {
          const all = open.result.transaction('docs').objectStore('docs').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result.map((draft) => draft.document.s));
          };
        };
      }),
  );

test('the dialog says what goes in, and the link follows the run', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    const box = await openShare(page);
    const withRun = await box.inputValue();
    const run = page.getByLabel('Run history (2 steps)');
    assert.equal(await run.isChecked(), true);
    await run.uncheck();
    await page.waitForFunction((old) => (document.querySelector('.is-share textarea') as any).value !== old, withRun);
    assert.ok((await box.inputValue()).startsWith(`${withRun.split('#')[0]}#t1.b`), 'the source alone');
    await run.check();
    await page.waitForFunction((old) => (document.querySelector('.is-share textarea') as any).value === old, withRun);
    await box.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.matches('.share-button')), true);
    await visitor.step();
    await openShare(page);
    await page.getByLabel('Run history (3 steps)').waitFor();
    assert.notEqual(await box.inputValue(), withRun);
  }));

test('a run at its start is left out, and one of an earlier text cannot go in', () =>
  visit({}, async (visitor, page) => {
    await openShare(page);
    assert.equal(await page.getByLabel('Run history').isChecked(), false);
    await page.keyboard.press('Escape');
    await visitor.step(2);
    await visitor.type('\nstate later\n');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await openShare(page);
    const run = page.getByLabel('Run history');
    assert.deepEqual([await run.isChecked(), await run.isDisabled()], [false, true]);
    await page.getByText('The run uses an older version of the machine.').waitFor();
  }));

test('the dialog says that a link leaves out named checkpoints and the name of the branch, where there are any', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('warm');
    await page.keyboard.press('Enter');
    await page.getByTitle('Go to warm').waitFor();
    await openShare(page);
    await page.getByText('Left out of a link: 1 named checkpoint. A document keeps it.').waitFor();
    await page.getByRole('dialog').getByText('Run history (2 steps)').click();
    await page.getByText('Left out of a link').waitFor({ state: 'detached' });
  }));

test('a phone opens a link with a run on its drawing', () =>
  visit(
    { viewport: { width: 360, height: 740 }, touch: true, path: linkTo({ s: RING, k: 2, v: 2 }) },
    async (visitor, page) => {
      await visitor.at('2');
      const pane = () => page.locator('.page').getAttribute('data-pane');
      assert.equal(await pane(), 'diagram');
      await page.locator('tracklight-diagram .node').first().waitFor();
    },
  ));

for (const [document, shown] of [
  [{ s: RING, k: 1, u: { w: 'run' }, v: 2 }, 'run'],
  [{ s: RING, k: 1, u: { w: 'code' }, v: 2 }, 'diagram'],
  [{ s: RING }, 'code'],
] as const) {
  test(`a phone opens a link with ${JSON.stringify({ ...document, s: undefined })} on the pane ${shown}`, () =>
    visit({ viewport: { width: 360, height: 740 }, touch: true, path: linkTo(document) }, async (visitor, page) => {
      await visitor
        .status()
        .filter({ hasText: 'k' in document ? 'Step 1.' : 'Step 0.' })
        .waitFor();
      await page.locator(`.page[data-pane="${shown}"]`).waitFor();
    }));
}

test('a shared run says so, and its steps are a press away', () =>
  visit({ path: golden('kettle, run, codec 1 by zlib') }, async (visitor, page) => {
    await visitor.at('3');
    const notice = page.locator('.notice', { hasText: 'Shared run. Changes you make stay in this browser.' });
    await notice.waitFor();
    await visitor.step();
    await page.locator('[data-control="run"].filled', { hasText: 'Run again' }).waitFor();
    await page.getByRole('button', { name: 'Show steps' }).click();
    await page.waitForFunction(() => document.activeElement?.closest('.timeline') !== null);
    await notice.getByRole('button', { name: 'Save a copy' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share this run' }).waitFor();
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
  }));

test('the worked link opens at its position: path 1 at done with 95 degrees', () =>
  visit({ path: golden('kettle, run, codec 1 by zlib') }, async (visitor, page) => {
    await visitor.at('3');
    await page.locator('tracklight-diagram [id^="a_"] text', { hasText: /^\s*95\s*$/ }).waitFor();
    const panel = await visitor.panel('Context');
    await panel.getByText('95').waitFor();
    await panel.getByText('at done').or(panel.getByText('done')).first().waitFor();
    await visitor.press('back');
    await visitor.at('2.1');
    await page.locator('tracklight-diagram [id^="a_"] text', { hasText: /^\s*55\s*$/ }).waitFor();
  }));

test('after a link whose run applied an edit, text and run are one', () =>
  visit({ path: golden('run: m, an edit applied') }, async (visitor, page) => {
    await visitor.at('2.2');
    await visitor.holds(/Over/);
    await page.locator('.status-row[data-state="older"]').waitFor({ state: 'detached' });
  }));

test('a link never touches a draft', () =>
  visit({}, async (visitor, page, { url }) => {
    await visitor.type('\n// mine');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    const mine = await visitor.source();
    await open(page, golden('kettle, run, codec 1 by zlib'));
    await visitor.at('3');
    await visitor.press('back');
    await open(page, '#t1.aYQ*');
    await page.locator('.notice.error').waitFor();
    assert.deepEqual(await drafts(page), [mine]);
    await page.goto(url);
    await visitor.ready();
    await visitor.holds(/mine/);
  }));

test('of a link of earlier rules a value set on an ended path is left out with a notice, and the run goes on', () =>
  visit({ path: golden('run: e on a path that has ended, rules 1, is left out') }, async (visitor, page) => {
    await page
      .locator('.notice.warning', { hasText: 'made with version 1 of the run rules. This is version 3' })
      .waitFor();
    await page
      .locator('.notice.warning', { hasText: 'Left out 1 edited value: the path had already ended.' })
      .waitFor();
    assert.equal(await page.locator('.notice.warning', { hasText: 'Could not replay the whole run' }).count(), 0);
  }));

test('a run of other rules is opened with a notice', () =>
  visit({ path: linkTo({ s: 'init a\nstate b\na -> b\n', k: 1, v: 99 }) }, async (visitor, page) => {
    await page.locator('.notice.warning', { hasText: 'made with version 99 of the run rules' }).waitFor();
    await visitor.at('1');
  }));

test('what a link holds beside the known is named in one notice', () =>
  visit({ path: linkTo({ s: 'a -> b\n', zz: 1, u: { w: 'split', q: 2 }, r: { y: 3 } }) }, async (_, page) => {
    const notice = page.locator('.notice.warning');
    await notice.waitFor();
    assert.deepEqual(await notice.locator('code').allInnerTexts(), ['zz', 'r.y', 'u.q']);
  }));

test('a replay that cannot go on says where and why, and keeps what was reached', () =>
  visit({ path: golden('run: an action that is refused') }, async (visitor, page) => {
    const notice = page.locator('.notice.warning', { hasText: 'link-replay' });
    await notice.waitFor();
    assert.match(await notice.innerText(), /at step 1\.1, action \["c","9"\]: .*9/);
    await visitor.at('1.1');
  }));

test('a long replay shows how far it is and can be stopped', () =>
  visit({}, async (visitor, page) => {
    await stopsReplay(page);
    await open(page, linkTo({ s: RING, k: 100_000, v: 1 }));
    await page.locator('.notice', { hasText: 'Replay stopped at step' }).waitFor();
    await page.getByRole('button', { name: 'Stop here' }).waitFor({ state: 'detached' });
    await visitor.press('step');
  }));

/** The visitor wants the address to follow. */
const sync = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('tracklight:/:settings', JSON.stringify({ sync: true })));

test('the address follows what is written, and a reload opens the draft, not the link', () =>
  visit({ path: '', before: sync }, async (visitor, page) => {
    assert.equal(new URL(page.url()).hash, '');
    const before = await page.evaluate(() => history.length);
    await visitor.type('\n// mine');
    await page.waitForFunction(() => location.hash.startsWith('#t1.'));
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.waitForFunction(() => sessionStorage.getItem('tracklight:/:address') !== null);
    await visitor.step(2);
    const hash = await page.evaluate(() => location.hash);
    await visitor.type('!');
    await page.waitForFunction((old) => location.hash !== old, hash);
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    assert.equal(await page.evaluate(() => history.length), before, 'no entries in the history');
    await page.reload();
    await visitor.ready();
    await visitor.holds(/mine!/);
    assert.equal(await page.locator('.notice', { hasText: 'Shared' }).count(), 0);
    assert.equal((await drafts(page)).length, 1);
  }));

/** The page that is open is gone before its database has what it saves from now on. @returns ends that */
async function leaveUnsaved(page: Page) {
  const { Drafts } = await import('../../src/storage/drafts.ts');
  const { put } = Drafts.prototype;
  const end = () => {
    Drafts.prototype.put = put;
  };
  Drafts.prototype.put = () => new Promise(() => {});
  await page.addInitScript(end);
  return end;
}

for (const [address, start, before] of [
  ['the link that was edited', '#example=kettle', async () => {}],
  ['a link of its text', '#t1.', sync],
] as const)
  test(`a reload opens what is not saved yet with its run, and not ${address}`, () =>
    visit({ path: '#example=kettle', at: 2, before }, async (visitor, page) => {
      const end = await leaveUnsaved(page);
      try {
        await visitor.type('\n// mine');
        await page.waitForFunction((start) => location.hash.startsWith(start), start);
        await page.reload();
      } finally {
        end();
      }
      await visitor.ready();
      assert.match(await visitor.source(), /\/\/ mine$/);
      await visitor.at(2);
      assert.equal((await drafts(page)).length, 1);
    }));

test('a link stays in the address after a reload whose draft was deleted', async () => {
  const path = linkTo({ s: 'init a\nstate b\na -> b\n', v: 1 });
  let clock: ReturnType<typeof holdTimers> | undefined;
  const before = async (page: Page) => {
    await sync(page);
    await page.evaluate(
      (hash) => sessionStorage.setItem('tracklight:/:address', JSON.stringify({ hash, draft: 'deleted' })),
      path,
    );
    clock = holdTimers(500);
  };
  await visit({ path, before }, async (_visitor, page) => {
    clock?.pass();
    clock?.release();
    assert.equal(await page.evaluate(() => location.hash), path);
  });
});

test('the address names the example that is shown', () =>
  visit({ before: sync }, async (visitor, page) => {
    const panel = await visitor.panel('Examples');
    await panel.getByRole('button', { name: /^Toll gate/ }).click();
    await page.waitForFunction(() => location.hash === '#example=toll-gate');
    await page.reload();
    await page.locator('.top .title', { hasText: 'Toll gate' }).waitFor();
  }));

test('an example opens at a tick, and its link is copied in Examples', () =>
  visit({ path: '#example=kettle&tick=2' }, async (visitor, page, { url }) => {
    await visitor.at('2');
    const panel = await visitor.panel('Examples');
    await panel.getByRole('button', { name: 'Copy link to Toll gate' }).click();
    await page.locator('.notice', { hasText: 'copied' }).waitFor();
    assert.equal(await clipboard(page), `${url}#example=toll-gate`);
  }));

test('the box for links takes every form and says what is wrong with others', () =>
  visit({}, async (visitor, page) => {
    for (const [text, title] of [
      ['abWFjaGluZSAiT25lIgphIC0-IGIK', 'One'],
      ['see [it](https://example.invalid/x#t1.abWFjaGluZSAiVHdvIgphIC0-IGIK).', 'Two'],
      ['#example=toll-gate', 'Toll gate'],
      ['content=bWFjaGluZSAiVGhyZWUiCmEgLT4gYgo~', 'Three'],
    ]) {
      await openLink(page, text);
      await page.locator('.top .title', { hasText: title }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const [text, code] of [
      ['#hello', 'link-unknown'],
      ['#t2.aYQ', 'link-version'],
      ['#t1.aYQ*', 'link-base64'],
      ['#example=nowhere', 'nowhere'],
    ]) {
      await openLink(page, text);
      await page.getByRole('dialog').getByRole('alert').filter({ hasText: code }).waitFor();
      await page.keyboard.press('Escape');
    }
    assert.match(await visitor.source(), /Three/);
  }));

test('the plain and the older form open as well', () =>
  visit({ path: '#content=YSAtPiBiCg~~&sections=11000mms00' }, async (visitor, page) => {
    assert.equal(await visitor.source(), 'a -> b\n');
    await page.waitForFunction(() => location.hash.startsWith('#t1.'));
    await open(page, '#t1.ac3RhdGUgR3LDtsOfZSAi8J-MiiIK');
    await visitor.holds(/Größe/);
  }));

test('a damaged link gives a notice, and what was there stays', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    for (const [hash, words] of [
      ['#t1.aYQ*', 'damaged'],
      ['#t2.aYQ', 'newer version'],
      ['#hello', 'not a Tracklight link'],
      ['#example=nowhere', 'no example'],
    ]) {
      await open(page, hash);
      await page.locator('.notice.error', { hasText: words }).waitFor();
      assert.match(await visitor.source(), /mine/);
    }
  }));

test('a damaged link on arrival opens the start example with a notice', () =>
  visit({ path: '#t1.bAA' }, async (visitor, page) => {
    await page.locator('.notice.error', { hasText: 'damaged' }).waitFor();
    assert.match(await visitor.source(), /Refund desk/);
  }));

test('a link over an edited text can be undone', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await open(page, '#t1.aYSAtPiBiCg');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await visitor.holds(/mine/);
  }));

test('an example has its own address', () =>
  visit({ path: '#example=toll-gate' }, async (visitor) => {
    assert.match(await visitor.source(), /Toll gate/);
  }));
