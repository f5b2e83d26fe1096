// Converts agent requests to the format of an LLM API, and its responses to replies. Pure: it sends nothing and
// knows no API key.

import { messagesOf, type ApiKind, type ModelTurn, type Conversation } from './llm-conversation.ts';
import { isRecord, itemsOf, memberOf } from '../protocol/plain-data.ts';
import type { AgentReply, AgentRequest, JsonObject } from './types.ts';

interface ModelReply {
  reply: AgentReply;
  /** For the conversation; null after a failure. */
  turn: ModelTurn | null;
}

const ENDPOINTS: Record<ApiKind, string> = { openai: '/chat/completions', anthropic: '/messages' };
/** Anthropic's services require a limit. */
const MAX_TOKENS = 4096;
/** Of the error text of a service. */
export const MAX_ERROR_CHARACTERS = 300;
/** The names of tools that every service accepts. */
const ACCEPTED_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The URL for calls. The user may type the base URL of the service.
 * @param isHttpAllowed also to other computers than this one
 */
export function endpointOf(
  kind: ApiKind,
  typed: string,
  isHttpAllowed = false,
): { url: string; host: string } | { why: 'none' | 'address' | 'scheme' | 'secret' } {
  if (typed.trim() === '') return { why: 'none' };
  const url = parseUrl(typed.trim());
  if (!url || !url.host) return { why: 'address' };
  const schemes = isHttpAllowed ? /^https?:/ : /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/;
  if (!schemes.test(url.href)) return { why: 'scheme' };
  if (url.username || url.password) return { why: 'secret' };
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = `/v1${ENDPOINTS[kind]}`;
  else if (/\/v\d+$/.test(path)) url.pathname = path + ENDPOINTS[kind];
  return { url: url.href, host: url.host };
}

function parseUrl(text: string) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** @param key empty for services without one */
export function headersOf(kind: ApiKind, key: string): Record<string, string> {
  const headers = { 'content-type': 'application/json' };
  if (kind === 'openai') return key === '' ? headers : { ...headers, authorization: `Bearer ${key}` };
  return {
    ...headers,
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(key === '' ? {} : { 'x-api-key': key }),
  };
}

/** The names of tools in a form that services accept, in the same order and without duplicates. */
export function safeNames(names: string[]): string[] {
  const taken = new Set(names.filter((name) => ACCEPTED_NAME.test(name)));
  return names.map((name) => {
    if (ACCEPTED_NAME.test(name)) return name;
    const base = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 58) || 'tool';
    let safe = base;
    for (let n = 2; taken.has(safe); n += 1) safe = `${base}_${n}`;
    taken.add(safe);
    return safe;
  });
}

/**
 * The body of the call for a request.
 * @param talk the conversation that the request continues
 */
export function bodyOf(
  kind: ApiKind,
  model: string,
  request: AgentRequest,
  talk: Conversation,
): Record<string, unknown> {
  const tools = toolsOf(kind, request);
  return {
    model,
    ...(kind === 'openai' ? {} : { max_tokens: MAX_TOKENS }),
    messages: messagesOf(kind, request, talk),
    ...(tools.length > 0 ? { tools } : {}),
  };
}

/** The tools of a request, under names that services accept. */
export function toolsOf(kind: ApiKind, request: Pick<AgentRequest, 'tools'>): Record<string, unknown>[] {
  const names = safeNames(request.tools.map(({ name }) => name));
  return request.tools.map(({ description, inputSchema }, i) => {
    const schema = objectSchema(inputSchema);
    return kind === 'openai'
      ? { type: 'function', function: { name: names[i], description, parameters: schema } }
      : { name: names[i], description, input_schema: schema };
  });
}

/** The name of a tool that a service knows under a name that it accepts. */
export function originalName({ tools }: Pick<AgentRequest, 'tools'>, name: string): string {
  return tools[safeNames(tools.map((tool) => tool.name)).indexOf(name)]?.name ?? name;
}

/** Services only accept objects as input. */
function objectSchema(schema: unknown) {
  return isRecord(schema) && schema.type === 'object'
    ? schema
    : { type: 'object', properties: {}, additionalProperties: true };
}

/**
 * The reply in a response of the service. Null if the response does not have the format of the API.
 * @param answer parsed JSON
 */
