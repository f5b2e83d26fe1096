// Pictures of the machines of this browser: drawn while their list is open, once for each change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MachinePictures } from '../../../../src/features/examples/machine-pictures.ts';
import { initialState } from '../../../../src/app/state.ts';
import { Store } from '../../../../src/store/store.ts';
import { sparse } from '../../../sparse.ts';
import type { Draft } from '../../../../src/storage/drafts.ts';

const svg = sparse<SVGSVGElement>({});
const entry = (id: string, changed = 1) => ({ id, title: id, created: 0, changed, origin: null, size: 1 });

function opened(ids: string[]) {
  const store = new Store(initialState());
  const { state } = store;
  store.set({
    keptDrafts: ids.map((id) => entry(id)),
    shell: { ...state.shell, dialog: 'open' },
    gallery: { ...state.gallery, section: 'mine' },
  });
  const asked: string[] = [];
  const pictures = new MachinePictures({
    store,
    engine: {
      sketch: async ({ source }) => {
        asked.push(source);
        if (source === 'broken') throw new Error('no');
        return source === 'empty' ? { nodes: 0, dots: [] } : { nodes: 2, dots: ['digraph {}'] };
      },
    },
    drafts: Promise.resolve({
      get: async (id) =>
        id === 'gone' ? null : sparse<Draft>({ document: { s: id, v: 2 } as unknown as Draft['document'] }),
    }),
    draw: async (dots) => (dots.length > 0 ? svg : null),
  });
  const shown = () => store.state.gallery.pictures;
  return { store, pictures, asked, shown };
}

test('each machine gets its picture, or what stands for it', async () => {
  const { pictures, shown } = opened(['one', 'empty', 'broken', 'gone']);
  await pictures.show();
  assert.deepEqual(shown(), {
    one: { changed: 1, nodes: 2, svg },
    empty: { changed: 1, nodes: 0, svg: null },
    broken: { changed: 1, nodes: null, svg: null },
    gone: { changed: 1, nodes: null, svg: null },
  });
});

test('only what changed is drawn anew', async () => {
  const { store, pictures, asked, shown } = opened(['one', 'two']);
  await pictures.show();
  store.set({ keptDrafts: [entry('two', 2), entry('one')] });
  await pictures.show();
  assert.deepEqual(asked, ['one', 'two', 'two']);
  assert.equal(shown().two.changed, 2);
});

test('with the list its drawing ends', async () => {
  const { store, pictures, asked } = opened(['one', 'two']);
  const showing = pictures.show();
  store.set({ shell: { ...store.state.shell, dialog: null } });
  await showing;
  assert.deepEqual(asked, ['one'], 'what is in hand is finished');
});
