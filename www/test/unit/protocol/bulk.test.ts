// Long lists between worker and page: text on the way, objects where they are looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONG_LIST_LENGTH, pack, unpack } from '../../../src/protocol/bulk.ts';

const edges = Array.from({ length: LONG_LIST_LENGTH + 1 }, (_, i) => ({ id: `e${i}`, source: 'a', target: 'b' }));
const drawn = Object.fromEntries(edges.map(({ id }) => [id, { classes: [], title: id }]));
const snapshot = () => ({
  source: 'a -> b',
  view: { edges, paths: [] },
  picture: { key: 'k', overlay: { key: 'k', edges: drawn }, dot: null },
});
/** A member that is made when it is first looked at. */
const waits = (part: object) => Object.getOwnPropertyDescriptor(part, 'edges')?.get !== undefined;

for (const [name, value, at] of [
  ['an answer', () => ({ ok: true, snapshot: snapshot() }), (value) => value.snapshot],
  ['progress', snapshot, (value) => value],
] as [string, () => object, (value: any) => any][]) {
  test(`the long lists of ${name} go over as text and are equal to what they were once they are looked at`, () => {
    const before = value();
    const sent = structuredClone(pack(before));
    assert.equal(typeof at(sent).view.edges, 'string');
    assert.equal(typeof at(sent).picture.overlay.edges, 'string');
    assert.equal(at(before).view.edges, edges, 'the session keeps its own');
    const got = unpack(sent);
    assert.deepEqual([waits(at(got).view), waits(at(got).picture.overlay)], [true, true]);
    assert.deepEqual(at(got).view.edges, edges);
    assert.equal(at(got).view.edges, at(got).view.edges, 'made once');
    assert.deepEqual(JSON.parse(JSON.stringify(got)), JSON.parse(JSON.stringify(before)));
  });
}

test('a drawing alone is packed as well; short lists and other values go over as they are', () => {
  assert.equal(typeof (pack({ key: 'k', overlay: { edges: drawn }, dot: '' }) as any).overlay.edges, 'string');
  const few = {
    view: { edges: edges.slice(0, LONG_LIST_LENGTH) },
    picture: { key: 'k', overlay: { edges: {} }, dot: null },
  };
  assert.deepEqual(pack(few), few);
  const tokens = { source: '', tokens: new Uint32Array(3) };
  for (const value of [
    null,
    7,
    'text',
    [1],
    tokens,
    { ok: false, error: { code: 'c', message: 'm' }, snapshot: null },
  ]) {
    assert.deepEqual(pack(value), value);
    assert.deepEqual(unpack(value), value);
  }
});
