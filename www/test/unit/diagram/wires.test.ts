// Wires between cards and contexts: their ways, and when they are few enough to be drawn unasked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, headOf, passACard, pathOf, waysOf, type WireEnds } from '../../../src/diagram/wires.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const card = box(0, 100, 120, 80);
/** A wire from a row of the card to a context at the right. */
const wire = (rowY: number, storeY: number, kind: WireEnds['kind'] = 'reads'): WireEnds => ({
  kind,
  card,
  row: box(40, rowY, 70, 20),
  store: box(300, storeY, 150, 60),
  field: box(300, storeY, 150, 26),
});

test('a wire goes from its row to its context on horizontals and verticals', () => {
  const [way = []] = waysOf([wire(130, 20)]);
  assert.deepEqual(
    [way[0], way.at(-1)],
    [
      [120, 140],
      [300, 33],
    ],
  );
  way.slice(1).forEach(([x, y], i) => assert.ok(x === way[i]?.[0] || y === way[i]?.[1], `${x} ${y}`));
});

test('wires of one row end beside each other, and turn in lanes of their own', () => {
  const ways = waysOf([wire(130, 20), wire(130, 60), wire(130, 220)]);
  const ends = ways.map(([first]) => first?.[1]);
  const lanes = ways.map((way) => way[1]?.[0]);
  assert.equal(new Set(ends).size, 3);
  assert.equal(new Set(lanes).size, 3);
});

test('what lies above turns the farther left the farther it is, so that no wire crosses another', () => {
  const [far = [], near = []] = waysOf([wire(130, 0), wire(130, 60)]);
  assert.ok((far[1]?.[0] ?? 0) < (near[1]?.[0] ?? 0));
  assert.ok((far[0]?.[1] ?? 0) < (near[0]?.[1] ?? 0));
});

test('a context below its card is entered from above', () => {
  const [way = []] = waysOf([{ ...wire(130, 0), store: box(20, 300, 150, 60), field: box(20, 300, 150, 26) }]);
  assert.equal(way.at(-1)?.[1], 300);
  assert.ok((way[1]?.[0] ?? 0) > 120, 'beside the card first');
});

test('a way has round corners, and its head where the value goes', () => {
  assert.equal(
    pathOf([
      [0, 0],
      [40, 0],
      [40, 40],
    ]),
    'M0,0L31,0Q40,0 40,9L40,40',
  );
  const way: [number, number][] = [
    [0, 0],
    [40, 0],
  ];
  assert.match(headOf(way, 'writes'), /^M40,0/);
  assert.match(headOf(way, 'reads'), /^M0,0/);
});

test('a wire that passes another card is no quiet one', () => {
  assert.equal(passACard([wire(130, 20)], [card]), false);
  assert.equal(passACard([wire(130, 20)], [card, box(180, 120, 60, 40)]), true);
});

test('a wire ends at the field that it is about, else at the head of its context', () => {
  const places: Record<string, ReturnType<typeof box>> = {
    n1: card,
    'a_a1-r': box(40, 130, 70, 20),
    n0: box(300, 20, 150, 90),
    'a_v0-1': box(360, 70, 80, 20),
    'a_v0-2-1.1': box(360, 90, 80, 20),
  };
  const of = (fields: string[]) =>
    endsOf(
      { kind: 'reads', node: 'n1', row: 'a1-r', store: 'n0', fields },
      Object.keys(places),
      (id) => places[id] ?? null,
    );
  assert.equal(of(['v0-1'])?.field.y, 70);
  assert.equal(of(['v0-2'])?.field.y, 90, 'the first cell where paths differ');
  assert.deepEqual([of([])?.field.y, of(['v0-1', 'v0-2'])?.field.height], [20, 26]);
  assert.equal(
    endsOf({ kind: 'reads', node: 'n9', store: 'n0', fields: [] }, [], () => null),
    null,
  );
});
