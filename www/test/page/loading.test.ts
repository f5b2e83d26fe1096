// The first minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('the first minute: step, see the value change, run to the end, go back', () =>
  visit({}, async (visitor, page) => {
    assert.match(await visitor.source(), /machine "Kettle"/);
    await visitor.hasClass('n2', 'r-current');
    await visitor.shows('v1-0', '20');

    await visitor.step();
    await visitor.hasClass('n3', 'r-current');
    await visitor.step();
    await visitor.shows('v1-0', '60');
    await page.locator('tracklight-diagram [id="a_v1-0"].mark-changed').waitFor();
    const agent = await visitor.panel('Agent');
    await agent.getByText('write_Water').first().waitFor();

    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await visitor.shows('v1-0', '100');
    await visitor.hasClass('n4', 'r-completed');

    await page.locator('.ticks .go').first().click();
    await visitor.shows('v1-0', '20');
    await visitor.hasClass('n2', 'r-current');
  }));
