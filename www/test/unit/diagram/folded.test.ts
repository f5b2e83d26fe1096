// What is marked and found inside of folded modules is told at their cards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gathered, insideWords } from '../../../src/diagram/badges.ts';
import { found, foundInside } from '../../../src/diagram/find.ts';
import { holdersIn, type Entry, type Outline } from '../../../src/diagram/outline.ts';

/** `c1` is folded, with `n2` and `n3` inside; `n4` is drawn. */
const cards = new Map([
  ['n2', 'c1'],
  ['n3', 'c1'],
  ['e5', 'c1'],
]);
const group = (...classes: string[]) => ({
  classList: { contains: (name: string) => classes.includes(name) },
  querySelectorAll: () => [],
});
const drawing = {
  cardOf: (id: string) => cards.get(id) ?? null,
  groups: new Map([
    ['c1', group('tl-folded')],
    ['n4', group()],
  ]) as unknown as Map<string, SVGGElement>,
  elements: ['c1', 'n4'],
  names: new Map([
    ['c1', 'shop'],
    ['n4', 'done'],
  ]),
};

test('breakpoints, watches and questions inside are counted, and chips of all paths stand at the card', () => {
  const list = gathered(drawing, [
    { id: 'n4', kind: 'stop' },
    { id: 'n2', kind: 'stop', off: true },
    { id: 'n2', kind: 'paths', paths: [{ id: '1', colour: 1 }] },
    { id: 'n3', kind: 'stop' },
    {
      id: 'n3',
      kind: 'paths',
      paths: [
        { id: '1', colour: 1 },
        { id: '2', colour: 2 },
      ],
    },
    { id: 'n3', kind: 'watch', off: true },
    { id: 'n2', kind: 'asks', n: 2 },
    { id: 'n3', kind: 'asks', n: 1 },
    { id: 'e5', kind: 'take' },
  ]);
  assert.deepEqual(list, [
    { id: 'n4', kind: 'stop' },
    { id: 'c1', kind: 'stop', off: false, n: 2 },
    {
      id: 'c1',
      kind: 'paths',
      paths: [
        { id: '1', colour: 1 },
        { id: '2', colour: 2 },
      ],
    },
    { id: 'c1', kind: 'watch', off: true, n: 1 },
    { id: 'c1', kind: 'asks', n: 3 },
  ]);
  assert.deepEqual([...insideWords(list)], [['c1', '2 breakpoints inside, 1 watch inside, 3 open questions inside']]);
});

test('a breakpoint of the module itself has no count, unless there are others inside', () => {
  assert.deepEqual(gathered(drawing, [{ id: 'c1', kind: 'stop' }]), [{ id: 'c1', kind: 'stop' }]);
  const both = gathered(drawing, [
    { id: 'c1', kind: 'stop' },
    { id: 'n2', kind: 'stop' },
  ]);
  assert.deepEqual(both, [{ id: 'c1', kind: 'stop', off: false, n: 2 }]);
});

const entry = (id: string, name: string, children: Entry[] = [], outs: Entry['outs'] = []): Entry => ({
  id,
  name,
  kind: 'task',
  title: '',
  facts: [],
  outs,
  children,
  item: null,
});
const edge = { id: 'e5', text: '', to: 'shop.pay', target: 'n3', item: null };
const outline: Outline = {
  lead: '',
  entries: [entry('c1', 'shop', [entry('n2', 'shop.add', [], [edge]), entry('n3', 'shop.pay')]), entry('n4', 'done')],
};

test('what is found inside is counted, and its card is among what is found', () => {
  const inside = foundInside(drawing, outline, 'PAY ');
  assert.deepEqual([...inside], [['c1', 1]]);
  assert.deepEqual(found(drawing, 'pay', inside), ['c1']);
  assert.deepEqual([...foundInside(drawing, outline, '')], []);
});

test('an element is inside of its container, and an edge belongs to its ends', () => {
  assert.deepEqual(
    [...holdersIn(outline)],
    [
      ['n2', ['c1']],
      ['n3', ['c1']],
      ['e5', ['n2', 'n3']],
    ],
  );
});
