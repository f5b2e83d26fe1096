// What a visitor wants is done with the newest state: with what was typed while something else was going on, too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BranchesController } from '../../../src/features/branches/controller.ts';
import { EditorAssistant } from '../../../src/document/assistant.ts';
import { ExportController } from '../../../src/features/export/controller.ts';
import { Replies } from '../../../src/document/replies.ts';
import { DocumentRun } from '../../../src/document/document-run.ts';
import { ShareController } from '../../../src/features/share/controller.ts';
import { BreakpointsController } from '../../../src/features/breakpoints/controller.ts';
import { ContextsController } from '../../../src/features/contexts/controller.ts';
import { supervise } from '../../../src/core/calls.ts';
import { EngineError } from '../../../src/core/supervisor.ts';
import { beginRecord } from '../../../src/protocol/record.ts';
import { pageHandlers } from '../../../src/app/actions.ts';
import { sparse } from '../../sparse.ts';
import { alone, browser, settled, tab } from '../fake-storage.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { testStore } from '../store.ts';
import { DocumentOpener } from '../../../src/document/document-opener.ts';
import type { Analysis, Diagnostic, Engine, Refusal, Sources, Span } from '../../../src/protocol/types.ts';
import type { Action } from '../../../src/store/state.ts';
import { answered } from '../answered.ts';

type Parts<T extends abstract new (parts: never) => unknown> = ConstructorParameters<T>[0];

const rest = () => new Promise((done) => setTimeout(done, 0));
const later = <T = void>() => {
  let come: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    come = done;
  });
  return { promise, come: (value: T) => come(value) };
};

/** Holds replays back. `asked` resolves when the first one is wanted. */
function holdRestore(engine: Engine) {
  const { restore } = engine;
  const asked = later();
  const released = later();
  engine.restore = async (...args) => {
    asked.come();
    await released.promise;
    return restore(...args);
  };
  return { asked: asked.promise, release: released.come };
}

/** Neither a draft nor an example is opened here. */
const NO_AUTOSAVE = sparse<Parts<typeof DocumentOpener>['autosave']>({ flush: async () => {} });

/** A document with a run; `type` changes its text as the editor does. @param visible the part that is on screen */
async function page(source: string, visible: Span | null = null) {
  const store = testStore();
  const engine = supervise(() => new InThreadWorker(), handWatch());
  const running = new DocumentRun({ store, engine, visible: () => visible });
  const address = sparse<Parts<typeof DocumentOpener>['address']>({
    shownAt: () => ({}),
    write() {},
    isOwn: () => false,
  });
  const opening = new DocumentOpener({
    store,
    documentRun: running,
    address,
    getRunRecord: () => engine.runRecord(),
    autosave: NO_AUTOSAVE,
  });
  await opening.openSources(alone(source), null);
  const type = (text: string) => opening.editFile('machine.dygram', text, false);
  return { store, engine, running, opening, type };
}

test('the colors of the whole text follow those of the part on screen, also where these come late', async () => {
  const { store, engine, running, type } = await page('init a; a -> b', { from: 0, to: 6 });
  const { tokens } = engine;
  const slow = later();
  const answers: Promise<unknown>[] = [slow.promise];
  engine.tokens = (...args) => {
    const answer = Promise.all(answers).then(() => tokens(...args));
    answers.push(answer);
    return answer;
  };
  type('init a; a -> c');
  await running.flush();
  slow.come();
  await Promise.all(answers);
  await rest();
  const { tokens: painted } = store.state;
  assert.deepEqual([painted?.source, painted?.within], ['init a; a -> c', undefined]);
});

test('what is to work on the newest text waits until it was read, also while an earlier one is read', async () => {
  const { store, engine, running, type } = await page('a -> b');
  const { edit } = engine;
  const slow = later();
  engine.edit = async (...args) => (args[0] === 'a -> c' ? (await slow.promise, edit(...args)) : edit(...args));
  type('a -> c');
  const first = running.flush();
  const second = running.flush();
  type('a -> d');
  slow.come();
  await second;
  assert.equal(store.state.run.analysis.source, 'a -> d');
  await first;
});

