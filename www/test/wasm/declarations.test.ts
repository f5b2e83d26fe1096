// The shipped declarations say exactly what the classes have and what they give back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import * as core from '../../pkg/tracklight.js';
import { present } from '../loose.ts';
import { Machine, reply, version } from './core.ts';

const file = new URL('../../pkg/tracklight.d.ts', import.meta.url).pathname;
const program = ts.createProgram([file], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
});
const checker = program.getTypeChecker();
const exported = new Map(
  checker
    .getExportsOfModule(present(checker.getSymbolAtLocation(present(program.getSourceFile(file)))))
    .map((symbol) => [symbol.name, symbol]),
);
const typeOf = (name: string) => checker.getDeclaredTypeOfSymbol(present(exported.get(name)));

/** What in `value` does not fit `type`: missing and undeclared keys, wrong kinds. */
function misfits(value: unknown, type: ts.Type, path: string): string[] {
  if (type.flags & ts.TypeFlags.Any || type.symbol?.name === 'Json' || type.aliasSymbol?.name === 'Json') return [];
  if (type.isUnion()) {
    const all = type.types.map((member) => misfits(value, member, path));
    return all.find((found) => found.length === 0) ?? all.sort((a, b) => a.length - b.length)[0];
  }
  if (type.flags & ts.TypeFlags.Null) return value === null ? [] : [`${path}: not null`];
  if (type.flags & ts.TypeFlags.StringLiteral)
    return value === (type as ts.StringLiteralType).value
      ? []
      : [`${path}: ${JSON.stringify(value)} is not "${(type as ts.StringLiteralType).value}"`];
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return String(value) === checker.typeToString(type) ? [] : [`${path}: not ${checker.typeToString(type)}`];
  for (const [flag, kind] of [
    [ts.TypeFlags.String, 'string'],
    [ts.TypeFlags.Number, 'number'],
    [ts.TypeFlags.Boolean, 'boolean'],
  ] as const) {
    if (type.flags & flag) return typeof value === kind ? [] : [`${path}: ${typeof value} is no ${kind}`];
  }
  if (type.flags & ts.TypeFlags.Never) return [`${path}: nothing was expected`];
  if (checker.isArrayType(type)) {
    if (!Array.isArray(value)) return [`${path}: no array`];
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return value.flatMap((entry, at) => misfits(entry, item, `${path}[${at}]`));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${path}: no object`];
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  const declared = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  const members = value as Record<string, unknown>;
  const found: string[] = [];
  for (const [key, property] of declared) {
    const optional = property.flags & ts.SymbolFlags.Optional;
    if (!(key in members)) {
      if (!optional) found.push(`${path}.${key}: missing`);
    } else {
      const wanted = checker.getTypeOfSymbol(property);
      found.push(...misfits(members[key], optional ? checker.getNonNullableType(wanted) : wanted, `${path}.${key}`));
    }
  }
  for (const key of Object.keys(value)) {
    if (declared.has(key)) continue;
    if (index) found.push(...misfits(members[key], index.type, `${path}.${key}`));
    else found.push(`${path}.${key}: not declared`);
  }
  return found;
}

const fits = (value: unknown, name: string) => assert.deepEqual(misfits(value, typeOf(name), name), []);

test('each class has the declared methods and no others', () => {
  for (const name of ['Machine', 'Run'] as const) {
    const declared = checker
      .getPropertiesOfType(typeOf(name))
      .map((property) => property.name)
      .filter((member) => !member.startsWith('__'));
    const has = Object.getOwnPropertyNames(core[name].prototype).filter(
      (member) => member !== 'constructor' && !member.startsWith('__'),
    );
    assert.deepEqual(declared.sort(), has.sort());
  }
  assert.deepEqual(Object.keys(version()).sort(), ['core', 'rules']);
});

test('what the classes give back has the declared shapes', () => {
  const machine = Machine.parse(`machine "M" { maxTurns: 3 }
input Site { name<string>: "x" }
context C @shared { n<Integer> @minimum(0): 0 }
output Out { text<string> }
init begin; init other
task t "Title {{ C.n }}" @retry(1) { prompt: "{{ C.nope }}"; needs: "a"; wants: "b"; stub: { say: "x" }; model: "m" }
task pick; state s; state safe
house { state hall; state attic; hall -> attic }
note t "why"
begin -> t; other -> house -> pick
t -reads-> Site; t -writes-> C, Out; t -catch-> safe; t -when: C.n > 2-> s; t -> pick
pick -left-> s; pick -if: "people say so"-> safe`);
  for (const found of machine.diagnostics()) fits(found, 'Diagnostic');
  for (const token of machine.tokens()) fits(token, 'Token');
  for (const item of machine.outline()) fits(item, 'OutlineItem');
  fits(machine.overlay(), 'Overlay');
  const run = machine.start();
  const seen = new Set<string>();
  const look = () => {
    fits(run.view(), 'View');
    fits(run.overlay(), 'Overlay');
    for (const request of run.pending().agents) fits(request, 'AgentRequest');
    for (const request of run.pending({ brief: true } as never).agents) fits(request, 'BriefRequest');
    for (const request of run.requests()) fits(request, 'InfoRequest');
    for (const event of run.events()) {
      fits(event, 'Event');
      seen.add(event.kind);
    }
    for (const entry of run.entries()) fits(entry, 'Entry');
    for (const branch of run.branches()) fits(branch, 'Branch');
  };
  const act = (result: unknown, name = 'Result') => {
    fits(result, name);
    look();
    return result;
  };
  look();
  act(run.step());
  act(run.step());
  act(run.stepPath('1'));
  act(run.answer('req-1-1', 'yes'));
  act(
    run.reply('agent-1-1', {
      turns: [{ text: 'hm', calls: [{ name: 'write_C', input: { data: { n: -1 } } }] }],
      final: false,
    }),
  );
  act(
    run.reply(
      'agent-1-2',
      reply(['write_C', { data: { n: 1 } }], ['read_C', {}], ['request_context', { query: 'q', reason: 'r' }]),
    ),
  );
  act(run.answer('req-1-3', { error: 'nobody knows' }));
  act(run.reply('agent-1-3', { error: { message: 'no' } }));
  act(run.reply('agent-1-4', { error: { message: 'no' } }));
  act(run.setContext('*', 'C.n', 5));
  act(run.setContext('1', 'C.n', 'x'));
  act(run.advance({ maxTicks: 5 }), 'Advance');
  act(run.reportTime(5));
  act(run.cancel('2'));
  act(run.back(3), 'Moved');
  act(run.goto(1), 'Moved');
  act(run.fork(1, 'other'), 'Moved');
  act(run.step());
  for (const kind of ['runStarted', 'nodeEntered', 'moved', 'agentRequested']) assert.ok(seen.has(kind), kind);
});

test('what forks and joins give back has the declared shapes', () => {
  const run = Machine.parse(`machine "M" @errorHandling("compensate")
context C { items: [1, 2]; n: 0; all: [] }
state start; task t { prompt: "{{ item }}" }; state late; state end
state undo @compensate(start)
t -writes-> C; t -@async-> late
start -@map(C.items)-> t
t -@join(id: x; merge: append; timeout: 5) @gather(from: C.items; into: C.all)-> end`).start();
  const look = (result: unknown) => {
    fits(result, 'Result');
    fits(run.view(), 'View');
    fits(run.overlay(), 'Overlay');
    for (const request of run.pending().agents) fits(request, 'AgentRequest');
    for (const event of run.events()) fits(event, 'Event');
  };
  const write = (n: number) => reply(['spawn_async_to_late', {}], ['write_C', { data: { n } }]);
  look(run.step());
  look(run.step());
  look(run.reply('agent-1.1-1', write(1)));
  look(run.reply('agent-1.2-1', write(2)));
  look(run.step());
  look(run.step());
  const kinds = new Set<string>(run.events().map(({ kind }) => kind));
  for (const kind of [
    'spawned',
    'pathForked',
    'parked',
    'joinFired',
    'mergeConflict',
    'merged',
    'pathRevived',
    'pathMerged',
  ])
    assert.ok(kinds.has(kind), kind);
});
