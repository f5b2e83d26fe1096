// A reply made by hand: a form from the schema of a tool, and the reply it becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Replies } from '../../../src/document/replies.ts';
import { emptyDraft, formReply, jsonReply, withCall, withTool } from '../../../src/document/reply-draft.ts';
import { sentAlong } from '../../../src/run/waiting.ts';
import { sparse } from '../../sparse.ts';
import { testStore } from '../store.ts';
import { readForm, widgetOf } from '../../../src/views/schema-value.ts';
import type { GivenAnswer, InfoRequest, Snapshot } from '../../../src/protocol/types.ts';
import { answered } from '../answered.ts';

type Answering = ConstructorParameters<typeof Replies>[0]['running'];

const write = {
  name: 'write_Card',
  inputSchema: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          serves: { type: 'integer' },
          level: { enum: ['easy', 'hard'] },
          vegan: { type: 'boolean' },
          steps: { type: 'array' },
        },
      },
    },
  },
};

test('each kind of schema has its widget', () => {
  const kinds = { string: 'text', integer: 'number', number: 'number', boolean: 'flag', object: 'json', array: 'json' };
  for (const [type, widget] of Object.entries(kinds)) assert.equal(widgetOf({ type }), widget);
  assert.equal(widgetOf({ enum: [1, 2] }), 'choice');
  assert.equal(widgetOf({ type: 'array', items: { enum: ['a'] } }), 'choices');
  assert.equal(widgetOf({ type: 'object', properties: { a: {} } }), 'group');
  assert.equal(widgetOf({}), 'json');
});

test('a form becomes a call, and what was left alone is left out', () => {
  const fields = { data: { name: 'Soup', serves: '4', level: '"hard"', vegan: 'true', steps: '[{"text":"stir"}]' } };
  const draft = withCall({ ...emptyDraft(), fields }, write);
  assert.deepEqual(draft.calls, [
    {
      name: 'write_Card',
      input: { data: { name: 'Soup', serves: 4, level: 'hard', vegan: true, steps: [{ text: 'stir' }] } },
    },
  ]);
  assert.deepEqual(readForm(write.inputSchema, {}), { value: { data: {} } });
});

test('a field that is not JSON names itself, with what would be, and adds no call', () => {
  const draft = withCall({ ...emptyDraft(), fields: { data: { steps: '[stir' } } }, write);
  assert.equal(draft.calls.length, 0);
  assert.match(draft.error, /steps/);
  assert.match(draft.error, /^`.*steps` must be valid JSON, such as `"text"` or `12`\.$/);
});

test('a draft becomes one turn, an empty one none', () => {
  assert.deepEqual(formReply({ ...emptyDraft(), text: 'hello', calls: [{ name: 'a', input: {} }] }, true), {
    turns: [{ text: 'hello', calls: [{ name: 'a', input: {} }] }],
    final: true,
  });
  assert.deepEqual(formReply(emptyDraft(), false), { turns: [], final: false });
});

test('the JSON box takes a reply, an error, or a bare list of calls', () => {
  assert.deepEqual(jsonReply('{"turns":[]}'), { turns: [] });
  assert.deepEqual(jsonReply('{"error":{"message":"no"}}'), { error: { message: 'no' } });
  assert.deepEqual(jsonReply('[{"name":"a"}]'), { turns: [{ calls: [{ name: 'a' }] }] });
  for (const text of ['', '{', '3', 'null', '{}', '"turns"']) assert.equal(jsonReply(text), null);
});

test('what was typed for one tool is there again after another one was looked at', () => {
  let draft = { ...emptyDraft(), ...withTool(emptyDraft(), 'write_Card') };
  draft = { ...draft, fields: { data: { name: 'Soup' } } };
  draft = { ...draft, ...withTool(draft, 'read_Card') };
  assert.deepEqual([draft.tool, draft.fields], ['read_Card', {}]);
  draft = { ...draft, ...withTool(draft, '') };
  draft = { ...draft, ...withTool(draft, 'write_Card') };
  assert.deepEqual([draft.tool, draft.fields], ['write_Card', { data: { name: 'Soup' } }]);
  draft = withCall(draft, write);
  assert.deepEqual(withTool(draft, 'write_Card').fields, {}, 'a call that was added begins anew');
});

