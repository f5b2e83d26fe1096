// The calls to an LLM API: one at a time, only while allowed, up to a number per run. A call that fails stays
// pending with its reason; nothing is retried automatically. No DOM; `fetch` is passed in.

import { memberOf } from '../protocol/plain-data.ts';
import { bodyOf, headersOf, replyOf } from '../agents/remote.ts';
import { talkFor, talkKey, type Kind, type Talk } from '../agents/remote-talk.ts';
import { request } from '../link/fetch-text.ts';
import { strings } from './strings.ts';
import type { AgentReply, AgentRequest } from '../agents/types.ts';

export interface Ask {
  id: string;
  run: string;
  request: AgentRequest;
  prompt: string;
}
interface Target {
  kind: Kind;
  url: string;
  host: string;
  model: string;
  key: string;
}
interface Problem {
  ask: Ask;
  code: string;
  text: string;
  retryable: boolean;
}

/** Calls of one run, until the user allows more. */
export const CALLS = 50;
const CALL_MS = 120_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** What a service says of itself is shown up to here. */
const SHOWN = 300;

export class Service {
  #fetch: typeof globalThis.fetch;
  #send: (id: string, reply: AgentReply) => void;
  #changed: () => void;
  #blocked: (url: string) => boolean | Promise<boolean>;
  #stop: AbortController | null = null;
  #talks: Map<string, Talk> = new Map();
  #run = '';
  /** What is allowed. */
  target: Target | null = null;
  /** In the order they came. */
  queue: Ask[] = [];
  /** The one under way. */
  now: Ask | null = null;
  problem: Problem | null = null;
  calls = 0;
  cap = CALLS;
  usage = { input: 0, output: 0 };

  constructor({
    fetch,
    send,
    changed,
    blocked,
  }: {
    fetch: typeof globalThis.fetch;
    /** Hands a reply over. */
    send: (id: string, reply: AgentReply) => void;
    changed: () => void;
    /** Whether the policy forbade a connection there. */
    blocked: (url: string) => boolean | Promise<boolean>;
  }) {
    this.#fetch = fetch;
    this.#send = send;
    this.#changed = changed;
    this.#blocked = blocked;
  }

  /** The request that is sent next, or was just sent. */
  get next() {
    return this.now ?? this.problem?.ask ?? this.queue[0] ?? null;
  }

  get full() {
    return this.calls >= this.cap;
  }

  ask(ask: Ask) {
    if (ask.run !== this.#run) {
      this.#run = ask.run;
      this.#talks.clear();
      this.calls = 0;
      this.cap = CALLS;
    }
    // Asked once more.
    this.queue = this.queue.filter(({ id }) => id !== ask.id);
    if (this.problem?.ask.id === ask.id) this.problem = null;
    if (this.now?.id !== ask.id) this.queue.push(ask);
    this.#next();
  }

  /** A request is no longer open. */
  drop(id: string) {
    this.queue = this.queue.filter((ask) => ask.id !== id);
    if (this.problem?.ask.id === id) this.problem = null;
    if (this.now?.id === id) this.#abort();
    this.#next();
  }

  allow(target: Target) {
    this.target = target;
    this.#next();
  }

  /** Nothing is sent from now on. */
  withdraw() {
    const { next } = this;
    this.target = null;
    this.#abort();
    this.problem = null;
    if (next && !this.queue.includes(next)) this.queue.unshift(next);
    this.#changed();
  }

  raise() {
    this.cap += CALLS;
    this.#next();
  }

  cancel() {
    const ask = this.now;
    if (!ask) return;
    this.#abort();
    this.#trouble({ ask, code: 'cancelled', text: strings.cancelled, retryable: true });
  }

  again() {
    if (this.problem) this.queue.unshift(this.problem.ask);
    this.problem = null;
    this.#next();
  }

  /** The runtime is told what went wrong; retries and catches of the machine take it from there. */
  fail() {
    if (!this.problem) return;
    const { ask, text, code, retryable } = this.problem;
    this.problem = null;
    this.#send(ask.id, { error: { message: text, code, retryable } });
    this.#next();
  }

  /** What would be sent for a request. */
  body({ run, request: asked, prompt }: Ask, { kind, model }: Pick<Target, 'kind' | 'model'>) {
    return bodyOf(kind, model, asked, talkFor(this.#talks.get(talkKey(run, asked)), asked, prompt));
  }

  #abort() {
    this.#stop?.abort();
    this.#stop = null;
    this.now = null;
  }

  #trouble(problem: Problem) {
    this.problem = problem;
    this.#changed();
  }

  #next() {
    const ask = this.queue[0];
    if (this.target && !this.now && !this.problem && ask && !this.full) {
      this.queue.shift();
      void this.#call(ask, this.target);
    }
    this.#changed();
  }

  async #call(ask: Ask, target: Target) {
    const stop = new AbortController();
    this.#stop = stop;
    this.now = ask;
    this.calls += 1;
    const asked = ask.request;
    const key = talkKey(ask.run, asked);
    const talk = talkFor(this.#talks.get(key), asked, ask.prompt);
    const body = JSON.stringify(bodyOf(target.kind, target.model, asked, talk));
    const got = await this.#post(target, body, asked.timeoutMs ?? CALL_MS, stop.signal);
    // What was given up has no answer any more.
    if (this.#stop !== stop) return;
    this.#stop = null;
    this.now = null;
    if (!got.ok) return this.#trouble({ ask, ...got.problem });
    const answered = replyOf(target.kind, got.json, asked);
    if (answered === null) return this.#trouble({ ask, code: 'no-reply', text: strings.noReply, retryable: true });
    const { reply, said, usage } = answered;
    this.usage = { input: this.usage.input + usage.input, output: this.usage.output + usage.output };
    if (said) this.#talks.set(key, { first: talk.first, said: [...talk.said, said] });
    this.#send(ask.id, reply);
    this.#next();
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
    // A redirect would carry the key elsewhere.
    const done = await request(
      this.#fetch,
      url,
      { method: 'POST', headers: headersOf(kind, key), body, redirect: 'error' },
      { most: MOST_BYTES, ms, signal },
    );
    if ('why' in done) {
      if (done.why === 'size') return wrong('too-long', strings.tooLong);
      if (done.why === 'time') return wrong('timeout', strings.timeout(host, Math.round(ms / 1000)));
      if (await this.#blocked(url)) return wrong('policy', strings.policy(host), false);
      return (await this.#reaches(url))
        ? wrong('cors', strings.cors(host), false)
        : wrong('unreachable', strings.unreachable(host));
    }
    const { status, ok, headers } = done.response;
    const text = new TextDecoder().decode(done.bytes);
    const json = parsed(text);
    if (!ok)
      return wrong(
        `http-${status}`,
        strings.status(host, status, reasonOf(json, text), headers.get('retry-after')),
        status === 429 || status >= 500,
      );
    return json === undefined ? wrong('not-json', strings.notJson(host, text.slice(0, SHOWN))) : { ok: true, json };
  }

  /** Whether anything answers there, though it may not be read. */
  async #reaches(url: string) {
    return !('why' in (await request(this.#fetch, url, { method: 'HEAD', mode: 'no-cors' }, { most: 0, ms: 5_000 })));
  }
}

/** @returns undefined for what is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a service says of a failure. */
function reasonOf(json: unknown, text: string) {
  const said = json === undefined ? text : (memberOf(json, 'error', 'message') ?? memberOf(json, 'error'));
  return typeof said === 'string' ? said.trim().slice(0, SHOWN) : '';
}
