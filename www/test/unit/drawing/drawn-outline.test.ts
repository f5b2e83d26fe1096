// The description of the drawing: of the text that is drawn, not of one whose drawing is still to come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnOutline, outlineOf } from '../../../src/drawing/drawn-outline.ts';
import { initialState } from '../../../src/app/state.ts';
import type { State } from '../../../src/store/state.ts';

/** @param id of the document */
function untouched(source: string, id: number = 1) {
  const state = initialState();
  const run: any = {
    source,
    files: {},
    entry: state.document.entry,
    view: { paths: [], nodes: {}, edges: [], contexts: {}, pending: { agents: [], requests: [] } },
    position: { step: 0, tick: 0, action: 0, branch: 'main', atTip: true },
  };
  return {
    ...state,
    document: { ...state.document, id, source },
    run: { ...state.run, analysis: analysisOf(source), snapshot: run },
  };
}

/** @param source its words are its nodes */
const analysisOf = (source: string): any => ({
  source,
  nodes: 1,
  edges: 0,
  errors: 0,
  outline: source
    .split(' ')
    .map((name) => ({ from: 0, to: 1, name, id: name, class: 'task', select: { from: 0, to: 1 }, children: [] })),
});

const names = (state: State) => drawnOutline(state).entries.map(({ name }) => name);

test('it waits for the run that follows a text', () => {
  const before = untouched('a');
  assert.deepEqual(names(before), ['a']);
  const known = {
    ...before,
    document: { ...before.document, source: 'a b' },
    run: { ...before.run, analysis: analysisOf('a b') },
  };
  assert.equal(drawnOutline(known), drawnOutline(before), 'the very same, so that nothing is rendered');
  assert.deepEqual(
    outlineOf(known).entries.map(({ name }) => name),
    ['a', 'b'],
    'the panel is of the text',
  );
  assert.deepEqual(names({ ...known, run: untouched('a b').run }), ['a', 'b']);
});

test('beside a run of an earlier text it is of the text, which is drawn by itself', () => {
  const before = untouched('a');
  drawnOutline(before);
  const edited = {
    ...before,
    document: { ...before.document, source: 'a b' },
    run: {
      ...before.run,
      analysis: analysisOf('a b'),
      shows: 'source' as const,
      isOutdated: { text: 'of an earlier text' } as any,
    },
  };
  assert.deepEqual(names(edited), ['a', 'b']);
});

test('another document has its own', () => {
  drawnOutline(untouched('a'));
  const other = untouched('c', 2);
  assert.deepEqual(
    names({ ...other, run: { ...other.run, snapshot: { ...(other.run.snapshot as any), source: 'older' } } }),
    ['c'],
  );
});

test('a machine of very many nodes and edges is listed in part, and the rest is counted', () => {
  const state = untouched(Array.from({ length: 1200 }, (_, i) => `n${i}`).join(' '));
  (state.run.snapshot as any).view.edges = Array.from({ length: 3000 }, (_, i) => ({
    id: `e${i}`,
    source: 'n0',
    target: `n${i % 1200}`,
    eligible: {},
    taken: 0,
  }));
  (state.run.snapshot as any).view.forces = [];
  const { entries } = outlineOf(state);
  assert.equal(entries.length, 1001);
  assert.deepEqual(entries.at(-1)?.facts, ['200 more not listed']);
  assert.equal(entries[0]?.outs.length, 2000);
  assert.ok(
    entries[0]?.facts.some((fact) => fact.includes('1000 more edges') || fact.includes('1,000 more edges')),
    entries[0]?.facts.join(),
  );
});
