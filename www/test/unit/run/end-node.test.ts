// Whether the end that a run came to is one of several.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSeveralEnds } from '../../../src/run/end-node.ts';
import { sparsely } from '../../sparse.ts';

const several = sparsely(hasSeveralEnds);
/** @param edges as `a>b`, a catch edge as `a!b` */
const ends = (nodes: string, edges: string) =>
  several({
    nodes: Object.fromEntries(nodes.split(' ').map((id) => [id, {}])),
    edges: edges.split(' ').map((edge) => {
      const [source, target] = edge.split(/[>!]/);
      return { source, target, class: edge.includes('!') ? 'catch' : 'plain' };
    }),
  });

test('a machine has several ends where more than one node has no edge that a path could leave by', () => {
  assert.equal(ends('a b', 'a>b'), false);
  assert.equal(ends('a b c', 'a>b a>c'), true);
  assert.equal(ends('a b c', 'a>b b>c c>a'), false);
  assert.equal(ends('a b c', 'a>b b!c'), true, 'a path that does not fail completes at b');
});

test('what is done inside a module leaves by the edges of the module', () => {
  const tower = 'dusk tower tower.door tower.stairs tower.stairs.landing burning';
  assert.equal(ends(tower, 'dusk>tower tower.door>tower.stairs tower>burning'), false);
  assert.equal(ends(tower, 'dusk>tower tower.door>tower.stairs dusk>burning'), true);
});
