// What links, document files and traces from strangers may hold: every member and every argument is of its kind, every
// number that makes work is bounded, and nothing of them chooses an agent outside of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase64url } from '../../../src/link/deflate.ts';
import { decode as decodeLink, encode as encodeLink } from '../../../src/link/codec.ts';
import { LinkError } from '../../../src/link/error.ts';
import { readFile } from '../../../src/link/file.ts';
import { readTrace } from '../../../src/link/trace.ts';
import { loosely } from '../../loose.ts';
import type { LinkDocument } from '../../../src/link/types.ts';

const decode = loosely(decodeLink);
/** Also takes what is no document. */
const encode = (document: object) => encodeLink(document as LinkDocument);

const S = 'init a\nstate b\na -> b\n';
const link = (document: object) => `#t1.0${toBase64url(new TextEncoder().encode(JSON.stringify(document)))}`;
const file = (document: object) =>
  JSON.stringify({ format: 'tracklight-document', version: 1, entry: 'machine.dygram', ...document });
const trace = (record: object = {}, rest = {}) => ({
  rules: 1,
  events: [],
  final: null,
  record: { s: S, r: { l: [] }, t: [], k: 0, ...record },
  ...rest,
});

const WRONG = [5, -1, 0.5, 1e300, null, true, 'x', '', [], {}, [[]], { a: {} }];
/** Good arguments of each kind, and which of `WRONG` fit in their places. */
const KINDS: Record<string, [good: unknown, fits: (value: unknown) => boolean][]> = {
  p: [['1', isText]],
  r: [[0, isCount]],
  a: [
    ['req-1-1', isText],
    ['four', isAnswer],
  ],
  A: [[{ 'req-1-1': { verdict: 'approve' }, 'req-1-2': 'yes' }, (answers) => isEmpty(answers) || hasAnswers(answers)]],
  // An object in the place of the name is a change of settings, which only traces may have.
  s: [
    ['paid', (name) => isText(name) || isPlain(name)],
    [{ amount: 120 }, () => true],
    ['1', (path) => isText(path) || path === null],
  ],
  w: [[1500, (ms) => isCount(ms) && ms !== 0]],
  x: [
    ['req-1-1', isText],
    ['nobody knows', isText],
  ],
  e: [
    ['1', isText],
    ['C.a', isText],
    [{ a: [1] }, () => true],
  ],
  h: [
    ['1', isText],
    ['a>b#0', isText],
  ],
  f: [
    ['*', isText],
    ['a>b#0', isText],
    ['take', (mode) => mode === null],
  ],
  c: [['*', isText]],
  d: [[1500, isCount]],
  m: [
    ['edit-1', isText],
    [true, (flag) => typeof flag === 'boolean'],
  ],
};
function isAnswer(value: unknown) {
  return isText(value) || isPlain(value);
}
function hasAnswers(value: unknown) {
  return isPlain(value) && Object.values(value as object).every(isAnswer);
}
function isText(value: unknown) {
  return typeof value === 'string';
}
function isCount(value: unknown) {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Every action with one argument of a wrong kind, or without it. */
function* wrongActions() {
  for (const [kind, places] of Object.entries(KINDS)) {
    const good = places.map(([value]) => value);
    for (const [i, [, fits]] of places.entries()) {
      for (const value of WRONG.filter((one) => !fits(one))) yield [0, kind, ...good.with(i, value)];
      yield [0, kind, ...good.slice(0, i)];
    }
  }
}

test('every documented action with arguments of its kinds is read', async () => {
  for (const [kind, places] of Object.entries(KINDS)) {
    const t = [[0, kind, ...places.map(([value]) => value)]];
    assert.deepEqual(JSON.parse(JSON.stringify((await decode(link({ s: S, t }))).document.t)), t);
  }
});

test('an action with an argument of a wrong kind is refused by name, in links, files and by the writer', async () => {
  let attempts = 0;
  for (const action of wrongActions()) {
    const document = { s: S, t: [[0, 'c', '*'], action] };
    const about = JSON.stringify(action);
    await assert.rejects(
      decode(link(document)),
      (error) => error instanceof LinkError && error.code === 'link-shape' && String(error.detail).includes('action 2'),
      about,
    );
    assert.throws(() => readFile(file(document)), { code: 'link-shape' }, about);
    await assert.rejects(encode(document), { code: 'link-shape' }, about);
    assert.throws(() => readTrace(trace({ t: document.t })), { code: 'link-shape' }, about);
    attempts += 1;
  }
  assert.ok(attempts > 150, `${attempts} were tried`);
});

test('a member of a wrong kind is refused', async () => {
  const members: Record<string, (value: unknown) => boolean> = {
    s: isText,
    f: isEmpty,
    i: (i) => isEmpty(i) || (isPlain(i) && i.a !== undefined),
    r: isPlain,
    t: isNone,
    k: isCount,
    u: isPlain,
    v: isCount,
  };
  for (const [member, fits] of Object.entries(members)) {
    for (const value of WRONG.filter((one) => !fits(one))) {
      await assert.rejects(
        decode(link({ s: S, [member]: value })),
        { code: 'link-shape' },
        `${member}: ${JSON.stringify(value)}`,
      );
    }
  }
  for (const r of [
    { m: 'custom' },
    { m: 'remote' },
    { m: 'stub ' },
    { m: 5 },
    { m: null },
    { n: [] },
    { n: 'auto' },
    { n: null },
    { l: {} },
    { l: 'x' },
  ]) {
    await assert.rejects(decode(link({ s: S, r })), { code: 'link-shape' }, JSON.stringify(r));
  }
  for (const u of [
    { w: 'x' },
    { w: null },
    { p: 5 },
    { d: 'XX' },
    { h: [] },
    { n: {} },
    { b: {} },
    { b: [5] },
    { b: [{}] },
    { b: [{ at: 'a', if: 5 }] },
    { b: [{ at: 'a', off: 1 }] },
  ]) {
    await assert.rejects(decode(link({ s: S, u })), { code: 'link-shape' }, JSON.stringify(u));
  }
});

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isEmpty(value: unknown) {
  return isPlain(value) && Object.keys(value).length === 0;
}
function isNone(value: unknown) {
  return Array.isArray(value) && value.length === 0;
}

test('stored replies and answers of a wrong form are refused', async () => {
  const reply = { turns: [{ text: 'x', calls: [{ name: 'write_C', input: {} }] }], final: true };
  const wrong = [
    5,
    null,
    [],
    ['1'],
    ['1', 'a'],
    ['1', 'a', 5],
    ['1', 'a', null],
    ['1', 'a', {}],
    ['1', 'a', { error: 5 }],
    ['1', 'a', 'd', reply, 1],
    [1, 'a', 'd', reply],
    ['1', 2, 'd', reply],
    ['1', 'a', 3, reply],
    ...[
      null,
      [],
      'x',
      {},
      { turns: {} },
      { turns: [5] },
      { turns: [[]] },
      { turns: [{ text: 5 }] },
      { turns: [{ calls: {} }] },
      { turns: [{ calls: [5] }] },
      { turns: [{ calls: [{}] }] },
      { turns: [], final: 1 },
      { error: 'x' },
      { error: {} },
      { error: { message: 5 } },
      { error: { message: 'x', retryable: 'no' } },
      { error: { message: 'x', code: 5 } },
    ].map((bad) => ['1', 'a', 'd', bad]),
  ];
  for (const one of wrong)
    await assert.rejects(decode(link({ s: S, r: { l: [one] } })), { code: 'link-shape' }, JSON.stringify(one));
  for (const one of [
    ['1', 'a', 'd', reply],
    ['1', 'a', 'd', { error: { message: 'x' } }],
    ['1', 'req-1-1', 'x'],
    ['1', 'req-1-1', { error: 'x' }],
  ])
    await decode(link({ s: S, r: { l: [one] } }));
});

test('no link and no file changes who answers: session kinds are refused', async () => {
  for (const action of [['s', { m: 'custom' }], ['s', null], ['s'], ['s', {}], ['l'], ['l', 5]]) {
    const t = [[0, ...action]];
    await assert.rejects(decode(link({ s: S, t })), { code: 'link-shape' }, JSON.stringify(action));
    assert.throws(() => readFile(file({ s: S, t })), { code: 'link-shape' });
    await assert.rejects(encode({ s: S, t }), { code: 'link-shape' });
  }
});

test('in a trace an agent from outside becomes a person, wherever it is set', () => {
  const n = { a: 'auto', b: { say: 'x' } };
  for (const m of ['custom', 'remote']) {
    const { record } = readTrace(
      trace({
        r: { m, n, l: [], given: 0 },
        t: [
          [0, 's', { m, n }],
          [0, 'l'],
          [1, 's', { n }],
        ],
        k: 1,
        now: { m },
        b: [{ r: { m, l: [] } }],
        w: 'saved',
      }),
    );
    assert.deepEqual(record, {
      s: S,
      r: { m: 'manual', n, l: [], given: 0 },
      t: [
        [0, 's', { m: 'manual', n }],
        [0, 'l'],
        [1, 's', { n }],
      ],
      k: 1,
      v: 1,
    });
  }
  for (const m of ['stub', 'auto', 'manual']) assert.equal(readTrace(trace({ r: { m, l: [] } })).record.r.m, m);
});

test('a trace of a wrong form is refused, whatever is wrong with it', () => {
  const records = [
    null,
    [],
    'x',
    5,
    {},
    ...['s', 'r', 't', 'k'].map((member) => ({ ...trace().record, [member]: undefined })),
    ...[
      { s: 5 },
      { f: [] },
      { f: { a: 5 } },
      { e: 5 },
      { i: [] },
      { i: { C: 5 } },
      { r: [] },
      { r: { l: 5 } },
      { r: { l: [5] } },
      { r: { l: [], given: -1 } },
      { r: { l: [], given: 'x' } },
      { r: { m: 'host', l: [] } },
      { r: { n: 5, l: [] } },
      { k: -1 },
      { k: 0.5 },
      { k: '1' },
      { g: {} },
      { g: [5] },
      { t: ['x', null, 5] },
      { t: 'x' },
      { t: [['x']] },
      { t: [[0]] },
      { t: [[-1, 'c', '*']] },
      {
        t: [
          [1, 'c', '*'],
          [0, 'c', '*'],
        ],
      },
      { t: [[0, 's', null]] },
      { t: [[0, 's']] },
      { t: [[0, 's', { m: 5 }]] },
      { t: [[0, 's', { n: [] }]] },
    ].map((part) => ({ ...trace().record, ...part })),
  ];
  for (const record of records)
    assert.throws(() => readTrace({ events: [], final: null, record }), { code: 'link-shape' }, JSON.stringify(record));
  for (const events of [undefined, null, {}, 5, [5], [null]])
    assert.throws(() => readTrace(trace({}, { events })), { code: 'link-shape' });
});

test('every number that makes work is bounded before work begins', async () => {
  const huge = 4503599627370496;
  for (const document of [
    { s: S, t: [[huge, 'c', '*']] },
    { s: S, t: [[100_001, 'c', '*']] },
    { s: S, t: [[huge, 'c', '*']], k: 1 },
    { s: S, k: huge },
    {
      s: S,
      t: [
        [0, 'c', '*'],
        [huge, 'zz'],
      ],
    },
    { s: S, u: { b: Array.from({ length: 1001 }, (_, i) => ({ at: `n${i}` })) } },
  ]) {
    await assert.rejects(decode(link(document)), { code: 'link-too-big' });
    await assert.rejects(encode(document), { code: 'link-too-big' });
  }
  await assert.rejects(decode('#example=counter&tick=100001'), { code: 'link-too-big' });
  await assert.rejects(decode(`#example=counter&tick=${huge}`), { code: 'link-too-big' });
  // A file may hold a longer run, but none without end.
  assert.equal(readFile(file({ s: S, k: 100_001 })).document.k, 100_001);
  assert.throws(() => readFile(file({ s: S, k: huge })), { code: 'link-too-big' });
  assert.throws(() => readFile(file({ s: S, t: [[huge, 'c', '*']] })), { code: 'link-too-big' });
  assert.throws(() => readTrace(trace({ k: huge })), { code: 'link-too-big' });
  assert.throws(() => readTrace(trace({ t: [[huge, 'c', '*']] })), { code: 'link-too-big' });
});
