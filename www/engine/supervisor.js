// @ts-check
// Keeps one core worker alive: calls with ids, a watchdog, and a new worker when the old one hangs or breaks. What the
// calls mean, and how a new worker is filled again, is the recorder's matter.

import { noticeText } from "../run/words.js";
import { unpacked } from "./bulk.js";
import { LOOKING, NEWEST, isNewestOnly, isReport } from "./protocol.js";

/**
 * @typedef {import("./types.js").Answer} Answer
 * @typedef {import("./types.js").Notice} Notice
 * @typedef {import("./types.js").Snapshot} Snapshot
 * @typedef {import("./protocol.js").CallName} CallName
 * @typedef {(ask: (call: CallName, args: unknown[]) => Promise<any>, lost: CallName | null) => Promise<{ answer: Answer | null, lostBranches: number }>} Rebuild
 *   fills a new worker with the text and the run, leaving out the call that was lost
 * @typedef {{ postMessage(message: unknown): void, terminate(): void, onmessage: any, onerror: any }} WorkerLike
 * @typedef {{ now(): number, every(ms: number, tick: () => void): () => void }} Watch `every` returns what stops it
 * @typedef {{ id: number, call: CallName, args: unknown[], resolve(value: any): void, reject(error: Error): void, progress(snapshot: Snapshot): void, internal?: true }} Call
 */

const SLOW_MS = 3_000;
const LOST_MS = 10_000;
const CHECK_MS = 500;
/** So many restarts within a minute are the last. */
const MAX_RESTARTS = 3;
const MINUTE_MS = 60_000;
/** Calls that can simply be made again in a new worker. */
const REPEATABLE = /** @type {readonly CallName[]} */ ([...NEWEST, ...LOOKING]);

