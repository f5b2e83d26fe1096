// The calls to an LLM API: one at a time, only while the user allows it, up to a limit per run. A call that fails waits
// with its problem; nothing is retried automatically. No DOM; `fetch` is passed in.

import { parseJson } from '../protocol/plain-data.ts';
import { MAX_ERROR_CHARACTERS, bodyOf, errorTextOf, headersOf, replyOf } from '../agents/llm-format.ts';
import { continuedConversation, conversationKey, type ApiKind, type Conversation } from '../agents/llm-conversation.ts';
import { request } from '../link/fetch-text.ts';
import { strings } from './strings.ts';
import type { AgentReply, AgentRequest } from '../agents/types.ts';

export interface AgentCall {
  id: string;
  run: string;
  request: AgentRequest;
  prompt: string;
}
interface Target {
  kind: ApiKind;
  url: string;
  host: string;
  model: string;
  key: string;
}
interface Problem {
  ask: AgentCall;
  code: string;
  text: string;
  retryable: boolean;
}

/** The user can allow more. */
export const CALLS_PER_RUN = 50;
const CALL_TIMEOUT_MS = 120_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export interface ServiceDependencies {
  fetch: typeof globalThis.fetch;
  /** Sends a reply to the page. */
  send: (id: string, reply: AgentReply) => void;
  onChange: () => void;
  /** Whether the content security policy blocked a connection to this address. */
  isBlockedByPolicy: (url: string) => boolean | Promise<boolean>;
}

export class LlmCalls {
  #fetch: typeof globalThis.fetch;
  #send: (id: string, reply: AgentReply) => void;
  #onChange: () => void;
  #isBlockedByPolicy: (url: string) => boolean | Promise<boolean>;
  #abortController: AbortController | null = null;
  #conversations: Map<string, Conversation> = new Map();
  #run = '';
  /** The service that the user allowed. */
  target: Target | null = null;
  /** Calls that wait, oldest first. */
  queue: AgentCall[] = [];
  currentCall: AgentCall | null = null;
  problem: Problem | null = null;
  callCount = 0;
  callLimit = CALLS_PER_RUN;
  usage = { input: 0, output: 0 };

  constructor(deps: ServiceDependencies) {
    this.#fetch = deps.fetch;
    this.#send = deps.send;
    this.#onChange = deps.onChange;
    this.#isBlockedByPolicy = deps.isBlockedByPolicy;
  }

  /** The call in progress, or the next one. */
  get nextCall() {
    return this.currentCall ?? this.problem?.ask ?? this.queue[0] ?? null;
  }

  get isAtLimit() {
    return this.callCount >= this.callLimit;
  }

  ask(ask: AgentCall) {
    if (ask.run !== this.#run) {
      this.#run = ask.run;
      this.#conversations.clear();
      this.callCount = 0;
      this.callLimit = CALLS_PER_RUN;
    }
    // The page may post a call again.
    this.queue = this.queue.filter(({ id }) => id !== ask.id);
    if (this.problem?.ask.id === ask.id) this.problem = null;
    if (this.currentCall?.id !== ask.id) this.queue.push(ask);
    this.#callNext();
  }

  /** The request of a call is no longer open. */
  drop(id: string) {
    this.queue = this.queue.filter((ask) => ask.id !== id);
    if (this.problem?.ask.id === id) this.problem = null;
    if (this.currentCall?.id === id) this.#abort();
    this.#callNext();
  }

  allow(target: Target) {
    this.target = target;
    this.#callNext();
  }

  /** Withdraws the permission: nothing is sent from now on. */
  withdraw() {
    const { nextCall } = this;
    this.target = null;
    this.#abort();
    this.problem = null;
    if (nextCall && !this.queue.includes(nextCall)) this.queue.unshift(nextCall);
    this.#onChange();
  }

  raiseLimit() {
    this.callLimit += CALLS_PER_RUN;
    this.#callNext();
  }

  cancel() {
    const ask = this.currentCall;
    if (!ask) return;
    this.#abort();
    this.#setProblem({ ask, code: 'cancelled', text: strings.cancelled, retryable: true });
  }

