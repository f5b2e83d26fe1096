// No argument of a wrong kind reaches the core: it throws a TypeError that names it, and the handle goes on working.
// What is wrong comes from the declarations, so that they and the checks cannot drift apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { Machine, Run, readSchema, version } from '../../pkg/tracklight.js';
import './core.ts';

const file = new URL('../../pkg/tracklight.d.ts', import.meta.url).pathname;
const program = ts.createProgram([file], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
});
const checker = program.getTypeChecker();
const source = program.getSourceFile(file) as ts.SourceFile;
const exported = new Map(
  checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol).map((symbol) => [symbol.name, symbol]),
);

const SOURCE = `context C { n<number>: 0; list: [1, 2] }
init a; task t { prompt: "Add 1"; wants: "why" }; state z
a -> t -> z; t -writes-> C; t -reads-> C`;

class Point {
  x = 1;
}
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const throwing = {
  get any() {
    throw new Error('boom');
  },
};

/** Values of every kind that is not JSON. */
const NO_JSON: [string, unknown][] = [
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a BigInt', 5n],
  ['a Date', new Date(0)],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['a RegExp', /x/],
  ['a Promise', Promise.resolve(1)],
  ['a typed array', new Uint8Array(2)],
  ['a boxed string', new String('x')],
  ['a boxed number', new Number(1)],
  ['an instance of a class', new Point()],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['a revoked proxy', revoked.proxy],
  ['an object that throws', throwing],
];
/** The kinds of JSON. */
const JSON_KINDS: [string, unknown][] = [
  ['a string', 'text'],
  ['a number', 3],
  ['a negative number', -1],
  ['a fraction', 1.9],
  ['a large number', 2 ** 32],
  ['true', true],
  ['null', null],
  ['an array', []],
  ['an object', { odd: 1 }],
];
/** Numbers that may be any, and that may be large. */
const ANY_NUMBER = new Set(['budget', 'tokens']);
const LARGE_NUMBER = new Set(['elapsedMs', 'since', 'ms', 'inputTokens', 'outputTokens']);
/** Numbers from 0 that need not be whole. */
const AMOUNT = new Set(['cost']);

/** Entries of journals are data as well: the core says what is wrong with them. */
const isJson = (type: ts.Type) =>
  [type.symbol?.name, type.aliasSymbol?.name].some((name) => name === 'Json' || name === 'JournalEntry');
/** An optional value of JSON has lost its name: it is told by its objects. */
function members(type: ts.Type): ts.Type[] {
  if (!type.isUnion() || isJson(type)) return [type];
  const values = type.types.map((one) => checker.getIndexInfoOfType(one, ts.IndexKind.String)?.type);
  const value = values.find((one) => one !== undefined && isJson(one));
  return value !== undefined && type.types.some(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)
    ? [value]
    : type.types.flatMap(members);
}

