// What the search of the gallery finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('the search of the gallery finds the machines of this browser, before the examples', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('machine "Kettle of my own"\ninit a\nend b\na -> b\n');
    await page.getByText('Saved', { exact: true }).waitFor();
    const panel = await visitor.panel('Examples');
    await panel.getByRole('searchbox', { name: 'Search machines' }).fill('kettle');
    await panel.locator('.tile', { hasText: 'Kettle of my own' }).waitFor();
    assert.match(await panel.locator('.tile').first().innerText(), /Kettle of my own/);
    await panel.locator('.tile .picture svg, .tile .picture img').first().waitFor();
    await panel.locator('section[data-topic] .tile', { hasText: 'Kettle' }).first().waitFor();
  }));
