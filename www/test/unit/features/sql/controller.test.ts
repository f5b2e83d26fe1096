// The panel's state: what is asked when, and what becomes of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SqlController } from '../../../../src/features/sql/controller.ts';
import { EndedError } from '../../../../src/features/sql/client.ts';
import { present } from '../../../loose.ts';
import { sparse, type Sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import type { Sql } from '../../../../src/features/sql/client.ts';
import type { Snapshot } from '../../../../src/protocol/types.ts';

const turn = () => new Promise((done) => setImmediate(done));
const RUN: Sparse<Snapshot> = { view: {}, position: { step: 3, tick: 2, action: 0 } };
const result = (count: number) => ({ columns: ['n'], rows: [], count, cut: false, csv: 'n\r\n' });

function desk({ exports = () => JSON.stringify({ title: 'The Kettle!', step: 3, script: 'BEGIN;' }) } = {}) {
  const store = testStore();
  const log: string[] = [];
  const saved: [name: string, content: unknown][] = [];
  const waiting: { done: (value: never) => void; fail: (error: Error) => void }[] = [];
  const ask = (what: string) =>
    new Promise<never>((done, fail) => {
      log.push(what);
      waiting.push({ done, fail });
    });
  const sql = sparse<Sql>({
    fill: () => ask('fill'),
    refill: () => ask('refill'),
    query: (text) => ask(text),
    file: async () => 'bytes' as never,
    cancel: () => {
      log.push('cancel');
      waiting.shift()?.fail(new EndedError('cancelled'));
    },
  });
  let loads = 0;
  const querying = new SqlController({
    store,
    engine: { export: async () => exports() },
    save: (name, content) => saved.push([name, content]),
    load: async () => {
      loads += 1;
      return sql;
    },
  });
  return {
    store,
    log,
    saved,
    get loads() {
      return loads;
    },
    get sql() {
      return store.state.sql;
    },
    act: (action: Parameters<SqlController['act']>[0]) => querying.act(action),
    async answer(value: unknown) {
      present(waiting.shift()).done(value as never);
      await turn();
    },
    async fail(error: Error) {
      present(waiting.shift()).fail(error);
      await turn();
    },
    async open() {
      store.set({
        panel: 'sql',
        document: { ...store.state.document, ready: true },
        run: { ...store.state.run, snapshot: RUN },
      });
      await turn();
    },
  };
}

const ok = (over = {}) => ({
  ok: true,
  result: result(1),
  statements: 1,
  changes: 0,
  open: false,
  tables: [{ name: 'paths' }],
  ...over,
});

test('SQLite is loaded when the panel is first opened, once, and nothing is queried by itself', async () => {
  const it = desk();
  it.store.set({ run: { ...it.store.state.run, snapshot: RUN } });
  await turn();
  assert.deepEqual([it.loads, it.sql.phase], [0, 'closed']);
  await it.open();
  assert.deepEqual([it.loads, it.sql.phase], [1, 'loading']);
  await it.answer([{ name: 'paths' }]);
  assert.deepEqual([it.sql.phase, it.sql.tables, it.log], ['ready', [{ name: 'paths' }], ['fill']]);
  it.act({ type: 'sqlRefresh' });
  await turn();
  assert.deepEqual([it.loads, it.sql.phase], [1, 'filling']);
});

test('a query that is pressed while the tables are filled runs afterwards, unless it is cancelled', async () => {
  const it = desk();
  await it.open();
  it.act({ type: 'sqlRun', text: 'SELECT 1' });
  await it.answer([]);
  assert.deepEqual([it.log, it.sql.busy], [['fill', 'SELECT 1'], true]);
  await it.answer(ok());
  it.act({ type: 'sqlRefresh' });
  await turn();
  it.act({ type: 'sqlCancel' });
  await it.answer([]);
  assert.deepEqual(it.log, ['fill', 'SELECT 1', 'fill']);
});

test('refresh asks again what only looked, and not what changed the copy', async () => {
  const it = desk();
  await it.open();
  await it.answer([]);
  it.act({ type: 'sqlRun', text: 'SELECT 1' });
  await it.answer(ok());
  it.act({ type: 'sqlRefresh' });
  await turn();
  await it.answer([]);
  assert.deepEqual(it.log.slice(1), ['SELECT 1', 'fill', 'SELECT 1']);
  await it.answer(ok({ changes: 2 }));
  it.act({ type: 'sqlRefresh' });
  await turn();
  await it.answer([]);
  assert.deepEqual([it.log.slice(4), it.sql.answer], [['fill'], null]);
});

test('after Cancel and after the limit the copy is made anew, and the text stays', async () => {
  const it = desk();
  await it.open();
  await it.answer([]);
  it.act({ type: 'sqlText', text: 'SELECT long()' });
  it.act({ type: 'sqlRun' });
  it.act({ type: 'sqlCancel' });
  await turn();
  assert.deepEqual(
    [it.sql.phase, it.sql.ended, it.sql.busy, it.sql.text],
    ['filling', 'cancelled', false, 'SELECT long()'],
  );
  await it.answer([]);
  assert.equal(it.sql.phase, 'ready');
  it.act({ type: 'sqlRun' });
  await it.answer({ ok: false, limit: true, message: 'interrupted', at: 0, exact: false, statement: 1, tables: [] });
  assert.deepEqual([it.sql.phase, it.sql.ended, it.log.at(-1)], ['filling', 'limit', 'refill']);
  await it.answer([]);
  assert.deepEqual([it.sql.phase, it.sql.ended], ['ready', 'limit']);
});

test('another document has a copy of its own, made from its own run; what was typed stays', async () => {
  const it = desk();
  await it.open();
  await it.answer([{ name: 'old' }]);
  it.act({ type: 'sqlText', text: 'SELECT mine' });
  it.store.set({ document: { ...it.store.state.document, id: 7, ready: false } });
  await turn();
  assert.deepEqual([it.sql.phase, it.sql.run, it.sql.text, it.log], ['closed', null, 'SELECT mine', ['fill']]);
  it.store.set({ run: { ...it.store.state.run, snapshot: { ...RUN } } });
  it.store.set({ document: { ...it.store.state.document, ready: true } });
  await turn();
  assert.deepEqual(it.log, ['fill', 'fill']);
});

test('a saved run, which comes before its document, has a copy too', async () => {
  const it = desk();
  await it.open();
  await it.answer([{ name: 'old' }]);
  it.store.set({ run: { ...it.store.state.run, snapshot: { ...RUN } } });
  it.store.set({ document: { ...it.store.state.document, id: 7, ready: false } });
  it.store.set({ document: { ...it.store.state.document, ready: true } });
  await turn();
  assert.deepEqual(it.log, ['fill', 'fill']);
});

test('an answer that comes after another document was opened is not shown', async () => {
  const it = desk();
  await it.open();
  it.store.set({ document: { ...it.store.state.document, id: 7, ready: false } });
  await it.answer([{ name: 'old' }]);
  assert.deepEqual([it.sql.phase, it.sql.tables], ['closed', []]);
});

test('where SQLite does not load the reason is said, the run is there, and trying again helps', async () => {
  const it = desk();
  await it.open();
  await it.fail(new Error('no wasm here'));
  assert.deepEqual([it.sql.phase, it.sql.failure, it.sql.run.title], ['failed', 'no wasm here', 'The Kettle!']);
  it.act({ type: 'sqlRun', text: 'SELECT 1' });
  assert.deepEqual(it.log, ['fill']);
  it.act({ type: 'sqlRefresh' });
  await turn();
  await it.fail(new EndedError('limit'));
  assert.match(it.sql.failure, /longer than a minute/);
  it.act({ type: 'sqlRefresh' });
  await turn();
  await it.answer([]);
  assert.equal(it.sql.phase, 'ready');
});

test('files are named after the machine and the step', async () => {
  const it = desk();
  await it.open();
  await it.answer([]);
  it.act({ type: 'sqlRun', text: 'SELECT 1' });
  await it.answer(ok());
  for (const what of ['csv', 'sqlite', 'sql'] as const) it.act({ type: 'sqlSave', what });
  await turn();
  assert.deepEqual(it.saved, [
    ['the-kettle-step-3.csv', 'n\r\n'],
    ['the-kettle-step-3.sql', 'BEGIN;'],
    ['the-kettle-step-3.sqlite', 'bytes'],
  ]);
});

test('an example keeps what was typed, and gives it back', async () => {
  const it = desk();
  it.act({ type: 'sqlText', text: 'SELECT mine' });
  it.act({ type: 'sqlRun', text: 'SELECT 1' });
  it.act({ type: 'sqlRun', text: 'SELECT 2' });
  assert.deepEqual([it.sql.text, it.sql.replaced], ['SELECT 2', 'SELECT mine']);
  it.act({ type: 'sqlBack' });
  assert.deepEqual([it.sql.text, it.sql.replaced], ['SELECT mine', '']);
});

test('when SQLite dies the copy is made anew, and the panel says what happened', async () => {
  const it = desk();
  await it.open();
  await it.answer([]);
  it.store.set({ sql: { ...it.sql, text: 'SELECT 1' } });
  it.act({ type: 'sqlRun' });
  await turn();
  await it.fail(new Error('memory access out of bounds'));
  assert.deepEqual([it.sql.phase, it.sql.ended, it.log.at(-1)], ['filling', 'died', 'refill']);
  await it.answer([{ name: 'paths' }]);
  assert.deepEqual([it.sql.phase, it.sql.ended], ['ready', 'died']);
});
