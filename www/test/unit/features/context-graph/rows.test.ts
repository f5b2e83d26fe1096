// The context graph as rows, and what is done to it by rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedAt } from '../../../../src/features/prompt/controller.ts';
import { withGraphEdit } from '../../../../src/protocol/record.ts';
import { moved, nameOf, rowsOf } from '../../../../src/features/context-graph/rows.ts';
import { compareSections as compare } from '../../../../src/features/prompt/texts.ts';
import { sparse, sparsely } from '../../../sparse.ts';
import type { Graph, GraphState, LayerEdit, Projection } from '../../../../src/protocol/types.ts';

type Lists = Record<string, string[]>;

const compareSections = sparsely(compare);

const graphOf = (children: Lists, roots: string[], titles: Record<string, string> = {}) => {
  const ids = [...new Set([...Object.keys(children), ...Object.values(children).flat(), ...roots])];
  const parents = (id: string) => Object.keys(children).filter((one) => children[one].includes(id));
  return sparse<Graph>({
    roots,
    nodes: ids.map((id) => ({
      id,
      title: titles[id] ?? id,
      path: id.includes('/') ? id.split('/')[0] : null,
      children: children[id] ?? [],
      parents: parents(id),
    })),
  });
};
const reported = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ node, level, via, open, position, size }) => [node.id, level, via, open, `${position}/${size}`]);

test('a node with several parents has one row, below the first that a walk meets', () => {
  const diamond = graphOf({ run: ['a', 'b'], a: ['c'], b: ['c', 'd'] }, ['run', 'alone']);
  assert.deepEqual(reported(rowsOf(diamond, [])), [
    ['run', 1, null, true, '1/2'],
    ['a', 2, 'run', true, '1/2'],
    ['c', 3, 'a', null, '1/1'],
    ['b', 2, 'run', true, '2/2'],
    ['d', 3, 'b', null, '1/1'],
    ['alone', 1, null, null, '2/2'],
  ]);
});

test('closing a node hides what is below it and moves nothing to another parent', () => {
  const diamond = graphOf({ run: ['a', 'b'], a: ['c'], b: ['c'] }, ['run']);
  assert.deepEqual(reported(rowsOf(diamond, ['a'])), [
    ['run', 1, null, true, '1/1'],
    ['a', 2, 'run', false, '1/2'],
    ['b', 2, 'run', null, '2/2'],
  ]);
});

test('a chain of 20,000 nodes has 20,000 rows', () => {
  const children: Lists = Object.fromEntries(Array.from({ length: 19_999 }, (_, i) => [`n${i}`, [`n${i + 1}`]]));
  const nodes = [...Object.keys(children), 'n19999'].map((id) => ({
    id,
    title: id,
    path: null,
    children: children[id] ?? [],
    parents: [],
  }));
  assert.equal(rowsOf(sparse<Graph>({ nodes, roots: ['n0'] }), []).at(-1)?.level, 20_000);
});

test('a node moves by one among its siblings, and not past the ends', () => {
  const graph = graphOf({ run: ['a', 'b', 'c'] }, ['run']);
  assert.deepEqual(moved(graph, 'run', 'b', -1), { op: 'link', parent: 'run', child: 'b', before: 'a' });
  assert.deepEqual(moved(graph, 'run', 'b', 1), { op: 'link', parent: 'run', child: 'b', after: 'c' });
  assert.equal(moved(graph, 'run', 'a', -1), null);
  assert.equal(moved(graph, 'run', 'c', 1), null);
});

test('names tell paths apart only where they have to', () => {
  const graph = graphOf({ run: ['1/Low', '2/Low', '1/Top'] }, ['run'], {
    '1/Low': 'Low',
    '2/Low': 'Low',
    '1/Top': 'Top',
  });
  assert.deepEqual(
    ['1/Low', '1/Top', 'run', 'gone'].map((id) => nameOf(graph, id)),
    ['Low @1', 'Top', 'run', 'gone'],
  );
});

test('to show what lies inside folded parents, they are opened from above', () => {
  const { nodes } = graphOf({ run: ['top'], top: ['mid'], mid: ['low'] }, ['run']);
  const handle = (id: string, reason: Projection['handles'][number]['reason']) => ({ id, reason });
  const projection = sparse<Projection>({
    sections: [
      { id: 'run', state: 'DETAILS' },
      { id: 'top', state: 'SUMMARY' },
    ],
    handles: [handle('top', 'summary'), handle('mid', 'inside'), handle('low', 'inside')],
  });
  assert.deepEqual(foldedAt(nodes, projection, 'low'), ['top', 'mid', 'low']);
  assert.deepEqual(foldedAt(nodes, projection, 'top'), ['top']);
});

test('two paths are compared by what their sections stand for', () => {
  const section = (id: string, text: string, state: GraphState = 'DETAILS') => ({ id, title: id, text, state });
  const rows = compareSections(
    {
      path: '1',
      sections: [
        section('run', '# m [run]'),
        section('ctx:1/A', '# A [ctx:1/A] v1\nx: 1'),
        section('ctx:1/B', '# B v0\ny: 1'),
        section('req-1-1', '# q\nasked'),
      ],
    },
    {
      path: '1.2',
      sections: [
        section('run', '# m [run]'),
        section('ctx:1.2/A', '# A [ctx:1.2/A] v9\nx: 1'),
        section('ctx:1.2/B', '# B v0\ny: 2'),
        section('msg:1.2/1', '# turn\nhello'),
      ],
    },
  );
  assert.deepEqual(
    rows.map(({ title, mark }) => [title, mark]),
    [
      ['run', 'same'],
      ['ctx:1/A', 'same'],
      ['ctx:1/B', 'differs'],
      ['req-1-1', 'here'],
      ['msg:1.2/1', 'there'],
    ],
  );
});

test('later settings of a node take the place of earlier ones, but not across a kept view', () => {
  const state = (node: string, to: GraphState): LayerEdit => ({ op: 'state', node, state: to });
  const edits: LayerEdit[] = [
    state('a', 'ALL'),
    state('b', 'ALL'),
    { op: 'saveView', name: 'v' },
    state('a', 'HIDDEN'),
    { op: 'budget', tokens: 1 },
    state('a', 'DETAILS'),
    { op: 'budget', tokens: 2 },
    { op: 'link', parent: 'a', child: 'b' },
  ];
  assert.deepEqual(edits.reduce(withGraphEdit, [] as LayerEdit[]), [
    state('a', 'ALL'),
    state('b', 'ALL'),
    edits[2],
    state('a', 'DETAILS'),
    edits[6],
    edits[7],
  ]);
});
