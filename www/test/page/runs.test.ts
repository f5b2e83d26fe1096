// Branches, checkpoints, comparing, forced edges, breakpoints, proposed edits, the menu of the run bar.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('a branch is made, named, left and deleted; its deletion can be undone', () =>
  visit({ path: '#example=kettle', at: 3 }, async (visitor, page) => {
    await page.getByRole('button', { name: 'Compare' }).click();
    await visitor.press('back');
    await page.locator('.compare', { hasText: 'Water.celsius' }).waitFor();
    await visitor.branches();
    await page.getByRole('button', { name: 'Branch here' }).click();
    await visitor.branches();
    await page.getByRole('button', { name: 'Rename branch 2' }).click();
    await page.getByLabel('New name of branch 2').fill('colder');
    await page.keyboard.press('Enter');
    await page.locator('.branch-button', { hasText: 'colder' }).waitFor();
    await page.getByTitle('Go to the end of main').click();
    await page.locator('.timeline output', { hasText: 'Step 3 of 3' }).waitFor();
    await visitor.branches();
    await page.getByRole('button', { name: 'Delete colder' }).click();
    await page.locator('.branches .branch').nth(1).waitFor({ state: 'detached' });
    await page.locator('.notice').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.branches .branch').nth(1).waitFor({ state: 'attached' });
  }));

test('steps of two branches are compared by the names of both, as long as their run is shown', () =>
  visit({ path: '#example=kettle', at: 2 }, async (visitor, page) => {
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await visitor.press('back');
    await visitor.branches();
    await page.getByRole('button', { name: 'Branch here' }).click();
    const panel = page.getByRole('region', { name: 'Comparison' });
    const heads = panel.locator('table').first().locator('th[scope="col"]');
    await heads.filter({ hasText: 'Now (branch 2, step 1)' }).waitFor();
    assert.deepEqual(await heads.allInnerTexts(), ['Path', 'Field', 'main, step 2', 'Now (branch 2, step 1)']);
    await visitor.press('reset');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Compare', exact: true, pressed: false }).waitFor();
    await visitor.branches();
    await page
      .locator('.timeline')
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await heads.filter({ hasText: 'main, step 2' }).waitFor();
  }));

test('a checkpoint that is not set, and a branch that is named, have the focus of the field that goes', () =>
  visit({ path: '#example=kettle', at: 1 }, async (visitor, page) => {
    await visitor.branches();
    const button = page.getByRole('button', { name: 'Checkpoint', exact: true });
    await button.click();
    await page.getByLabel('Name of the checkpoint').press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Checkpoint');
    await page.locator('.branches li.current').hover();
    await page.getByRole('button', { name: 'Rename main' }).click();
    await page.getByLabel('New name of main').fill('first try');
    await page.keyboard.press('Enter');
    await page.locator('.branches .branch:focus', { hasText: 'first try' }).waitFor();
  }));

test('a checkpoint is named and gone back to', () =>
  visit({ path: '#example=kettle', at: 1 }, async (visitor, page) => {
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('before');
    await page.keyboard.press('Enter');
    await page.locator('.branches .branch:focus', { hasText: 'before' }).waitFor();
    await visitor.step(1);
    await visitor.branches();
    await page.getByTitle('Go to before').click();
    await page.locator('.timeline output', { hasText: 'Step 1 of 2' }).waitFor();
  }));

test('a checkpoint of another branch has its step and the name of that one, and stays when it is deleted', () =>
  visit({ path: '#example=kettle', at: 2 }, async (visitor, page) => {
    await visitor.press('back');
    await visitor.branches();
    await page.getByRole('button', { name: 'Branch here' }).click();
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await visitor.step(1);
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.keyboard.press('Enter');
    const reported = (text: string) => page.locator('[data-checkpoint="checkpoint 1"]', { hasText: text }).waitFor();
    await reported('step 2');
    await page.locator('[data-branch="b1"]').click();
    await visitor.branches();
    await reported('step 2 on branch 2');
    await page.locator('[data-branch="b2"]').hover();
    await page.getByRole('button', { name: 'Delete branch 2' }).click();
    // When it cannot be undone any more.
    await reported('step 2 on a deleted branch');
  }));

