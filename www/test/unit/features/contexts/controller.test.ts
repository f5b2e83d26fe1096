// A value being edited: what it begins with, where it goes, and what is said when it is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContextsController, editOn } from '../../../../src/features/contexts/controller.ts';
import { sparse } from '../../../sparse.ts';
import { testStore, type TestStore } from '../../store.ts';
import type { ContextInfo, Refusal, Violation } from '../../../../src/protocol/types.ts';
import { answered } from '../../answered.ts';

type FieldInfo = ContextInfo['fields'][number];
type Action = Parameters<ContextsController['act']>[0];
type Fields = () => Promise<{ hash: string; contexts: ContextInfo[] } | null>;
interface Options {
  tick?: number;
  refusal?: Refusal | null;
  wrong?: Violation[];
  form?: () => Promise<unknown>;
  fields?: Fields;
  typed?: string | null;
}

const FIELD = (name: string, schema: FieldInfo['schema'], more: Partial<FieldInfo> = {}): FieldInfo => ({
  name,
  schema,
  required: false,
  hint: null,
  artifact: false,
  span: null,
  ...more,
});
const CONTEXTS = sparse<ContextInfo[]>([
  { id: 'Site', role: 'input', fields: [FIELD('name', { type: 'string', minLength: 3 })] },
  {
    id: 'Sample',
    role: 'state',
    fields: [FIELD('ph', { type: 'number' }), FIELD('loose', {}, { hint: 'number' }), FIELD('odd name', {})],
  },
]);
/** As it stands now, whatever was asserted of it before. */
const editOf = (store: TestStore) => store.state.edit;
const WRONG = { pointer: '/ph', code: 'maximum', message: '15 is more than 14', expected: 14, actual: 15 };

function opened({
  tick = 0,
  refusal = null,
  wrong = [],
  form = async () => {},
  fields: answer = async () => ({ hash: 'h', contexts: CONTEXTS }),
  typed = '',
}: Options = {}) {
  const store = testStore();
  const calls: unknown[] = [];
  const valuesController = new ContextsController({
    store,
    loadForm: form,
    holdKeys: () => {
      calls.push('held');
      return () => (calls.splice(calls.indexOf('held'), 1), typed);
    },
    engine: {
      fields: answer,
      check: async (...args) => {
        calls.push(['check', ...args]);
        return wrong;
      },
    },
    running: {
      setContext: async (...args) => {
        calls.push(['set', ...args]);
        return answered(refusal);
      },
      setInput: async (...args) => {
        calls.push(['input', ...args]);
        return answered(refusal);
      },
    },
    save: (...args) => calls.push(['save', ...args]),
    copyToClipboard: async (text) => calls.push(['copy', text]) > 0,
  });
  const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { values: [], type: null }]));
  const contexts = {
    Site: { role: 'input' as const, shared: false, fields: fields('name') },
    Sample: { role: 'state' as const, shared: false, fields: fields('ph', 'loose', 'odd name') },
  };
  const paths = [
    { id: '1', status: 'active' as const, context: { Site: { name: 'Mill' }, Sample: { ph: 6.9, 'odd name': [1] } } },
  ];
  store.set({
    run: {
      ...store.state.run,
      snapshot: {
        position: { tick },
        input: { Site: { name: 'Mill' } },
        view: { machineHash: 'h', contexts, paths, artifacts: [{ id: 'art', name: 'a.md', text: 'body' }] },
      },
    },
  });
  const rest = () => new Promise((done) => setTimeout(done));
  const act = async (...actions: Action[]) => {
    await rest();
    for (const action of actions) {
      valuesController.act(action);
      await rest();
    }
  };
  return { store, calls, act };
}

test('a value goes through its widget to the chosen path, or to all', async () => {
  const { store, calls, act } = opened();
  await act({ type: 'editField', context: 'Sample', field: 'ph' });
  assert.deepEqual([editOf(store).view, editOf(store).typed], ['form', '6.9']);
  await act({ type: 'editPart', part: { typed: '7.5' } }, { type: 'applyEdit' });
  assert.deepEqual(calls, [['set', '1', 'Sample.ph', 7.5]]);
  assert.equal(editOf(store), null);
  await act(
    { type: 'editField', context: 'Sample', field: 'ph' },
    { type: 'editPart', part: { all: true } },
    { type: 'applyEdit' },
  );
  assert.deepEqual(calls.at(-1), ['set', '*', 'Sample.ph', 6.9]);
  await act({ type: 'editField', context: 'Sample', field: 'ph' });
  assert.equal(editOf(store)?.key, 'Sample.ph', 'a form that was closed opens again');
});

