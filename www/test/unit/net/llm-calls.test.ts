import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS_PER_RUN, LlmCalls } from '../../../src/net/llm-calls.ts';
import { loose, type Loose } from '../../loose.ts';
import { request, type Given } from '../requests.ts';
import type { AgentReply } from '../../../src/agents/types.ts';

type Answer = (n: number, init: RequestInit) => Response | Promise<Response>;
type Heard = RequestInit & { url: string; headers: Record<string, string> };

const TARGET: Parameters<LlmCalls['allow']>[0] = {
  kind: 'openai',
  url: 'https://api.example.com/v1/chat/completions',
  host: 'api.example.com',
  model: 'm',
  key: 'k',
};
const done = {
  choices: [{ message: { role: 'assistant', content: 'Done.' } }],
  usage: { prompt_tokens: 5, completion_tokens: 1 },
};
const json = (body: object, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const ask = (id: string, more: Given = {}) => ({ id, run: '1', request: request(more), prompt: 'p' });

function service(answer: Answer, blocked = () => false) {
  const received: Heard[] = [];
  const sent: [id: string, reply: Loose<AgentReply>][] = [];
  const waiting: (() => void)[] = [];
  const one = loose(
    new LlmCalls({
      fetch: async (url, init = {}) => {
        received.push({ url, ...init } as Heard);
        return answer(received.length - 1, init);
      },
      send: (id, reply) => sent.push([id, loose(reply)]),
      isBlockedByPolicy: blocked,
      onChange: () => waiting.splice(0).forEach((tell) => tell()),
    }),
  );
  const until = async (holds: () => unknown) => {
    while (!holds()) await new Promise<void>((tell) => waiting.push(tell));
  };
  return { one, received, sent, until };
}

test('nothing is sent before it is allowed; then without cookies, referrer or redirects', async () => {
  const { one, received, sent, until } = service(() => json(done));
  one.ask(ask('a'));
  assert.equal(received.length, 0);
  one.allow(TARGET);
  await until(() => sent.length === 1);
  assert.deepEqual(sent[0], [
    'a',
    { turns: [{ text: 'Done.' }], final: true, usage: { inputTokens: 5, outputTokens: 1 } },
  ]);
  const { credentials, referrerPolicy, redirect, method, headers } = received[0];
  assert.deepEqual(
    [credentials, referrerPolicy, redirect, method, headers.authorization],
    ['omit', 'no-referrer', 'error', 'POST', 'Bearer k'],
  );
  assert.deepEqual(one.usage, { input: 5, output: 1 });
});

test('requests are answered one after the other, in their order', async () => {
  let under = 0;
  const { one, sent, until } = service(async () => {
    under += 1;
    assert.equal(under, 1);
    await null;
    under -= 1;
    return json(done);
  });
  one.allow(TARGET);
  for (const id of ['a', 'b', 'c']) one.ask(ask(id));
  await until(() => sent.length === 3);
  assert.deepEqual(
    sent.map(([id]) => id),
    ['a', 'b', 'c'],
  );
});

test('fifty calls of a run; more when the visitor allows them; a new run counts anew', async () => {
  const { one, sent, received, until } = service(() => json(done));
  one.allow(TARGET);
  for (let i = 0; i <= CALLS_PER_RUN; i += 1) one.ask(ask(`a${i}`));
  await until(() => one.isAtLimit && !one.currentCall);
  assert.deepEqual([received.length, one.queue.length], [CALLS_PER_RUN, 1]);
  one.raiseLimit();
  await until(() => sent.length === CALLS_PER_RUN + 1);
  one.ask({ ...ask('b'), run: '2' });
  await until(() => sent.length === CALLS_PER_RUN + 2);
  assert.deepEqual([one.callCount, one.callLimit], [1, CALLS_PER_RUN]);
});

for (const [status, retryable, said] of [
  [401, false, /rejected the API key \(401\): bad key/],
  [403, false, /denied access/],
  [404, false, /no such endpoint or model/],
  [429, true, /too many calls, or no credit; retry after 20 s \(429\)/],
  [500, true, /failed \(500\)/],
  [400, false, /rejected the request/],
] as const) {
  test(`${status} is said, waits, and can be the reply`, async () => {
    const { one, sent, received, until } = service(() =>
      json({ error: { message: 'bad key' } }, { status, headers: { 'retry-after': '20' } }),
    );
    one.allow(TARGET);
    one.ask(ask('a'));
    await until(() => one.problem);
    assert.match(one.problem.text, said);
    assert.deepEqual([one.problem.code, one.problem.retryable, sent.length], [`http-${status}`, retryable, 0]);
    one.retry();
    await until(() => received.length === 2 && one.problem);
    one.replyWithProblem();
    assert.equal(sent[0][1].error.code, `http-${status}`);
    assert.equal(sent[0][1].error.retryable, retryable);
    assert.equal(one.problem, null);
  });
}

test('what is no JSON, or no answer of a model, is said', async () => {
  for (const [body, code] of [
    ['<html>hello', 'not-json'],
    ['{"ok":true}', 'no-reply'],
  ]) {
    const { one, until } = service(() => new Response(body));
    one.allow(TARGET);
    one.ask(ask('a'));
    await until(() => one.problem);
    assert.equal(one.problem.code, code);
  }
});

const refuses =
  (reaches: boolean): Answer =>
  (_, init) => {
    if (init.method === 'HEAD' && reaches) return new Response(null);
    throw new TypeError('Failed to fetch');
  };

test('a host that is there but refuses the null origin is told from one that is not', async () => {
  for (const [reaches, code] of [
    [true, 'cors'],
    [false, 'unreachable'],
  ] as const) {
    const { one, received, until } = service(refuses(reaches));
    one.allow(TARGET);
    one.ask(ask('a'));
    await until(() => one.problem);
    assert.equal(one.problem.code, code);
    assert.deepEqual([received[1].mode, received[1].credentials, received[1].headers], ['no-cors', 'omit', undefined]);
  }
});

test('a policy that forbids the connection is named, and nobody else is asked', async () => {
  let was = false;
  const { one, received, until } = service(
    () => {
      was = true;
      throw new TypeError('Failed to fetch');
    },
    () => was,
  );
  one.allow(TARGET);
  one.ask(ask('a'));
  await until(() => one.problem);
  assert.deepEqual([one.problem.code, received.length], ['policy', 1]);
});

const hangs: Answer = (_, init) =>
  new Promise((_done, fail) =>
    init.signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError'))),
  );

test('the time of the node is the limit of the call', async () => {
  const { one, until } = service(hangs);
  one.allow(TARGET);
  one.ask(ask('a', { timeoutMs: 5 }));
  await until(() => one.problem);
  assert.equal(one.problem.code, 'timeout');
});

test('Cancel aborts, and the request waits', async () => {
  let aborted = false;
  const { one, sent, until } = service((n, init) => {
    init.signal?.addEventListener('abort', () => {
      aborted = true;
    });
    return hangs(n, init);
  });
  one.allow(TARGET);
  one.ask(ask('a'));
  await until(() => one.currentCall);
  one.cancel();
  assert.deepEqual([aborted, one.problem.code, sent.length, one.currentCall], [true, 'cancelled', 0, null]);
});

test('a request that is no longer open is dropped, with its call or its trouble', async () => {
  const { one, until } = service(hangs);
  one.allow(TARGET);
  one.ask(ask('a'));
  one.ask(ask('b'));
  await until(() => one.currentCall);
  one.drop('b');
  one.cancel();
  one.drop('a');
  assert.deepEqual([one.currentCall, one.problem, one.queue], [null, null, []]);
});

test('withdrawing stops the call and sends nothing more', async () => {
  const { one, received, until } = service(hangs);
  one.allow(TARGET);
  one.ask(ask('a'));
  await until(() => one.currentCall);
  one.withdraw();
  one.ask(ask('b'));
  assert.deepEqual(
    [one.target, one.currentCall, received.length, one.queue.map(({ id }) => id)],
    [null, null, 1, ['a', 'b']],
  );
});

test('asked once more, a request is there once', async () => {
  const { one } = service(hangs);
  one.ask(ask('a'));
  one.ask(ask('a'));
  assert.equal(one.queue.length, 1);
});