test('a forced edge is marked and taken, until it is cleared', () =>
  visit({ path: '#example=kettle', at: 1 }, async (visitor, page) => {
    const edge = await page.evaluate(
      () =>
        [...(document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.edge')].find((g) =>
          g.getAttribute('aria-label').includes('heat to done'),
        ).id,
    );
    await visitor.drawn(edge).focus();
    await page.keyboard.press('Space');
    const card = page.getByRole('region', { name: 'Selected element' });
    await card.getByRole('button', { name: 'Take' }).click();
    await visitor.hasClass(edge, 'r-forced');
    await page.locator('tracklight-diagram .badge-take').waitFor({ state: 'attached' });
    await visitor.press('step');
    await page.locator('.ticks .here', { hasText: /moved to done.*forced/s }).waitFor();
    await card.getByRole('button', { name: 'Clear' }).click();
    await page.locator('tracklight-diagram .badge-take').waitFor({ state: 'detached' });
  }));

test('Run stops at a breakpoint, and goes on from it', () =>
  visit({}, async (visitor, page) => {
    const node = await page.evaluate(
      () =>
        [...(document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.node')].find((g) =>
          g.getAttribute('aria-label').includes('task heat'),
        ).id,
    );
    await visitor.drawn(node).focus();
    await page.keyboard.press('F9');
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'attached' });
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.at(1);
    await visitor.status().filter({ hasText: 'Stopped at breakpoint heat. Path 1 has just entered.' }).waitFor();
    await visitor.press('run');
    await visitor.at(2);
    await visitor.status().filter({ hasText: 'Stopped' }).waitFor();
  }));

const PLAN =
  'machine "Edit"\n' +
  'context C { n: 0 }\n' +
  'task plan { prompt: "plan"; meta: true }\n' +
  'state done\n' +
  'plan -writes-> C\n' +
  'plan -> done';

test('a proposed edit is looked at and applied, and the source follows', () =>
  visit({ source: PLAN }, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.press('step');
    await page.locator('.status-row', { hasText: 'is waiting for its agent' }).waitFor();
    const machine = {
      title: 'Edit',
      nodes: [
        { name: 'C', type: 'context', attributes: [{ name: 'n', value: 0 }] },
        { name: 'plan', type: 'task', attributes: [{ name: 'prompt', value: 'plan' }] },
        { name: 'done', type: 'state' },
        { name: 'later', type: 'state' },
      ],
      edges: [
        { source: 'plan', target: 'C', kind: 'data', type: 'writes' },
        { source: 'plan', target: 'done' },
        { source: 'done', target: 'later' },
      ],
    };
    await visitor.replyJson({
      turns: [{ calls: [{ name: 'update_definition', input: { reason: 'one more', machine } }] }],
    });
    const dialog = page.getByRole('dialog');
    await dialog.locator('.diff .add', { hasText: 'done -> later' }).waitFor();
    // What the core finds in it comes above the button.
    await dialog.locator('.found p').first().waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor();
    await visitor.holds(/done -> later/);
  }));

test('beside Run again, the menu of the run bar has Restart', () =>
  visit({ path: '#example=kettle', at: 1 }, async (visitor, page) => {
    const menu = page.locator('[data-menu="go"]');
    const restart = menu.getByRole('button', { name: 'Restart', exact: true });
    await menu.locator('summary').click();
    await menu.getByRole('button', { name: /agent/ }).first().waitFor();
    assert.equal(await restart.count(), 0);
    await page.keyboard.press('Escape');
    await visitor.press('run');
    await page.locator('[data-control="run"][aria-label^="Run again"]').waitFor();
    await menu.locator('summary').click();
    await restart.click();
    await visitor.at(0);
  }));
