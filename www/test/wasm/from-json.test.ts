// Machines from canonical JSON.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine } from './core.ts';

const folder = new URL('../../examples/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.dygram'));

/** JSON without the ranges of the text it was read from. */
function unplaced(json: any): any {
  if (Array.isArray(json)) return json.map(unplaced);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => key !== '$sourceRange')
      .map(([key, value]) => [key, unplaced(value)]),
  );
}

test('every example comes back from its canonical JSON as the same machine, without findings of its own', () => {
  assert.ok(examples.length >= 24);
  for (const name of examples) {
    const machine = Machine.parse(readFileSync(new URL(name, folder), 'utf8'));
    const back = Machine.fromJSON(machine.toJSON());
    assert.equal(back.hash, machine.hash, name);
    assert.deepEqual(unplaced(back.toJSON()), unplaced(machine.toJSON()), name);
    assert.deepEqual(
      back.diagnostics().filter(({ pointer }) => pointer !== undefined),
      [],
      name,
    );
    const raw = Machine.fromJSON(machine.toJSON(), { format: false });
    assert.equal(raw.hash, machine.hash, name);
    const formatted = raw.format();
    assert.ok(formatted.ok && formatted.text === back.source, name);
  }
});

test('constraints and schemas are the same after the way through JSON, and what differs has another hash', () => {
  const fields = (text: string) => Machine.parse(`context C { ${text} }\ninit a\nstate b\na -@priority(-1)-> b`);
  const schema = (properties: string) => `schema: { type: "object"; properties: { ${properties} } }`;
  const texts = [
    'n<number> @minimum(0.5): 1',
    'n<number> @minimum("0.5"): 1',
    'n<number> @minimum(-90) @maximum(1e3): 1',
    's<string> @pattern("5"): "5"',
    schema('z: { type: "string" }; a: { type: "number" }'),
    schema('a: { type: "number" }; z: { type: "string" }'),
    'schema: #Nowhere',
    'schema: "#Nowhere"',
  ];
  const hashes = texts.map((text) => {
    const machine = fields(text);
    const back = Machine.fromJSON(machine.toJSON());
    assert.equal(back.hash, machine.hash, text);
    assert.deepEqual(back.schema('C'), machine.schema('C'), text);
    assert.equal(JSON.stringify(back.schema('C')), JSON.stringify(machine.schema('C')), text);
    assert.equal(back.ddl(), machine.ddl(), text);
    assert.deepEqual(
      back.diagnostics().map(({ code, message }) => [code, message]),
      machine.diagnostics().map(({ code, message }) => [code, message]),
      text,
    );
    return machine.hash;
  });
  assert.equal(new Set(hashes).size, texts.length);
});

test('a machine from JSON runs', () => {
  const run = Machine.fromJSON({
    nodes: [
      { name: 'on', type: 'state' },
      { name: 'off', type: 'state' },
    ],
    edges: [{ source: 'on', target: 'off' }],
  }).start();
  assert.equal(run.step().ok, true);
  assert.equal(run.view().paths[0].node, 'off');
});

test('what has no place in a text is a finding with a JSON pointer', () => {
  const machine = Machine.fromJSON({
    colour: 1,
    nodes: [
      {
        name: 'a',
        type: 'task',
        'odd/key': 1,
        attributes: [{ name: 'prompt', value: 'x', weight: 2 }],
        annotations: [{ name: 'retry', value: 2, since: 1 }],
      },
      { name: 'b' },
    ],
    edges: [{ source: 'a', target: 'b', width: 3 }],
  });
  const found = machine.diagnostics().filter(({ code }) => code === 'json-ignored');
  assert.deepEqual(found.map(({ pointer }) => pointer).sort(), [
    '/colour',
    '/edges/0/width',
    '/nodes/0/annotations/0/since',
    '/nodes/0/attributes/0/weight',
    '/nodes/0/odd~1key',
  ]);
  assert.deepEqual(
    found.map(({ from, to, severity }) => [from, to, severity]),
    found.map(() => [0, 0, 'warning']),
  );
  assert.ok(found.some(({ message }) => message === '`colour` is left out: it cannot be written as source'));
  assert.deepEqual(machine.counts(), { nodes: 2, edges: 1, files: [] });
});

test('JSON that describes no machine gives an empty one that says where and why', () => {
  const cases: [any, string][] = [
    [null, ''],
    [5, ''],
    ['x', ''],
    [[], ''],
    [{ nodes: 5 }, '/nodes'],
    [{ nodes: {} }, '/nodes'],
    [{ nodes: [], edges: 'x' }, '/edges'],
    [{ nodes: [5] }, '/nodes/0'],
    [{ nodes: [{ name: 'a' }, { name: 7 }] }, '/nodes/1'],
    [{ nodes: [{ name: 'a b' }] }, '/nodes/0/name'],
    [{ nodes: [{ name: 'a', parent: 'z' }] }, '/nodes/0/parent'],
    [{ nodes: [{ name: 'a', parentId: 'z' }] }, '/nodes/0/parentId'],
    [{ nodes: [{ name: 'a' }], edges: [{ source: 'a', target: 'nope' }] }, '/edges/0/target'],
    [{ nodes: [{ name: 'a' }], edges: [null] }, '/edges/0/source'],
  ];
  for (const [json, pointer] of cases) {
    const machine = Machine.fromJSON(json);
    const [found] = machine.diagnostics();
    assert.deepEqual(
      [found.code, found.severity, found.pointer, found.from, found.to],
      ['json-machine', 'error', pointer, 0, 0],
      JSON.stringify(json),
    );
    assert.equal(machine.source, '');
    assert.equal(machine.start().view().outcome.kind, 'notStarted');
  }
});
