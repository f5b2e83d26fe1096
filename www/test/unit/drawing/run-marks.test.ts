// What of a run stands beside the lines of the source.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runMarksOf } from '../../../src/drawing/run-marks.ts';
import { sparse } from '../../sparse.ts';
import type { RunState } from '../../../src/run/types.ts';
import type { State } from '../../../src/store/state.ts';

const SOURCE = 'context Water { celsius<number>: 20 }\ntask heat';

const state = (earlier: boolean, shows: RunState['shows']) =>
  sparse<State>({
    run: {
      analysis: {
        source: SOURCE,
        edges: 0,
        outline: [
          {
            id: 'Water',
            class: 'context',
            from: 0,
            to: 37,
            children: [{ name: 'celsius', class: 'field', from: 16, to: 35, children: [] }],
          },
          { id: 'heat', class: 'task', from: 38, to: 47, children: [] },
        ],
      },
      snapshot: {
        source: 'task heat',
        position: { step: 2 },
        view: {
          edges: [],
          nodes: { heat: {} },
          contexts: { Water: { fields: { celsius: { values: [{ path: '1', set: true, value: 60 }] } } } },
          paths: [{ id: '1', status: 'active', node: 'heat', context: { Water: { celsius: 60 } } }],
        },
      },
      branchEvents: [],
      entries: [],
      isOutdated: earlier,
      shows,
    },
    breakpoints: [{ at: 'heat' }],
    file: 'machine.dygram',
    document: { entry: 'machine.dygram' },
    path: null,
    allPaths: false,
    trace: {},
  });

test('the lines of a newer text have breakpoints, but neither paths nor values of the older run', () => {
  const marks = (earlier: boolean, shows: RunState['shows']) => {
    const { lines, values } = runMarksOf(state(earlier, shows)) ?? { lines: [], values: [] };
    return [lines.map(({ stop, paths, tone }) => [stop, paths.length, tone]), values.length];
  };
  assert.deepEqual(marks(false, 'run'), [[['stop', 1, 'ok']], 1]);
  assert.deepEqual(marks(true, 'source'), [[['stop', 0, undefined]], 0]);
  assert.deepEqual(marks(true, 'run'), [[['stop', 1, 'ok']], 1]);
});