test('a text that could not be read when it was opened, for want of a part, is read when Step is pressed', async () => {
  const store = testStore();
  const engine = supervise(() => new InThreadWorker(), handWatch());
  const { edit } = engine;
  engine.edit = async () => {
    throw new EngineError('engine-part', 'a part of the engine could not be loaded');
  };
  const running = new DocumentRun({ store, engine });
  store.set({ document: { ...store.state.document, ...alone('init a; a -> b') } });
  await running.openDocument(null);
  assert.equal(store.state.run.analysis, null);
  assert.ok(store.state.run.controls.step.enabled && store.state.run.controls.run.enabled);
  engine.edit = edit;
  await running.step();
  assert.equal(store.state.run.snapshot.position.tick, 1);
});

test('a text that was typed while a run is played again is the one that is read in the end', async () => {
  const { store, engine, running, opening, type } = await page('a -> b');
  const replay = holdRestore(engine);
  const opened = opening.openSources(alone('a -> b\nb -> a'), { ...beginRecord(alone('a -> b\nb -> a'), {}), k: 1 });
  await replay.asked;
  type('a -> b\nb -> c');
  replay.release();
  await opened;
  // Where the keys rested meanwhile, it is being read.
  await running.flush();
  assert.equal(store.state.run.analysis.source, 'a -> b\nb -> c');
});

test('a replay that another one overtakes does not take its progress away', async () => {
  const { store, engine, running } = await page('a -> b');
  const replay = holdRestore(engine);
  const open = (source: string) => {
    store.set({ document: { ...store.state.document, ...alone(source), id: store.state.document.id + 1 } });
    return running.openDocument({ ...beginRecord(alone(source), {}), k: 1 });
  };
  const first = open('first');
  const second = open('second');
  store.set({ replaying: { tick: 0, of: 1 } });
  await settled();
  assert.deepEqual(store.state.replaying, { tick: 0, of: 1 });
  replay.release();
  await Promise.all([first, second]);
  assert.equal(store.state.replaying, null);
});

test('breakpoints that are set while a run is played again stay', async () => {
  const { store, engine, opening } = await page('a -> b');
  const replay = holdRestore(engine);
  const opened = opening.openDraft({
    sources: alone('b -> a'),
    slug: null,
    record: { ...beginRecord(alone('b -> a'), {}), k: 1 },
    breakpoints: [{ at: 'a' }],
  });
  await replay.asked;
  assert.deepEqual(store.state.breakpoints, [{ at: 'a' }]);
  store.set({ breakpoints: [...store.state.breakpoints, { at: 'b' }] });
  replay.release();
  await opened;
  assert.deepEqual(store.state.breakpoints, [{ at: 'a' }, { at: 'b' }]);
});

test('a fix is not put into a text that was typed since the core looked for problems', async () => {
  const { store, engine, running, opening, type } = await page('error');
  const { edit } = engine;
  engine.edit = async (source, ...args) => {
    const at = source.indexOf('error');
    const answer = await edit(source, ...args);
    if (source === '\nerror') type('  \n\nerror');
    return {
      ...answer,
      diagnostics: [
        {
          from: at,
          to: at + 5,
          severity: 'error',
          code: 'fake',
          message: 'no',
          fixes: [{ title: 'Remove', edits: [{ from: at, to: at + 5, insert: '' }] }],
        },
      ],
    } as Analysis;
  };
  const editing = new EditorAssistant({
    store,
    engine,
    running,
    opening,
    editor: () => null,
    showFile: async () => {},
    convert() {},
    show() {},
  });
  type('\nerror');
  await editing.repair({ from: 0, to: 5, code: 'fake', message: 'no' } as Diagnostic, 'Remove');
  assert.equal(store.state.document.source, '  \n\n');
});

test('a file that is saved is of the newest text', async () => {
  const { store, engine, running, opening, type } = await page('a -> b');
  const saved: unknown[] = [];
  const { export: give } = engine;
  engine.export = async (kind) => (kind === 'dot' ? store.state.run.analysis.source : give(kind));
  const exporting = new ExportController({
    store,
    engine,
    running,
    opening,
    document: async () => '',
    save: (name, text) => saved.push(text),
  });
  type('a -> c');
  await exporting.save('dot');
  assert.deepEqual(saved, ['a -> c']);
});

