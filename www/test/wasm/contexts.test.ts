// Contexts through the boundary: schemas, checks, references, outputs, artifacts, SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../../pkg/tracklight.js';
import { loose } from '../loose.ts';
import { Machine, kinds, reply, start } from './core.ts';

const SOURCE = `machine "Trip"
type Stop { place<string>; days<Integer> @minimum(1) }
input Site { name<string> @minLength(3) }
output Plan { stops<List<Stop>>; total<number?>; text<string?> @artifact("plan.md") }
task plan { prompt: "Plan" }
state done
plan -> done
plan -writes-> Plan`;

const STOPS = [
  { place: "O'Hara", days: 2 },
  { place: 'Bo', days: 1 },
];

test('contexts come with fields, roles and schemas', () => {
  const machine = Machine.parse(SOURCE);
  const [site, plan] = machine.contexts();
  assert.deepEqual([site.id, site.role, site.open, site.shared], ['Site', 'input', false, false]);
  assert.deepEqual(site.fields[0].schema, { type: 'string', minLength: 3 });
  assert.equal(SOURCE.slice(site.fields[0].span.from, site.fields[0].span.to).startsWith('name<string>'), true);
  assert.deepEqual(
    plan.fields.map((field) => [field.name, field.required, field.artifact]),
    [
      ['stops', true, false],
      ['total', false, false],
      ['text', false, true],
    ],
  );
  assert.equal(machine.schema('Plan').title, 'Plan');
  assert.equal(machine.schema('plan'), null);
});

test('a value is validated without a run', () => {
  const machine = Machine.parse(SOURCE);
  const found = machine.validate('Site', { name: 'Ox', other: 1 });
  assert.deepEqual(
    found.violations.map(({ pointer, code }) => [pointer, code]),
    [
      ['/name', 'min-length'],
      ['/other', 'unknown-field'],
    ],
  );
  assert.equal(found.dropped, 0);
  assert.equal(machine.validate('Site', { name: 'Ox', other: 1 }, { first: true }).violations.length, 1);
  assert.deepEqual(machine.validate('Site', {}).violations, []);
  assert.equal(machine.validate('Site', {}, { whole: true }).violations[0].code, 'required-missing');
  assert.equal(machine.validate('Nowhere', {}), null);
  assert.throws(() => machine.validate('Site', {}, { hole: true } as never), { code: 'bad-argument' });
});

test('a JSON Schema is brought to normal form, its keys in order', () => {
  const given = { properties: { z: { enum: ['a'] }, a: { nullable: true, type: 'string' } }, oneOf: [] };
  const { schema, problems } = loose(readSchema(given));
  assert.deepEqual(Object.keys(schema.properties), ['z', 'a']);
  assert.deepEqual(schema.properties.a, { type: ['string', 'null'] });
  assert.deepEqual(
    problems.map(({ pointer, severity, code }) => [pointer, severity, code]),
    [['/oneOf', 'error', 'schema-unsupported']],
  );
  assert.equal(readSchema({ type: 'string' }).schema, null);
  assert.throws(() => readSchema(undefined as never), { code: 'bad-argument' });
});

test('tables and statements of one value', () => {
  const machine = Machine.parse(SOURCE);
  assert.deepEqual(machine.tables(), ['context_Site', 'context_Plan', 'context_Plan_stops']);
  assert.equal(machine.tables({ layout: 'run' })[0], 'run_info');
  assert.equal(
    machine.ddl({ context: 'Site' }),
    'CREATE TABLE context_Site (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL CHECK (length(name) >= 3)\n);',
  );
  assert.match(machine.ddl({ layout: 'run', context: 'Site' }), /FOREIGN KEY \(path_id\) REFERENCES paths\(id\)/);
  assert.equal(machine.ddl({ context: 'Nowhere' }), null);
  assert.equal(machine.tables({ context: 'Nowhere' }), null);
  assert.throws(() => machine.ddl({ layout: 'flat' as never }), { code: 'bad-argument' });

  const made = machine.dml('Plan', { stops: STOPS });
  assert.equal(made.ok, true);
  assert.deepEqual(made.dropped, []);
  assert.deepEqual(made.statements[0], { sql: 'INSERT INTO context_Plan (id) VALUES (?)', params: [1] });
  assert.deepEqual(made.statements[1].params, [1, 1, 0, "O'Hara", 2]);
  const update = machine.dml('Plan', { stops: STOPS }, { op: 'update', id: 7, firstIds: { context_Plan_stops: 20 } });
  assert.deepEqual(
    update.statements.map(({ params }) => params),
    [[7], [20, 7, 0, "O'Hara", 2], [21, 7, 1, 'Bo', 1]],
  );
  assert.equal(machine.dml('Plan', null, { op: 'delete', id: 7 }).statements.length, 2);
  const refused = machine.dml('Plan', {});
  assert.deepEqual([refused.ok, refused.error.code, refused.error.data.context], [false, 'invalid-value', 'Plan']);
  assert.equal(machine.dml('Nowhere', {}).error.code, 'unknown-context');
  assert.throws(() => machine.dml('Plan', {}, { op: 'upsert' as never }), { code: 'bad-argument' });
  assert.throws(() => machine.dml('Plan', {}, { firstIds: { nowhere: 1 } }), { code: 'bad-argument' });
});

test('a run tells its values, outputs, artifacts and database', () => {
  const run = start(SOURCE, { input: { Site: { name: 'Oxbow' } } });
  run.step();
  const done = run.reply('agent-1-1', reply(['write_Plan', { data: { stops: STOPS, text: '# Plan' } }]));
  assert.ok(kinds(done).includes('artifactWritten'));
  assert.deepEqual(run.get('1', 'Plan.stops[1].place'), { ok: true, set: true, value: 'Bo' });
  assert.deepEqual(run.get('1', 'Plan.total'), { ok: true, set: false });
  assert.equal(run.get('1', 'Plan..total').error.code, 'bad-reference');
  assert.equal(run.get('x', 'Plan').error.code, 'unknown-path');
  run.advance();
  const [output] = run.outputs();
  assert.deepEqual([output.context, output.path, output.complete, output.missing], ['Plan', '1', true, []]);
  assert.deepEqual(run.artifacts(), [
    {
      id: 'art:1/Plan/text',
      name: 'plan.md',
      media: 'prose',
      context: 'Plan',
      field: 'text',
      path: '1',
      bytes: 6,
      text: '# Plan',
    },
  ]);
  assert.deepEqual(run.view().artifacts, run.artifacts());

  const sql = run.sql();
  assert.deepEqual(Object.keys(sql), ['ddl', 'tables', 'statements', 'script']);
  assert.equal(sql.ddl, Machine.parse(SOURCE).ddl({ layout: 'run' }));
  assert.ok(sql.tables.includes('context_Plan_stops'));
  assert.ok(
    sql.statements.every(({ sql, params }) => (sql.match(/\?/g) ?? []).length === params.length && !sql.includes("'")),
  );
  assert.ok(sql.script.includes("'O''Hara'"));
});
