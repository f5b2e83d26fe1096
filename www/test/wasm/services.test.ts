// What editors ask, at the boundary: offsets are UTF-16, answers are plain data, no offset makes it throw.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine, languageReference } from './core.ts';

interface Place {
  from: number;
  to: number;
}

const SOURCE =
  '// 🌊\ncontext Level { cm<number>: 1 }\nstate low; state high\nlow -when: Level.cm > 3-> high -> later\n';
const at = (word: string, last = false) => (last ? SOURCE.lastIndexOf(word) : SOURCE.indexOf(word));
const cut = ({ from, to }: Place) => SOURCE.slice(from, to);

test('completion gives what fits the word left of the offset', () => {
  const machine = Machine.parse(SOURCE);
  const offset = at('cm', true) + 1;
  const [field, ...others] = machine.complete(offset);
  assert.deepEqual(field, {
    from: offset - 1,
    to: offset + 1,
    label: 'cm',
    kind: 'field',
    detail: 'number',
    insert: 'cm',
    sort: '0000',
  });
  assert.deepEqual(others, []);
  assert.deepEqual(machine.complete(2), [], 'a comment');
  machine.free();
});

test('the reference lists every word that completion offers, with the same sentence and example', () => {
  const list = languageReference();
  const retry = list.find(({ word }) => word === '@retry');
  assert.deepEqual(retry, {
    kind: 'annotation',
    word: '@retry',
    says: 'Retries the node after a failure, up to this many times.',
    on: ['task', 'state'],
    example: 'task fetch @retry(2)',
  });
  const machine = Machine.parse('task a @');
  for (const { label, detail, example } of machine.complete(8)) {
    const entry = list.find(({ word, says }) => word === `@${label}` && says === detail);
    assert.equal(entry?.example, example, label);
  }
  machine.free();
  const stub = Machine.parse('task a { stub: { ');
  const keys = stub.complete(17).map(({ label, detail, example }) => ({ word: label, says: detail, example }));
  stub.free();
  assert.ok(keys.length > 0);
  assert.deepEqual(
    list.filter(({ kind }) => kind === 'stubKey').map(({ word, says, example }) => ({ word, says, example })),
    keys,
  );
  assert.deepEqual(new Set(list.map(({ kind }) => kind)).size, 10);
});

test('hover tells facts or nothing', () => {
  const machine = Machine.parse(SOURCE);
  const hover = machine.hover(at('Level', true));
  assert.equal(cut(hover), 'Level');
  assert.match(hover.markdown, /Kind: \*\*context\*\*/);
  assert.equal(machine.hover(SOURCE.length), null);
  machine.free();
});

test('names lead to their declaration and to all uses', () => {
  const machine = Machine.parse(SOURCE);
  const declared = at('Level');
  assert.deepEqual(machine.definition(at('Level', true)), { from: declared, to: declared + 5 });
  assert.deepEqual(machine.references(declared).map(cut), ['Level', 'Level']);
  assert.equal(machine.definition(0), null);
  assert.deepEqual(machine.references(0), []);
  machine.free();
});

test('tokens know their nodes', () => {
  const machine = Machine.parse(SOURCE);
  const token = machine.tokens().find((one) => cut(one) === 'later');
  assert.deepEqual(token?.modifiers, ['plain', 'created']);
  machine.free();
});

test('packed tokens are the tokens, of the whole text and of a part', () => {
  const machine = Machine.parse(SOURCE);
  for (const range of [[], [at('later'), at('later') + 2]]) {
    const { classes, tokens } = machine.packedTokens(...range);
    const plain = machine
      .tokens(...range)
      .flatMap((one) => [one.from, one.to, [one.class, ...(one.modifiers ?? [])].join(' ')]);
    assert.ok(tokens instanceof Uint32Array && plain.length > 0);
    assert.deepEqual(
      Array.from(tokens, (number, i) => (i % 3 === 2 ? classes[number] : number)),
      plain,
    );
  }
  machine.free();
});

test('a fix is a set of edits of the source', () => {
  const machine = Machine.parse(SOURCE);
  const fix = machine.fixes(at('later'), at('later')).find(({ title }) => title === 'declare `later`');
  const line = at('low -when');
  assert.deepEqual(fix?.edits, [{ from: line, to: line, insert: 'later\n' }]);
  machine.free();
});

test('renaming a node edits all files and the stubs beside them', () => {
  const source = 'import { Wash } from "./laundry"\ncontext C { n: 1 }\nWash -writes-> C';
  const machine = Machine.parse(source, { 'laundry.dygram': 'task Wash { prompt: "x" }' });
  assert.deepEqual(machine.rename(source.lastIndexOf('Wash'), 'Clean', { stubs: { Wash: '{"write":{"C":{}}}' } }), {
    ok: true,
    edits: [
      { from: 9, to: 13, insert: 'Clean' },
      { from: 52, to: 56, insert: 'Clean' },
      { from: 5, to: 9, insert: 'Clean', file: 'laundry.dygram' },
    ],
    stubs: [{ node: 'Clean', json: '{"write":{"C":{}}}' }],
  });
  const inFile = machine.rename(5, 'Clean', { file: 'laundry.dygram' });
  assert.equal(inFile.ok && inFile.edits.length, 3);
  const why = (offset: number, name: string, options?: { file: string }) =>
    machine.rename(offset, name, options).error.code;
  assert.equal(why(0, 'Clean'), 'no-symbol');
  assert.equal(why(9, '2'), 'bad-name');
  assert.equal(why(9, 'C'), 'name-exists');
  assert.equal(why(9, 'Clean', { file: 'none' }), 'unknown-file');
  const captured = Machine.parse('task a; m { task b; task c -> a }');
  assert.equal(captured.rename(5, 'b').error.code, 'name-captured');
  captured.free();
  machine.free();
});