  retry() {
    if (this.problem) this.queue.unshift(this.problem.ask);
    this.problem = null;
    this.#callNext();
  }

  /** Replies with the problem as an error, which the machine may retry or catch. */
  replyWithProblem() {
    if (!this.problem) return;
    const { ask, text, code, retryable } = this.problem;
    this.problem = null;
    this.#send(ask.id, { error: { message: text, code, retryable } });
    this.#callNext();
  }

  /** The body of the request to the service. */
  body({ run, request: asked, prompt }: AgentCall, { kind, model }: Pick<Target, 'kind' | 'model'>) {
    return bodyOf(
      kind,
      model,
      asked,
      continuedConversation(this.#conversations.get(conversationKey(run, asked)), asked, prompt),
    );
  }

  #abort() {
    this.#abortController?.abort();
    this.#abortController = null;
    this.currentCall = null;
  }

  #setProblem(problem: Problem) {
    this.problem = problem;
    this.#onChange();
  }

  #callNext() {
    const ask = this.queue[0];
    if (this.target && !this.currentCall && !this.problem && ask && !this.isAtLimit) {
      this.queue.shift();
      void this.#call(ask, this.target);
    }
    this.#onChange();
  }

  async #call(ask: AgentCall, target: Target) {
    const stop = new AbortController();
    this.#abortController = stop;
    this.currentCall = ask;
    this.callCount += 1;
    const asked = ask.request;
    const key = conversationKey(ask.run, asked);
    const talk = continuedConversation(this.#conversations.get(key), asked, ask.prompt);
    const body = JSON.stringify(bodyOf(target.kind, target.model, asked, talk));
    const got = await this.#post(target, body, asked.timeoutMs ?? CALL_TIMEOUT_MS, stop.signal);
    // The call was cancelled.
    if (this.#abortController !== stop) return;
    this.#abortController = null;
    this.currentCall = null;
    if (!got.ok) return this.#setProblem({ ask, ...got.problem });
    const answered = replyOf(target.kind, got.json, asked);
    if (answered === null) return this.#setProblem({ ask, code: 'no-reply', text: strings.noReply, retryable: true });
    const { reply, turn } = answered;
    const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {};
    this.usage = { input: this.usage.input + inputTokens, output: this.usage.output + outputTokens };
    if (turn) this.#conversations.set(key, { prompt: talk.prompt, turns: [...talk.turns, turn] });
    this.#send(ask.id, reply);
    this.#callNext();
  }

  async #post(
    { url, host, kind, key }: Target,
    body: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<{ ok: true; json: unknown } | { ok: false; problem: Omit<Problem, 'ask'> }> {
    const wrong = (code: string, text: string, retryable = true) => ({
      ok: false as const,
      problem: { code, text, retryable },
    });
    // A redirect could send the key to another host.
    const done = await request(
      this.#fetch,
      url,
      { method: 'POST', headers: headersOf(kind, key), body, redirect: 'error' },
      { most: MAX_RESPONSE_BYTES, ms, signal },
    );
    if ('why' in done) {
      if (done.why === 'size') return wrong('too-long', strings.tooLong);
      if (done.why === 'time') return wrong('timeout', strings.timeout(host, Math.round(ms / 1000)));
      if (await this.#isBlockedByPolicy(url)) return wrong('policy', strings.policy(host), false);
      return (await this.#isReachable(url))
        ? wrong('cors', strings.cors(host), false)
        : wrong('unreachable', strings.unreachable(host));
    }
    const { status, ok, headers } = done.response;
    const text = new TextDecoder().decode(done.bytes);
    const json = parseJson(text);
    if (!ok)
      return wrong(
        `http-${status}`,
        strings.status(host, status, errorTextOf(json, text), headers.get('retry-after')),
        status === 429 || status >= 500,
      );
    return json === undefined
      ? wrong('not-json', strings.notJson(host, text.slice(0, MAX_ERROR_CHARACTERS)))
      : { ok: true, json };
  }

  /** Whether the host answers at all, even if the page may not read the answer. */
  async #isReachable(url: string) {
    return !('why' in (await request(this.#fetch, url, { method: 'HEAD', mode: 'no-cors' }, { most: 0, ms: 5_000 })));
  }
}
