// The guide's tables are those of the manifest, and the manifest says what the element has.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filled, manifest, tables } from '../../../build/embed-reference.ts';
import { ATTRIBUTES } from '../../../src/embed/attributes.ts';
import { METHODS } from '../../../src/embed/methods.ts';

const guide = readFileSync(new URL('../../../../docs/embed.md', import.meta.url), 'utf8');

test('the tables of the guide are up to date', () => {
  for (const name of Object.keys(tables())) assert.ok(guide.includes(`<!-- ${name} -->`), name);
  assert.equal(guide, filled(guide), 'write them anew: node www/build/write-reference.mjs');
});

test('the manifest names every attribute and every method', () => {
  const element = manifest().modules[0]?.declarations[0];
  assert.deepEqual(
    element?.attributes.map(({ name }) => name),
    [...ATTRIBUTES],
  );
  assert.deepEqual(
    element?.members.map(({ name }) => name),
    [...METHODS],
  );
});
