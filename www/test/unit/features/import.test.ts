// The bar above the editor and the Import dialog: what they do with texts of other formats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../../src/app/state.ts';
import { ImportController } from '../../../src/features/import/controller.ts';
import type { ImportResult } from '../../../src/features/import/index.ts';
import { convert } from '../../../src/plugins/import.ts';
import { Store } from '../../../src/store/store.ts';
import type { Sources } from '../../../src/protocol/types.ts';

const MERMAID = 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy : start\n';

function page(source: string) {
  const store = new Store(initialState());
  store.set({ document: { ...store.state.document, source } });
  const opened: Sources[] = [];
  let chosen: { name: string; text: string } | null = null;
  let wait = Promise.resolve();
  let focused = 0;
  const controller = new ImportController({
    store,
    engine: { sketch: async () => ({ nodes: 2, dots: [] }) },
    opening: { openSources: async (sources) => opened.push(sources) },
    converter: {
      async convert(text): Promise<ImportResult | null> {
        await wait;
        const converted = convert(text);
        if (converted.ok) return { ...converted, name: 'a format' };
        return converted.error.code === 'unknown-format' ? null : { ok: false, ...converted.error };
      },
    },
    focusEditor: () => void (focused += 1),
    replaceText: async (text) => store.set({ document: { ...store.state.document, source: text } }),
    chooseFile: async () => chosen,
    draw: async () => null,
  });
  const settled = () => new Promise((done) => setTimeout(done, 5));
  return {
    store,
    opened,
    settled,
    timesFocused: () => focused,
    act: controller.act.bind(controller),
    choose: (file: typeof chosen) => void (chosen = file),
    hold: (until: Promise<void>) => void (wait = until),
  };
}

test('exchange_1_convert_replaces_the_text_and_says_how_to_get_it_back', async () => {
  const { store, act, settled, timesFocused } = page(MERMAID);
  act({ type: 'convertText' });
  assert.equal(store.state.import.isConverting, true);
  await settled();
  assert.equal(store.state.import.isConverting, false);
  assert.match(store.state.document.source, /Idle -on: start-> Busy/);
  assert.equal(timesFocused(), 1);
  assert.deepEqual(store.state.notices.at(-1)?.acts, [{ label: 'Undo', action: { type: 'undo' } }]);
});

test('exchange_1_an_unreadable_text_stays_and_the_bar_says_why', async () => {
  const text = `${MERMAID}  a --> \n`;
  const { store, act, settled } = page(text);
  act({ type: 'convertText' });
  await settled();
  assert.equal(store.state.document.source, text);
  assert.deepEqual(store.state.import.failure, {
    text,
    message: 'Not converted: line 4, column 9: expected a state, found the end.',
  });
  act({ type: 'keepText' });
  assert.deepEqual([store.state.import.keptText, store.state.import.failure], [text, null]);
});

test('exchange_1_a_text_that_changed_meanwhile_is_not_replaced', async () => {
  const { store, act, settled, hold } = page(MERMAID);
  let release = () => {};
  hold(new Promise((done) => void (release = done)));
  act({ type: 'convertText' });
  store.set({ document: { ...store.state.document, source: `${MERMAID}%% more\n` } });
  release();
  await settled();
  assert.equal(store.state.document.source, `${MERMAID}%% more\n`);
  assert.match(store.state.notices.at(-1)?.text ?? '', /changed meanwhile/);
});

test('exchange_1_the_dialog_shows_what_a_file_becomes_and_opens_it', async () => {
  const { store, act, settled, choose, opened } = page('state a');
  choose({ name: 'door.mmd', text: MERMAID });
  act({ type: 'importFile' });
  await settled();
  const { dialog } = store.state.import;
  assert.deepEqual([dialog.file, dialog.text, dialog.isReading, dialog.result?.ok], ['door.mmd', MERMAID, false, true]);
  assert.equal(store.state.document.source, 'state a');
  act({ type: 'openImported' });
  await settled();
  assert.match(opened[0]?.source ?? '', /Idle -on: start-> Busy/);
  assert.equal(store.state.import.dialog.text, '');
});

test('exchange_1_the_dialog_says_what_it_cannot_read', async () => {
  const { store, act, settled, opened } = page('state a');
  act({ type: 'importText', text: 'what is this' });
  await settled();
  assert.deepEqual(store.state.import.dialog.result, {
    ok: false,
    message: 'The text is in no format that can be imported.',
  });
  act({ type: 'openImported' });
  await settled();
  assert.equal(opened.length, 0);
  act({ type: 'importText', text: '' });
  await settled();
  assert.equal(store.state.import.dialog.result, null);
});

test('exchange_1_only_the_newest_text_of_the_dialog_counts', async () => {
  const { store, act, settled, hold } = page('state a');
  let release = () => {};
  hold(new Promise((done) => void (release = done)));
  act({ type: 'importText', text: MERMAID });
  hold(Promise.resolve());
  act({ type: 'importText', text: 'digraph { a -> b }' });
  await settled();
  release();
  await settled();
  const { result } = store.state.import.dialog;
  assert.ok(result?.ok && result.source.includes('a -> b'));
});
