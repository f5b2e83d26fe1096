// @ts-check
// The worker's side of the protocol: takes requests from a port, gives them to a session, posts what comes out.

import { packed } from "./bulk.js";
import { isNewestOnly, isPause, isRequest } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {{ postMessage(message: import("./protocol.js").Report, transfer?: Transferable[]): void, onmessage: ((event: { data: unknown }) => void) | null }} Port
 */

/**
 * @param {import("./session.js").Session} session
 * @param {Port} port
 * @param {(ms: number) => Promise<void>} rest yields to the message queue
 */
export function serve(session, port, rest) {
  /** @type {Request[]} */
  const waiting = [];
  let draining = false;
  /** The last of the waiting requests that a pause is meant for as well: it is repeated behind it. @type {Request | undefined} */
  let paused;

  port.onmessage = ({ data }) => {
    if (isPause(data)) {
      paused = waiting.at(-1);
      return session.pause();
    }
    if (!isRequest(data)) return;
    if (isNewestOnly(data.call)) dropOlder(data.call);
    waiting.push(data);
    if (!draining) void drain();
  };

  /** @param {string} call */
  function dropOlder(call) {
    for (let i = waiting.length - 1; i >= 0; i -= 1) {
      if (waiting[i].call !== call) continue;
      port.postMessage({ re: waiting[i].id, value: null });
      waiting.splice(i, 1);
    }
  }

  // One request a turn of the loop, so that a newer text can overtake an older one that still waits.
  async function drain() {
    draining = true;
    await rest(0);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      void answer(next);
      if (next === paused) session.pause();
      await rest(0);
    }
    draining = false;
  }

  /** @param {Request} request */
  async function answer({ id, call, args }) {
    const progress = (/** @type {unknown} */ snapshot) => port.postMessage({ re: id, progress: packed(snapshot) });
    try {
      const value = await session.call(call, args, progress);
      port.postMessage({ re: id, value: packed(value) }, transferable(value));
    } catch (error) {
      port.postMessage({ re: id, error: describe(error) });
    }
  }
}

/** @param {unknown} value packed tokens go over without a copy */
function transferable(value) {
  const tokens = typeof value === "object" && value !== null && "tokens" in value ? value.tokens : null;
  return tokens instanceof Uint32Array ? [tokens.buffer] : [];
}

/**
 * A trap, an `internal` error and exhausted memory leave the instance unusable; other misuse does not.
 * @param {unknown} error
 */
export function describe(error) {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const trap = typeof WebAssembly !== "undefined" && error instanceof WebAssembly.RuntimeError;
  return { code: code || (trap ? "trap" : "failed"), message, fatal: trap || code === "internal" || error instanceof RangeError };
}
