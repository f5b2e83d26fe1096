// @ts-check
// Which agent the settings give a node. Pure, and alone: the page shows it without the agents themselves.

import { outsideFor } from "./outside.js";

/**
 * @typedef {import("./types.js").AgentSettings} AgentSettings
 * @typedef {import("./types.js").Json} Json
 * @typedef {{ mode: "script", script: Json } | { mode: "auto" } | { mode: "manual", reason: string }} Choice
 * @typedef {{ by: "recording" | "auto" | "manual" | "custom" | "remote" } | { by: "own" | "machine", script: Json }} Answerer
 */

/** What the visitor set for a node. @param {string} node @param {AgentSettings} settings @returns {Json | undefined} */
export function ownSetting(node, { n }) {
  return n !== undefined && Object.hasOwn(n, node) ? n[node] : undefined;
}

/**
 * The agent of a node under the present settings, beside those from outside.
 * @param {string} node
 * @param {AgentSettings} settings
 * @param {Json | undefined} stub the node's `stub` attribute
 * @returns {Choice}
 */
export function chooseMode(node, settings, stub) {
  const own = ownSetting(node, settings);
  if (own === "manual") return { mode: "manual", reason: `\`${node}\` is set to manual` };
  if (own === "auto") return { mode: "auto" };
  if (own !== undefined) return { mode: "script", script: own };
  if (settings.m === "manual") return { mode: "manual", reason: "the run is in manual mode" };
  if (settings.m === "auto") return { mode: "auto" };
  return stub === undefined ? { mode: "auto" } : { mode: "script", script: stub };
}

/**
 * Who answers a node, in the order that a run asks in: what was stored for it, the visitor's setting, the mode of the run, the machine.
 * @param {import("../protocol/types.js").AgentNode} node
 * @param {AgentSettings} settings
 * @returns {Answerer}
 */
export function answererOf({ id, kind, stub, stored }, settings) {
  if (stored === true) return { by: "recording" };
  const outside = outsideFor({ node: id, kind }, settings);
  if (outside !== null) return { by: outside };
  const choice = chooseMode(id, settings, stub);
  if (choice.mode !== "script") return { by: choice.mode };
  return { by: ownSetting(id, settings) === undefined ? "machine" : "own", script: choice.script };
}