const question = (id: string, path: string, priority: InfoRequest['priority']) =>
  sparse<InfoRequest>({ id, path, priority, state: 'open', node: 'ask', query: id });
const asked = [
  question('q1', '1', 'required'),
  question('q2', '1', 'required'),
  question('q3', '1', 'optional'),
  question('q4', '1', 'optional'),
  question('q5', '2', 'optional'),
];

test('with the last required answer of a path go those written for its optional questions, and no others', () => {
  const run = (requests: InfoRequest[]) => sparse<Snapshot>({ pending: { agents: [], edits: [], requests } });
  const written = { q1: { text: 'a' }, q3: { text: 'c' }, q4: { text: '  ' }, q5: { text: 'e' } };
  const ids = (requests: InfoRequest[], request: string) =>
    sentAlong(run(requests), written, request).map(({ id }) => id);
  assert.deepEqual(ids(asked, 'q1'), [], 'another one is required still');
  assert.deepEqual(
    ids(
      asked.filter(({ id }) => id !== 'q2'),
      'q1',
    ),
    ['q3'],
  );
  assert.deepEqual(ids(asked, 'q3'), [], 'an optional answer moves nothing');
  assert.deepEqual(sentAlong(null, written, 'q1'), []);
});

test('answers go out in their order, then the run goes on; a refused one stays and stops the rest', async () => {
  const given: [id: string, answer: GivenAnswer][] = [];
  let refuses = '';
  const wentOn: number[] = [];
  const store = testStore();
  const running = {
    answer: async (id: string, answer: GivenAnswer) => (
      given.push([id, answer]), answered(id === refuses ? { code: 'no', message: 'too long' } : null)
    ),
    resumeAfterAnswer: async () => void wentOn.push(given.length),
  };
  store.set({
    run: {
      ...store.state.run,
      snapshot: { pending: { agents: [], edits: [], requests: asked.filter(({ id }) => id !== 'q2') } },
    },
  });
  const replying = new Replies({ store, running: sparse<Answering>(running) });
  const settled = () => new Promise((done) => setImmediate(done));
  replying.act({ type: 'answerText', request: 'q3', text: 'green' });
  replying.act({ type: 'answer', request: 'q1', ok: true });
  assert.deepEqual(
    [given, store.state.answers.q1.error, store.state.answers.q3.text],
    [[], 'Enter an answer.', 'green'],
  );
  replying.act({ type: 'answerText', request: 'q1', text: 'Ada\n' });
  refuses = 'q3';
  replying.act({ type: 'answer', request: 'q1', ok: true });
  await settled();
  assert.deepEqual(
    [given, store.state.answers],
    [[['q3', 'green']], { q1: { text: 'Ada\n', error: '' }, q3: { text: 'green', error: 'too long' } }],
  );
  refuses = '';
  replying.act({ type: 'answer', request: 'q1', ok: false });
  await settled();
  assert.deepEqual(
    [given.slice(1), store.state.answers],
    [
      [
        ['q3', 'green'],
        ['q1', { error: 'Ada' }],
      ],
      {},
    ],
  );
  assert.deepEqual(wentOn, [3]);
});

test('a reply goes out, then the run goes on; a refused one stays', async () => {
  let refuses = true;
  let wentOn = 0;
  const store = testStore();
  const running = {
    reply: async () => answered(refuses ? { code: 'no', message: 'no such tool' } : null),
    resumeAfterAnswer: async () => void (wentOn += 1),
  };
  const replying = new Replies({ store, running: sparse<Answering>(running) });
  const send = async () => {
    replying.act({ type: 'draft', request: 'r1', part: { json: '{"turns":[],"final":true}' } });
    replying.act({ type: 'sendJson', request: 'r1' });
    await new Promise((done) => setImmediate(done));
  };
  await send();
  assert.deepEqual([store.state.drafts.r1.error, wentOn], ['no such tool', 0]);
  refuses = false;
  await send();
  assert.deepEqual([store.state.drafts, wentOn], [{}, 1]);
});
