// Explore: what is found, a finding shown as a branch and taken back, a machine that changes meanwhile.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visit } from './visit.ts';

const SOURCE = readFileSync(new URL('../../examples/two-reviewers.dygram', import.meta.url), 'utf8');

test('what is found can be shown as a branch, and the branch taken back', () =>
  visit({ source: SOURCE }, async (visitor, page) => {
    await visitor.step(1);
    await page.locator('#panel-button-problems').click();
    await page.getByRole('button', { name: 'Explore all replies' }).click();
    await page.locator('.explore .summary').filter({ hasText: '3 problems in 57 situations.' }).waitFor();
    const first = page.locator('.finding').first();
    assert.match(
      (await first.textContent()) ?? '',
      /If facts writes verdict = "unsure" and style writes verdict = "accept", the run is blocked at compare/,
    );
    assert.equal(await first.locator('.trace li').count(), 5);
    await first.getByRole('button', { name: 'Show', exact: true }).click();
    await visitor.status().filter({ hasText: 'Path 1 is blocked at compare' }).waitFor();
    await page.locator('.branches li').nth(1).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await visitor.at(1);
    await page.locator('.branches li').nth(1).waitFor({ state: 'detached' });
  }));

test('a new run leaves the branch of a finding, and the manual replies that came with it', () =>
  visit({ source: SOURCE }, async (visitor, page) => {
    const notice = page.locator('.notice', { hasText: 'A new branch shows this at its last step.' });
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await page.getByRole('button', { name: 'Explore all replies' }).click();
    await page.locator('.finding').nth(1).getByRole('button', { name: 'Show', exact: true }).click();
    await notice.waitFor();
    await visitor.press('reset');
    await notice.waitFor({ state: 'detached' });
    // Only stubs let it come so far.
    await visitor.step(3);
  }));

test('the drawing shows how often each edge was taken as long as the panel is open', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await page.getByRole('button', { name: 'Explore all replies' }).click();
    await page.locator('.explore .summary').waitFor();
    await page.locator('tracklight-diagram .reached-chip').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('tracklight-diagram .reached-chip.never').count(), 2);
    await page.getByRole('button', { name: 'Context', exact: true }).click();
    await page.locator('tracklight-diagram .reached-chip').first().waitFor({ state: 'detached' });
  }));

test('a machine that means something else makes the findings stale, a comment does not', () =>
  visit({ source: SOURCE }, async (visitor, page) => {
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await page.getByRole('button', { name: 'Explore all replies' }).click();
    await page.locator('.explore .summary').waitFor();
    await visitor.write(`// Two of them\n${SOURCE}`);
    await visitor.write(SOURCE.replace("'unsure'", "'unknown'"));
    await page.locator('.explore .stale').waitFor();
    const show = page.getByRole('button', { name: 'Show', exact: true }).first();
    assert.equal(await show.getAttribute('aria-disabled'), 'true');
    await visitor.write(`// Two of them\n${SOURCE}`);
    await page.locator('.explore .stale').waitFor({ state: 'detached' });
  }));
