// A service of models played on the loopback address, and a host of texts. For the tests of what is outside the page.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Visitor } from './visitor.ts';

interface Heard {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: any;
}
/** `body`: JSON, or a text as it is. */
interface Said {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  hang?: true;
}
export interface Provider {
  origin: string;
  received: Heard[];
  close(): Promise<void>;
}

export const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'content-type, authorization, x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access',
  'access-control-allow-methods': 'POST, GET',
};

/** @param answer to the n-th request, from 0, beside those that ask for permission */
export function provider(
  answer: (received: Heard, n: number) => Said,
  { cors = OPEN }: { cors?: Record<string, string> } = {},
): Promise<Provider> {
  const received: Heard[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors);
      response.end();
      return;
    }
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      };
      if (request.method !== 'HEAD') received.push(one);
      const { status = 200, headers = {}, body = '', hang } = answer(one, received.length - 1);
      if (hang) return;
      response.writeHead(status, {
        ...cors,
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        ...headers,
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise((closed: (value: void) => void) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      done({ origin: `http://127.0.0.1:${port}`, received, close });
    });
  });
}

/** A turn of an OpenAI-compatible service. */
export function turn(text: string, calls: { id?: string; name: string; input: unknown }[] = []): Said {
  const tool_calls = calls.map(({ id = 'call_a', name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  return {
    body: {
      choices: [
        {
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          message: { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls } : {}) },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 7 },
    },
  };
}

/** Chooses LLM API and fills in the frame; Allow is left to the test. */
export async function connect(visitor: Visitor, origin: string, key: string = 'secret-key-1') {
  const { page } = visitor;
  await visitor.agents('LLM API');
  const frame = page.frameLocator('iframe[title="LLM API"]');
  await frame.getByLabel('Endpoint').fill(`${origin}/v1`);
  await frame.getByLabel('Model', { exact: true }).fill('model-1');
  await frame.getByLabel('API key').fill(key);
  return frame;
}
