// The core's tables in the page's SQLite, with the page's own code around both.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import sqlite from '@sqlite.org/sqlite-wasm';
import { ScratchDatabase } from '../../src/features/sql/scratch-database.ts';
import { exportText } from '../../src/core/run-queries.ts';
import * as definitions from '../../src/features/sql/definitions.ts';
import { examplesFor, lookAt } from '../../src/features/sql/queries.ts';
import * as core from '../../pkg/tracklight.js';
import { start } from './core.ts';
import { working } from '../clock.ts';
import { loose, loosely, present } from '../loose.ts';
import { callsOver } from '../session.ts';

const { statementsOf } = definitions;
const tableOf = loosely(definitions.tableOf);
type Live = Parameters<typeof exportText>[1];

let lib: Awaited<ReturnType<typeof sqlite>>;
before(async () => {
  lib = await sqlite();
});
const never = () => false;

/** A copy of a run of a text. */
const copyOf = (source: string) => loose(new ScratchDatabase(lib, start(source).sql()));
type Copied = ReturnType<typeof copyOf>;

/** What a script gives, without the tables. */
function asked(copy: Copied, text: string, over = never) {
  const { tables, ...answer } = copy.run(text, over);
  return answer;
}

/** The cells of the result as kind and text. */
const cells = (copy: Copied, text: string) =>
  asked(copy, text).result.rows.map((row) => row.map(({ kind, text: shown }) => `${kind} ${shown}`));

const POND =
  'context Sample { ph<number> @minimum(0) @maximum(14); seen<List<string>>: ["newt", "otter"] }\n' +
  'state a\n' +
  'state b\n' +
  'a -> b';

test('the last statement that gives rows is the result, and kinds are told apart', () => {
  const copy = copyOf(POND);
  assert.deepEqual(
    cells(
      copy,
      `SELECT 1; SELECT NULL, 2, 3.0, '', 'x', '{"a":1}', '{a', x'0aff', 9223372036854775807; CREATE TABLE t (a)`,
    ),
    [
      [
        'null NULL',
        'integer 2',
        'real 3.0',
        'text ',
        'text x',
        'json {"a":1}',
        'text {a',
        "blob X'0AFF'",
        'integer 9223372036854775807',
      ],
    ],
  );
  assert.deepEqual(cells(copy, "SELECT 'a' || char(0) || 'é', 1e999, -1e999"), [
    ['text a\0é', 'real Inf', 'real -Inf'],
  ]);
});

test('a thousand rows are shown, all are counted and in the CSV; a long text is cut when shown', async () => {
  const copy = copyOf(POND);
  const { result } = asked(
    copy,
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1500) SELECT i, printf('%.*c', 3000, " +
      "'x') AS t FROM n",
  );
  assert.deepEqual([result.rows.length, result.count, result.cut], [1000, 1500, false]);
  assert.match(result.rows[0][1].text, /^x{2000} … \(3000 characters\)$/);
  const lines = (await result.csv.text()).split('\r\n');
  assert.deepEqual([lines.length, lines[0], lines[1500]], [1502, 'i,t', `1500,${'x'.repeat(3000)}`]);
});

test('errors name their place in UTF-16, and what came before them stays', () => {
  const copy = copyOf(POND);
  assert.deepEqual(asked(copy, "SELECT 'é🎏', nope FROM paths"), {
    ok: false,
    limit: false,
    message: 'no such column: nope',
    at: 14,
    exact: true,
    statement: 1,
  });
  const script = 'CREATE TABLE t (a); -- é\n/* more */ UPDATE context_Sample SET ph = 15; SELECT 1';
  assert.deepEqual(asked(copy, script), {
    ok: false,
    limit: false,
    message: 'CHECK constraint failed: ph >= 0 AND ph <= 14',
    at: script.indexOf('UPDATE'),
    exact: false,
    statement: 2,
  });
  assert.ok(copy.tables().some(({ name }) => name === 't'));
  assert.equal(asked(copy, 'SELEC 1').message, 'near "SELEC": syntax error');
  assert.equal(
    asked(copy, 'INSERT INTO context_Sample_seen (context_Sample_id, "index", value) VALUES (9, 0, \'x\')').message,
    'FOREIGN KEY constraint failed',
  );
});

test('a table that is missing names the one of the context', () => {
  const copy = copyOf(POND);
  for (const [exportText, near] of [
    ['Sample', 'context_Sample'],
    ['sample', 'context_Sample'],
    ['contextSample', undefined],
    ['Sample_seen', 'context_Sample_seen'],
    ['path', 'paths'],
    ['nowhere', undefined],
  ]) {
    const answer = asked(copy, `SELECT * FROM ${exportText}`);
    assert.deepEqual([answer.message, answer.near], [`no such table: ${exportText}`, near], exportText);
  }
  assert.equal(asked(copy, 'INSERT INTO main.Sample VALUES (1)').near, 'context_Sample');
  assert.equal('near' in asked(copy, 'SELECT nope FROM paths'), false);
});