test('places that the core told are those of the newest text, whatever was typed before or behind them', async () => {
  const { store } = await page('a -> b\nask c');
  store.set({
    run: {
      ...store.state.run,
      analysis: {
        ...store.state.run.analysis,
        source: 'a -> b\nask c',
        outline: [{ from: 7, to: 12, diagramId: 'n1', id: 'c', children: [] }],
        diagnostics: [],
      },
    },
  });
  const shown: number[][] = [];
  const handlers = pageHandlers({
    store,
    files: { show() {} },
    showSource: (span: Span) => shown.push([span.from, span.to]),
    showInDrawing() {},
  } as unknown as Parameters<typeof pageHandlers>[0]);
  const dispatch = (action: Action) =>
    (handlers as unknown as Record<string, (action: Action) => void>)[action.type](action);
  const jump = (newest?: boolean) => dispatch({ type: 'jump', span: { from: 7, to: 12 }, newest });
  const put = (source: string) => store.set({ document: { ...store.state.document, source } });
  jump();
  put('// so\na -> b\nask c');
  jump();
  dispatch({ type: 'select', id: 'n1', open: false });
  put('a -> b\nask c\n// so');
  jump();
  put('// so\na -> b\nask c');
  jump(true);
  assert.deepEqual(shown, [
    [7, 12],
    [13, 18],
    [13, 18],
    [7, 12],
    [7, 12],
  ]);
  dispatch({ type: 'caret', offset: 14, typed: false, put: true });
  assert.equal(store.state.selected, 'n1');
});

test('the choice follows the caret to an element that is typed, and stays with one chosen in the drawing', async () => {
  const item = (line: string, from: number, diagramId: string) => ({
    name: line,
    from,
    to: from + line.length,
    diagramId,
    children: [],
  });
  const read = 'init begin\ntask third\n// so';
  const typing = async (
    selected: string | null,
    card: string | null,
    offset: number,
    put = false,
    chosenMeanwhile = '',
  ) => {
    const store = testStore();
    store.set({ document: { source: read, entry: 'a' }, file: 'a', selected, card });
    const flush = async () => {
      await rest();
      store.set({
        run: {
          ...store.state.run,
          analysis: { source: read, outline: [item('init begin', 0, 'n0'), item('task third', 11, 'n1')] },
        },
      });
    };
    const parts = { store, running: { flush }, showSource: () => {}, showInDrawing: () => {} };
    const { caret, select } = pageHandlers(parts as unknown as Parameters<typeof pageHandlers>[0]);
    const reported = caret({ type: 'caret', offset, typed: true, put });
    if (chosenMeanwhile) select({ type: 'select', id: chosenMeanwhile, open: false });
    await reported;
    return store.state.selected;
  };
  assert.equal(await typing('n0', null, 21), 'n1');
  assert.equal(await typing('n0', 'n0', 21), 'n0', 'chosen in the drawing');
  assert.equal(await typing('n0', 'n0', 21, true), 'n1', 'the caret was put there');
  assert.equal(await typing('n0', 'n0', 21, true, 'n0'), 'n0', 'chosen again while the text was read');
  assert.equal(await typing('n0', null, 26), 'n0', 'typed between elements');
  assert.equal(await typing(null, null, 21), null, 'nothing is chosen');
});

test('beside a newer text a card opens for what that declares, and for nothing else', () => {
  const store = testStore();
  const outline = [{ name: 'a', id: 'a', diagramId: 'n0', class: 'state', from: 0, to: 7, children: [] }];
  const document = { source: 'state a', entry: 'a' };
  store.set({
    run: { ...store.state.run, analysis: { source: 'state a', outline }, shows: 'source' },
    document,
    file: 'a',
  });
  const { select } = pageHandlers({ store, showSource() {}, showInDrawing() {} } as unknown as Parameters<
    typeof pageHandlers
  >[0]);
  const cardOf = (id: string) => {
    select({ type: 'select', id, open: false });
    return store.state.card;
  };
  assert.deepEqual([cardOf('n0'), cardOf('n7')], ['n0', null]);
  store.set({ run: { ...store.state.run, shows: 'run' } });
  assert.equal(cardOf('n7'), 'n7');
});

