import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answererOf, chooseMode } from '../../../src/agents/choose-agent.ts';
import * as mode from '../../../src/agents/decide-reply.ts';
import { loosely } from '../../loose.ts';
import { env, request } from '../requests.ts';
import type { AgentEnv, AgentSettings, InfoRequest, Json } from '../../../src/agents/types.ts';
import type { AgentNode } from '../../../src/protocol/types.ts';

const decide = loosely(mode.decide);
/** Of a question only what an agent needs. */
const decideAnswer = (info: Partial<InfoRequest>, index: number, world: AgentEnv) =>
  mode.decideAnswer(info as InfoRequest, index, world);

const stub = { say: 'from the machine' };
const script = { say: 'from the panel' };

const TABLE: [settings: AgentSettings, attribute: Json | undefined, choice: ReturnType<typeof chooseMode>][] = [
  [{}, undefined, { mode: 'auto' }],
  [{}, stub, { mode: 'script', script: stub }],
  [{ m: 'stub' }, stub, { mode: 'script', script: stub }],
  [{ m: 'auto' }, stub, { mode: 'auto' }],
  [{ m: 'manual' }, stub, { mode: 'manual', reason: 'waiting for your reply' }],
  [{ m: 'manual', n: { work: 'auto' } }, stub, { mode: 'auto' }],
  [{ m: 'manual', n: { work: script } }, stub, { mode: 'script', script }],
  [{ m: 'auto', n: { work: 'manual' } }, stub, { mode: 'manual', reason: 'waiting for your reply' }],
  [{ n: { other: 'manual' } }, undefined, { mode: 'auto' }],
];
for (const [settings, attribute, choice] of TABLE) {
  test(`settings ${JSON.stringify(settings)} ${attribute ? 'with' : 'without'} a stub: ${choice.mode}`, () => {
    assert.deepEqual(chooseMode('work', settings, attribute), choice);
  });
}

test('a node called like a member of objects has no settings by that', () => {
  assert.deepEqual(chooseMode('constructor', { n: {} }, undefined), { mode: 'auto' });
});

test('manual gives no reply but the reason; a script and auto reply', () => {
  assert.deepEqual(decide(request(), env({ settings: { m: 'manual' } })), {
    reply: null,
    mode: 'manual',
    reason: 'waiting for your reply',
  });
  assert.equal(decide(request({ stub }), env()).reply.turns[0].text, 'from the machine');
  assert.equal(decide(request(), env()).mode, 'auto');
});

test('only scripts answer information requests by themselves', () => {
  const info = { id: 'req-1-1', path: '1', node: 'work', visit: 1, query: 'q', form: null };
  assert.equal(decideAnswer(info, 0, env()), null);
  assert.equal(decideAnswer(info, 0, env({ stubs: { work: { answers: ['yes'] } } }))?.answer, 'yes');
  assert.equal(decideAnswer(info, 0, env({ stubs: { work: { answers: ['yes'] } }, settings: { m: 'manual' } })), null);
});

/** Settings, what is known of the node, and who answers it. */
const ANSWERERS: [settings: AgentSettings, node: Partial<AgentNode>, answerer: ReturnType<typeof answererOf>][] = [
  [{}, {}, { by: 'auto' }],
  [{}, { stub }, { by: 'machine', script: stub }],
  [{ n: { work: script } }, { stub }, { by: 'own', script }],
  [{ n: { work: 'auto' } }, { stub }, { by: 'auto' }],
  [{ m: 'auto' }, { stub }, { by: 'auto' }],
  [{ m: 'manual' }, { stub }, { by: 'manual' }],
  [{ m: 'manual', n: { work: script } }, {}, { by: 'own', script }],
  [{ m: 'remote' }, { stub }, { by: 'remote' }],
  [{ m: 'remote' }, { stub, kind: 'code' }, { by: 'machine', script: stub }],
  [{ m: 'custom', n: { work: script } }, {}, { by: 'own', script }],
  [{ n: { work: script } }, { stub, stored: true }, { by: 'recording' }],
];
for (const [settings, node, answerer] of ANSWERERS) {
  test(`who answers under ${JSON.stringify(settings)} a node with ${JSON.stringify(node)}: ${answerer.by}`, () => {
    assert.deepEqual(answererOf({ id: 'work', title: '', kind: 'work', ...node }, settings), answerer);
  });
}
