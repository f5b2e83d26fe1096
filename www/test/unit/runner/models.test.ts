// Models as agents, against a service in this process.

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { anthropic, openai, runMachine, toTools, type RunnerRequest } from '../../../src/runner/index.ts';

interface Call {
  url: string;
  headers: IncomingHttpHeaders;
  body: { model: string; messages: { role: string; content: unknown }[]; tools: Record<string, unknown>[] };
}
const calls: Call[] = [];
let respond: (call: Call) => { status?: number; body: unknown } = () => ({ body: {} });
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    const call = { url: request.url ?? '', headers: request.headers, body: JSON.parse(text) };
    calls.push(call);
    const { status = 200, body } = respond(call);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
let baseURL = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
after(() => server.close());

const SOURCE = `shop {
  context Cart { n: 0 }
  task count { prompt: "add 1 to Cart.n" }
  state done
  count -writes-> Cart
  count -> done
}`;

test('exchange_2_model of OpenAI is sent prompt and tools, its calls are made, its tokens are counted', async () => {
  calls.length = 0;
  respond = ({ body }) => {
    const tool = body.tools
      .map((one) => (one.function as { name: string }).name)
      .find((name) => name.startsWith('write_'));
    const call = { id: 'c1', type: 'function', function: { name: tool, arguments: '{"data":{"n":1}}' } };
    const message = calls.length === 1 ? { content: null, tool_calls: [call] } : { content: 'done' };
    return { body: { model: 'm-1', choices: [{ message }], usage: { prompt_tokens: 10, completion_tokens: 4 } } };
  };
  const run = await runMachine(SOURCE, { agent: openai({ model: 'm', apiKey: 'secret', baseURL }) });
  assert.equal(run.outcome.kind, 'completed');
  assert.equal(run.view.contexts['shop.Cart'].fields.n.values[0].value, 1);
  assert.deepEqual([run.usage.inputTokens, run.usage.outputTokens], [20, 8]);
  assert.equal(calls.length, 2);
  const [first, second] = calls;
  assert.equal(first.url, '/v1/chat/completions');
  assert.equal(first.headers.authorization, 'Bearer secret');
  assert.match(String(first.body.messages[0].content), /add 1 to Cart\.n/);
  assert.deepEqual(
    second.body.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  );
  assert.notEqual(first.headers['idempotency-key'], second.headers['idempotency-key']);
});

test('exchange_2_model of Anthropic is sent prompt and tools, and its calls are made', async () => {
  calls.length = 0;
  respond = ({ body }) => {
    const name = body.tools.map((one) => String(one.name)).find((tool) => tool.startsWith('write_'));
    const content =
      calls.length === 1
        ? [{ type: 'tool_use', id: 'c1', name, input: { data: { n: 2 } } }]
        : [{ type: 'text', text: 'done' }];
    return { body: { content, stop_reason: 'end_turn', usage: { input_tokens: 5, output_tokens: 1 } } };
  };
  const run = await runMachine(SOURCE, { agent: anthropic({ model: 'm', apiKey: 'secret', baseURL }) });
  assert.equal(run.view.contexts['shop.Cart'].fields.n.values[0].value, 2);
  assert.equal(calls[0].url, '/v1/messages');
  assert.equal(calls[0].headers['x-api-key'], 'secret');
  assert.equal(run.usage.inputTokens, 10);
});

test('exchange_2_model that fails gives an error that the machine can retry or catch', async () => {
  const source = 'task t { prompt: "x" }\nstate rescue\nstate done\nt -catch-> rescue\nt -> done';
  for (const [response, code, words] of [
    [{ status: 429, body: { error: { message: 'slow down' } } }, 'http-429', /429: slow down/],
    [{ status: 401, body: 'no' }, 'http-401', /401: no/],
    [{ body: 'hello' }, 'no-reply', /does not have the format/],
    [{ body: { choices: [] } }, 'no-reply', /does not have the format/],
  ] as const) {
    respond = () => response;
    let failure: { code: string; message: string } | undefined;
    await runMachine(source, {
      agent: openai({ model: 'm', apiKey: '', baseURL }),
      onEvent: (event) => {
        if (event.kind === 'visitFailed') failure = event.failure;
      },
    });
    assert.equal(failure?.code, code);
    assert.match(failure?.message ?? '', words);
  }
  const nowhere = openai({ model: 'm', apiKey: '', baseURL, fetch: () => Promise.reject(new TypeError('no network')) });
  assert.equal((await runMachine(source, { agent: nowhere })).view.paths[0].node, 'rescue');
});

test('exchange_2_model refuses options that name no service or no model', () => {
  assert.throws(() => openai({ model: 'm', baseURL: 'ftp://x' }), { name: 'TypeError', message: /ftp:\/\/x/ });
  assert.throws(() => openai({ model: 'm', baseURL: 'https://me:secret@x' }), TypeError);
  assert.throws(() => anthropic({ model: '' }), { name: 'TypeError', message: /model/ });
});

test('exchange_2_tools are given as both services take them, and their names lead back', async () => {
  let tools: ReturnType<typeof toTools> | undefined;
  let request: RunnerRequest | undefined;
  await runMachine(SOURCE, {
    agent: (asked) => {
      request = asked;
      tools = toTools(asked);
      return { turns: [{ text: 'ok' }] };
    },
  });
  const names = tools?.openai.map((tool) => (tool.function as { name: string }).name) ?? [];
  assert.deepEqual(
    tools?.anthropic.map(({ name }) => name),
    names,
  );
  assert.deepEqual(
    names.map((name) => tools?.original(name)),
    request?.tools.map(({ name }) => name),
  );
  assert.ok(names.every((name) => /^[\w-]+$/.test(name)));
});