export function replyOf(kind: ApiKind, answer: unknown, request: AgentRequest): ModelReply | null {
  const parsed = (kind === 'openai' ? readOpenai : readAnthropic)(answer, request.turn);
  if (parsed === null) return null;
  const { text, calls, message, refused } = parsed;
  const usage = usageOf(answer);
  const fails = (what: string, code: string) => ({
    reply: { error: { message: what, code, retryable: true }, ...usage },
    turn: null,
  });
  if (refused !== null) return fails(`the model refused${refused && `: ${refused}`}`, 'refused');
  const malformedCall = calls.find((call) => call.input === null);
  if (malformedCall)
    return fails(`the input of the call \`${malformedCall.name}\` is not a JSON object`, 'malformed-call');
  const turn = {
    ...(text ? { text } : {}),
    ...(calls.length > 0
      ? { calls: calls.map(({ id, name, input }) => ({ id, name: originalName(request, name), input })) }
      : {}),
  };
  // After calls the model gets another turn with their results, unless this was the last turn.
  const final = calls.length === 0 || request.turn >= request.maxTurns;
  return {
    reply: { turns: [turn], final, ...usage },
    turn: { message, callIds: calls.map(({ id }) => id), answerCount: request.answers.length },
  };
}

interface ParsedCall {
  id: string;
  name: string;
  input: JsonObject | null;
}
interface ParsedResponse {
  text: string;
  calls: ParsedCall[];
  message: Record<string, unknown>;
  refused: string | null;
}

function readOpenai(answer: unknown, turn: number): ParsedResponse | null {
  const choice = itemsOf(memberOf(answer, 'choices'))[0];
  const message = memberOf(choice, 'message');
  if (!isRecord(message)) return null;
  const text = typeof message.content === 'string' ? message.content : textOf(message.content);
  const list = itemsOf(message.tool_calls);
  const ids = idsOf(list, turn);
  const calls = list.map((call, i) => ({
    id: ids[i] ?? '',
    name: String(memberOf(call, 'function', 'name')),
    input: inputOf(memberOf(call, 'function', 'arguments')),
  }));
  const tool_calls = list.map((call, i) => ({ id: ids[i], type: 'function', function: memberOf(call, 'function') }));
  const filtered = memberOf(choice, 'finish_reason') === 'content_filter' ? '' : null;
  return {
    text,
    calls,
    message: { role: 'assistant', content: text || null, ...(calls.length > 0 ? { tool_calls } : {}) },
    refused: message.refusal ? String(message.refusal) : filtered,
  };
}

function readAnthropic(answer: unknown): ParsedResponse | null {
  const content = memberOf(answer, 'content');
  if (!Array.isArray(content)) return null;
  const toolUses = itemsOf(content).filter((part) => memberOf(part, 'type') === 'tool_use');
  const stop = memberOf(answer, 'stop_reason');
  // If the response was truncated, the input of its last call is incomplete.
  const truncatedPart = stop === 'max_tokens' ? content.at(-1) : null;
  return {
    text: textOf(content),
    calls: toolUses.map((part) => ({
      id: String(memberOf(part, 'id')),
      name: String(memberOf(part, 'name')),
      input: part === truncatedPart ? null : inputOf(memberOf(part, 'input')),
    })),
    message: { role: 'assistant', content },
    refused: stop === 'refusal' ? '' : null,
  };
}

/** What the service counted, as a member of the reply. */
function usageOf(answer: unknown): { usage?: AgentReply['usage'] } {
  const counted = memberOf(answer, 'usage');
  const tokens = (...names: string[]) =>
    names.map((name) => memberOf(counted, name)).find((n) => typeof n === 'number' && Number.isFinite(n) && n >= 0);
  const inputTokens = tokens('prompt_tokens', 'input_tokens') as number | undefined;
  const outputTokens = tokens('completion_tokens', 'output_tokens') as number | undefined;
  if (inputTokens === undefined && outputTokens === undefined) return {};
  const model = memberOf(answer, 'model');
  return {
    usage: {
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(typeof model === 'string' && model !== '' ? { model } : {}),
    },
  };
}

function textOf(parts: unknown) {
  return itemsOf(parts)
    .filter((part) => memberOf(part, 'type') === 'text')
    .flatMap((part) => memberOf(part, 'text') || [])
    .join('\n');
}

/** Unique ids of calls: some servers send none, or the same one for all. */
function idsOf(calls: unknown[], turn: number) {
  const ids: string[] = [];
  calls.forEach((call, i) => {
    const id = memberOf(call, 'id');
    ids.push(typeof id === 'string' && id && !ids.includes(id) ? id : `call_${turn}_${i + 1}`);
  });
  return ids;
}

/** @param given JSON text or a value; undefined is an empty input. @returns null for invalid input */
function inputOf(given: unknown): JsonObject | null {
  if (given === undefined || given === '') return {};
  try {
    const input: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    // The response was parsed from JSON, so its members are JSON values.
    return isRecord(input) ? (input as JsonObject) : null;
  } catch {
    return null;
  }
}

/** What a service says of a call that failed. @param json of its answer, where the text is some */
export function errorTextOf(json: unknown, text: string): string {
  const message = json === undefined ? text : (memberOf(json, 'error', 'message') ?? memberOf(json, 'error'));
  return typeof message === 'string' ? message.trim().slice(0, MAX_ERROR_CHARACTERS) : '';
}
