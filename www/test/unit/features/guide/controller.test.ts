// The guide: where it opens, what it goes back to, and what its examples open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GuideController } from '../../../../src/features/guide/controller.ts';
import { codeOf, exampleOf, pageOf } from '../../../../src/features/guide/pages.ts';
import { ShellController } from '../../../../src/app/shell-controller.ts';
import { initialState } from '../../../../src/app/state.ts';
import { GUIDES } from '../../../../src/document/guides.ts';
import { Store } from '../../../../src/store/store.ts';
import type { PackedTokens } from '../../../../src/protocol/types.ts';
import type { PanelId } from '../../../../src/store/state.ts';

function guide(panel: PanelId) {
  const store = new Store({ ...initialState(), panel });
  const opened: string[] = [];
  const asked: string[] = [];
  const shell = new ShellController({ store, saveSettings: () => {} });
  const controller = new GuideController({
    store,
    engine: {
      highlight: async (source) => {
        asked.push(source);
        return { source, classes: [], tokens: new Uint32Array() } satisfies PackedTokens;
      },
    },
    opening: {
      openSources: async ({ source }) => ({ kind: 'opened', documentId: opened.push(source) }),
      openExample: async (slug) => ({ kind: 'opened', documentId: opened.push(`example ${slug}`) }),
    },
    dispatch: (action) => shell.act(action as Parameters<ShellController['act']>[0]),
  });
  return { store, controller, opened, asked };
}
const settled = () => new Promise((resolve) => void setTimeout(resolve));

test('closing the guide goes back to the panel it was opened from', () => {
  const { store, controller } = guide('sql');
  controller.act({ type: 'openGuide' });
  assert.deepEqual([store.state.panel, store.state.guide.page], ['guide', 'how-it-works']);
  controller.act({ type: 'openGuide', page: 'paths' });
  assert.equal(store.state.guide.page, 'paths');
  controller.act({ type: 'closeGuide' });
  assert.equal(store.state.panel, 'sql');
  controller.act({ type: 'openGuide' });
  assert.equal(store.state.guide.page, 'paths', 'it opens where it was left');
});

test('the examples of a page get their colors once, also when the panel is shown without the action', async () => {
  const { store, controller, asked } = guide('contexts');
  store.set({ panel: 'guide' });
  await settled();
  const texts = codeOf('how-it-works').map(({ text }) => text);
  assert.deepEqual(asked, texts);
  assert.deepEqual(Object.keys(store.state.guide.tokens), texts);
  controller.act({ type: 'closeGuide' });
  controller.act({ type: 'openGuide' });
  await settled();
  assert.deepEqual(asked, texts);
});

test('an example opens as a new document, lines of an example open all of it', () => {
  const { controller, opened } = guide('guide');
  controller.act({ type: 'guideExample', source: 'state a' });
  controller.act({ type: 'guideExample', slug: 'kettle' });
  assert.deepEqual(opened, ['state a', 'example kettle']);
});

test('an example that the page shows already is not opened again, which would lose its run; it is said', () => {
  const { store, controller, opened } = guide('guide');
  store.set({ document: { ...store.state.document, source: 'state a', slug: null } });
  controller.act({ type: 'guideExample', source: 'state a' });
  store.set({ document: { ...store.state.document, slug: 'kettle' } });
  controller.act({ type: 'guideExample', slug: 'kettle' });
  assert.deepEqual(opened, []);
  assert.deepEqual(
    store.state.notices.map(({ text }) => text),
    ['This example is open already.'],
  );
  store.set({ document: { ...store.state.document, edited: true } });
  controller.act({ type: 'guideExample', slug: 'kettle' });
  assert.deepEqual(opened, ['example kettle']);
});

test('every page has text and an example, and its title is not said twice', () => {
  for (const { id, title } of GUIDES) {
    const blocks = pageOf(id);
    assert.equal(blocks[0]?.kind, 'paragraph', title);
    assert.ok(codeOf(id).every((code) => exampleOf(code)));
    assert.ok(codeOf(id).length > 0, title);
  }
});
