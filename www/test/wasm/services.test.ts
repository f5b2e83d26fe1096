// What editors ask, at the boundary: offsets are UTF-16, answers are plain data, no offset makes it throw.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine, isMisuseOf, languageReference } from './core.ts';
import type { EditOp } from '../../pkg/tracklight.js';

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
  const edits = (op: EditOp) => {
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
  machine.free();
});

test('every change of the drawing has its op', () => {
  const source =
    'task a "A"\ntask b\ngroup m { task c }\ncontext C { x: 1; y: true }\n\n' +
    'a -go-> b\na -reads: x-> C\nb -when: "C.x > 1"-> a\n';
  const machine = Machine.parse(source);
  const after = (op: EditOp) => {
    const edited = machine.edit(op);
    if (!edited.ok) return edited.error.code;
    assert.deepEqual(Object.keys(edited).sort(), ['affected', 'edits', 'moved', 'nodes', 'ok', 'select']);
    return edited.edits.reduceRight(
      (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
      source,
    );
  };
  const changes: [op: EditOp, before: string, now: string][] = [
    [{ op: 'addNode', kind: 'state', name: 's', in: 'm' }, 'task c', 'task c; state s'],
    [{ op: 'connect', from: 'a', to: 'b', as: 'catch' }, 'x-> C\n', 'x-> C\na -catch-> b\n'],
    [{ op: 'connect', from: 'a', to: 'b', as: 'join' }, 'x-> C\n', 'x-> C\na -> b @join\n'],
    [
      { op: 'connect', from: 'a', to: 'b', as: 'flow', label: 'on', when: 'C.y' },
      'x-> C\n',
      'x-> C\na -on, when: "C.y"-> b\n',
    ],
    [{ op: 'connect', from: 'a', to: 'C', as: 'reads', fields: ['y'] }, 'reads: x', 'reads: x, y'],
    [{ op: 'connect', from: 'b', to: 'a', as: 'on', event: 'paid' }, '-> a\n', '-> a\nb -on: paid-> a\n'],
    [{ op: 'connect', from: 'b', to: 'a', as: 'after', duration: '2d' }, '-> a\n', '-> a\nb -after: 2d-> a\n'],
    [{ op: 'setTitle', node: 'a', title: null }, ' "A"', ''],
    [{ op: 'setKind', node: 'a', kind: 'state' }, 'task a', 'state a'],
    [{ op: 'setPrompt', node: 'b', prompt: 'Do' }, 'task b', 'task b { prompt: "Do" }'],
    [{ op: 'setAttribute', node: 'b', key: 'timeout', source: '30s' }, 'task b', 'task b { timeout: 30s }'],
    [{ op: 'setLabel', edge: 'a>b#0', label: 'on' }, '-go->', '-on->'],
    [{ op: 'setCondition', edge: 'e2', expr: null }, '-when: "C.x > 1"->', '->'],
    [{ op: 'retarget', edge: { key: 'a>b#0', label: 'go' }, to: 'm.c' }, 'go-> b', 'go-> m.c'],
    [{ op: 'addField', context: 'C', name: 'z', type: 'string' }, 'y: true', 'y: true; z<string>'],
    [{ op: 'setField', context: 'C', name: 'x', type: 'number', value: 2 }, 'x: 1', 'x<number>: 2'],
    [{ op: 'removeField', context: 'C', name: 'y' }, '; y: true', ''],
    [{ op: 'ungroup', node: 'm' }, 'group m { task c }', 'task c'],
    [{ op: 'remove', edges: ['e0'] }, 'a -go-> b\n', ''],
  ];
  for (const [op, before, now] of changes) assert.equal(after(op), source.replace(before, now), JSON.stringify(op));
  assert.equal(after({ op: 'renameField', context: 'C', name: 'x', to: 'n' }), source.replaceAll(/\bx\b/g, 'n'));
  assert.match(after({ op: 'moveInto', nodes: ['b'], module: 'm' }), /group m \{.*task b.*\}/s);
  assert.match(after({ op: 'group', nodes: ['a', 'b'], name: 'desk' }), /desk \{\n {2}task a "A"\n {2}task b\n/);
  const removed = machine.edit({ op: 'remove', nodes: ['C'] });
  const mention = source.indexOf('C.x');
  assert.deepEqual(removed.ok && removed.affected.map(({ what, span }) => [what, span.from]), [
    ['C', mention],
    ['C.x', mention + 2],
  ]);
  machine.free();
});

test('an event is declared, renamed and removed as what edges wait for', () => {
  const machine = Machine.parse('event paid\n\na -on: paid-> b\n');
  assert.deepEqual(machine.edit({ op: 'addNode', kind: 'event', name: 'sent', in: 'a' }), {
    ok: true,
    edits: [{ from: 10, to: 10, insert: '\nevent sent' }],
    select: { from: 17, to: 21 },
    nodes: ['event:sent'],
    moved: {},
    affected: [],
  });
  const renamed = machine.edit({ op: 'rename', node: 'event:paid', name: 'settled' });
  assert.equal(renamed.ok && renamed.edits.length, 2);
  assert.deepEqual(renamed.ok && renamed.moved, { 'event:paid': 'event:settled' });
  const removed = machine.edit({ op: 'remove', nodes: ['event:paid'] });
  assert.deepEqual(removed.ok && removed.affected, [{ what: 'event:paid', span: { from: 19, to: 23 } }]);
  const refused = machine.edit({ op: 'moveInto', nodes: ['event:paid'], module: 'a' });
  assert.equal(!refused.ok && refused.error.code, 'bad-target');
  machine.free();
});

test('a change of the drawing with the wrong shape is refused', () => {
  const machine = Machine.parse(SOURCE);
  const misuses: [op: object, path: string][] = [
    [{}, 'op.op'],
    [{ op: 'nothing' }, 'op.op'],
    [{ op: 'addNode', name: 1 }, 'op.name'],
    [{ op: 'connect', from: 'low', to: 'high' }, 'op.as'],
    [{ op: 'connect', from: 'low', to: 'high', as: 'none' }, 'op.as'],
    [{ op: 'connect', from: 'low', to: 'Level', as: 'reads', fields: 'cm' }, 'op.fields'],
    [{ op: 'setTitle', node: 'low' }, 'op.title'],
    [{ op: 'setTitle', title: 'Low' }, 'op.node'],
    [{ op: 'setKind', node: 'low', kind: 1 }, 'op.kind'],
    [{ op: 'setPrompt', node: 'low', prompt: {} }, 'op.prompt'],
    [{ op: 'setAttribute', node: 'low', value: 1 }, 'op.key'],
    [{ op: 'setLabel', edge: 0, label: 'go' }, 'op.edge'],
    [{ op: 'setCondition', edge: 'e0' }, 'op.expr'],
    [{ op: 'retarget', to: 'low' }, 'op.edge'],
    [{ op: 'addField', context: 'Level' }, 'op.name'],
    [{ op: 'setField', context: 'Level', name: 'cm', type: 1 }, 'op.type'],
    [{ op: 'renameField', context: 'Level', name: 'cm' }, 'op.to'],
    [{ op: 'removeField', name: 'cm' }, 'op.context'],
    [{ op: 'rename', node: 'low' }, 'op.name'],
    [{ op: 'moveInto', nodes: 'low', module: null }, 'op.nodes'],
    [{ op: 'group', nodes: ['low'] }, 'op.name'],
    [{ op: 'ungroup' }, 'op.node'],
    [{ op: 'remove', edges: 'e0' }, 'op.edges'],
    [{ op: 'setTitle', node: 'low', title: 'Low', readOnly: 'laundry.dygram' }, 'op.readOnly'],
  ];
  for (const [op, path] of misuses)
    assert.throws(
      () => machine.edit(op as EditOp),
      (error) => isMisuseOf('op')(error) && (error as { data: { path: string } }).data.path === path,
      JSON.stringify(op),
    );
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
