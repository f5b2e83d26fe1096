// The files of a document.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameSources, textOf, withEntry } from '../../../src/protocol/sources.ts';
import { applyEdits, freePath, pathOf, paths, renamed, withText, without } from '../../../src/protocol/files.ts';

const sources = { source: 'main', files: { 'b.dygram': 'B', 'a.dygram': 'A' }, entry: 'm.dygram' };

test('the entry comes first, the others by name', () => {
  assert.deepEqual(paths(sources), ['m.dygram', 'a.dygram', 'b.dygram']);
});

test('a typed name becomes a path with an ending', () => {
  assert.deepEqual(pathOf(' laundry '), { path: 'laundry.dygram' });
  assert.deepEqual(pathOf('./lib/dry.mach'), { path: 'lib/dry.mach' });
  assert.deepEqual(pathOf('v1.2'), { path: 'v1.2.dygram' });
});

test('names that leave the set, or say nothing, are none', () => {
  for (const bad of ['', '  ', '/a', '../a', 'a//b', 'a/./b', 'a/', 'C:x', 'a\\b', 'a "b"', 'a/ b'])
    assert.ok('error' in pathOf(bad), bad);
  assert.deepEqual(pathOf('x'.repeat(201)), { error: 'long' });
});

test('a free path counts up before the ending', () => {
  assert.equal(freePath(sources, 'c.dygram'), 'c.dygram');
  assert.equal(freePath({ ...sources, files: { 'a.dygram': '', 'a-2.dygram': '' } }, 'a.dygram'), 'a-3.dygram');
});

test('texts are set, files go, names change, and the given sources stay as they were', () => {
  const before = structuredClone(sources);
  assert.equal(withText(sources, 'm.dygram', 'x').source, 'x');
  assert.equal(withText(sources, 'a.dygram', 'x').files['a.dygram'], 'x');
  assert.deepEqual(Object.keys(without(sources, 'a.dygram').files), ['b.dygram']);
  assert.deepEqual(paths(renamed(sources, 'm.dygram', 'z.dygram')), ['z.dygram', 'a.dygram', 'b.dygram']);
  assert.equal(textOf(renamed(sources, 'a.dygram', 'lib/a.dygram'), 'lib/a.dygram'), 'A');
  assert.deepEqual(sources, before);
});

test('another entry changes places with the present one', () => {
  const other = withEntry(sources, 'a.dygram');
  assert.deepEqual(other, { source: 'A', files: { 'b.dygram': 'B', 'm.dygram': 'main' }, entry: 'a.dygram' });
  assert.ok(sameSources(withEntry(other, 'm.dygram'), sources));
  assert.equal(withEntry(sources, 'nowhere'), sources);
});

test('sources are the same when every text and the entry are', () => {
  assert.ok(sameSources(sources, structuredClone(sources)));
  assert.ok(!sameSources(sources, without(sources, 'a.dygram')));
  assert.ok(!sameSources(sources, { ...sources, entry: 'other' }));
  assert.ok(!sameSources(sources, withText(sources, 'a.dygram', 'x')));
  assert.ok(!sameSources(sources, { ...sources, files: { 'b.dygram': 'B', toString: 'A' } }));
});

test('edits reach the files they name, places being those before all edits', () => {
  const edits = [
    { from: 4, to: 4, insert: '!' },
    { from: 0, to: 1, insert: 'xy' },
    { file: 'a.dygram', from: 0, to: 1, insert: '' },
  ];
  assert.deepEqual(applyEdits(sources, edits, 'm.dygram'), {
    source: 'xyain!',
    files: { 'b.dygram': 'B', 'a.dygram': '' },
    entry: 'm.dygram',
  });
});

test('edits of no file, outside of it, or over each other change nothing', () => {
  assert.equal(applyEdits(sources, [{ file: 'gone', from: 0, to: 0, insert: 'x' }], 'm.dygram'), null);
  assert.equal(applyEdits(sources, [{ from: 0, to: 9, insert: 'x' }], 'm.dygram'), null);
  assert.equal(
    applyEdits(
      sources,
      [
        { from: 0, to: 3, insert: 'x' },
        { from: 2, to: 4, insert: 'y' },
      ],
      'm.dygram',
    ),
    null,
  );
});
