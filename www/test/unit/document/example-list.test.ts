// The gallery's list and its files belong together.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Example } from '../../../src/store/state.ts';

const folder = new URL('../../../examples/', import.meta.url);
const list: Example[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));

test('every example has a file, and every file is listed', async () => {
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.dygram'))
    .map((name) => name.replace('.dygram', ''));
  assert.deepEqual(list.map((item) => item.slug).sort(), files.sort());
});

test('every example says what it is', () => {
  for (const item of list) {
    assert.ok(item.title && item.topic && item.description.endsWith('.') && item.features.length > 0, item.slug);
    assert.ok(typeof item.ticks === 'number' || item.ticks.length > 0, item.slug);
  }
});

test('Kettle is the text of the worked link', async () => {
  const text = await readFile(new URL('kettle.dygram', folder));
  assert.equal(
    createHash('sha256').update(text).digest('hex'),
    '248a1216635ee2127a5de02cfe93820ee12b0c1fefd76394ee102841283e2040',
  );
});
