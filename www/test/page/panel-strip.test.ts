// The strip of a wide window, from which panels open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visit.ts';
import { decode } from '../../src/link/codec.ts';
import { linkTo, openShare } from '../links.ts';
import type { Page } from 'playwright-core';

const strip = (page: Page) => page.getByRole('toolbar', { name: 'Panels' });
const button = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true });
const column = (page: Page) => page.locator('.panel-column');
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const isOpen = (page: Page, name: string) => page.getByRole('group', { name }).waitFor();
const isClosed = (page: Page) => column(page).waitFor({ state: 'detached' });
const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);

test('at a first visit no panel is open; the same button opens and closes one', () =>
  visit({ first: true }, async (_visitor, page) => {
    assert.equal(await column(page).count(), 0);
    const agent = button(page, 'Agent');
    assert.equal(await agent.getAttribute('aria-expanded'), 'false');
    assert.equal(await agent.getAttribute('aria-controls'), 'panel');
    await agent.click();
    await isOpen(page, 'Agent');
    assert.equal(await agent.getAttribute('aria-expanded'), 'true');
    await button(page, 'Events').click();
    await isOpen(page, 'Events');
    assert.equal(await agent.getAttribute('aria-expanded'), 'false');
    await button(page, 'Events').click();
    await isClosed(page);
  }));

test('the strip is one tab stop: arrows, Home and End move within it', () =>
  visit({ first: true }, async (_visitor, page) => {
    assert.equal(await strip(page).getAttribute('aria-orientation'), 'vertical');
    assert.equal(await page.locator('.side').getAttribute('aria-label'), 'Panels');
    assert.equal(await strip(page).locator('button[tabindex="0"]').count(), 1);
    await button(page, 'Context').focus();
    for (const [key, name] of [
      ['ArrowDown', 'Agent'],
      ['ArrowDown', 'Inbox'],
      ['ArrowUp', 'Agent'],
      ['End', 'More'],
      ['ArrowDown', 'Context'],
      ['ArrowUp', 'More'],
      ['Home', 'Context'],
      ['ArrowRight', 'Context'],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await focusedText(page), name, key);
    }
    assert.equal(await strip(page).locator('button[tabindex="0"]').count(), 1);
  }));

test('opened by key the focus goes into the panel; Escape closes it and gives the focus back', () =>
  visit({ first: true }, async (_visitor, page) => {
    await button(page, 'Events').focus();
    await page.keyboard.press('Enter');
    await hasFocus(page, '#panel');
    await page.keyboard.press('Escape');
    await isClosed(page);
    assert.equal(await focusedText(page), 'Events');
  }));

test('Escape first cancels what else there is to cancel: a field is left before its panel closes', () =>
  visit({ first: true }, async (_visitor, page) => {
    await button(page, 'Events').click();
    const filter = page.locator('#panel').getByLabel('Filter events');
    await filter.focus();
    await page.keyboard.press('Escape');
    await isOpen(page, 'Events');
    await page.keyboard.press('Escape');
    await isClosed(page);
  }));

test('an Escape elsewhere leaves the panel open, on its button it closes it', () =>
  visit({ first: true }, async (_visitor, page) => {
    await button(page, 'Events').click();
    await page.locator('[data-control="step"]').focus();
    await page.keyboard.press('Escape');
    await isOpen(page, 'Events');
    await button(page, 'Events').focus();
    await page.keyboard.press('Escape');
    await isClosed(page);
    assert.equal(await focusedText(page), 'Events');
  }));

test('More opens the panels without a button, which then have one, and the focus goes in', () =>
  visit({ first: true }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'More panels' }).click();
    await page.getByLabel('Find a panel').fill('sql');
    await page.keyboard.press('Enter');
    await isOpen(page, 'SQL');
    await hasFocus(page, '#panel');
    await page.keyboard.press('Escape');
    await isClosed(page);
    assert.equal(await focusedText(page), 'SQL');
  }));

