import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as agent from '../../../src/agents/stub-agent.ts';
import { checkScript } from '../../../src/agents/script-shape.ts';
import { loosely } from '../../loose.ts';
import { env, request, type Given, type World } from '../requests.ts';
import type { AgentEnv, InfoRequest, Json } from '../../../src/agents/types.ts';

const scripted = loosely(agent.scripted);
/** Of a question only what a script needs. */
const scriptedAnswer = (script: Json, info: Partial<InfoRequest>, index: number, world: AgentEnv) =>
  agent.scriptedAnswer(script, info as InfoRequest, index, world);

const field = { value: 1 };
const asked = (more: Given = {}) =>
  request({
    contexts: { Water: { celsius: field, level: field }, 'shop.Cart': { items: field } },
    readable: { Order: { target: field } },
    transitions: [{ target: 'shop.done', label: 'all fine' }, { target: 'again' }],
    ...more,
  });
const turn = (script: Json, more?: Given, world?: World) => scripted(script, asked(more), env(world)).reply.turns[0];
const calls = (script: Json, more?: Given, world?: World) => turn(script, more, world).calls;

test('say is the text of the turn', () => {
  assert.deepEqual(turn({ say: 'hello' }), { text: 'hello' });
});

test('read makes one call a context and gathers fields; a bare context reads all', () => {
  assert.deepEqual(calls({ read: ['Water.celsius', 'Order', 'Water.level'] }), [
    { name: 'read_Water', input: { fields: ['celsius', 'level'] } },
    { name: 'read_Order', input: {} },
  ]);
  assert.deepEqual(calls({ read: 'Water' }), [{ name: 'read_Water', input: {} }]);
});

test('writes go out in the order of the request, whatever the script says', () => {
  assert.deepEqual(calls({ write: { Cart: { items: [] }, Water: { celsius: 5 } } }), [
    { name: 'write_Water', input: { data: { celsius: 5 } } },
    { name: 'write_shop_Cart', input: { data: { items: [] } } },
  ]);
});

test('=answer is what a person answered last, also where the machine has such a name', () => {
  const answers = [
    { id: 'req-1-1', query: 'May we?', ok: true, text: 'yes' },
    { id: 'req-1-2', query: 'Why?', ok: false, text: 'declined' },
  ];
  const script = { write: { Water: { celsius: '=answer' } } };
  const written = (given: Given, world?: World) => calls(script, given, world)[0].input.data;
  assert.deepEqual(written({ answers }), { celsius: 'yes' });
  assert.deepEqual(written({ answers }, { values: { answer: 7 } }), { celsius: 'yes' });
  // Nobody was asked.
  assert.deepEqual(written({}, { values: { answer: 7 } }), { celsius: 7 });
  assert.deepEqual(written({}), { celsius: '=answer' });
  // Declined is neither an answer nor a text to write.
  assert.equal(turn(script, { answers: [answers[1]] }).calls, undefined);
  const both = { write: { Water: { celsius: '=answer', level: 2 } } };
  assert.deepEqual(calls(both, { answers: [answers[1]] })[0].input.data, { level: 2 });
});

test('a context without access is called all the same, with a warning, for the core to refuse', () => {
  const decision = scripted({ write: { Order: { target: 1 } } }, asked(), env());
  assert.deepEqual(decision.reply.turns[0].calls, [{ name: 'write_Order', input: { data: { target: 1 } } }]);
  assert.match(decision.warnings[0], /no write access to `Order`/);
});

test('calls as an object follow the tools, as a list themselves; unknown tools go out', () => {
  assert.deepEqual(
    calls({ call: { nonsense: { x: 1 }, write_Water: { data: {} }, read_Order: {} } }).map((call) => call.name),
    ['read_Order', 'write_Water', 'nonsense'],
  );
  assert.deepEqual(calls({ call: [{ name: 'nonsense' }, { name: 'read_Order', input: { fields: [] } }] }), [
    { name: 'nonsense', input: {} },
    { name: 'read_Order', input: { fields: [] } },
  ]);
});