test('Go to error leads to the error of the newest text', async () => {
  const { store, engine, running, type } = await page('error');
  const { edit } = engine;
  engine.edit = async (source, ...args) => {
    const from = source.indexOf('error');
    const error = { from, to: from + 5, severity: 'error', code: 'fake', message: 'no' } as Diagnostic;
    return { ...(await edit(source, ...args)), diagnostics: [error] } as Analysis;
  };
  const shown: (number | undefined)[][] = [];
  const { firstProblem } = pageHandlers({
    store,
    running,
    files: { show() {} },
    showSource: (span: Span, _how: string, problem?: Diagnostic) => shown.push([span.from, problem?.from]),
    showInDrawing() {},
  } as unknown as Parameters<typeof pageHandlers>[0]);
  type('a -> b\nerror');
  await firstProblem({ type: 'firstProblem' });
  assert.deepEqual(shown, [[7, 7]]);
});

test('a breakpoint is set on the line that is pressed, though lines were typed above since the reading', async () => {
  const { store, engine } = await page('a -> b');
  const run = { ...store.state.run.snapshot, view: { nodes: { a: {}, b: {} }, edges: [], contexts: {}, paths: [] } };
  const outline = [
    { from: 0, to: 1, id: 'a', class: 'node', children: [] },
    { from: 2, to: 3, id: 'b', class: 'node', children: [] },
  ];
  store.set({
    run: { ...store.state.run, snapshot: run, analysis: { ...store.state.run.analysis, source: 'a\nb', outline } },
    document: { ...store.state.document, source: '\n\na\nb' },
  });
  new BreakpointsController({ store, engine }).act({ type: 'stopLine', from: 2, to: 3, caret: null });
  assert.deepEqual(store.state.breakpoints, [{ at: 'a' }]);
});

/** Types into a machine whose Share dialog is open, copies, and does `meanwhile`. @returns what was copied */
async function copiedAfter(meanwhile: (sharing: ShareController) => void) {
  const copied: string[] = [];
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
  });
  globalThis.location = new URL('https://page.test/') as unknown as Location;
  const { store, engine, running, opening, type } = await page('a -> b');
  const sharing = new ShareController({ store, engine, running, opening, save() {} });
  sharing.act({ type: 'share' });
  while (!store.state.share || !('forms' in store.state.share && store.state.share.forms)) await rest();
  type('a -> b\nb -> c');
  sharing.act({ type: 'copyForm', form: 'code' });
  meanwhile(sharing);
  while (copied.length === 0) await rest();
  store.set({ share: null });
  delete (globalThis as Partial<typeof globalThis>).location;
  delete (globalThis as Partial<typeof globalThis>).navigator;
  return copied[0];
}

test('a link that is copied holds what was typed since it was made', async () =>
  assert.match(await copiedAfter(() => {}), /b -> c/));

test('so does one that is being made when the dialog wants another', async () =>
  assert.match(await copiedAfter((sharing) => sharing.act({ type: 'sharePart', part: 'view', on: true })), /b -> c/));

test('an accepted edit goes into the document it was proposed for, and into no other', async () => {
  const asked = later<Refusal | null>();
  const store = testStore();
  store.set({
    document: { ...store.state.document, id: 1, source: 'old' },
    run: {
      ...store.state.run,
      snapshot: { position: {}, pending: { edits: [{ id: 'e', source: 'new' }] }, view: { paths: [] } },
    },
  });
  const changed: string[] = [];
  const engine = sparse<Engine>({ inspect: async () => [] });
  const running = sparse<DocumentRun>({ act: () => asked.promise.then(answered) });
  const branches = new BranchesController({
    store,
    engine,
    running,
    changeSource: (source) => changed.push(source),
    showContexts() {},
  });
  branches.act({ type: 'decide', id: 'e', apply: true });
  store.set({ document: { ...store.state.document, id: 2, source: 'other' } });
  asked.come(null);
  await rest();
  assert.deepEqual(changed, []);
});