/** Whether a value of JSON may stand at a parameter or field, as far as its kind goes. */
function fits(type: ts.Type, name: string, value: unknown): boolean {
  return members(type).some((one) => {
    if (isJson(one)) return true;
    const { flags } = one;
    if (value === null) return (flags & ts.TypeFlags.Null) !== 0;
    if (typeof value === 'boolean') return (flags & (ts.TypeFlags.Boolean | ts.TypeFlags.BooleanLiteral)) !== 0;
    if (typeof value === 'string')
      return one.isStringLiteral() ? one.value === value : (flags & ts.TypeFlags.String) !== 0;
    if (typeof value === 'number') {
      if (!(flags & ts.TypeFlags.Number)) return false;
      if (ANY_NUMBER.has(name)) return true;
      if (AMOUNT.has(name)) return value >= 0;
      return Number.isInteger(value) && value >= 0 && (value < 2 ** 32 || LARGE_NUMBER.has(name));
    }
    if (Array.isArray(value)) return checker.isArrayType(one);
    // Fields are tried one by one below.
    return (flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(one);
  });
}

/** The wrong kinds for a parameter or a field. */
function wrongs(type: ts.Type, name: string, optional: boolean) {
  const objects = members(type).filter((one) => one.flags & ts.TypeFlags.Object && !checker.isArrayType(one));
  const takesAnyKey = objects.some((one) => checker.getIndexInfoOfType(one, ts.IndexKind.String) !== undefined);
  const odd = JSON_KINDS.filter(
    ([kind, value]) =>
      !fits(type, name, value) ||
      (kind === 'an object' && objects.length > 0 && !takesAnyKey && !members(type).some(isJson)),
  );
  return [...NO_JSON, ...odd, ...(optional ? [] : ([['undefined', undefined]] as [string, unknown][]))];
}

/** Some value that fits. */
function fitting(type: ts.Type): any {
  const [one] = members(type).filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
  if (isJson(one)) return 1;
  if (one.isStringLiteral()) return one.value;
  if (one.flags & ts.TypeFlags.String) return '1';
  if (one.flags & ts.TypeFlags.Number) return 1;
  if (one.flags & (ts.TypeFlags.Boolean | ts.TypeFlags.BooleanLiteral)) return true;
  if (checker.isArrayType(one)) return [];
  return Object.fromEntries(
    fieldsOf(one)
      .filter(({ optional }) => !optional)
      .map(({ name, type }) => [name, fitting(type)]),
  );
}

function fieldsOf(type: ts.Type) {
  return checker.getPropertiesOfType(type).map((property) => ({
    name: property.name,
    type: checker.getTypeOfSymbol(property),
    optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
  }));
}

/** Every wrong value for a parameter: the parameter itself, and inside of objects and arrays each field alone. */
function* wrongFor(type: ts.Type, name: string, optional: boolean): Generator<[what: string, value: unknown]> {
  for (const [kind, value] of wrongs(type, name, optional)) yield [kind, value];
  const anyKey = members(type).find((one) => checker.getIndexInfoOfType(one, ts.IndexKind.String) !== undefined);
  for (const one of anyKey === undefined ? members(type) : [anyKey]) {
    if (!(one.flags & ts.TypeFlags.Object) || isJson(one)) continue;
    if (checker.isArrayType(one)) {
      const [item] = checker.getTypeArguments(one as ts.TypeReference);
      for (const [kind, value] of wrongFor(item, name, false)) yield [`[0]: ${kind}`, [value]];
      continue;
    }
    const index = checker.getIndexInfoOfType(one, ts.IndexKind.String);
    if (index !== undefined)
      for (const [kind, value] of wrongFor(index.type, name, false)) yield [`.any: ${kind}`, { any: value }];
    for (const field of fieldsOf(one)) {
      for (const [kind, value] of wrongFor(field.type, field.name, field.optional))
        yield [`.${field.name}: ${kind}`, { ...fitting(one), [field.name]: value }];
    }
  }
}

function* methodsOf(type: string, of: ts.Type) {
  for (const property of checker.getPropertiesOfType(of)) {
    if (property.name === 'prototype' || property.name.startsWith('__')) continue;
    const signature = checker.getSignaturesOfType(checker.getTypeOfSymbol(property), ts.SignatureKind.Call).at(-1);
    if (signature !== undefined)
      yield { label: `${type}.${property.name}`, name: property.name, parameters: parametersOf(signature) };
  }
}

function parametersOf(signature: ts.Signature) {
  return signature.parameters.map((parameter) => {
    const declaration = parameter.valueDeclaration as ts.ParameterDeclaration;
    return {
      name: parameter.name,
      type: checker.getTypeOfSymbol(parameter),
      optional: checker.isOptionalParameter(declaration),
    };
  });
}

const symbolOf = (name: string) => exported.get(name) as ts.Symbol;

test('every method rejects every wrong kind of every parameter by name, and the handle works afterwards', () => {
  const machine = Machine.parse(SOURCE);
  const run = machine.start();
  run.step();
  const { hash } = machine;
  const saved = run.save();
  let attempts = 0;
  const all: [any, Generator<{ label: string; name: string; parameters: ReturnType<typeof parametersOf> }>][] = [
    [machine, methodsOf('Machine', checker.getDeclaredTypeOfSymbol(symbolOf('Machine')))],
    [run, methodsOf('Run', checker.getDeclaredTypeOfSymbol(symbolOf('Run')))],
    [Machine, methodsOf('Machine', checker.getTypeOfSymbol(symbolOf('Machine')))],
  ];
  for (const [on, methods] of all) {
    for (const { label, name, parameters } of methods) {
      for (const [at, parameter] of parameters.entries()) {
        for (const [what, value] of wrongFor(parameter.type, parameter.name, parameter.optional)) {
          const args = parameters.map(({ type, optional }) => (optional ? undefined : fitting(type)));
          args[at] = value;
          assert.throws(() => on[name](...args), isMisuse(label, parameter.name), `${label}(${parameter.name}${what})`);
          const still = run.back(0);
          assert.ok(still.ok && machine.hash === hash, `${label}(${parameter.name}${what})`);
          attempts += 1;
        }
      }
    }
  }
  assert.ok(attempts > 2000, `${attempts} wrong calls`);
  assert.equal(run.save(), saved);
  assert.ok(run.advance().ok);
  run.free();
  machine.free();
});

test('the functions beside the classes check their arguments too', () => {
  for (const [what, value] of NO_JSON)
    assert.throws(() => readSchema(value as any), isMisuse('readSchema', 'schema'), what);
  assert.equal(version().rules, version().rules);
});

function isMisuse(method: string, argument: string) {
  return (error: any) => {
    assert.ok(error instanceof TypeError, String(error));
    assert.equal((error as any).code, 'bad-argument');
    assert.ok(error.message.startsWith(`${method}: ${argument}`), error.message);
    assert.equal((error as any).data.argument, argument);
    assert.equal((error as any).data.method, method);
    return true;
  };
}

/** A run that waits for its agent and asks a question. */
function asking() {
  const run = Machine.parse(SOURCE).start();
  run.step();
  run.step();
  return run;
}

const rejects = (act: () => unknown, message: RegExp) =>
  assert.throws(
    act,
    (error: any) => error instanceof TypeError && (error as any).code === 'bad-argument' && message.test(error.message),
    String(message),
  );

test('an argument of a wrong type is named with the method, what is expected and what came', () => {
  const run = asking() as any;
  const M = Machine as any;
  const [request] = run.pending().agents;
  rejects(() => run.reply(request, { turns: [] }), /^Run\.reply: request must be a string; got an object$/);
  rejects(() => M.parse(5), /^Machine\.parse: source must be a string; got 5$/);
  rejects(() => M.parse([]), /^Machine\.parse: source must be a string; got an array$/);
  rejects(() => run.get('1', 5), /^Run\.get: reference must be a string; got 5$/);
  rejects(() => run.get(), /^Run\.get: path must be a string; got undefined$/);
  rejects(
    () => run.answer('req-1-1', 5),
    /^Run\.answer: answer must be a string, an object of values by field or \{ error: string \}; got 5$/,
  );
  rejects(() => run.reply(request.id, {}), /^Run\.reply: reply must be .*; got neither$/);
  rejects(
    () => run.reply(request.id, { turns: [{ calls: [{ name: 7 }] }] }),
    /reply\.turns\[0\]\.calls\[0\]\.name must be a string; got 7$/,
  );
  rejects(() => run.force('1', 'e0', 'maybe'), /^Run\.force: mode must be "take", "skip" or null; got "maybe"$/);
  rejects(() => M.resume(run.save(), { forced: true }), /options\.forced is unknown \(did you mean force\?\)/);
});

test('numbers are never coerced', () => {
  const run = asking() as any;
  const before = run.back(0);
  for (const wrong of [
    'x',
    '1',
    NaN,
    {},
    [],
    [1],
    4294967296,
    1.9,
    -1,
    -0.5,
    Infinity,
    -Infinity,
    null,
    true,
    1n,
    new Number(1),
    1e308,
  ]) {
    for (const method of ['goto', 'back', 'fork', 'reportTime', 'events']) {
      if (wrong === 4294967296 && (method === 'reportTime' || method === 'events')) continue;
      rejects(() => run[method](wrong), /must be a whole number from 0 to \d+; got /);
    }
    rejects(() => run.advance({ maxTicks: wrong }), /options\.maxTicks must be a whole number/);
    rejects(() => run.replay(run.recording(), { maxTicks: wrong }), /options\.maxTicks must be a whole number/);
    rejects(() => run.diff({ step: wrong }, { step: 0 }), /a\.step must be a whole number/);
    rejects(
      () => Machine.parse(SOURCE).start({ limits: { maxSteps: wrong } } as any),
      /options\.limits\.maxSteps must be a whole number from 1/,
    );
    rejects(
      () => Machine.parse(SOURCE).start({ historyLimit: wrong } as any),
      /options\.historyLimit must be a whole number from 1/,
    );
    rejects(() => run.dot({ valueWidth: wrong }), /options\.valueWidth must be a whole number/);
  }
  rejects(() => run.goto(-1), /got -1$/);
  rejects(() => run.goto(4294967296), /got 4294967296$/);
  assert.deepEqual(run.back(0), before);
});

test('an option that is undefined is absent', () => {
  const run = asking();
  assert.equal(run.step({ idle: undefined }).ok, run.step().ok);
  assert.equal(run.dot({ direction: undefined, path: undefined, pathRows: undefined }), run.dot());
  assert.deepEqual(run.requests({ path: undefined, state: undefined }), run.requests());
  const { view } =
    Machine.parse(SOURCE).start({ limits: { maxSteps: undefined, maxTurns: 3 }, from: undefined, input: undefined }) &&
    asking();
  assert.equal(typeof view, 'function');
  assert.deepEqual(run.fork(undefined, undefined).ok, true);
  assert.equal(run.reply('agent-1-1', { turns: [{ text: undefined, calls: undefined }], final: undefined }).ok, true);
});

test('a value that is no JSON is rejected by name and path', () => {
  const run = asking() as any;
  const cycle: any = { a: { b: {} } };
  cycle.a.b.c = cycle.a;
  const cases: [unknown, RegExp][] = [
    [undefined, /value is undefined; use null$/],
    [{ a: undefined }, /value\.a is undefined; use null$/],
    [{ a: [1, { 'odd key': undefined }] }, /value\.a\[1\]\["odd key"\] is undefined; use null$/],
    [[1, , 2], /value\[1\] is empty; use null$/],
    [{ at: new Date(0) }, /value\.at is a Date; use a string or a number$/],
    [{ n: 5n }, /value\.n is a BigInt; use a number or a string$/],
    [{ f() {} }, /value\.f is a function, which JSON does not have$/],
    [{ s: Symbol('s') }, /value\.s is a symbol, which JSON does not have$/],
    [{ [Symbol('s')]: 1 }, /value has a symbol as a key; use a string$/],
    [new Set([1]), /value is a Set; use an array$/],
    [{ m: new Map() }, /value\.m is a Map; use a plain object$/],
    [[new Point()], /value\[0\] is an instance of Point; use a plain object$/],
    [cycle, /value\.a\.b\.c refers back to an object around it$/],
    [{ n: NaN }, /value\.n is NaN; use a finite number or null$/],
    [[-Infinity], /value\[0\] is -Infinity; use a finite number or null$/],
    [JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`), /nests more than 128 levels deep$/],
  ];
  for (const [value, message] of cases) rejects(() => run.setContext('1', 'C.n', value), message);
  rejects(
    () => run.reply('agent-1-1', { turns: [{ calls: [{ name: 'write_C', input: { data: { n: undefined } } }] }] }),
    /reply\.turns\[0\]\.calls\[0\]\.input\.data\.n is undefined; use null$/,
  );
  rejects(
    () => Machine.parse(SOURCE).start({ input: { C: { n: new Date(0) } } } as any),
    /options\.input\.C\.n is a Date/,
  );
  rejects(() => readSchema({ type: undefined } as any), /schema\.type is undefined; use null$/);
  assert.equal(run.view().paths[0].context.C.n, 0);
});

test('plain objects of any realm and without a prototype are values', async () => {
  const { runInNewContext } = await import('node:vm');
  const run = asking();
  assert.equal(run.setContext('1', 'C.list', runInNewContext('({ a: [1, { b: null }] })')).ok, true);
  assert.equal(run.setContext('1', 'C.list', Object.assign(Object.create(null), { a: 1 })).ok, true);
  assert.equal(run.step(runInNewContext('({ idle: false })')).ok, run.step({ idle: false }).ok);
});

test('getters and proxies run before the core is in use, each once', () => {
  const run = asking() as any;
  let reads = 0;
  const counting = new Proxy(
    { name: 'kept' },
    {
      get: (target, key, on) => {
        reads += 1;
        return Reflect.get(target, key, on);
      },
    },
  );
  assert.equal(run.setContext('1', 'C.list', counting).ok, true);
  assert.equal(reads, 1);
  rejects(
    () =>
      run.step({
        get idle() {
          throw new Error('boom');
        },
      }),
    /options\.idle could not be read: boom$/,
  );
  rejects(
    () =>
      run.step(
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('boom');
            },
          },
        ),
      ),
    /options could not be read: boom$/,
  );
  rejects(
    () =>
      run.setContext('1', 'C.n', [
        {
          get a() {
            throw new Error('boom');
          },
        },
      ]),
    /value\[0\]\.a could not be read: boom$/,
  );
  rejects(
    () =>
      run.setContext('1', 'C.n', {
        toJSON() {
          throw new Error('boom');
        },
      }),
    /value\.toJSON is a function/,
  );
  // A getter may use the run itself.
  assert.equal(
    run.setContext('1', 'C.list', {
      get step() {
        return run.view().step;
      },
    }).ok,
    true,
  );
  assert.equal(run.goto({ valueOf: () => 1 }.valueOf()).ok, true);
  const other = asking();
  assert.throws(
    () =>
      other.step({
        get idle() {
          other.free();
          return false;
        },
      }),
    { code: 'freed' },
  );
  assert.equal(run.view().step, 1);
  assert.equal(run.stepPath('1').ok, true);
});

function isFreed(act: () => unknown) {
  try {
    act();
    return false;
  } catch (error) {
    return (error as any).code === 'freed';
  }
}

test('a freed handle says so however often it is used, and freeing it again does nothing', () => {
  const machine = Machine.parse(SOURCE);
  const run = machine.start();
  run.free();
  run.free();
  machine.free();
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (let i = 0; i < 200_000; i += 1) assert.ok(isFreed(() => run.step()));
  Error.stackTraceLimit = stackTraceLimit;
  assert.throws(() => machine.hash, { code: 'freed', message: 'Machine.hash: this Machine was freed' });
  assert.throws(() => machine.toJSON(), { code: 'freed' });
  assert.equal(asking().step().ok, false);
});

test('methods are called on their own class only', () => {
  const run = asking();
  const step = Run.prototype.step;
  for (const on of [undefined, null, 5, 'x', {}, Run.prototype, Machine.parse(SOURCE), new Proxy(run, {})])
    rejects(() => step.call(on as any), /^Run\.step: this must be a Run; got /);
  for (const Class of [Machine, Run]) rejects(() => new (Class as any)(), /made by Machine\./);
  assert.ok(run instanceof Run && !(run instanceof Machine));
});

test('further arguments are ignored, as JSON.stringify and callbacks give them', () => {
  const machine = Machine.parse(SOURCE);
  assert.deepEqual(JSON.parse(JSON.stringify({ machine })).machine, machine.toJSON());
  assert.equal([SOURCE].map((text) => Machine.parse(text)).length, 1);
});

test('names of branches, checkpoints and views have 1 to 80 characters on one line', () => {
  const run = asking() as any;
  for (const name of ['', ' ', '\n', 'a\nb', 'a\u0000', 'a\u0085b', 'a\u2028b', 'x'.repeat(81), 'x'.repeat(10_000)]) {
    for (const act of [
      () => run.checkpoint(name),
      () => run.fork(1, name),
      () => run.renameBranch('b1', name),
      () => run.saveGraphView(name),
    ])
      rejects(act, /name must be a name of 1 to 80 characters, none of them a control character; got /);
  }
  assert.deepEqual([run.branches().length, run.checkpoints().length], [1, 0]);
  assert.equal(run.checkpoint('🌊'.repeat(80)).ok, true);
  assert.equal(run.restore('x'.repeat(10_000)).error.code, 'unknown-checkpoint');
});