test('calls of a list may say what a tool of the host returns, or why it cannot', () => {
  const call: Json[] = [
    { name: 'search', input: { q: 'tea' }, result: ['mint', '=Order.target'] },
    { name: 'search', error: 'offline' },
  ];
  assert.deepEqual(calls({ call }, {}, { values: { 'Order.target': 7 } }), [
    { name: 'search', input: { q: 'tea' }, result: ['mint', 7] },
    { name: 'search', input: {}, error: 'offline' },
  ]);
  const wrong = '`call` must have the form {tool: input} or [{name, input, result}]';
  const others: Record<string, Json>[] = [{ error: 1 }, { error: 'offline', result: 1 }, { returns: 1 }];
  for (const more of others) assert.deepEqual(checkScript({ call: [{ name: 'search', ...more }] }), [wrong]);
});

for (const go of ['transition_to_done', 'shop.done', 'done', 'all fine', 'DONE']) {
  test(`go finds a transition by \`${go}\``, () => {
    assert.deepEqual(calls({ go }), [{ name: 'transition_to_done', input: {} }]);
  });
}

test('a go that matches nothing, or two, is sent as it is, for the core to reject', () => {
  const decision = scripted({ go: 'nowhere' }, asked(), env());
  assert.deepEqual(decision.reply.turns[0].calls, [{ name: 'transition_to_nowhere', input: {} }]);
  assert.deepEqual(decision.warnings, []);
  const twins = {
    transitions: [
      { target: 'a.x', tool: 't1' },
      { target: 'b.x', tool: 't2' },
    ],
  };
  assert.equal(calls({ go: 'x' }, twins)[0].name, 'transition_to_x');
});

test('spawn calls one fan-out tool for each target, by tool name, node or last segment', () => {
  const fork = (name: string, kind: 'spawn' | 'map', target: string) => ({
    name,
    kind,
    target,
    description: '',
    inputSchema: {},
  });
  const more = asked().tools.concat(
    fork('spawn_async_to_mill', 'spawn', 'town.mill'),
    fork('map_spawn_to_tree', 'map', 'tree'),
  );
  assert.deepEqual(
    calls({ spawn: ['mill', 'tree', 'town.mill'] }, { tools: more }).map((call) => call.name),
    ['spawn_async_to_mill', 'map_spawn_to_tree', 'spawn_async_to_mill'],
  );
  const decision = scripted({ spawn: 'nobody' }, asked({ tools: more }), env());
  assert.deepEqual(decision.reply.turns[0].calls, [{ name: 'spawn_async_to_nobody', input: {} }]);
  assert.match(decision.warnings[0], /has no fork to/);
});

test('within a turn the order is read, write, call, spawn, go', () => {
  const names = calls({
    go: 'again',
    spawn: 'x',
    call: { request_context: {} },
    write: { Water: { celsius: 1 } },
    read: 'Order',
    say: 'x',
  }).map((call) => call.name);
  assert.deepEqual(names, ['read_Order', 'write_Water', 'request_context', 'spawn_async_to_x', 'transition_to_again']);
});

test('fail is an error reply, with or without retry', () => {
  assert.deepEqual(scripted({ fail: 'no heat' }, asked(), env()).reply, { error: { message: 'no heat' } });
  assert.deepEqual(scripted({ fail: { message: 'no', retryable: false } }, asked(), env()).reply, {
    error: { message: 'no', retryable: false },
  });
});

test('turns are given one by one, the last one final; after it there is nothing to say', () => {
  const script: Json = { turns: [{ read: 'Order' }, { say: 'two' }] };
  assert.equal(scripted(script, asked(), env()).reply.final, false);
  assert.deepEqual(scripted(script, asked({ turn: 2 }), env()).reply, { turns: [{ text: 'two' }], final: true });
  assert.deepEqual(scripted(script, asked({ turn: 3 }), env()).reply, { turns: [], final: true });
});

test('a list goes by visits and its last entry repeats; a list in it goes by attempts', () => {
  const script: Json = [{ say: 'one' }, [{ say: 'two a' }, { say: 'two b' }]];
  const text = (visit: number, attempt: number) => turn(script, { visit, attempt }).text;
  assert.deepEqual(
    [text(1, 1), text(1, 2), text(2, 1), text(2, 2), text(9, 9)],
    ['one', 'one', 'two a', 'two b', 'two b'],
  );
});

