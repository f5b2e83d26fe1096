// What the editor asks and changes: answers for the shown file, fixes over files, formatting, renaming.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { textOf } from '../../../src/protocol/sources.ts';
import { EditorAssistant } from '../../../src/document/assistant.ts';
import { FilesController } from '../../../src/features/files/controller.ts';
import { problemsByFile } from '../../../src/features/problems/found.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { loose } from '../../loose.ts';
import { Machine } from '../../wasm/core.ts';
import { testStore } from '../store.ts';
import type { DocumentOpener } from '../../../src/document/document-opener.ts';
import type { DocumentRun } from '../../../src/document/document-run.ts';
import type { SideEffects } from '../../../src/editor/types.ts';
import type { AgentSettings } from '../../../src/protocol/record-types.ts';
import type { Analysis, Diagnostic, Edit, Sources, Span } from '../../../src/protocol/types.ts';

type Editor = NonNullable<ReturnType<ConstructorParameters<typeof EditorAssistant>[0]['editor']>>;

/** A page without a screen: the editor takes changes as CodeMirror does, the engine hears of each of them. */
async function page(source: string, files: Record<string, string> = {}, settings: AgentSettings = {}) {
  const store = testStore();
  const engine = supervise(() => new InThreadWorker(), handWatch());
  store.set({ document: { id: 1, source, files, entry: 'machine.dygram', slug: null, edited: false } });
  const shown: Span[] = [];
  const steps: string[] = [];
  const besides: (SideEffects | null)[] = [];
  const tell = async () => {
    const { document, file } = store.state;
    await engine.tokens(document.source, document.files, document.entry, file);
    const analysis = await engine.edit(document.source, document.files, document.entry);
    store.set({ run: { ...store.state.run, analysis } });
  };
  const change = (sources: Sources) => {
    const { document, file } = store.state;
    store.set({
      document: { ...document, ...sources, edited: true },
      file: textOf(sources, file) === null ? sources.entry : file,
    });
    void tell();
  };
  const opening = { changeSources: change } as unknown as DocumentOpener;
  const put = (text: string) => {
    const { document, file } = store.state;
    change(
      file === document.entry
        ? { ...document, source: text }
        : { ...document, files: { ...document.files, [file]: text } },
    );
  };
  const renames: [from: string, to: string][] = [];
  const editor = {
    get value() {
      return textOf(store.state.document, store.state.file) ?? '';
    },
    apply(edits: Edit[], event: string, beside: SideEffects | null = null) {
      steps.push(event);
      besides.push(beside);
      put(
        edits
          .toSorted((a, b) => b.from - a.from)
          .reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), editor.value),
      );
      beside?.make();
    },
    replace(text: string) {
      steps.push('replace');
      put(text);
    },
    rename(from: string, to: string) {
      renames.push([from, to]);
    },
  };
  const running = {
    flush: tell,
    onFileShown: () => void tell(),
    settings,
    setAgents: async (now: AgentSettings) => {
      running.settings = now;
    },
  };
  const editing = loose(
    new EditorAssistant({
      store,
      engine,
      running: running as unknown as DocumentRun,
      opening,
      editor: () => editor as unknown as Editor,
      convert: () => {},
      showFile: async (path) => store.set({ file: path }),
      show: (span) => shown.push(span),
    }),
  );
  const filing = new FilesController({
    store,
    engine,
    running: running as unknown as DocumentRun,
    opening,
    editor: () => editor,
  });
  await tell();
  const document = () => store.state.document;
  return { store, engine, editing, filing, renames, shown, steps, besides, running, tell, document };
}

test('answers are for the shown file, and none is for a text that has gone', async () => {
  const text = 'import { b } from "./lib.dygram"\nstate ajar, away\nb -> a';
  const { editing, filing, tell } = await page(text, { 'lib.dygram': 'task b' });
  assert.deepEqual(
    (await editing.complete(text, text.length)).map((one) => one.label),
    ['ajar', 'away'],
  );
  assert.equal(await editing.complete(`${text}w`, text.length), null);
  filing.show('lib.dygram');
  await tell();
  assert.deepEqual(await editing.hover('task b', 5), Machine.parse('task b').hover(5));
});

test('a definition in another file names it, one in the shown file does not', async () => {
  const text = 'import { b } from "./lib"\nb -> c\nstate c';
  const { editing, shown } = await page(text, { lib: 'state b' });
  assert.deepEqual(await editing.definition(text, 26), { from: 6, to: 7, file: 'lib' });
  const here = await editing.definition(text, 31);
  assert.deepEqual(here, { from: 39, to: 40 });
  editing.open(here);
  assert.deepEqual(shown, [{ from: 39, to: 40, file: 'machine.dygram' }]);
});

