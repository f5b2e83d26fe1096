// Breakpoints and watches: with conditions, on paths, kept by name.

import { test } from 'node:test';
import { openList, runFast } from '../stops.ts';
import { visit, type Visitor } from './visit.ts';

/** Sets a breakpoint at a node or edge, or takes it away. */
async function stopAt(visitor: Visitor, element: string) {
  await visitor.drawn(element).focus();
  await visitor.page.keyboard.press('F9');
}

test('a condition is judged by the core, and one that can not be read says why', () =>
  visit({}, async (visitor, page) => {
    await stopAt(visitor, 'n3');
    const list = await openList(page);
    await list.getByLabel('only if').fill('Water.celsius >');
    await page.keyboard.press('Enter');
    await list.getByRole('alert').filter({ hasText: 'expected a value' }).waitFor();
    await list.getByLabel('only if').fill('Water.celsius > 50');
    await page.keyboard.press('Enter');
    await list.getByRole('alert').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await runFast(visitor);
    await visitor.at(2);
    await visitor.status().filter({ hasText: 'has just entered. Water.celsius > 50 is true.' }).waitFor();
  }));

const WATCHED =
  'context C { n<number>: 0 }\n' +
  'init s\n' +
  'task a { prompt: "add 1 to C.n" }\n' +
  'task b { prompt: "add 1 to C.n" }\n' +
  'state w\n' +
  'end z\n' +
  's -@async-> a\n' +
  's -@async-> w\n' +
  'w -> b\n' +
  'a -writes-> C\n' +
  'b -writes-> C\n' +
  'a -> z\n' +
  'b -> z';

test('a watch stops when its field changes, on the path it is for', () =>
  visit({ source: WATCHED }, async (visitor, page) => {
    const list = await openList(page);
    await list.getByLabel('Watch field').fill('C.m');
    await list.getByRole('button', { name: 'Watch', exact: true }).click();
    await list.getByRole('alert').filter({ hasText: 'There is no field C.m.' }).waitFor();
    await list.getByLabel('Watch field').fill('C.n');
    await list.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.locator('tracklight-diagram .badge-watch').waitFor({ state: 'attached' });
    await runFast(visitor);
    await visitor.status().filter({ hasText: 'Stopped: C.n changed. Path 1.1 wrote it.' }).waitFor();
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.step(2);
    await list.getByLabel('on path').selectOption('1.2');
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Stopped: C.n changed. Path 1.2 wrote it.' }).waitFor();
  }));

test('a breakpoint whose element is gone is listed as such, and comes back with it', () =>
  visit({}, async (visitor, page) => {
    await stopAt(visitor, 'n3');
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'attached' });
    const source = await visitor.source();
    await visitor.write(source.replaceAll('heat', 'warm'));
    await page.locator('tracklight-diagram .node[aria-label*=" warm"]').waitFor();
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'detached' });
    const list = await openList(page);
    await list.locator('.gone', { hasText: 'heat' }).getByText('not in this version').waitFor();
    await visitor.write(source);
    await list.getByRole('button', { name: 'heat', exact: true }).waitFor();
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'attached' });
  }));