test('strings with = are worth what the core says, at any depth; == is a plain =', () => {
  const world = { values: { 'Water.celsius + 40': 60 } };
  assert.deepEqual(
    calls(
      { write: { Water: { celsius: '= Water.celsius + 40', level: ['==x', { deep: '=Water.celsius + 40' }] } } },
      {},
      world,
    )[0].input,
    { data: { celsius: 60, level: ['=x', { deep: 60 }] } },
  );
});

test('an expression that fails is sent as text, one without value as null, each with a warning', () => {
  const decision = scripted(
    { write: { Water: { celsius: '=nope', level: '=unset' } } },
    asked(),
    env({ values: { unset: undefined } }),
  );
  assert.deepEqual(decision.reply.turns[0].calls[0].input, { data: { celsius: '=nope', level: null } });
  assert.equal(decision.warnings.length, 2);
});

test('wait is data: it changes nothing in the reply', () => {
  const decision = scripted({ say: 'x', wait: 500 }, asked(), env());
  assert.deepEqual([decision.wait, decision.reply], [500, { turns: [{ text: 'x' }], final: true }]);
});

test('answers go by order or by query, and may say that there is none', () => {
  const info = { id: 'req-1-1', path: '1', node: 'work', visit: 1, query: 'how many', form: null };
  const answer = (answers: Json, index = 0) =>
    scriptedAnswer({ answers }, info, index, env({ values: { n: 3 } }))?.answer ?? null;
  assert.equal(answer(['four', 'five'], 1), 'five');
  assert.equal(answer(['four'], 1), null);
  assert.equal(answer({ 'how many': 'four' }), 'four');
  assert.deepEqual(answer({ 'how many': { error: 'nobody knows' } }), { error: 'nobody knows' });
  assert.equal(answer({ toString: 'x' }), null);
  assert.equal(answer(['=n']), '3');
});

const BAD: [script: Json, words: RegExp][] = [
  ['text', /must be an object/],
  [[], /list is empty/],
  [[[]], /attempts is empty/],
  [{ sya: 1 }, /unknown key `sya`/],
  [{ __proto__x: 1 }, /unknown key/],
  [{ say: 1 }, /`say` must be a string/],
  [{ write: { Water: 5 } }, /`write`/],
  [{ call: [{ input: {} }] }, /`call`/],
  [{ go: 3 }, /`go`/],
  [{ wait: 60001 }, /`wait`/],
  [{ fail: 'x', say: 'y' }, /cannot be combined with other keys/],
  [{ fail: {} }, /`fail`/],
  [{ turns: [] }, /`turns`/],
  [{ turns: [{ fail: 'x' }] }, /turn 1: `fail` is not allowed in/],
  [{ turns: [{}], go: 'x' }, /go into the turns/],
  [{ answers: [1] }, /`answers`/],
  [[{ say: 'x' }, { sya: 1 }], /entry 2: unknown key/],
  [{ ask: { reason: 'x' } }, /`ask` must be a question/],
  [{ spawn: 3 }, /`spawn` must be a name/],
  [[{ when: 3 }], /`when` must be a condition/],
  [[{ when: '' }], /`when` must be a condition/],
  [{ times: 0 }, /`times` must be a whole number/],
  [[{ times: 1.5 }], /`times`/],
  [[{ times: '2' }], /`times`/],
  [{ turns: [{ when: 'x' }] }, /turn 1: `when` is not allowed in/],
  [{ turns: [{ times: 1 }] }, /turn 1: `times` is not allowed in/],
  [{ turns: [{ answers: ['x'] }] }, /turn 1: `answers` is not allowed in/],
  [{ turns: [{ turns: [] }] }, /turn 1: `turns` is not allowed in/],
  [[[{ when: 'x' }]], /entry 1, attempt 1: `when` is not allowed in a list of attempts/],
  [[{}, [{}, { times: 1 }]], /entry 2, attempt 2: `times`/],
  [{ read: '' }, /`read`/],
  [{ read: [1] }, /`read`/],
  [{ spawn: [''] }, /`spawn`/],
  [{ ask: { query: 'x', priority: 'soon' } }, /`ask`/],
  [{ ask: [{ query: 'x', more: 1 }] }, /`ask`/],
  [{ call: [{ name: 'x', id: 'y' }] }, /`call`/],
  [{ call: 'x' }, /`call`/],
  [{ write: { Water: [1] } }, /`write`/],
  [{ answers: { q: { error: '' } } }, /`answers`/],
  [{ answers: 'x' }, /`answers`/],
  [{ wait: -1 }, /`wait`/],
  [{ wait: '5' }, /`wait`/],
  [{ fail: { message: 'x', code: 'y' } }, /`fail`/],
  [null, /not null/],
  [3, /not a number/],
  [[[1]], /entry 1, attempt 1: must be an object/],
  [{ turns: ['x'] }, /turn 1: must be an object/],
];
for (const [script, words] of BAD) {
  test(`a script ${JSON.stringify(script)} is refused with its reason and the request waits`, () => {
    assert.match(checkScript(script).join('; '), words);
    const decision = scripted(script, asked(), env());
    assert.equal(decision.reply, null);
    assert.match(decision.reason, words);
    assert.equal(scriptedAnswer(script, { visit: 1, query: 'q' }, 0, env()), null);
  });
}

