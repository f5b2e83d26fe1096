// How the files of a machine are named in links.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode as decodeLink, encode } from '../../../src/link/codec.ts';
import { relativeFiles, rootedFiles } from '../../../src/link/files.ts';
import { loosely } from '../../loose.ts';

const decode = loosely(decodeLink);

test('files beside and below the entry keep their names', () => {
  const files = { 'laundry.dygram': 'a', 'lib/dry.dygram': 'b' };
  assert.deepEqual(relativeFiles(files, 'machine.dygram'), files);
  assert.deepEqual(rootedFiles(files), { files, entry: 'machine.dygram' });
});

test('a machine of one file has no member for files', () => {
  assert.equal(relativeFiles({}, 'machine.dygram'), undefined);
});

test('files above the entry are named by steps up, and read into folders again', () => {
  const f = relativeFiles(
    { 'top.dygram': 'a', 'shop/cart/side.dygram': 'b', 'shop/till.dygram': 'c' },
    'shop/cart/main.dygram',
  );
  assert.deepEqual(f, { '../../top.dygram': 'a', 'side.dygram': 'b', '../till.dygram': 'c' });
  const { files, entry } = rootedFiles(f);
  assert.deepEqual(files, { 'top.dygram': 'a', 'machine/machine/side.dygram': 'b', 'machine/till.dygram': 'c' });
  assert.equal(entry, 'machine/machine/machine.dygram');
  assert.deepEqual(relativeFiles(files, entry), f);
});

test('a file with the usual name of the entry keeps it', () => {
  const { files, entry } = rootedFiles({ 'machine.dygram': 'a' });
  assert.deepEqual(files, { 'machine.dygram': 'a' });
  assert.equal(entry, 'machine-2.dygram');
});

test('files travel in a link and come back', async () => {
  const f = relativeFiles({ 'laundry.dygram': 'task Wash', 'lib/ä.dygram': '🌊\n' }, 'machine.dygram');
  const { document } = await decode(await encode({ s: 'import { Wash } from "./laundry"\n', f }));
  assert.deepEqual({ ...document.f }, f);
});
