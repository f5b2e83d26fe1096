// @ts-check
// The calls to a service of models: one at a time, only while allowed, up to a number per run. What cannot be answered
// waits with its reason; nothing is tried again by itself. No DOM; `fetch` is given.

import { bodyOf, headersOf, replyOf } from '../agents/remote.js';
import { talkFor, talkKey } from '../agents/remote-talk.js';
import { request } from '../link/fetch-text.js';
import { words } from './words.js';

/**
 * @typedef {import('../agents/types.ts').AgentRequest} AgentRequest
 * @typedef {import('../agents/types.ts').AgentReply} AgentReply
 * @typedef {{ id: string, run: string, request: AgentRequest, prompt: string }} Ask
 * @typedef {{ kind: import('../agents/remote.js').Kind, url: string, host: string, model: string, key: string }} Target
 * @typedef {{ ask: Ask, code: string, text: string, retryable: boolean }} Problem
 */

/** Calls of one run, until the visitor allows more. */
export const CALLS = 50;
const CALL_MS = 120_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** What a service says of itself is shown up to here. */
const SHOWN = 300;

export class Service {
  #fetch;
  #send;
  #changed;
  #blocked;
  /** @type {AbortController | null} */ #stop = null;
  /** @type {Map<string, import('../agents/remote.js').Talk>} */ #talks = new Map();
  #run = '';
  /** @type {Target | null} what is allowed */ target = null;
  /** @type {Ask[]} in the order they came */ queue = [];
  /** @type {Ask | null} the one under way */ now = null;
  /** @type {Problem | null} */ problem = null;
  calls = 0;
  cap = CALLS;
  usage = { input: 0, output: 0 };

  /**
   * @param {object} parts
   * @param {typeof globalThis.fetch} parts.fetch
   * @param {(id: string, reply: AgentReply) => void} parts.send hands a reply over
   * @param {() => void} parts.changed
   * @param {(url: string) => boolean | Promise<boolean>} parts.blocked whether the policy forbade a connection there
   */
  constructor({ fetch, send, changed, blocked }) {
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

  /** @param {Ask} ask */
  ask(ask) {
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

  /** A request is no longer open. @param {string} id */
  drop(id) {
    this.queue = this.queue.filter((ask) => ask.id !== id);
    if (this.problem?.ask.id === id) this.problem = null;
    if (this.now?.id === id) this.#abort();
    this.#next();
  }

  /** @param {Target} target */
  allow(target) {
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
    this.#trouble({ ask, code: 'cancelled', text: words.cancelled, retryable: true });
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

  /** What would be sent for a request. @param {Ask} ask @param {Pick<Target, 'kind' | 'model'>} target */
  body({ run, request: asked, prompt }, { kind, model }) {
    return bodyOf(kind, model, asked, talkFor(this.#talks.get(talkKey(run, asked)), asked, prompt));
  }

  #abort() {
    this.#stop?.abort();
    this.#stop = null;
    this.now = null;
  }

  /** @param {Problem} problem */
  #trouble(problem) {
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

  /** @param {Ask} ask @param {Target} target */
  async #call(ask, target) {
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
    if (answered === null) return this.#trouble({ ask, code: 'no-reply', text: words.noReply, retryable: true });
    const { reply, said, usage } = answered;
    this.usage = { input: this.usage.input + usage.input, output: this.usage.output + usage.output };
    if (said) this.#talks.set(key, { first: talk.first, said: [...talk.said, said] });
    this.#send(ask.id, reply);
    this.#next();
  }

  /**
   * @param {Target} target @param {string} body @param {number} ms @param {AbortSignal} signal
   * @returns {Promise<{ ok: true, json: unknown } | { ok: false, problem: Omit<Problem, 'ask'> }>}
   */
  async #post({ url, host, kind, key }, body, ms, signal) {
    const wrong = (/** @type {string} */ code, /** @type {string} */ text, retryable = true) => ({ ok: /** @type {const} */ (false), problem: { code, text, retryable } });
    // A redirect would carry the key elsewhere.
    const done = await request(this.#fetch, url, { method: 'POST', headers: headersOf(kind, key), body, redirect: 'error' }, { most: MOST_BYTES, ms, signal });
    if ('why' in done) {
      if (done.why === 'size') return wrong('too-long', words.tooLong);
      if (done.why === 'time') return wrong('timeout', words.timeout(host, Math.round(ms / 1000)));
      if (await this.#blocked(url)) return wrong('policy', words.policy(host), false);
      return (await this.#reaches(url)) ? wrong('cors', words.cors(host), false) : wrong('unreachable', words.unreachable(host));
    }
    const { status, ok, headers } = done.response;
    const text = new TextDecoder().decode(done.bytes);
    const json = parsed(text);
    if (!ok) return wrong(`http-${status}`, words.status(host, status, reasonOf(json, text), headers.get('retry-after')), status === 429 || status >= 500);
    return json === undefined ? wrong('not-json', words.notJson(host, text.slice(0, SHOWN))) : { ok: true, json };
  }

  /** Whether anything answers there, though it may not be read. @param {string} url */
  async #reaches(url) {
    return !('why' in (await request(this.#fetch, url, { method: 'HEAD', mode: 'no-cors' }, { most: 0, ms: 5_000 })));
  }
}

/** @param {string} text @returns {unknown} undefined for what is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a service says of a failure. @param {any} json @param {string} text */
function reasonOf(json, text) {
  const said = json === undefined ? text : json?.error?.message ?? json?.error;
  return typeof said === 'string' ? said.trim().slice(0, SHOWN) : '';
}
