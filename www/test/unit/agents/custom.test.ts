import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEFAULT_TIMEOUT_MS,
  agentTimeout,
  askHost as ask,
  plainReply,
  type HostAgent,
} from '../../../src/agents/custom.ts';
import { outsideFor } from '../../../src/agents/choose-agent.ts';
import { decide } from '../../../src/agents/decide-reply.ts';
import { loose, loosely } from '../../loose.ts';
import { env, request } from '../requests.ts';
import type { AgentRequest, AgentSettings } from '../../../src/agents/types.ts';

const askHost = loosely(ask);

const limits = (ms = 1000) => ({ ms, signal: new AbortController().signal });
const error = async (agent: HostAgent, ms?: number) => (await askHost(agent, request(), limits(ms))).error.message;

test('what the function gives is the reply', async () => {
  const reply = { turns: [{ text: 'hello', calls: [{ name: 'read_Water', input: {} }] }], final: true };
  assert.deepEqual(await askHost(async () => reply, request(), limits()), reply);
  assert.deepEqual(await askHost(() => ({ turns: [] }), request(), limits()), { turns: [] });
  assert.deepEqual(await askHost(() => ({ error: { message: 'no' } }), request(), limits()), {
    error: { message: 'no' },
  });
});

test('a throw, a rejection and a time-out are errors of the reply, with their message', async () => {
  assert.equal(
    await error(() => {
      throw new Error('thrown');
    }),
    'thrown',
  );
  assert.equal(
    await error(async () => {
      throw 'rejected';
    }),
    'rejected',
  );
  assert.equal(await error(() => new Promise(() => {}), 5), 'the agent did not reply within 5 ms');
});

test('the function is told when its time is over, or its request gone', async () => {
  let reported = false;
  await askHost(
    (_, { signal }) =>
      new Promise(() =>
        signal.addEventListener('abort', () => {
          reported = true;
        }),
      ),
    request(),
    limits(5),
  );
  assert.equal(reported, true);
  const stop = new AbortController();
  const gone = new Promise(
    (done) =>
      void askHost((_, { signal }) => new Promise(() => signal.addEventListener('abort', done)), request(), {
        ms: 10_000,
        signal: stop.signal,
      }).catch(() => {}),
  );
  await new Promise((done) => setTimeout(done, 0));
  stop.abort();
  await gone;
});

for (const bad of [undefined, null, 3, 'text', {}, { turns: 'x' }, { error: 'x' }, []]) {
  test(`${JSON.stringify(bad)} is no reply`, () =>
    assert.match(loose(plainReply(bad)).error.message, /did not return a reply/));
}

test('what cannot be written as JSON is an error of the reply', async () => {
  const round: { turns: []; self?: object } = { turns: [] };
  round.self = round;
  assert.match(await error(() => round), /circular/i);
});

test('the function gets a copy of the request', async () => {
  const one = request();
  await askHost(
    (given) => {
      given.node = 'other';
      return { turns: [] };
    },
    one,
    limits(),
  );
  assert.equal(one.node, 'work');
});

test('the attribute says the time in milliseconds; nonsense is the usual time', () => {
  assert.deepEqual([null, '500', '0', '-1', 'soon', ''].map(agentTimeout), [
    DEFAULT_TIMEOUT_MS,
    500,
    DEFAULT_TIMEOUT_MS,
    DEFAULT_TIMEOUT_MS,
    DEFAULT_TIMEOUT_MS,
    DEFAULT_TIMEOUT_MS,
  ]);
});

test('the own setting of a node comes first; code goes to the stub, never to a model', () => {
  const of = (kind: AgentRequest['kind'], settings: AgentSettings) => outsideFor({ node: 'work', kind }, settings);
  assert.equal(of('work', { m: 'remote' }), 'remote');
  assert.equal(of('decision', { m: 'custom' }), 'custom');
  assert.equal(of('work', { m: 'remote', n: { work: 'auto' } }), null);
  assert.equal(of('work', { m: 'remote', n: { other: 'auto' } }), 'remote');
  assert.equal(of('code', { m: 'remote' }), null);
  assert.equal(of('code', { m: 'custom' }), 'custom');
  assert.equal(of('work', {}), null);
});

test('the worker leaves such requests open and says who answers', () => {
  assert.deepEqual(decide(request(), env({ settings: { m: 'remote' } })), {
    reply: null,
    mode: 'remote',
    reason: 'waiting for the LLM API',
  });
  assert.equal(decide(request(), env({ settings: { m: 'custom' } })).reply, null);
  assert.equal(decide(request({ kind: 'code' }), env({ settings: { m: 'remote' } })).mode, 'auto');
});
