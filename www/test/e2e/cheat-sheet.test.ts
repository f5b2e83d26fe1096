// How the cheat sheet is laid out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';

test('what most machines need fits into a window of 1440 by 900, and a search keeps size and headings', () =>
  visit({}, async (visitor, page) => {
    await visitor.command('Cheat sheet');
    const sheet = page.getByRole('dialog', { name: 'Cheat sheet' });
    await sheet.locator('dt').first().waitFor();
    const size = () => sheet.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
    const { clientHeight, scrollHeight } = await size();
    assert.equal(scrollHeight, clientHeight);
    await sheet.getByRole('searchbox').fill('join');
    await sheet.getByText('3 words').waitFor();
    assert.equal((await size()).clientHeight, clientHeight);
    assert.equal(await sheet.getByRole('checkbox').count(), 0, 'a search looks at all words');
    // Each word stands below the heading of its section, wherever it is in the line.
    const under = await sheet.locator('section').evaluateAll((sections) =>
      sections.every((section) => {
        const heading = section.querySelector('h3')?.getBoundingClientRect();
        return [...section.querySelectorAll('dt')].every(
          (word) => word.getBoundingClientRect().top > (heading?.top ?? 0),
        );
      }),
    );
    assert.equal(under, true);
  }));