test('a panel that was opened is open at the next visit, one that was closed is not', () =>
  visit({ first: true }, async (visitor, page) => {
    await button(page, 'Events').click();
    await page.reload();
    await visitor.ready();
    await isOpen(page, 'Events');
    await button(page, 'Events').click();
    await page.reload();
    await visitor.ready();
    assert.equal(await column(page).count(), 0);
  }));

const SOURCE = 'init a\nstate b\na -> b\n';
const storedOpen = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('tracklight:/:settings') ?? '{}').panelOpen);

test("a link's panel opens it, which does not count for the next visit", () =>
  visit({ first: true, path: linkTo({ s: SOURCE, u: { p: 'events' } }) }, async (_visitor, page) => {
    await isOpen(page, 'Events');
    assert.equal(await storedOpen(page), undefined);
  }));

test('a link without a panel begins with none, which does not count for the next visit either', () =>
  visit({ path: linkTo({ s: SOURCE }) }, async (_visitor, page) => {
    await isClosed(page);
    assert.equal(await storedOpen(page), true);
  }));

test('a link names the panel that is open', () =>
  visit({ first: true }, async (visitor, page) => {
    // So that the view says something in either case.
    await chooseLayout(page, 'Diagram');
    const viewOf = async () => {
      const box = await openShare(page);
      const without = await box.inputValue();
      await page.getByRole('checkbox', { name: 'View', exact: true }).check();
      await page.waitForFunction((old) => (document.querySelector('.is-share textarea') as any).value !== old, without);
      const link = await box.inputValue();
      await visitor.close();
      const opened = await decode(link.slice(link.indexOf('#')));
      return opened.kind === 'document' ? opened.document.u : null;
    };
    assert.equal((await viewOf())?.p, undefined);
    await button(page, 'Context').click();
    assert.equal((await viewOf())?.p, 'contexts');
  }));

test('View hides the strip, and what asks for a panel shows it again', () =>
  visit({ first: true }, async (visitor, page) => {
    await page.locator('[data-menu="view"] summary').click();
    await page.locator('[data-menu="view"]').getByRole('button', { name: 'Panels' }).click();
    await strip(page).waitFor({ state: 'hidden' });
    await visitor.command('Panel: Inbox');
    await isOpen(page, 'Inbox');
    assert.equal(await strip(page).isVisible(), true);
  }));

test('a step opens no panel; the button of the status row opens the one it leads to', () =>
  visit(
    { first: true, source: 'task ask { needs: "how many", prompt: "count" }\nstate done\nask -> done' },
    async (visitor, page) => {
      await visitor.press('step');
      await visitor.status().filter({ hasText: 'waiting' }).waitFor();
      assert.equal(await column(page).count(), 0);
      await button(page, 'Inbox 1').waitFor();
      await visitor.status().getByRole('button', { name: 'Answer' }).click();
      await isOpen(page, 'Inbox');
      await hasFocus(page, '#panel [id^="answer-"]');
    },
  ));

test('a guide that opened where no panel was open closes altogether', () =>
  visit({ first: true }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'How it works' }).click();
    const guide = page.locator('.guide');
    await guide.waitFor();
    await guide.getByRole('button', { name: 'Close guide' }).click();
    await isClosed(page);
    assert.equal(await strip(page).getByRole('button', { name: 'Guide' }).count(), 0);
  }));

test('the layout Code opens the problems, and without them has the source alone', () =>
  visit({ first: true }, async (_visitor, page) => {
    await chooseLayout(page, 'Code');
    await isOpen(page, 'Problems');
    await button(page, 'Problems').click();
    await isClosed(page);
    assert.equal(await page.locator('.source').isVisible(), true);
  }));

test('a window that becomes narrower has tabs in place of the strip', () =>
  visit({ first: true }, async (_visitor, page) => {
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.getByRole('tab', { name: 'Context', selected: true }).waitFor();
    assert.equal(await strip(page).count(), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await strip(page).waitFor();
  }));
