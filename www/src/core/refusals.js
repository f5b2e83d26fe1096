// @ts-check
// Refusals of the engine itself, and misuse of the core as one.

import { describe } from "./serve.js";

/**
 * @typedef {import("../protocol/types.js").Answer} Answer
 * @typedef {import("../protocol/types.js").Refusal} Refusal
 * @typedef {import("../protocol/types.js").Snapshot} Snapshot
 */

/** @type {Refusal} */
export const NO_RUN = { code: "no-run", message: "there is no run yet" };

/** @param {Refusal} error @param {Snapshot | null} snapshot @returns {Answer} */
export function refused(error, snapshot) {
  return { ok: false, error, snapshot };
}

/** A broken instance is no refusal: it throws on. @param {unknown} error @returns {Refusal} */
export function misuse(error) {
  const { code, message, fatal } = describe(error);
  // Nor is a part of the core that did not come: the page is told, and asks for it again.
  if (fatal || code === "engine-part") throw error;
  const data = error instanceof Error && "data" in error ? { data: /** @type {import("../protocol/types.js").Json} */ (error.data) } : {};
  return { code, message, ...data };
}
