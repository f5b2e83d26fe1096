// The names of edges that survive edits elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeId, edgeKey, edgeKeys } from '../../../src/protocol/edge-keys.ts';

const edges = [
  ['e0', 'a', 'b'],
  ['e1', 'b', 'a'],
  ['e2', 'a', 'b'],
  ['e3', 'a', 'a'],
].map(([id, source, target]) => ({ id, source, target }));

test('twins are counted in source order, and a key leads back to its edge', () => {
  assert.deepEqual(
    edges.map(({ id }) => edgeKey(edges, id)),
    ['a>b#0', 'b>a#0', 'a>b#1', 'a>a#0'],
  );
  for (const { id } of edges) assert.equal(edgeId(edges, edgeKey(edges, id) ?? ''), id);
});

test('all keys at once are those of one edge after the other', () => {
  assert.deepEqual(
    [...edgeKeys(edges)],
    edges.map(({ id }) => [id, edgeKey(edges, id)]),
  );
});
