// @ts-check
// The facts a page begins with: a text, the agents' settings, and nothing known of either yet.

import { nothingHeld } from "./merge.js";

/**
 * Everything that belongs to one document; speed and drawing options stay as they were chosen.
 * @param {import("../protocol/types.js").Sources} sources
 * @param {import("../protocol/types.js").AgentSettings} settings
 */
export function freshFacts({ source, files, entry }, settings) {
  return {
    source,
    files,
    entry,
    settings,
    ...nothingHeld(),
    analysis: null,
    sourceDrawing: null,
    shows: /** @type {const} */ ("run"),
    activity: /** @type {const} */ ("idle"),
    runNumber: 1,
    runs: /** @type {import("./types.js").KeptRun[]} */ ([]),
    stale: null,
    stop: null,
    hit: null,
    refusal: null,
  };
}
