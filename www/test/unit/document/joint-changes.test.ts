// A change of several files is one step of the editor's history, wherever it is undone, as long as none of its files
// was changed since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JointChanges } from '../../../src/document/joint-changes.ts';
import { textOf } from '../../../src/protocol/sources.ts';
import { applyEdits, withText } from '../../../src/protocol/files.ts';
import { testStore } from '../store.ts';
import type { SideEffects } from '../../../src/editor/types.ts';
import type { AgentSettings } from '../../../src/protocol/record-types.ts';
import type { Edit, Sources } from '../../../src/protocol/types.ts';

function page() {
  const store = testStore();
  const files = { 'lib.dygram': 'task b\n' };
  store.set({
    document: { id: 1, source: 'a -> b\n', files, entry: 'm.dygram', slug: null, edited: false, draft: null },
  });
  store.set({ file: 'm.dygram' });
  const set = (sources: Sources) => store.set({ document: { ...store.state.document, ...sources } });
  const steps: { file: string; before: string; sideEffects: SideEffects }[] = [];
  const editor = {
    get value() {
      return textOf(store.state.document, store.state.file) ?? '';
    },
    apply(edits: Edit[], _event: string, sideEffects: SideEffects) {
      const { document, file } = store.state;
      steps.push({ file, before: editor.value, sideEffects });
      set(
        applyEdits(
          document,
          edits.map((edit) => ({ ...edit, file })),
          file,
        ) ?? document,
      );
      sideEffects.make();
    },
    undo() {
      const step = steps.pop();
      if (!step) return;
      set(withText(store.state.document, step.file, step.before));
      step.sideEffects.takeBack();
    },
  };
  const running = {
    flush: async () => {},
    settings: { n: { a: { say: 1 } } } as AgentSettings,
    setAgents: async (settings: AgentSettings) => {
      running.settings = settings;
    },
  };
  const moves: object[] = [];
  const changes = new JointChanges({
    store,
    running,
    opening: { changeSources: set },
    editor: () => editor,
    showFile: async (file) => store.set({ file }),
    onMoved: (moved) => void moves.push(moved),
  });
  const change = {
    edits: [
      { from: 0, to: 1, insert: 'c' },
      { from: 5, to: 6, insert: 'd', file: 'lib.dygram' },
    ],
    userEvent: 'draw',
    moved: { a: 'c' },
  };
  const texts = () => [store.state.document.source, store.state.document.files['lib.dygram']];
  return { store, changes, change, texts, running, moves, steps, set };
}

test('it is undone in all files, from any of them, with stubs and names', async () => {
  const { store, changes, change, texts, running, moves } = page();
  assert.equal(await changes.apply(store.state.document, change), true);
  assert.deepEqual(texts(), ['c -> b\n', 'task d\n']);
  assert.deepEqual(running.settings, { n: { c: { say: 1 } } });
  store.set({ file: 'lib.dygram' });
  assert.equal(changes.isElsewhere, true);
  assert.equal(await changes.undo(), true);
  assert.deepEqual(texts(), ['a -> b\n', 'task b\n']);
  assert.deepEqual(running.settings, { n: { a: { say: 1 } } });
  assert.deepEqual([store.state.file, moves], ['m.dygram', [{ a: 'c' }, { c: 'a' }]]);
});

test('what was typed since in one of its files is undone first', async () => {
  const { store, changes, change, set } = page();
  await changes.apply(store.state.document, change);
  set(withText(store.state.document, 'lib.dygram', 'task dd\n'));
  store.set({ file: 'lib.dygram' });
  assert.equal(changes.isElsewhere, false);
  assert.equal(await changes.undo(), false);
});

test('it is not made where the texts are others by now', async () => {
  const { store, changes, change, texts, steps, set } = page();
  const before = store.state.document;
  set(withText(before, 'm.dygram', 'a -> b // typed\n'));
  assert.equal(await changes.apply(before, change), false);
  assert.deepEqual([texts()[0], steps.length], ['a -> b // typed\n', 0]);
});