test('references are listed with their lines', async () => {
  const { editing } = await page('task a\n  a -> b');
  assert.deepEqual(editing.uses(await editing.references('task a\n  a -> b', 5)), [
    { span: { from: 5, to: 6 }, file: null, line: 1, text: 'task a', from: 5, to: 6 },
    { span: { from: 9, to: 10 }, file: null, line: 2, text: 'a -> b', from: 0, to: 1 },
  ]);
});

test('renaming changes all files and the edited stubs, and is taken back as one', async () => {
  const lib = 'task Wash { prompt: "x" }';
  const text = 'import { Wash } from "./lib"\ncontext C { n: 1 }\nWash -writes-> C';
  const n = { Wash: { write: { C: { n: 2 } } }, gone: 'auto' };
  const { editing, document, steps, besides, running, store, tell } = await page(text, { lib }, { m: 'stub', n });
  assert.equal(await editing.rename(text, text.indexOf('C {'), 'Wash'), 'Wash already exists.');
  assert.equal(
    await editing.rename(text, text.indexOf('C {'), 'a b'),
    'a b is not a name: use letters, digits and _, and start with no digit.',
  );
  assert.equal(await editing.rename(text, text.lastIndexOf('Wash'), 'Clean'), null);
  assert.deepEqual(steps, ['rename']);
  assert.equal(document().source, text.replaceAll('Wash', 'Clean'));
  assert.deepEqual(document().files, { lib: lib.replace('Wash', 'Clean') });
  assert.deepEqual(running.settings, { m: 'stub', n: { Clean: n.Wash, gone: 'auto' } });
  besides[0]?.takeBack();
  assert.deepEqual(document().files, { lib });
  assert.deepEqual(running.settings, { m: 'stub', n });
  besides[0]?.make();
  await tell();
  // What was changed since is left, and told.
  store.set({ document: { ...document(), files: { lib: 'task Clean2' } } });
  besides[0]?.takeBack();
  assert.deepEqual(document().files, { lib: 'task Clean2' });
  assert.deepEqual(running.settings, { m: 'stub', n });
  assert.equal(store.state.notices.at(-1)?.text, 'Changed since the renaming, so left as it is: lib.');
});

test('a fix of several files changes the shown one through the editor and the others at once', async () => {
  const { editing, document, steps } = await page('one', { lib: 'two' });
  editing.apply({
    title: 'Both',
    edits: [
      { from: 0, to: 3, insert: '1' },
      { file: 'lib', from: 0, to: 3, insert: '2' },
    ],
  });
  assert.deepEqual([document().source, document().files.lib, steps], ['1', '2', ['fix']]);
});

test('a fix that no longer fits changes nothing and says so', async () => {
  const { editing, document, store } = await page('one', { lib: 'two' });
  editing.apply({
    title: 'Late',
    edits: [
      { from: 0, to: 3, insert: '1' },
      { file: 'lib', from: 0, to: 9, insert: '2' },
    ],
  });
  assert.deepEqual([document().source, document().files.lib], ['one', 'two']);
  assert.match(store.state.notices[0].text, /The text has changed/);
});

test('a fix from the list is that of the problem as it stands now', async () => {
  const { editing, store, document, engine } = await page('error');
  const fixed = (from: number): Diagnostic[] => [
    {
      from,
      to: from + 5,
      severity: 'error',
      code: 'fake',
      message: 'no',
      fixes: [{ title: 'Remove', edits: [{ from, to: from + 5, insert: '' }] }],
    },
  ];
  const { edit } = engine;
  engine.edit = async (...args) =>
    ({ ...(await edit(...args)), diagnostics: fixed(args[0].indexOf('error')) }) as Analysis;
  store.set({ document: { ...document(), source: 'a -> b\nerror' } });
  await editing.repair(fixed(0)[0], 'Remove');
  assert.equal(document().source, 'a -> b\n');
  await editing.repair({ ...fixed(0)[0], code: 'other' }, 'Remove');
  assert.match(store.state.notices[0].text, /The text has changed/);
});

test('formatting is one step of the editor; a refusal is told and changes nothing', async () => {
  const { editing, document, steps, store, tell } = await page('  a -> b  ');
  await editing.format();
  assert.deepEqual([document().source, steps], ['a -> b\n', ['replace']]);
  await tell();
  await editing.format();
  assert.deepEqual([steps.length, store.state.live], [1, 'Already formatted.']);
  store.set({ document: { ...document(), source: '  a ->' } });
  await tell();
  await editing.format();
  assert.equal(document().source, '  a ->');
  assert.equal(store.state.notices[0].text, 'Not formatted: line 1: this arrow has no target (`edge-without-target`).');
});