test('a question is asked first, with a reason of its own or the usual one', () => {
  assert.deepEqual(calls({ ask: 'how many', say: 'wait' }), [
    { name: 'request_context', input: { reason: 'scripted', query: 'how many' } },
  ]);
  assert.deepEqual(
    calls({ read: 'Water', ask: ['a', { query: 'b', reason: 'to know', priority: 'optional' }] }).map(
      (call) => call.input,
    ),
    [{ reason: 'scripted', query: 'a' }, { reason: 'to know', query: 'b', priority: 'optional' }, {}],
  );
});

test('a script with every key is found in order', () => {
  const visit: Json = {
    say: 'x',
    ask: { query: 'q', reason: 'r', priority: 'required' },
    read: ['Water.celsius', 'Order'],
    write: { Water: { celsius: 1 } },
    call: { t: {} },
    spawn: ['a'],
    go: 'done',
    answers: { q: { error: 'no' } },
    wait: 0,
    when: 'C.n > 1',
    times: 2,
  };
  assert.deepEqual(
    checkScript([
      visit,
      { fail: { message: 'x', retryable: true }, wait: 60000, when: 'y', times: 1 },
      [{ say: 'a' }, { fail: 'b' }],
      { turns: [{ say: 'x', wait: 1 }], answers: ['a'], when: 'z' },
    ]),
    [],
  );
});

test('within a turn a question comes before everything else that is called', () => {
  const names = calls({ go: 'again', write: { Water: { celsius: 1 } }, read: 'Order', ask: 'how many' }).map(
    (call) => call.name,
  );
  assert.deepEqual(names, ['request_context', 'read_Order', 'write_Water', 'transition_to_again']);
});

test('a turn that asks does not end the visit: the next one follows the answers', () => {
  const script: Json = { turns: [{ ask: 'how many' }, { say: 'thanks' }] };
  assert.equal(scripted(script, asked(), env()).reply.final, false);
  assert.deepEqual(scripted(script, asked({ turn: 2 }), env()).reply, { turns: [{ text: 'thanks' }], final: true });
  assert.equal(scripted({ ask: 'how many' }, asked(), env()).reply.final, false);
  assert.deepEqual(scripted({ ask: 'how many' }, asked({ turn: 2 }), env()).reply, { turns: [], final: true });
});

test('a wait inside a turn is that of the turn, else that of the visit', () => {
  const script: Json = { wait: 9, turns: [{ say: 'a', wait: 5 }, { say: 'b' }] };
  assert.deepEqual(
    [1, 2].map((turn) => scripted(script, asked({ turn }), env()).wait),
    [5, 9],
  );
});

const RULES: Json[] = [
  { when: 'hot', say: 'hot' },
  { when: 'cold', say: 'cold' },
];
const said = (script: Json, more: Given, world: AgentEnv) => scripted(script, asked(more), world).reply.turns[0]?.text;

