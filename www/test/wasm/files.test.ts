// A set of files at the boundary: imports, places in other files, misuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine, isMisuseOf } from './core.ts';

const SOURCE = 'import { Wash } from "./laundry"\nstart -> Wash';
const LAUNDRY = '// 🌊\ntask Wash @retry(often) { prompt: "Wash" }';

test('imported nodes are part of the machine, and their findings say which file they are in', () => {
  const machine = Machine.parse(SOURCE, { 'laundry.dygram': LAUNDRY });
  const json = machine.toJSON() as unknown as {
    nodes: { id: string; $file?: string }[];
    edges: object[];
    metadata: object;
  };
  assert.equal(json.nodes.find(({ id }) => id === 'Wash')?.$file, 'laundry.dygram');
  assert.deepEqual(json.metadata, { entry: 'machine.dygram', files: ['laundry.dygram'] });
  assert.deepEqual(machine.counts(), { nodes: json.nodes.length, edges: json.edges.length, files: ['laundry.dygram'] });
  const [found] = machine.diagnostics();
  assert.equal(found.file, 'laundry.dygram');
  assert.equal(LAUNDRY.slice(found.from, found.to), 'often');
  assert.equal(machine.source, SOURCE);
  assert.ok(machine.dot().includes('tl-imported'));
  machine.free();
});

test('paths count from the entry', () => {
  const machine = Machine.parse(SOURCE, { 'a/laundry.dygram': LAUNDRY }, 'a/main.dygram');
  assert.deepEqual(machine.toJSON().metadata, { entry: 'a/main.dygram', files: ['a/laundry.dygram'] });
  machine.free();
});

test('a text alone says nothing about its imports, an empty set misses them', () => {
  assert.deepEqual(Machine.parse(SOURCE).diagnostics(), []);
  assert.deepEqual(
    Machine.parse(SOURCE, {})
      .diagnostics()
      .map(({ code }) => code),
    ['import-file'],
  );
});

test('other shapes throw', () => {
  const wrong = (argument: string, ...given: unknown[]) =>
    assert.throws(() => Machine.parse(...(given as [string])), isMisuseOf(argument));
  wrong('files', SOURCE, 'x');
  wrong('files', SOURCE, []);
  wrong('files', SOURCE, new Map());
  wrong('files', SOURCE, { a: 1 });
  wrong('entry', SOURCE, {}, 3);
});
