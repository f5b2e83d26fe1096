// A machine of more than 25 cards: its modules are folded until a path, the selection or a found node is inside.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL('../hospital.dygram', import.meta.url), 'utf8');
const hospital = { source, mode: 'auto' as const };

/** The step that goes from the first module to the second. */
const LEAVING = 10;

/** The modules that are drawn as containers, without those that are cards. */
const unfolded = (page: Page) =>
  page
    .locator('tracklight-diagram .cluster')
    .evaluateAll((list) => list.map((one) => one.getAttribute('aria-label')?.split(/[ ,.:]/)[1]));
const chevron = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const present = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);

test('modules start folded, and a step into one unfolds it', () =>
  visit(hospital, async (visitor, page) => {
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    assert.deepEqual(await unfolded(page), []);
    await visitor.step();
    await chevron(page, 'Fold admission').waitFor({ state: 'attached' });
    assert.deepEqual(await unfolded(page), ['admission']);
  }));

test('a module that was left folds again two steps later; going back unfolds it', () =>
  visit({ ...hospital, at: LEAVING }, async (visitor, page) => {
    await chevron(page, 'Fold emergency').waitFor({ state: 'attached' });
    await present(page);
    assert.deepEqual(await unfolded(page), ['admission', 'emergency']);
    await visitor.step(2);
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    await present(page);
    assert.deepEqual(await unfolded(page), ['emergency']);
    await visitor.press('back');
    await chevron(page, 'Fold admission').waitFor({ state: 'attached' });
  }));

test('what is folded by hand stays folded while a path is inside, and marks inside are counted at its card', () =>
  visit({ ...hospital, at: 2 }, async (visitor, page) => {
    await chevron(page, 'Fold admission').press(' ');
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    await visitor.step();
    await present(page);
    assert.deepEqual(await unfolded(page), []);
    const card = page.locator('tracklight-diagram .marks');
    assert.equal(await card.locator('.path-chip').count(), 1, 'the chip of the path inside');
    await page.evaluate(() => {
      const { dispatch } = document.querySelector('tracklight-app') as any;
      for (const id of ['n7', 'n12', 'n38']) dispatch({ type: 'stopAt', id });
    });
    await page.waitForFunction(() => {
      const { shadowRoot } = document.querySelector('tracklight-diagram') as any;
      return [...shadowRoot.querySelectorAll('.badge-stop .count')].map((one) => one.textContent).join() === '2,1';
    });
    const name = () => page.locator('tracklight-diagram [id="c3"]').getAttribute('aria-label');
    assert.match((await name()) ?? '', /^container admission.*path 1.*2 breakpoints inside/);
    await page.getByRole('button', { name: 'Find node' }).click();
    await page.getByRole('searchbox', { name: 'Find by name or title' }).fill('admission');
    await page.getByText('11 found').waitFor();
    assert.equal((await card.locator('.found-chip').allInnerTexts()).join(), '10 found');
    assert.match((await name()) ?? '', /10 found inside/);
  }));

test('the chevron is a stop after its module; Enter and Space there fold, and the focus stays on it', () =>
  visit(hospital, async (_visitor, page) => {
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    await page.locator('tracklight-diagram [id="c3"]').press('ArrowRight');
    const focused = () =>
      page.evaluate(() => {
        const at = (document.querySelector('tracklight-diagram') as any).shadowRoot.activeElement as Element | null;
        return `${at?.getAttribute('aria-label')} ${at?.getAttribute('aria-expanded')}`;
      });
    assert.equal(await focused(), 'Unfold admission false');
    await page.keyboard.press('Enter');
    await chevron(page, 'Fold admission').waitFor({ state: 'attached' });
    await present(page);
    assert.equal(await focused(), 'Fold admission true');
    await page.keyboard.press(' ');
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    await present(page);
    assert.equal(await focused(), 'Unfold admission false');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    const selected = await page.evaluate(() => (document.querySelector('tracklight-app') as any).state.selected);
    assert.equal(selected, 'c3', 'on the module itself Space selects');
    assert.deepEqual(await unfolded(page), []);
  }));

test('what is selected unfolds its module', () =>
  visit(hospital, async (_visitor, page) => {
    await chevron(page, 'Unfold lab').waitFor({ state: 'attached' });
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'select', id: 'n40', open: false }),
    );
    await chevron(page, 'Fold lab').waitFor({ state: 'attached' });
    await present(page);
    assert.deepEqual(await unfolded(page), ['lab']);
  }));

test('a link is the same whatever is folded', () =>
  visit(hospital, async (visitor, page) => {
    const box = page.getByRole('textbox', { name: 'Link', exact: true });
    const link = async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const address = await box.inputValue();
      await visitor.close();
      return address;
    };
    const before = await link();
    assert.match(before, /#t1\./);
    await chevron(page, 'Unfold lab').press('Enter');
    await chevron(page, 'Fold lab').waitFor({ state: 'attached' });
    assert.equal(await link(), before);
  }));

test('why a run stopped is still said when its drawing folds or unfolds', () =>
  visit(hospital, async (visitor, page) => {
    await page.evaluate(() => (document.querySelector('tracklight-app') as any).dispatch({ type: 'stopAt', id: 'n7' }));
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Stopped at breakpoint' }).waitFor();
    await chevron(page, 'Fold admission').press('Enter');
    await chevron(page, 'Unfold admission').waitFor({ state: 'attached' });
    await present(page);
    assert.match(await visitor.status().innerText(), /Stopped at breakpoint/);
  }));