test('a change of the drawing is a set of small edits', () => {
  const source = 'import { Wash } from "./laundry"\n\na -> Wash\n';
  const machine = Machine.parse(source, { 'laundry.dygram': 'task Wash\n' });
  assert.deepEqual(machine.edit({ op: 'addNode', kind: 'state', title: 'Wait a day', after: 'a' }), {
    ok: true,
    edits: [{ from: 34, to: 34, insert: 'state wait_a_day "Wait a day"\n' }],
    select: { from: 40, to: 50 },
    nodes: ['wait_a_day'],
    moved: {},
    affected: [],
  });
  const edits = (op: Parameters<typeof machine.edit>[0]) => {
    const edited = machine.edit(op);
    return edited.ok ? edited.edits : edited.error.code;
  };
  assert.deepEqual(edits({ op: 'setPrompt', node: 'Wash', prompt: 'Wash it' }), [
    { from: 9, to: 9, insert: ' { prompt: "Wash it" }', file: 'laundry.dygram' },
  ]);
  assert.equal(edits({ op: 'setTitle', node: 'Wash', title: 'W', readOnly: ['laundry.dygram'] }), 'imported');
  assert.deepEqual(edits({ op: 'setCondition', edge: { key: 'a>Wash#0', label: '' }, expr: '1 < 2' }), [
    { from: 36, to: 36, insert: '-when: "1 < 2"' },
  ]);
  assert.deepEqual(edits({ op: 'setAttribute', node: 'a', key: 'data', value: { z: 1, a: [true] } }), [
    { from: 34, to: 34, insert: 'a { data: { z: 1; a: [true] } }\n' },
  ]);
  assert.deepEqual(edits({ op: 'setAttribute', node: 'Wash', key: '@retry', source: '2' }), [
    { from: 9, to: 9, insert: ' @retry(2)', file: 'laundry.dygram' },
  ]);
  const renamed = machine.edit({ op: 'rename', node: 'Wash', name: 'Clean' });
  assert.deepEqual(renamed.ok && renamed.moved, { Wash: 'Clean' });
  const taken = machine.edit({ op: 'addNode', kind: 'task', name: 'a' });
  assert.deepEqual(!taken.ok && [taken.error.code, taken.error.data], ['name-taken', { free: 'a2' }]);
  assert.throws(() => machine.edit({ op: 'nothing' } as never), /op/);
  assert.throws(() => machine.edit({ op: 'setTitle', node: 'a' } as never), /title/);
  machine.free();
});

test('renaming a file edits the paths that mean it', () => {
  const source = 'import { Wash } from "./laundry"\n-> Wash';
  const machine = Machine.parse(source, {
    'laundry.dygram': 'task Wash',
    'other.dygram': 'import { Wash } from "./laundry.dygram"',
  });
  const renamed = machine.renameFile('laundry.dygram', 'lib/laundry.dygram');
  assert.equal(renamed.ok, true);
  assert.deepEqual(renamed.edits, [
    { from: 22, to: 31, insert: './lib/laundry' },
    { from: 22, to: 38, insert: './lib/laundry.dygram', file: 'other.dygram' },
  ]);
  assert.equal(machine.renameFile('nothing', 'x').error.code, 'unknown-file');
  assert.equal(machine.renameFile('laundry.dygram', 'other.dygram').error.code, 'file-exists');
  assert.deepEqual(machine.definition(source.indexOf('Wash')), { from: 5, to: 9, file: 'laundry.dygram' });
  machine.free();
});

test('every offset of the gallery and of its prefixes has answers inside the text', () => {
  const folder = new URL('../../examples/', import.meta.url);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.dygram'))) {
    const whole = readFileSync(new URL(name, folder), 'utf8');
    for (const source of [whole, whole.slice(0, whole.length / 2), whole.slice(0, whole.length / 3)]) {
      const machine = Machine.parse(source);
      const inside = ({ from, to }: Place) => assert.ok(from >= 0 && from <= to && to <= source.length, name);
      for (let offset = 0; offset <= source.length + 1; offset += 3) {
        machine.complete(offset).forEach(inside);
        machine.references(offset).forEach(inside);
        for (const one of [machine.hover(offset), machine.definition(offset)]) if (one) inside(one);
        machine.fixes(offset, offset + 2).forEach(({ edits }) => edits.forEach(inside));
      }
      machine.free();
    }
  }
});
