import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { auto as autoAgent } from '../../../src/agents/auto.ts';
import { readClauses } from '../../../src/agents/clauses.ts';
import { loosely, type Loose } from '../../loose.ts';
import { env, request, type Given, type World } from '../requests.ts';
import type { AgentRequest, Decision, Json } from '../../../src/agents/types.ts';

const auto = loosely(autoAgent);
const number = (value: number | undefined) => ({ schema: { type: 'number' }, value });
const WORLD = {
  Water: {
    celsius: number(20),
    level: number(undefined),
    hot: { schema: { type: 'boolean' }, value: true },
    name: { schema: { type: 'string' }, value: 'tap' },
  },
  Bag: {
    items: { schema: { type: 'array' }, value: ['a', 'b', 'a'] },
    open: { value: { deep: 1 } },
    size: { schema: { default: 7 }, value: 3 },
  },
};
const all = (prompt: string, more: Given = {}, world: World = {}) =>
  auto(request({ contexts: WORLD, readable: { Order: { target: number(90) } }, prompt, ...more }), env(world));
const writes = (prompt: string) => {
  const merged: Record<string, Json> = {};
  for (const call of all(prompt).reply.turns.flatMap((turn) => turn.calls))
    if (call.name.startsWith('write_')) merged[call.name.slice(6)] = call.input.data;
  return merged;
};