test('a refused name, value or answer leaves what was typed meanwhile', async () => {
  const asked = later<Refusal | null>();
  const store = testStore();
  const running = {
    act: () => asked.promise.then(answered),
    answer: () => asked.promise.then(answered),
    setContext: () => asked.promise.then(answered),
  } as unknown as DocumentRun;
  const engine = {} as Engine;
  const request = { id: 'q' };
  store.set({
    labelling: { of: 'branch', id: 'b1', text: 'one', error: '' },
    answers: { q: { text: 'one', error: '' } },
    path: '1',
    edit: {
      key: 'C.f',
      context: 'C',
      field: 'f',
      view: 'json',
      typed: undefined,
      text: '1',
      all: false,
      long: false,
      begun: false,
      error: '',
      errors: [],
    },
    run: {
      ...store.state.run,
      snapshot: {
        position: { tick: 1 },
        input: {},
        pending: { edits: [] },
        view: {
          machineHash: '',
          contexts: { C: { role: 'state', fields: { f: { values: [], type: null } } } },
          paths: [{ id: '1', status: 'active', context: { C: { f: 0 } } }],
          artifacts: [],
        },
      },
    },
  });
  const parts = [
    new BranchesController({ store, engine, running, changeSource() {}, showContexts() {} }),
    new Replies({ store, running }),
    new ContextsController({ store, engine, running, save() {} }),
  ];
  const act = (action: Action) => parts.forEach((part) => part.act(action as never));
  for (const action of [
    { type: 'takeLabel' },
    { type: 'answer', request: request.id, ok: true },
    { type: 'applyEdit' },
  ] as const)
    act(action);
  for (const action of [
    { type: 'typeLabel', text: 'two' },
    { type: 'answerText', request: request.id, text: 'two' },
    { type: 'editPart', part: { text: '2' } },
  ] as const)
    act(action);
  asked.come({ code: 'no', message: 'not so' });
  await rest();
  const { labelling, answers, edit } = store.state;
  assert.deepEqual([labelling.text, answers.q.text, edit.text], ['two', 'two', '2']);
  assert.deepEqual([labelling.error, answers.q.error, edit.error], ['not so', 'not so', 'not so']);
});

test('a version is compared with the text as it is when it has come, and a name being typed stays', async () => {
  const shared = browser();
  const { store, autosave, history, documents, type } = tab(shared);
  type('one');
  await autosave.flush();
  const time = [...shared.versions.values()][0].time;
  const compared = history.compare(time);
  documents.act({ type: 'beginTitle' });
  type('two');
  await compared;
  assert.deepEqual(
    store.state.docs.shown.files[0].lines.map(({ op, text }) => `${op} ${text}`),
    ['remove start', 'add two'],
  );
  assert.equal(store.state.docs.label?.of, 'title');
});

test('what is typed while a version is brought back is not lost', async () => {
  const shared = browser();
  const { store, autosave, history, type } = tab(shared);
  type('one');
  await autosave.flush();
  const time = [...shared.versions.values()][0].time;
  const { versions } = shared.drafts;
  const { put } = versions;
  versions.put = (version) => {
    if (version.why === 'restore') type(`${store.state.document.source}, typed on`);
    return put(version);
  };
  await history.restore(time);
  await settled();
  assert.equal(store.state.document.source, 'start, typed on');
  assert.deepEqual([...shared.versions.values()].map(({ document }) => document.s).toSorted(), [
    'one',
    'start',
    'start',
  ]);
});

test('a removed file is put back into the document it was removed from, and into no other', async () => {
  const { FilesController } = await import('../../../src/features/files/controller.ts');
  const store = testStore();
  const opening = {
    changeSources: (sources: Sources) => store.set({ document: { ...store.state.document, ...sources } }),
  };
  const filing = new FilesController({
    store,
    engine: {} as Engine,
    running: { onFileShown() {} } as unknown as DocumentRun,
    opening: opening as never,
    editor: () => null,
  });
  store.set({ document: { ...store.state.document, id: 1, source: 'a', files: { lib: 'b' } } });
  filing.remove('lib');
  const [{ id }] = store.state.notices;
  store.set({ document: { ...store.state.document, id: 2, source: 'other', files: {} } });
  filing.putBack(id);
  assert.deepEqual([store.state.document.files, store.state.notices], [{}, []]);
});