/** An error of the engine itself, with a code. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Supervisor {
  #spawn;
  #watch;
  #rebuild;
  /** @type {WorkerLike | null} */
  #worker = null;
  /** @type {"loading" | "open" | "restoring" | "stopped"} */
  #state = "loading";
  #lastId = 0;
  /** What a lost worker had in hand, oldest first. @type {Call[]} */
  #lost = [];
  /** Sent and not answered, oldest first. @type {Map<number, Call>} */
  #inHand = new Map();
  /** To be sent when the worker is there. @type {Call[]} */
  #outbox = [];
  /** @type {Map<CallName, number>} */
  #newest = new Map();
  #signAt = 0;
  #slow = false;
  #stopWatching = () => {};
  /** @type {number[]} */
  #restarts = [];
  /** @type {CallName[]} */
  #losses = [];
  /** @type {((notice: Notice) => void)[]} */
  #listeners = [];
  /** @param {() => WorkerLike} spawn @param {Watch} watch @param {Rebuild} rebuild */
  constructor(spawn, watch, rebuild) {
    this.#spawn = spawn;
    this.#watch = watch;
    this.#rebuild = rebuild;
    this.#begin();
  }

  /** @param {(notice: Notice) => void} listen */
  listen(listen) {
    this.#listeners.push(listen);
  }

  /**
   * Makes a call.
   * @param {CallName} call @param {unknown[]} args @param {(snapshot: Snapshot) => void} [progress] @returns {Promise<any>}
   */
  ask(call, args, progress = () => {}) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const made = { id: this.#lastId, call, args, resolve, reject, progress };
      if (isNewestOnly(call)) this.#newest.set(call, made.id);
      if (this.#state === "stopped") reject(new EngineError("engine-stopped", noticeText("engine-stopped")));
      else if (this.#state === "open") this.#send(made);
      else this.#outbox.push(made);
    });
  }

  pause() {
    if (this.#state === "open") this.#worker?.postMessage({ call: "pause" });
  }

  /** Calls that were lost with a worker, newest last. */
  get losses() {
    return this.#losses;
  }

  /** Does not wait any longer for a worker that does not answer. */
  abandon() {
    if (this.#slow) this.#lose();
  }

  close() {
    this.#retire("stopped");
    this.#giveUp(new EngineError("engine-closed", "the engine was closed"));
  }

  #begin() {
    const worker = this.#spawn();
    this.#worker = worker;
    this.#slow = false;
    worker.onmessage = (/** @type {{ data: unknown }} */ { data }) => {
      if (worker === this.#worker && isReport(data)) this.#hear(data);
    };
    worker.onerror = (/** @type {{ message?: string }} */ event) => {
      if (worker !== this.#worker) return;
      if (this.#signAt === 0) this.#cannotLoad(event.message ?? "the worker did not start");
      else void this.#lose();
    };
    this.#stopWatching = this.#watch.every(CHECK_MS, () => this.#check());
  }

  /** @param {import("./protocol.js").Report} report */
  #hear(report) {
    this.#signAt = this.#watch.now();
    if (this.#slow) {
      this.#slow = false;
      this.#tell("engine-back");
    }
    if ("ready" in report) return void this.#ready();
    if ("failed" in report) return this.#cannotLoad(report.failed);
    const call = this.#inHand.get(report.re);
    if (call === undefined) return;
    if ("progress" in report) {
      if (report.progress !== null) call.progress(/** @type {Snapshot} */ (unpacked(report.progress)));
      return;
    }
    if ("error" in report && report.error.fatal) return void this.#lose();
    this.#inHand.delete(report.re);
    if ("error" in report) {
      if (report.error.code === "engine-part") this.#tell("engine-part");
      return call.reject(new EngineError(report.error.code, report.error.message));
    }
    const overtaken = isNewestOnly(call.call) && this.#newest.get(call.call) !== call.id;
    call.resolve(overtaken ? null : unpacked(report.value));
  }

  async #ready() {
    if (this.#state === "restoring") return this.#restore();
    this.#open();
  }

  #open() {
    this.#state = "open";
    for (const call of this.#outbox.splice(0)) this.#send(call);
  }

  /** @param {Call} call */
  #send(call) {
    if (this.#inHand.size === 0) this.#signAt = this.#watch.now();
    this.#inHand.set(call.id, call);
    this.#worker?.postMessage({ id: call.id, call: call.call, args: call.args });
  }

  #check() {
    if (this.#inHand.size === 0) return;
    const silent = this.#watch.now() - this.#signAt;
    if (silent >= LOST_MS) void this.#lose();
    else if (silent >= SLOW_MS && !this.#slow) {
      this.#slow = true;
      this.#tell("engine-slow");
    }
  }

  /** The worker hangs or is broken: a new one, without the act in hand. */
  #lose() {
    const now = this.#watch.now();
    const lost = this.#inHand.values().next().value;
    if (lost !== undefined) this.#losses.push(lost.call);
    for (const call of this.#inHand.values()) {
      if (call.internal) call.reject(new EngineError("engine-restarted", "the worker was lost"));
      else this.#lost.push(call);
    }
    this.#restarts = [...this.#restarts.filter((at) => now - at < MINUTE_MS), now];
    const last = this.#restarts.length > MAX_RESTARTS;
    this.#retire(last ? "stopped" : "restoring");
    if (!last) return this.#begin();
    this.#giveUp(new EngineError("engine-stopped", noticeText("engine-stopped")));
    this.#tell("engine-stopped");
  }

  /** The new worker gets the text and the run; then the calls that had nothing to do with the loss. */
  async #restore() {
    const worker = this.#worker;
    const guilty = this.#lost.at(0);
    const { answer, lostBranches } = await this.#rebuild((call, args) => this.#internal(call, args), guilty?.call ?? null);
    // Lost again meanwhile: the next worker's turn.
    if (worker !== this.#worker) return;
    const text = noticeText("engine-restarted", guilty?.call ?? "", lostBranches);
    for (const call of this.#lost.splice(0)) this.#afterLoss(call, call === guilty, answer, text);
    this.#open();
    this.#tell("engine-restarted", text, answer?.snapshot ?? null);
  }

  /** @param {Call} call @param {boolean} guilty @param {Answer | null} answer @param {string} text */
  #afterLoss(call, guilty, answer, text) {
    if (!REPEATABLE.includes(call.call)) {
      call.resolve({ ok: false, error: { code: "engine-restarted", message: text }, snapshot: answer?.snapshot ?? null });
    } else if (guilty) call.reject(new EngineError("engine-restarted", text));
    else this.#outbox.unshift(call);
  }

  /** @param {CallName} call @param {unknown[]} args @returns {Promise<any>} */
  #internal(call, args) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#send({ id: this.#lastId, call, args, resolve, reject, progress: () => {}, internal: true });
    });
  }

  /** @param {string} reason */
  #cannotLoad(reason) {
    this.#retire("stopped");
    const text = noticeText("engine-load", reason);
    this.#giveUp(new EngineError("engine-load", text));
    this.#tell("engine-load", text);
  }

  /** @param {"restoring" | "stopped"} state */
  #retire(state) {
    this.#state = state;
    this.#stopWatching();
    this.#worker?.terminate();
    this.#worker = null;
    if (state === "restoring") this.#inHand.clear();
  }

  /** @param {Error} error */
  #giveUp(error) {
    const calls = new Set([...this.#lost.splice(0), ...this.#inHand.values(), ...this.#outbox.splice(0)]);
    this.#inHand.clear();
    for (const call of calls) call.reject(error);
  }

  /** @param {Notice["code"]} code @param {string} [text] @param {Snapshot | null} [snapshot] */
  #tell(code, text = noticeText(code), snapshot = null) {
    for (const listen of this.#listeners) listen({ code, text, snapshot });
  }
}