test('a form opens once its code and the schema are there, and what was typed meanwhile goes into it', async () => {
  const late = <T>() => {
    let come: (value: T) => void = () => {};
    const promise = new Promise<T>((done) => {
      come = done;
    });
    return { promise, come };
  };
  for (const [field, text, view, has] of [
    ['ph', '7.5', 'form', { typed: '7.5' }],
    ['loose', '', 'form', { typed: undefined }],
    ['odd name', '[2', 'json', { text: '[2' }],
  ] as const) {
    const [code, schema] = [late<void>(), late<Awaited<ReturnType<Fields>>>()];
    const { store, calls, act } = opened({ form: () => code.promise, fields: () => schema.promise, typed: text });
    await act({ type: 'editField', context: 'Sample', field });
    assert.deepEqual([editOf(store), calls], [null, ['held']]);
    code.come();
    await act();
    assert.equal(editOf(store), null);
    schema.come({ hash: 'h', contexts: CONTEXTS });
    await act({ type: 'openValue', path: 'x' });
    assert.deepEqual(calls, []);
    const edit = editOf(store);
    assert.deepEqual(
      [edit.view, edit.begun, ...Object.keys(has).map((name) => edit[name as 'text' | 'typed'])],
      [view, text !== '', ...Object.values(has)],
      field,
    );
  }
});

test('Enter before the form applies what was typed; a second press, Cancel or a focus elsewhere drops it', async () => {
  const entered = opened({ typed: '7.5\n' });
  await entered.act({ type: 'editField', context: 'Sample', field: 'ph' });
  assert.deepEqual([entered.calls, editOf(entered.store)], [[['set', '1', 'Sample.ph', 7.5]], null]);

  const press: Action = { type: 'editField', context: 'Sample', field: 'ph' };
  for (const [typed, actions] of [
    [undefined, [press, press]],
    [undefined, [press, { type: 'cancelEdit' }]],
    [null, [press]],
  ] as [string | null | undefined, Action[]][]) {
    let come = () => {};
    const { store, act } = opened({
      form: () =>
        new Promise<void>((done) => {
          come = done;
        }),
      ...(typed === undefined ? {} : { typed }),
    });
    await act(...actions);
    come();
    await act({ type: 'openValue', path: 'x' });
    assert.equal(editOf(store), null);
  }
});

test('an untyped field is a JSON box, unless its default or value says more; odd names are quoted', async () => {
  const { store, calls, act } = opened();
  await act({ type: 'editField', context: 'Sample', field: 'loose' });
  assert.equal(editOf(store).view, 'form');
  await act({ type: 'editField', context: 'Sample', field: 'odd name' });
  assert.deepEqual([editOf(store).view, editOf(store).text], ['json', '[1]']);
  await act({ type: 'editPart', part: { text: '[1,2]' } }, { type: 'applyEdit' });
  assert.deepEqual(calls, [['set', '1', 'Sample["odd name"]', [1, 2]]]);
});

test('a refusal keeps what was typed, with the list of the core', async () => {
  const { store, act } = opened({
    refusal: { code: 'write-refused', message: 'no', data: { context: 'Sample', errors: [WRONG] } },
  });
  await act(
    { type: 'editField', context: 'Sample', field: 'ph' },
    { type: 'editPart', part: { typed: '15' } },
    { type: 'applyEdit' },
  );
  assert.deepEqual([editOf(store).typed, editOf(store).error, editOf(store).errors], ['15', '', [WRONG]]);
});

test('what is no value does not reach the core', async () => {
  const { store, calls, act } = opened();
  await act(
    { type: 'editField', context: 'Sample', field: 'ph' },
    { type: 'editPart', part: { typed: 'hot' } },
    { type: 'applyEdit' },
  );
  assert.match(editOf(store).error, /^`ph` must be a number/);
  await act({ type: 'editView', view: 'json' }, { type: 'editPart', part: { text: '{' } }, { type: 'applyEdit' });
  assert.match(editOf(store).error, /not valid JSON/);
  assert.deepEqual(calls, []);
});