test('texts without a statement, open transactions and changes are told', () => {
  const copy = copyOf(POND);
  assert.deepEqual(asked(copy, ' -- nothing\n;'), { ok: true, result: null, statements: 0, changes: 0, open: false });
  assert.deepEqual(asked(copy, 'BEGIN; DELETE FROM context_Sample'), {
    ok: true,
    result: null,
    statements: 2,
    changes: 3,
    open: true,
  });
  assert.equal(copy.tables().find(({ name }) => name === 'context_Sample_seen')?.rows, 0);
  assert.equal(asked(copy, 'ROLLBACK').open, false);
  assert.equal(copy.tables().find(({ name }) => name === 'context_Sample_seen')?.rows, 2);
});

test('an endless statement ends in time, one that needs too much memory is refused, and the copy still answers', () => {
  const copy = copyOf(POND);
  let looks = 0;
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
  assert.deepEqual(
    asked(copy, `SELECT 1;\n${endless}`, () => (looks += 1) > 3),
    { ok: false, limit: true, message: 'interrupted', at: 10, exact: false, statement: 2 },
  );
  assert.equal(asked(copy, 'SELECT hex(zeroblob(300000000))').message, 'out of memory');
  assert.equal(asked(copy, 'SELECT 1').ok, true);
});

test('names that need quotes, and a thousand columns, are filled and read', () => {
  const fields = Array.from({ length: 1000 }, (_, i) => `"f ${i}": { type: "integer" }`).join(', ');
  const source =
    `context Odd { schema: { type: "object", properties: { "a,(b": { type: "string", enum: ["x)", "it's"] }, ` +
    `"se\\"lect": { type: "number" }, order: { type: "string" }, ${fields} } } }\n` +
    'state a';
  const copy = copyOf(source);
  const { columns } = tableOf(present(copy.tables().find(({ name }) => name === 'context_Odd')).sql);
  assert.deepEqual(
    columns.slice(3, 6).map(({ name, type, rules }) => [name, type, rules]),
    [
      ['a,(b', 'TEXT', `CHECK ("a,(b" IN ('x)', 'it''s'))`],
      ['se"lect', 'REAL', ''],
      ['order', 'TEXT', ''],
    ],
  );
  assert.equal(columns.length, 1008);
  const { result } = asked(copy, lookAt('context_Odd'));
  assert.deepEqual([result.columns.length, result.rows.length], [1008, 1]);
});

test('the file of the copy is a database', () => {
  assert.equal(new TextDecoder().decode(copyOf(POND).file().subarray(0, 15)), 'SQLite format 3');
});

test('the names of tables are those of the core, and a view or another statement is no table', () => {
  const { ddl, tables } = start(POND).sql();
  assert.deepEqual(
    statementsOf(ddl).map((text) => tableOf(text).name),
    tables,
  );
  assert.equal(definitions.tableOf('CREATE VIEW v AS SELECT 1'), null);
});

test('examples fit a machine whose names are taken by the tables themselves', () => {
  const source = 'context A @output { id<number>; path_id<string>: "x"; gaps<List<string>>: ["q"] }\nstate a';
  const copy = copyOf(source);
  const examples = examplesFor({ ddl: start(source).sql().ddl, outputs: ['context_A'] });
  assert.deepEqual(examples.map(({ ask }) => ask).slice(-3), ['field', 'list', 'gaps']);
  for (const { ask, text } of examples) assert.equal(copy.run(text, never).message, undefined, `${ask}: ${text}`);
  assert.deepEqual(cells(copy, present(examples.at(-1)).text), [['text 1', 'text /id']]);
  assert.deepEqual(cells(copy, present(examples.at(-2)).text), [['text 1', 'text q']]);
});

const folder = new URL('../../examples/', import.meta.url);
for (const { slug } of JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { slug: string }[]) {
  test(`every example query runs on a run of ${slug}`, async () => {
    const call = callsOver(core, working());
    await call('edit', {
      source: readFileSync(new URL(`${slug}.dygram`, folder), 'utf8'),
      files: {},
      entry: 'machine.dygram',
    });
    await call('start', {}, {});
    await call('run', { ticksPerSecond: null, maxTicks: 20 }, {});
    const run = JSON.parse(await call('export', 'database'));
    const copy = loose(new ScratchDatabase(lib, run));
    for (const { ask, text } of examplesFor(run)) {
      const answer = copy.run(text, never);
      assert.equal(answer.message, undefined, `${ask}: ${text}`);
      if (ask === 'paths' || ask === 'events') assert.ok(answer.result.count > 0);
    }
    for (const { name, rows } of copy.tables()) assert.equal(copy.run(lookAt(name), never).result.count, rows);
    copy.close();
  });
}

test('a database of the run comes with its position, its outputs and its collisions', () => {
  const sources = {
    source: 'context Vote { a: 0 }\ncontext vote @output { b<Integer>: 0 }\nstate s -> t\nstate t',
    files: {},
    entry: 'machine.dygram',
  };
  const machine = core.Machine.parse(sources.source);
  const run = machine.start();
  const live = { run, sources } as Live;
  const data = JSON.parse(exportText(core, live, 'database'));
  assert.deepEqual(
    [data.step, data.tick, data.outputs, data.collisions.map(({ code }: { code: string }) => code)],
    [0, 0, ['context_vote_2'], ['sql-name-collision', 'sql-name-collision']],
  );
  run.step();
  assert.notEqual(JSON.parse(exportText(core, live, 'database')).mark, data.mark);
  run.goto(0);
  assert.equal(JSON.parse(exportText(core, live, 'database')).mark, data.mark);
});
