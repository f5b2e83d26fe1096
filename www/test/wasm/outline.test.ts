// The drawing as text: the same text for the same state, everything of the drawing in it, names that follow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initialState } from '../../src/app/state.ts';
import { namesIn, namesOf, outlineText } from '../../src/diagram/outline.ts';
import { outlineOf } from '../../src/drawing/drawn-outline.ts';
import { present } from '../loose.ts';
import type { Sparse } from '../sparse.ts';
import type { State } from '../../src/store/state.ts';
import { Machine, type Run } from './core.ts';

/** The page's state about a run of a text. */
function stateOf(source: string, run: Run | null, more: Sparse<State> = {}): State {
  const machine = Machine.parse(source);
  const position = { step: 0, tick: 0, action: 0, branch: 'main', atTip: true };
  const view = run?.view();
  const outline = machine.outline();
  const nodes = view ? Object.keys(view.nodes).length + Object.keys(view.contexts).length : 0;
  return {
    ...initialState(),
    document: { ...initialState().document, source },
    run: {
      ...initialState().run,
      analysis: { source, outline, nodes, edges: view?.edges.length ?? 0 },
      snapshot: view
        ? {
            source,
            files: {},
            entry: initialState().document.entry,
            view,
            position: { ...position, tick: view.tick, step: view.step },
          }
        : null,
    },
    ...more,
  } as unknown as State;
}

const begin = (source: string) => Machine.parse(source).start();
const step = (run: Run) => {
  run.step();
  return run;
};
const kettle = readFileSync(new URL('../../examples/kettle.dygram', import.meta.url), 'utf8');

test('the outline of the kettle after its first tick, word for word', () => {
  assert.equal(
    outlineText(outlineOf(stateOf(kettle, step(begin(kettle))))),
    `5 nodes, 5 edges, 2 contexts, 1 path, step 1.
context Order, input, target 100
context Water, celsius 20
init begin, visited 1 time
  taken 1 time → heat
task heat, current for path 1
  reads → Order
  writes → Water
  when Water.celsius >= Order.target, false for path 1 → done
  → heat
state done`,
  );
});

const nested = `machine "Shop"
process shop "The shop" {
  task add
  state pay
  add -> pay
}
a -> shop.add
a -> b
state b
context C @output { n<number> }
`;

test('containers hold their nodes, names are full paths, edges stand under the node they leave', () => {
  assert.equal(
    outlineText(outlineOf(stateOf(nested, begin(nested)))),
    `6 nodes, 3 edges, 1 context, 1 path, step 0.
container shop “The shop”
  task shop.add
    → shop.pay
  state shop.pay
node a, current for path 1
  → shop.add
  → b
state b
context C, output, n —`,
  );
});

test('before there is a run, the outline says what is declared', () => {
  assert.equal(
    outlineText(outlineOf(stateOf(nested, null))),
    `0 nodes, 0 edges, 1 context.
container shop “The shop”
  task shop.add
  state shop.pay
  edge add → pay
node a
edge a → add
edge a → b
state b
context C, n number`,
  );
});

test('a run of another text, or one that is not shown, says nothing about this one', () => {
  const state = stateOf(kettle, step(begin(kettle)));
  assert.doesNotMatch(
    outlineText(outlineOf({ ...state, run: { ...state.run, shows: 'source' } })),
    /current|visited|at tick/,
  );
  assert.doesNotMatch(
    outlineText(
      outlineOf({ ...state, run: { ...state.run, snapshot: { ...present(state.run.snapshot), source: nested } } }),
    ),
    /current|visited|at tick/,
  );
});

test('the same state gives the same object, a breakpoint or a path another one; during a run it waits', () => {
  const run = step(begin(kettle));
  const state = stateOf(kettle, run);
  const first = outlineOf(state);
  assert.equal(outlineOf({ ...state, filter: 'x' }), first);
  const stopped = outlineOf({ ...state, breakpoints: [{ at: 'heat' }] });
  assert.match(outlineText(stopped), /task heat, current for path 1, breakpoint/);
  const during = { ...state, stops: [{ at: 'heat' }] };
  const shown = outlineOf({ ...during, run: { ...during.run, isRunning: true } });
  const later = stateOf(kettle, step(run)).run.snapshot;
  assert.equal(outlineOf({ ...during, run: { ...during.run, snapshot: later, isRunning: true } }), shown);
  assert.notEqual(outlineOf({ ...during, run: { ...during.run, snapshot: later } }), shown);
});

test('every element of the drawing has a name with its kind, state and edges', () => {
  const state = stateOf(kettle, step(begin(kettle)));
  const names = namesOf(outlineOf(state));
  assert.equal(names.get('n3'), 'task heat, current for path 1, 4 edges out');
  assert.equal(names.get('n1'), 'context Water, celsius 20');
  assert.equal(names.get('e3'), 'edge heat to done, when Water.celsius >= Order.target, false for path 1');
  const { view } = present(state.run.snapshot);
  for (const { diagramId } of [...Object.values(view.nodes), ...Object.values(view.contexts)])
    assert.ok(names.has(diagramId), diagramId);
  for (const { id } of view.edges) assert.ok(names.has(id), id);
});

test('where a failure was caught, and which node undid the work of others, is told in words', () => {
  const state = stateOf(kettle, step(begin(kettle)));
  Object.assign(present(state.run.snapshot).view.nodes.heat, { caught: 2, undid: ['begin'] });
  assert.match(
    outlineText(outlineOf(state)),
    /task heat, current for path 1, 2 failures caught, compensated for begin/,
  );
});

test('a drawing of another text is given no names of this one', () => {
  const outline = outlineOf(stateOf(kettle, step(begin(kettle))));
  const drawn = new Map([...namesOf(outline).keys()].map((id) => [id, id.startsWith('e') ? 'a->b' : `other ${id}`]));
  assert.equal(namesIn(outline, drawn).size, 0);
  drawn.set('n3', 'heat');
  assert.deepEqual([...namesIn(outline, drawn).keys()], ['n3']);
  assert.deepEqual(namesIn(outline, new Map([['n3', 'heat']])), namesOf(outline));
});

test('the outline says everything that can be seen, on every example', () => {
  const gallery = JSON.parse(readFileSync(new URL('../../examples/index.json', import.meta.url), 'utf8'));
  for (const { slug } of gallery) {
    const source = readFileSync(new URL(`../../examples/${slug}.dygram`, import.meta.url), 'utf8');
    const state = stateOf(source, begin(source));
    const { view } = present(state.run.snapshot);
    const text = outlineText(outlineOf(state));
    const lines = text.split('\n').map((one) => one.trim());
    for (const id of [...Object.keys(view.nodes), ...Object.keys(view.contexts)])
      assert.ok(
        lines.some((one) =>
          one
            .replace(/[,“].*/, '')
            .trim()
            .split(' ')
            .includes(id),
        ),
        `${slug}: ${id}`,
      );
    assert.equal(lines.filter((one) => one.includes('→ ')).length >= view.edges.length, true, `${slug}: edges`);
    for (const path of view.paths)
      assert.ok(text.includes(`path ${path.id}`) || path.status === 'forked', `${slug}: path ${path.id}`);
  }
});