test('of a list of rules the first that holds speaks, whatever the visit', () => {
  const world = () => env({ past: [[], ['cold'], ['cold', 'hot'], ['hot']] });
  assert.deepEqual(
    [1, 2, 3].map((visit) => said(RULES, { visit }, world())),
    ['cold', 'hot', 'hot'],
  );
  assert.equal(said([...RULES, { say: 'else' }], { visit: 7 }, world()), 'else');
});

test('where no rule holds the auto agent speaks', () => {
  const decision = scripted(RULES, asked({ prompt: 'set celsius to 5' }), env());
  assert.deepEqual([decision.mode, decision.reply.turns[0].calls[0].input.data.celsius], ['auto', 5]);
  assert.equal(
    scriptedAnswer([{ when: 'hot', answers: ['x'] }], { path: '1', node: 'work', visit: 1, query: 'q' }, 0, env()),
    null,
  );
});

test('a condition that cannot be evaluated does not count, and it is said', () => {
  const decision = scripted([{ when: 'hot ?', say: 'x' }, { say: 'else' }], asked(), env());
  assert.equal(decision.reply.turns[0].text, 'else');
  assert.match(decision.warnings[0], /`hot \?` was ignored: syntax/);
});

test('a rule is used up after so many visits of the path, also if the visits between were not looked at', () => {
  const script: Json = [{ times: 2, say: 'twice' }, { when: 'hot', times: 1, say: 'once' }, { say: 'else' }];
  const past = Array.from({ length: 9 }, () => ['hot']);
  const texts = [1, 2, 3, 4, 5].map((visit) => said(script, { visit }, env({ past })));
  assert.deepEqual(texts, ['twice', 'twice', 'once', 'else', 'else']);
  const one = env({ past });
  assert.deepEqual(
    [1, 3, 5].map((visit) => said(script, { visit }, one)),
    ['twice', 'once', 'else'],
  );
});

test('a visit that asked nobody uses nothing up', () => {
  const script: Json = [{ times: 1, say: 'once' }, { say: 'else' }];
  assert.deepEqual(
    [
      said(script, { visit: 3 }, env({ asked: [null, null, 7] })),
      said(script, { visit: 3 }, env({ asked: [null, 4, 7] })),
    ],
    ['once', 'else'],
  );
});

test('all turns and attempts of a visit have its rule, though it would hold no more', () => {
  const script: Json = [
    { when: 'hot', turns: [{ say: 'a' }, { say: 'b' }] },
    [{ say: 'first try' }, { say: 'second try' }],
  ];
  const world = env({ past: [[], ['hot'], []] });
  assert.deepEqual([said(script, { turn: 1 }, world), said(script, { turn: 2 }, world)], ['a', 'b']);
  assert.deepEqual(
    [said(script, { visit: 2 }, world), said(script, { visit: 2, attempt: 2 }, world)],
    ['first try', 'second try'],
  );
});

test('answers come from the rule of the visit, which then speaks as well', () => {
  const script: Json = [
    { times: 1, answers: ['four'], say: 'one' },
    { answers: ['five'], say: 'two' },
  ];
  const world = env();
  const info = { path: '1', node: 'work', visit: 2, query: 'q', form: null };
  assert.equal(scriptedAnswer(script, info, 0, world)?.answer, 'five');
  assert.equal(said(script, { visit: 2 }, world), 'two');
});

test('a single entry with a condition is a list of one rule', () => {
  const script: Json = { when: 'hot', say: 'hot' };
  assert.deepEqual(
    [said(script, {}, env({ past: [[], ['hot']] })), scripted(script, asked({ prompt: '' }), env()).mode],
    ['hot', 'auto'],
  );
});

test('a path that is not the same has uses of its own', () => {
  const script: Json = [{ times: 1, say: 'once' }, { say: 'else' }];
  const world = env();
  assert.deepEqual(
    [
      said(script, { path: '1.1' }, world),
      said(script, { path: '1.2' }, world),
      said(script, { path: '1.1', visit: 2 }, world),
    ],
    ['once', 'once', 'else'],
  );
});