test('at tick 0 an input starts the run over, once the core finds nothing wrong', async () => {
  const { calls, act } = opened();
  await act(
    { type: 'editField', context: 'Site', field: 'name' },
    { type: 'editPart', part: { typed: 'Ox bow' } },
    { type: 'applyEdit' },
  );
  assert.deepEqual(calls, [
    ['check', 'Site', { name: 'Ox bow' }],
    ['input', { Site: { name: 'Ox bow' } }],
  ]);
  const refused = opened({ wrong: [WRONG] });
  await refused.act(
    { type: 'editField', context: 'Site', field: 'name' },
    { type: 'editPart', part: { typed: 'Ox' } },
    { type: 'applyEdit' },
  );
  assert.deepEqual(refused.calls, [['check', 'Site', { name: 'Ox' }]]);
  assert.deepEqual(editOf(refused.store).errors, [WRONG]);
});

test('the two views of an edit hand over what was typed', async () => {
  const { store, act } = opened();
  await act(
    { type: 'editField', context: 'Sample', field: 'ph' },
    { type: 'editPart', part: { typed: '3' } },
    { type: 'editView', view: 'json' },
  );
  assert.equal(editOf(store).text, '3');
  await act({ type: 'editPart', part: { text: '"x"' } }, { type: 'editView', view: 'form' });
  assert.deepEqual([editOf(store).view, editOf(store).text], ['json', '"x"']);
  assert.match(editOf(store).error, /cannot show/);
});

test('artifacts are saved under their names, and paths are copied', async () => {
  const { store, calls, act } = opened();
  await act({ type: 'saveArtifact', id: 'art' }, { type: 'copyText', text: 'Sample.ph' });
  assert.deepEqual(calls, [
    ['save', 'a.md', 'body'],
    ['copy', 'Sample.ph'],
  ]);
  assert.equal(store.state.live, 'Copied.');
});

test('what was typed for a value outlasts other fields and paths, until it is applied or dropped', async () => {
  const { store, calls, act } = opened();
  const {
    run: { snapshot },
  } = store.state;
  const [first] = snapshot.view.paths;
  store.set({
    run: {
      ...store.state.run,
      snapshot: {
        ...snapshot,
        view: { ...snapshot.view, paths: [first, { ...first, id: '2', context: { Sample: { ph: 5 } } }] },
      },
    },
  });
  const choose = (path: string) => store.set({ path, ...editOn(store.state, path) });
  choose('1');
  await act({ type: 'editField', context: 'Sample', field: 'ph' }, { type: 'editPart', part: { typed: '7.5' } });
  choose('2');
  assert.equal(editOf(store), null, 'the other path has no form open');
  await act({ type: 'editField', context: 'Sample', field: 'ph' });
  assert.deepEqual([editOf(store).path, editOf(store).typed], ['2', '5']);
  choose('1');
  assert.deepEqual([editOf(store).path, editOf(store).typed], ['1', '7.5']);
  await act(
    { type: 'editField', context: 'Sample', field: 'loose' },
    { type: 'editField', context: 'Sample', field: 'ph' },
  );
  assert.equal(editOf(store).typed, '7.5');
  await act({ type: 'applyEdit' });
  assert.deepEqual(calls, [['set', '1', 'Sample.ph', 7.5]]);
  assert.deepEqual([editOf(store), store.state.editsAside], [null, {}]);
  await act(
    { type: 'editField', context: 'Sample', field: 'ph' },
    { type: 'editPart', part: { typed: '1' } },
    { type: 'cancelEdit' },
    { type: 'editField', context: 'Sample', field: 'ph' },
  );
  assert.equal(editOf(store).typed, '6.9', 'what was dropped is gone');
});

test('a value goes to the path it was opened for, and where that went on, to the path that it became', async () => {
  const { store, calls, act } = opened();
  await act({ type: 'editField', context: 'Sample', field: 'ph' }, { type: 'editPart', part: { typed: '7.5' } });
  const {
    run: { snapshot },
  } = store.state;
  const [first] = snapshot.view.paths;
  const children = ['1.1', '1.2'].map((id) => ({ ...first, id, parent: '1' }));
  store.set({
    run: {
      ...store.state.run,
      snapshot: { ...snapshot, view: { ...snapshot.view, paths: [{ ...first, status: 'forked' }, ...children] } },
    },
  });
  await act({ type: 'applyEdit' });
  assert.deepEqual(calls, [['set', '1.1', 'Sample.ph', 7.5]]);
});