test('a new file is shown under its name, with an ending', async () => {
  const { filing, store, document } = await page('a -> b');
  filing.beginName('tabs', null);
  assert.equal(store.state.naming.text, 'part.dygram');
  filing.typeName('lib/wash');
  await filing.takeName();
  assert.deepEqual(
    [document().files, store.state.file, store.state.naming],
    [{ 'lib/wash.dygram': '' }, 'lib/wash.dygram', null],
  );
});

test('a name that cannot be is told beside the box, and dropped when the box is left', async () => {
  const { filing, store, document } = await page('a -> b', { 'lib.dygram': '' });
  filing.beginName('panel', null);
  for (const [text, error] of [
    ['', /Enter a name/],
    ['../x', /a name like lib/],
    ['lib', /lib\.dygram already exists/],
    ['machine.dygram', /already exists/],
  ] as const) {
    filing.typeName(text);
    await filing.takeName();
    assert.match(store.state.naming.error, error);
  }
  filing.leaveName();
  assert.deepEqual([store.state.naming, Object.keys(document().files)], [null, ['lib.dygram']]);
});

test('leaving the box of a new file adds a file only if its name was typed', async () => {
  const { filing, store, document } = await page('a -> b', { 'part.dygram': '' });
  filing.beginName('tabs', null);
  assert.equal(store.state.naming.text, 'part-2.dygram');
  filing.leaveName();
  assert.deepEqual([store.state.naming, Object.keys(document().files)], [null, ['part.dygram']]);
  filing.beginName('tabs', null);
  filing.typeName('wash');
  filing.leaveName();
  assert.deepEqual([store.state.naming, Object.keys(document().files)], [null, ['part.dygram', 'wash.dygram']]);
});

test('renaming a file changes what imports it, and goes on with its history', async () => {
  const { filing, store, document, renames } = await page('import { x } from "./lib"\nx -> y', { lib: 'state x' });
  filing.show('lib');
  filing.beginName('tabs', 'lib');
  filing.typeName('laundry.dygram');
  await filing.takeName();
  assert.deepEqual(
    [document().source, document().files, store.state.file, renames],
    [
      'import { x } from "./laundry"\nx -> y',
      { 'laundry.dygram': 'state x' },
      'laundry.dygram',
      [['lib', 'laundry.dygram']],
    ],
  );
});

test('the entry can be renamed; the machine stays the same', async () => {
  const { filing, document, store } = await page('a -> b');
  filing.beginName('panel', 'machine.dygram');
  filing.typeName('main');
  await filing.takeName();
  assert.deepEqual([document().entry, document().source, store.state.file], ['main.dygram', 'a -> b', 'main.dygram']);
});

test('a deleted file can be put back; the entry cannot be deleted', async () => {
  const { filing, document, store } = await page('a -> b', { lib: 'x' });
  filing.remove('machine.dygram');
  assert.equal(document().source, 'a -> b');
  filing.show('lib');
  filing.remove('lib');
  assert.deepEqual([document().files, store.state.file], [{}, 'machine.dygram']);
  filing.putBack(store.state.notices[0].id);
  assert.deepEqual([document().files, store.state.file, store.state.notices], [{ lib: 'x' }, 'lib', []]);
});

test('another entry is run and drawn instead', async () => {
  const { filing, document, tell, store } = await page('a -> b', { lib: 'x -> y\ny -> z' });
  filing.makeEntry('lib');
  await tell();
  assert.deepEqual(
    [document().entry, document().files, store.state.run.analysis.nodes],
    ['lib', { 'machine.dygram': 'a -> b' }, 3],
  );
});

test('problems are listed by file, the entry first; of a file that nothing imports while it is shown', async () => {
  const { store, filing, engine, tell } = await page('import { x } from "./lib"\nx ->', {
    lib: 'state x\nx ->',
    lone: 'y ->',
  });
  assert.deepEqual(
    problemsByFile(store.state).map(([file, list]) => [file, list.length]),
    [
      ['machine.dygram', 1],
      ['lib', 1],
    ],
  );
  filing.show('lone');
  await tell();
  store.set({ openFileAnalysis: await engine.file('lone', 'y ->') });
  assert.deepEqual(
    problemsByFile(store.state).map(([file]) => file),
    ['machine.dygram', 'lib', 'lone'],
  );
  assert.equal(store.state.run.analysis.errors, 2);
});
