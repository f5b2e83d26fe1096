// Explore with mouse and keyboard: start, cancel, show, step back, share, and the link in a fresh profile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShare } from '../links.ts';
import { visit } from './visitor.ts';

test('a finding is explored, shown, stepped back from, and shared', () =>
  visit({ path: '#example=two-reviewers' }, async (visitor, page, { newPage }) => {
    const start = page.getByRole('button', { name: 'Explore all replies' });
    await start.waitFor();
    await start.focus();
    await page.keyboard.press('Enter');
    await page.locator('.explore .summary', { hasText: '3 problems in 57 situations.' }).waitFor();
    await page.locator('.finding').first().getByRole('button', { name: 'Show', exact: true }).click();
    await visitor.status().filter({ hasText: 'Path 1 is blocked at compare' }).waitFor();
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.deepEqual(await widths(), [1440, 1440], 'the name of the branch is cut');
    const box = await openShare(page);
    const link = await box.inputValue();
    await page.keyboard.press('Escape');
    await visitor.press('back');
    await visitor.status().filter({ hasText: 'blocked' }).waitFor({ state: 'detached' });
    const other = await newPage();
    await other.goto(link);
    await other.locator('.top .title', { hasText: 'Two reviewers' }).waitFor();
    await other.getByText('Path 1 is blocked at compare').first().waitFor();
    await other.locator('.branch-button', { hasText: 'The run is blocked at compare' }).waitFor();
  }));

/** Counts for ever: each round is another state. */
const ENDLESS = `machine "Count"
state tick @set(C.n: C.n + 1)
state tock @set(C.n: C.n * 1)
context C { n<number>: 0 }
end done
tick -> tock
tock -when: "C.n % 2 == 3"-> done
tock -> tick
`;

test('an exploration that goes on is canceled, with what it has found', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(ENDLESS);
    await page.locator('.top .title', { hasText: 'Count' }).waitFor();
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await page.getByText('Options').click();
    await page.getByLabel('Most situations').selectOption('100000');
    await page.getByLabel('Stop after').selectOption('120');
    await page.getByRole('button', { name: 'Explore all replies' }).click();
    await page.locator('.explore progress').waitFor();
    await page.locator('.explore .numbers', { hasText: 'per second' }).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Canceled before everything was tried.').waitFor();
    await page.locator('.coverage', { hasText: 'Not so far: done' }).waitFor();
    assert.match((await page.locator('.explore .summary').textContent()) ?? '', /No problems in the first/);
  }));
