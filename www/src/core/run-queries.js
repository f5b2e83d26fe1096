// @ts-check
// Questions about the live run that change nothing of it.

import { NO_RUN } from "./refusals.js";
import { written } from "./run-files.js";

/** @typedef {import("./run-session.js").Live} Live */

const LOOKS = /** @type {const} */ (["diff", "export", "evaluate", "branchEntries", "prompt"]);

/** @param {string} call @returns {call is typeof LOOKS[number]} */
export function isLook(call) {
  return /** @type {readonly string[]} */ (LOOKS).includes(call);
}

/**
 * @param {Pick<typeof import("../../pkg/tracklight.js"), "Machine" | "version">} core
 * @param {Live | null} live
 * @param {typeof LOOKS[number]} call
 * @param {any[]} args
 */
export function lookAt(core, live, call, [a, b]) {
  switch (call) {
    case "export":
      return live === null ? null : written(core, live, a);
    case "prompt":
      return live === null ? null : live.run.prompt(a);
    case "branchEntries":
      return live === null ? [] : live.run.entries(a);
    default:
      if (live === null) return { ok: false, error: NO_RUN };
      return call === "diff" ? live.run.diff(a, b) : live.run.evaluate(a, b);
  }
}