const CLAUSES: [prompt: string, expected: Json][] = [
  ['set Water.celsius to 55', { Water: { celsius: 55 } }],
  ['Assign Water.celsius = 55.', { Water: { celsius: 55 } }],
  ['put the celsius as 55', { Water: { celsius: 55 } }],
  ['make `name` to "hot; and read more"', { Water: { name: 'hot; and read more' } }],
  ['change Water.name to cold water', { Water: { name: 'cold water' } }],
  ['update Water.name with 12', { Water: { name: '12' } }],
  ['write name as true', { Water: { name: 'true' } }],
  ['Store "5" in Water.celsius', { Water: { celsius: 5 } }],
  ["Write 'hello world' to Water.name", { Water: { name: 'hello world' } }],
  ["save it's warm into Water.name", { Water: { name: "it's warm" } }],
  ['add 40 to Water.celsius', { Water: { celsius: 60 } }],
  ['plus 2 to celsius', { Water: { celsius: 22 } }],
  ['increase celsius by 5', { Water: { celsius: 25 } }],
  ['Increment the level', { Water: { level: 1 } }],
  ['raise Water.celsius', { Water: { celsius: 21 } }],
  ['subtract 5 from Water.celsius', { Water: { celsius: 15 } }],
  ['take 5 from celsius', { Water: { celsius: 15 } }],
  ['decrease celsius by 2 then lower celsius', { Water: { celsius: 17 } }],
  ['decrement celsius; reduce celsius by 3', { Water: { celsius: 16 } }],
  ['multiply celsius by 3', { Water: { celsius: 60 } }],
  ['double celsius and halve celsius', { Water: { celsius: 20 } }],
  ['append "c" to Bag.items', { Bag: { items: ['a', 'b', 'a', 'c'] } }],
  ['push {"x": 1} to items', { Bag: { items: ['a', 'b', 'a', { x: 1 }] } }],
  ['add d to items', { Bag: { items: ['a', 'b', 'a', 'd'] } }],
  ['remove a from items', { Bag: { items: ['b', 'a'] } }],
  ['toggle Water.hot', { Water: { hot: false } }],
  ['flip hot', { Water: { hot: false } }],
  ['clear Bag.size', { Bag: { size: 7 } }],
  ['reset size', { Bag: { size: 7 } }],
  ['set Bag.open.deep to 2', { Bag: { open: { deep: 2 } } }],
  ['set Bag.open.other to [1, 2]', { Bag: { open: { deep: 1, other: [1, 2] } } }],
  ['set open to null', { Bag: { open: null } }],
  ['- set celsius to 1\n- then set Bag.size to -2.5', { Water: { celsius: 1 }, Bag: { size: -2.5 } }],
  ['SET WATER.CELSIUS TO 3', { Water: { celsius: 3 } }],
  ['Please add 1 to celsius, then add 2 to celsius', { Water: { celsius: 23 } }],
];
for (const [prompt, expected] of CLAUSES) {
  test(`the clause ${JSON.stringify(prompt)} writes ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(writes(prompt), expected);
  });
}

test('a field that two contexts have must be named with its context', () => {
  const contexts = { A: { n: number(1) }, B: { n: number(1) } };
  const named = auto(request({ contexts, prompt: 'add 1 to B.n' }), env()).reply.turns[0].calls;
  assert.deepEqual(named, [{ name: 'write_B', input: { data: { n: 2 } } }]);
  assert.deepEqual(auto(request({ contexts, prompt: 'add 1 to n' }), env()).reply.turns, []);
});

test('a longer context id wins, and its last segment is enough where it is unique', () => {
  const contexts = { 'shop.Cart': { count: number(1) }, shop: { Cart: { value: 1 } } };
  for (const prompt of ['add 1 to shop.Cart.count', 'add 1 to Cart.count']) {
    assert.deepEqual(
      auto(request({ contexts, prompt }), env()).reply.turns[0].calls,
      [{ name: 'write_shop_Cart', input: { data: { count: 2 } } }],
      prompt,
    );
  }
});

test('arithmetic on what is no number is left out with a warning', () => {
  const decision = all('add 1 to Water.name');
  assert.match(decision.warnings[0], /`Water.name` holds "tap"/);
});

test('reads come first and gather fields; a reason behind them does no harm', () => {
  const calls = all('set celsius to 1. Read Order.target and check Water.name for gaps').reply.turns[0].calls;
  assert.deepEqual(
    calls.map((call) => [call.name, call.input]),
    [
      ['read_Order', { fields: ['target'] }],
      ['read_Water', { fields: ['name'] }],
      ['write_Water', { data: { celsius: 1 } }],
    ],
  );
  assert.deepEqual(all('look at Order').reply.turns[0].calls[0], { name: 'read_Order', input: {} });
});

test('writes of one context go out in one call, contexts in the order of the request', () => {
  const calls = all('set Bag.size to 1; set celsius to 2; set name to x').reply.turns[0].calls;
  assert.deepEqual(
    calls.map((call) => [call.name, call.input.data]),
    [
      ['write_Water', { celsius: 2, name: 'x' }],
      ['write_Bag', { size: 1 }],
    ],
  );
});

const PLACEHOLDERS: [schema: object, value: Json][] = [
  [{ default: 4 }, 4],
  [{ const: 'k' }, 'k'],
  [{ enum: ['x', 'y'] }, 'x'],
  [{ type: 'number' }, 0],
  [{ type: 'number', minimum: 3 }, 3],
  [{ type: 'integer', exclusiveMinimum: 3 }, 4],
  [{ type: 'number', exclusiveMinimum: 3, maximum: 3.5 }, 3.25],
  [{ type: 'number', minimum: 7, multipleOf: 5 }, 10],
  [{ type: 'number', exclusiveMinimum: 10, multipleOf: 5 }, 15],
  [{ type: 'number', maximum: -2 }, -2],
  [{ type: 'string' }, 'f'],
  [{ type: 'string', minLength: 3 }, 'f__'],
  [{ type: 'string', maxLength: 0 }, ''],
  [{ type: 'string', format: 'date-time' }, '2000-01-01T00:00:00Z'],
  [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
  [{ type: 'string', format: 'uri' }, 'https://example.invalid/'],
  [{ type: 'string', format: 'duration' }, 'PT1M'],
  [{ type: 'array' }, []],
  [{ type: 'array', minItems: 2, items: { type: 'number' } }, [0, 0]],
  [{ type: 'object', required: ['a'], properties: { a: { type: 'boolean' }, b: {} } }, { a: true }],
  [{ type: ['number', 'null'] }, 0],
  [{ anyOf: [{ type: 'null' }, { type: 'array' }] }, []],
  [{ type: 'boolean' }, true],
  [{}, 'f'],
  [{ minimum: 3 }, 3],
  [{ minLength: 3 }, 'f__'],
  [{ minItems: 1, items: { multipleOf: 2 } }, [0]],
  [{ required: ['a'] }, { a: 'a' }],
  [{ minLength: 2, minimum: 3 }, 'f_'],
];
for (const [schema, value] of PLACEHOLDERS) {
  test(`the placeholder of ${JSON.stringify(schema)} is ${JSON.stringify(value)}`, () => {
    const { reply } = auto(request({ contexts: { C: { f: { schema } } }, prompt: 'think' }), env());
    assert.deepEqual(reply.turns[0].calls, [{ name: 'write_C', input: { data: { f: value } } }]);
  });
}

test('placeholders fill what is unset and turn false to true, and leave the rest alone', () => {
  const contexts = {
    C: { done: { value: false }, kept: { value: 5 }, yes: { value: true }, nothing: { value: null }, empty: {} },
  };
  assert.deepEqual(auto(request({ contexts, prompt: 'work hard' }), env()).reply.turns[0].calls[0].input.data, {
    done: true,
    empty: 'empty',
  });
});

test('a pattern without default is not guessed', () => {
  const { reply, warnings } = auto(
    request({ contexts: { C: { code: { schema: { type: 'string', pattern: '^x' } } } } }),
    env(),
  );
  assert.deepEqual([reply.turns, warnings.length], [[], 1]);
});

const DONE = { target: 'done' };
const AGAIN = { target: 'again' };
const exit = (result: 'true' | 'false'): AgentRequest['exits'][number] => ({
  edge: 'e9',
  target: 'x',
  class: 'conditional',
  auto: false,
  condition: 'C.n > 1',
  result,
});
const transition = (decision: Loose<Decision>) =>
  decision.reply.turns
    .flatMap((turn) => turn.calls ?? [])
    .filter((call) => call.name.startsWith('transition'))
    .map((call) => call.name);

test('a clause names the transition', () => {
  for (const verb of ['go to', 'move to', 'continue to', 'proceed to', 'choose']) {
    const decision = all(`set celsius to 1 then ${verb} again`, { transitions: [DONE, AGAIN] });
    assert.deepEqual([transition(decision), decision.reply.final], [['transition_to_again'], true], verb);
  }
});

test('one unguarded transition is left to the rules, without a second turn', () => {
  for (const exits of [[], [exit('false')]]) {
    const decision = all('add 1 to celsius', { transitions: [DONE], exits });
    assert.deepEqual([transition(decision), decision.reply.final], [[], true]);
  }
});

test('of several transitions the least used is taken, the first at a tie', () => {
  assert.deepEqual(transition(all('', { transitions: [DONE, AGAIN] })), ['transition_to_done']);
  assert.deepEqual(transition(all('', { transitions: [DONE, AGAIN] }, { uses: { transition_to_done: 1 } })), [
    'transition_to_again',
  ]);
  assert.deepEqual(
    transition(all('', { transitions: [DONE, AGAIN] }, { uses: { transition_to_done: 1, transition_to_again: 1 } })),
    ['transition_to_done'],
  );
});

test('beside conditional edges the writes come first, and the second turn sees which is true', () => {
  const first = all('add 1 to celsius', { transitions: [DONE, AGAIN], exits: [exit('false')] });
  assert.deepEqual([transition(first), first.reply.final], [[], false]);
  const transcript = [{ turn: 1, results: [{ callId: 'c1.0', name: 'write_Water', ok: true }] }];
  const yes = all('add 1 to celsius', { turn: 2, transcript, transitions: [DONE, AGAIN], exits: [exit('true')] });
  assert.deepEqual(yes.reply, { turns: [], final: true });
  const no = all('add 1 to celsius', { turn: 2, transcript, transitions: [DONE, AGAIN], exits: [exit('false')] });
  assert.deepEqual([transition(no), no.reply.turns[0].calls.length], [['transition_to_done'], 1]);
});

test('a guarded transition is taken by hand', () => {
  assert.deepEqual(transition(all('', { transitions: [{ target: 'done', guard: 'C.n > 1' }] })), [
    'transition_to_done',
  ]);
});

test('a decision is a transition and nothing else', () => {
  const decision = all('add 1 to celsius', { kind: 'decision', transitions: [DONE, AGAIN] });
  assert.deepEqual(decision.reply, { turns: [{ calls: [{ name: 'transition_to_done', input: {} }] }], final: true });
});

const LIMITED = {
  C: { n: { schema: { type: 'number', maximum: 3 }, value: 3 }, text: { schema: { type: 'string' }, value: '' } },
};
const refusal = {
  callId: 'c1.0',
  name: 'write_C',
  ok: false,
  error: {
    code: 'write-refused',
    message: 'no',
    details: { context: 'C', errors: [{ pointer: '/n', code: 'maximum' }] },
  },
};

test('a write that may be refused is looked at again: refused fields are left out once, then it stops', () => {
  const prompt = 'add 1 to n and set text to x';
  const first = auto(request({ contexts: LIMITED, prompt }), env()).reply;
  assert.deepEqual([first.final, first.turns[0].calls[0].input.data], [false, { n: 4, text: 'x' }]);
  const second = auto(
    request({ contexts: LIMITED, prompt, turn: 2, transcript: [{ turn: 1, results: [refusal] }] }),
    env(),
  ).reply;
  assert.deepEqual([second.final, second.turns[0].calls[0].input.data], [true, { text: 'x' }]);
  const third = auto(
    request({
      contexts: LIMITED,
      prompt,
      turn: 3,
      transcript: [
        { turn: 1, results: [refusal] },
        { turn: 2, results: [refusal] },
      ],
    }),
    env(),
  ).reply;
  assert.deepEqual(third, { turns: [], final: true });
});

test('a write within its bounds needs no second look', () => {
  assert.equal(auto(request({ contexts: LIMITED, prompt: 'set n to 2' }), env()).reply.final, true);
});

test('in the last turn everything is said at once', () => {
  const { reply } = auto(
    request({ contexts: LIMITED, prompt: 'add 1 to n; go to again', transitions: [DONE, AGAIN], turn: 50 }),
    env(),
  );
  assert.deepEqual(
    [reply.final, reply.turns[0].calls.map((call) => call.name)],
    [true, ['write_C', 'transition_to_again']],
  );
});

test('the answer that a person gave last is written where the prompt says so', () => {
  const answers = [
    { id: 'req-1-1', query: 'first', ok: true, text: 'cold' },
    { id: 'req-1-2', query: 'then', ok: true, text: 'warm' },
  ];
  const written = (prompt: string, given: Given) =>
    all(prompt, given).reply.turns[0]?.calls?.find(({ name }) => name === 'write_Water')?.input.data;
  assert.deepEqual(written('set Water.name to the answer', { answers }), { name: 'warm' });
  assert.deepEqual(written('write answer into Water.name', { answers }), { name: 'warm' });
  assert.deepEqual(written('set Water.name to the answer', {}), { name: 'the answer' });
  const declined = [{ id: 'req-1-1', query: 'first', ok: false, text: 'no' }];
  assert.equal(written('set Water.name to the answer', { answers: declined }), undefined);
});

test('a question of the prompt is asked before the work, and not again', () => {
  const prompt = 'ask for the current count. set celsius to 1';
  assert.deepEqual(all(prompt).reply.turns[0].calls, [
    { name: 'request_context', input: { query: 'the current count', reason: 'named in the prompt' } },
  ]);
  const transcript = [{ turn: 1, results: [{ callId: 'c1.0', name: 'request_context', ok: true }] }];
  assert.deepEqual(all(prompt, { turn: 2, transcript }).reply.turns[0].calls, [
    { name: 'write_Water', input: { data: { celsius: 1 } } },
  ]);
});

test('the same request has the same reply, and the request is not touched', () => {
  const one = request({ contexts: WORLD, prompt: 'push x to items; set Bag.open.deep to 9' });
  const before = structuredClone(one);
  assert.deepEqual(auto(one, env()), auto(one, env()));
  assert.deepEqual(one, before);
});

test('any prompt is read in a time that grows with its length only', () => {
  for (const text of [
    'set '.repeat(20_000),
    'add '.repeat(9_000) + 'to',
    '"'.repeat(30_000),
    '['.repeat(30_000),
    ' and then '.repeat(9_000),
    '. '.repeat(30_000),
    `set ${'a.'.repeat(9_000)}b to 1`,
  ]) {
    const { reply } = all(text);
    assert.ok(Array.isArray(reply.turns));
  }
});

for (const verb of ['set', 'assign', 'put', 'make', 'change']) {
  for (const word of ['to', '=', 'as']) {
    test(`${verb} REF ${word} V writes V`, () =>
      assert.deepEqual(writes(`${verb} Water.celsius ${word} 7`), { Water: { celsius: 7 } }));
  }
}
for (const verb of ['update', 'write', 'store', 'save', 'record']) {
  for (const word of ['with', 'to', 'as']) {
    test(`${verb} REF ${word} V writes V`, () =>
      assert.deepEqual(writes(`${verb} the Water.celsius ${word} 7`), { Water: { celsius: 7 } }));
  }
}
for (const verb of ['store', 'save', 'write', 'put']) {
  for (const word of ['in', 'into', 'to']) {
    test(`${verb} V ${word} REF writes V`, () =>
      assert.deepEqual(writes(`${verb} 7 ${word} the Water.celsius`), { Water: { celsius: 7 } }));
  }
}
for (const [verb, sign] of [
  ['increase', 1],
  ['increment', 1],
  ['raise', 1],
  ['decrease', -1],
  ['decrement', -1],
  ['reduce', -1],
  ['lower', -1],
] as const) {
  test(`${verb} REF counts by one, or by so many`, () => {
    assert.deepEqual(
      [writes(`${verb} celsius`), writes(`${verb} celsius by 2.5`)],
      [{ Water: { celsius: 20 + sign } }, { Water: { celsius: 20 + 2.5 * sign } }],
    );
    assert.deepEqual(writes(`${verb} level`), { Water: { level: sign } });
  });
}

const CUTS: [prompt: string, expected: Json][] = [
  ['set celsius to 1\r\nset size to 2', { Water: { celsius: 1 }, Bag: { size: 2 } }],
  ['set celsius to 1.5. set size to 2.', { Water: { celsius: 1.5 }, Bag: { size: 2 } }],
  ['set celsius to 1 THEN set size to 2', { Water: { celsius: 1 }, Bag: { size: 2 } }],
  ['set name to salt and pepper', { Water: { name: 'salt and pepper' } }],
  ['set name to hot and set size to 2', { Water: { name: 'hot' }, Bag: { size: 2 } }],
  ['set name to v1.2', { Water: { name: 'v1.2' } }],
  ['set celsius to 1; nonsense here; set size to 2', { Water: { celsius: 1 }, Bag: { size: 2 } }],
];
for (const [prompt, expected] of CUTS) {
  test(`a prompt is cut as ${JSON.stringify(prompt)} asks for`, () => assert.deepEqual(writes(prompt), expected));
}

const CASTS: [prompt: string, expected: Json][] = [
  ['set celsius to "12"', { Water: { celsius: 12 } }],
  ['set celsius to warm', { Water: { celsius: 'warm' } }],
  ['set celsius to "1e400"', { Water: { celsius: '1e400' } }],
  ['set celsius to "007"', { Water: { celsius: '007' } }],
  ['set hot to "false"', { Water: { hot: false } }],
  ['set hot to no', { Water: { hot: 'no' } }],
  ['set name to null', { Water: { name: null } }],
  ['set name to [1]', { Water: { name: '[1]' } }],
  ['set items to [1, {"a": null}]', { Bag: { items: [1, { a: null }] } }],
  ['set open to {"a": [true]}', { Bag: { open: { a: [true] } } }],
  ['set open to -0.5', { Bag: { open: -0.5 } }],
  ["set open to 'x y'", { Bag: { open: 'x y' } }],
  ['set open to FALSE', { Bag: { open: false } }],
  ['set open to [broken', { Bag: { open: '[broken' } }],
];
for (const [prompt, expected] of CASTS) {
  test(`a value is cast only where nothing is lost: ${prompt}`, () => assert.deepEqual(writes(prompt), expected));
}

for (const verb of ['read', 'get', 'check', 'look at']) {
  test(`${verb} REF reads the field, ${verb} Ctx all of it`, () => {
    const first = (prompt: string) => all(prompt).reply.turns[0].calls[0];
    assert.deepEqual(
      [first(`${verb} Order.target`), first(`${verb} the Order`)],
      [
        { name: 'read_Order', input: { fields: ['target'] } },
        { name: 'read_Order', input: {} },
      ],
    );
  });
}

test('request asks as ask for does, and every question once in one turn', () => {
  const asked = all('request "the count"; ask for the colour').reply;
  assert.deepEqual(
    asked.turns[0].calls.map((call) => call.input.query),
    ['the count', 'the colour'],
  );
  const answers = [{ id: 'req-1-1', query: 'the count', ok: true, text: '4' }];
  assert.deepEqual(
    all('request "the count"; ask for the colour', { answers }).reply.turns[0].calls.map((call) => call.input.query),
    ['the colour'],
  );
});

test('in the last turn nothing is asked: there is none to use the answer', () => {
  const { reply } = all('ask for the count; set celsius to 1', { turn: 50 });
  assert.deepEqual([reply.final, reply.turns[0].calls.map((call) => call.name)], [true, ['write_Water']]);
});

test('a writable field of no type gets its name, one with a value keeps it, a nested one is not looked into', () => {
  const contexts = {
    C: {
      a: { schema: { type: 'object' } },
      b: { schema: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'integer' } } },
      c: { value: { deep: false } },
    },
  };
  assert.deepEqual(auto(request({ contexts, prompt: 'think' }), env()).reply.turns[0].calls[0].input.data, {
    a: {},
    b: [0],
  });
});

test('a code task fills what it may write', () => {
  const contexts = { C: { n: number(undefined) } };
  assert.deepEqual(auto(request({ kind: 'code', contexts }), env()).reply, {
    turns: [{ calls: [{ name: 'write_C', input: { data: { n: 0 } } }] }],
    final: true,
  });
});

test('a named transition counts though a condition is true; a name that is no way is left to the rules', () => {
  const more = { transitions: [DONE, AGAIN], exits: [exit('true')] };
  assert.deepEqual(transition(all('go to again', more)), ['transition_to_again']);
  assert.deepEqual(transition(all('go to nowhere', { transitions: [DONE], exits: [] })), []);
});

test('each instruction that the guide to agents lists is one', () => {
  const guide = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
  const section = /## Generated replies\n(.*?)\n## /s.exec(guide)?.[1] ?? '';
  const instructions = [...section.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, instruction = '']) => instruction),
  );
  assert.ok(instructions.length > 5);
  const known = { writable: () => true, readable: () => true, target: () => true };
  for (const instruction of instructions) {
    const verb = instruction.split(' ')[0];
    assert.deepEqual(
      readClauses(instruction, known).map(({ kind }) => kind),
      [verb],
    );
  }
});
