// Models as agents: services with the API of OpenAI or of Anthropic. The format of calls is that of the page.

import { continuedConversation, conversationKey, type ApiKind, type Conversation } from '../agents/llm-conversation.ts';
import { bodyOf, endpointOf, errorTextOf, headersOf, originalName, replyOf, toolsOf } from '../agents/llm-format.ts';
import { request as send } from '../link/fetch-text.ts';
import { parseJson } from '../protocol/plain-data.ts';
import { strings } from './strings.ts';
import type { AgentReply, AgentRequest } from '../../pkg/tracklight.js';
import type { Agent } from './types.ts';

export interface ModelOptions {
  model: string;
  /** By default the environment variable `OPENAI_API_KEY` or `ANTHROPIC_API_KEY`. Empty for services without one. */
  apiKey?: string;
  /** By default that of OpenAI or of Anthropic. */
  baseURL?: string;
  fetch?: typeof globalThis.fetch;
}

const BASES: Record<ApiKind, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};
/** The environment variables of the keys. */
export const MODEL_KEYS: Record<ApiKind, string> = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' };
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** A node with `@timeout` ends a call earlier. */
const CALL_TIMEOUT_MS = 600_000;
/** Conversations that are kept as the service returned them. Older ones start again, with their turns as text. */
const MAX_CONVERSATIONS = 1000;

/** An agent that calls a service with OpenAI's chat completions. @throws TypeError for options of another kind */
export const openai = (options: ModelOptions): Agent => modelAgent('openai', options);

/** An agent that calls a service with Anthropic's messages. @throws TypeError for options of another kind */
export const anthropic = (options: ModelOptions): Agent => modelAgent('anthropic', options);

/** The tools of a request as both kinds of services take them, for a client of your own. */
export interface Tools {
  openai: Record<string, unknown>[];
  anthropic: Record<string, unknown>[];
  /** The name that a reply must call a tool by: services accept fewer characters in names. */
  original(name: string): string;
}

export function toTools(request: Pick<AgentRequest, 'tools'>): Tools {
  return {
    openai: toolsOf('openai', request),
    anthropic: toolsOf('anthropic', request),
    original: (name) => originalName(request, name),
  };
}

function modelAgent(kind: ApiKind, { model, apiKey, baseURL, fetch = globalThis.fetch }: ModelOptions): Agent {
  const endpoint = endpointOf(kind, baseURL ?? BASES[kind], true);
  if ('why' in endpoint) throw new TypeError(strings.badEndpoint(String(baseURL)));
  if (typeof model !== 'string' || model === '') throw new TypeError(strings.noModel);
  const { url, host } = endpoint;
  const conversations: Map<string, Conversation> = new Map();
  return async (request, { signal, text }) => {
    const run = request.idempotencyKey.slice(0, -request.id.length);
    const key = conversationKey(run, request);
    const talk = continuedConversation(conversations.get(key), request, text());
    const headers = {
      ...headersOf(kind, apiKey ?? process.env[MODEL_KEYS[kind]] ?? ''),
      'idempotency-key': request.idempotencyKey,
    };
    const requestBody = JSON.stringify(bodyOf(kind, model, request, talk));
    // A redirect could send the key to another host.
    const init: RequestInit = { method: 'POST', headers, body: requestBody, redirect: 'error' };
    const response = await send(fetch, url, init, { most: MAX_RESPONSE_BYTES, ms: CALL_TIMEOUT_MS, signal });
    if ('why' in response) {
      if (response.why === 'size') return failed('too-long', strings.model.tooLong(host));
      if (response.why === 'time') return failed('timeout', strings.model.timeout(host, CALL_TIMEOUT_MS / 1000));
      return failed('unreachable', strings.model.unreachable(host));
    }
    const { status, ok } = response.response;
    const body = new TextDecoder().decode(response.bytes);
    const json = parseJson(body);
    if (!ok) {
      const mayWorkLater = status === 408 || status === 409 || status === 429 || status >= 500;
      return failed(`http-${status}`, strings.model.status(host, status, errorTextOf(json, body)), mayWorkLater);
    }
    const parsed = json === undefined ? null : replyOf(kind, json, request);
    if (parsed === null) return failed('no-reply', strings.model.noReply(host));
    const { reply, turn } = parsed;
    conversations.delete(key);
    if (turn !== null && 'turns' in reply && reply.final === false) {
      conversations.set(key, { prompt: talk.prompt, turns: [...talk.turns, turn] });
      const [oldest] = conversations.keys();
      if (conversations.size > MAX_CONVERSATIONS && oldest !== undefined) conversations.delete(oldest);
    }
    return reply;
  };
}

const failed = (code: string, message: string, retryable = true): AgentReply => ({
  error: { message, code, retryable },
});
