// @ts-check
// What the page asks about the live run: fields of contexts, a value before it is given, the context graph, what an agent
// is shown of it, who may ask an agent; and the visitor's edits of that graph, which make no step.

import { agentNodes } from "./agent-nodes.js";
import { sameSources } from "./sources.js";

/**
 * @typedef {typeof import("../pkg/tracklight.js")} Core
 * @typedef {import("../pkg/tracklight.js").Run} Run
 * @typedef {import("../pkg/tracklight.js").Machine} Machine
 * @typedef {import("./live.js").Live} Live
 * @typedef {import("./types.js").LayerEdit} LayerEdit
 * @typedef {import("./types.js").Inputs} Inputs
 */

/** @type {readonly string[]} */
export const QUESTIONS = ["fields", "check", "graph", "projection", "agents", "describe"];

/**
 * @param {Pick<Core, "Machine">} core @param {import("./text.js").Text | null} text the edited one @param {Live | null} live @param {string} name @param {any[]} args
 * @returns {unknown} null when there is no run
 */
export function ask(core, text, live, name, [a, b]) {
  if (live === null) return null;
  switch (name) {
    case "fields":
      return ofRun(core, text, live, (machine) => ({ hash: live.run.view().machineHash, contexts: machine.contexts() }));
    case "check":
      return ofRun(core, text, live, (machine) => machine.validate(a, b)?.violations ?? null);
    case "agents":
      return ofRun(core, text, live, (machine) => agentNodes(machine, live.run.view())).map((node) => (live.stored?.holds(node.id) ? { ...node, stored: true } : node));
    case "describe": {
      const told = live.run.nodePrompt(a, b);
      return { prompt: told.ok ? told.prompt : null, description: descriptionsOf(core, text, live).get(b) ?? null };
    }
    case "graph":
      return { graph: live.run.graph(), views: live.run.graphViews() };
    default:
      return live.run.projection(a, b);
  }
}

/** The descriptions of a run's machine, read once. @type {WeakMap<Live, { hash: string, byNode: Map<string, string> }>} */
const descriptions = new WeakMap();

/** Those with templates are left out: the drawing has them resolved. @param {Pick<Core, "Machine">} core @param {import("./text.js").Text | null} text @param {Live} live @returns {Map<string, string>} by node */
function descriptionsOf(core, text, live) {
  const hash = live.run.view().machineHash;
  const known = descriptions.get(live);
  if (known?.hash === hash) return known.byNode;
  const byNode = ofRun(core, text, live, (machine) => {
    const { nodes } = /** @type {{ nodes: { id?: string, name: string, attributes?: { name: string, value?: unknown }[] }[] }} */ (/** @type {unknown} */ (machine.toJSON()));
    return new Map(nodes.flatMap(({ id, name, attributes = [] }) => {
      const value = attributes.find((one) => one.name === "desc")?.value;
      return typeof value === "string" && value.trim() !== "" && !value.includes("{{") ? [/** @type {const} */ ([id ?? name, value])] : [];
    }));
  });
  descriptions.set(live, { hash, byNode });
  return byNode;
}

/**
 * Mostly the run is of the edited text, whose machine is at hand.
 * @template T @param {Pick<Core, "Machine">} core @param {import("./text.js").Text | null} text @param {Live} live @param {(machine: Machine) => T} look @returns {T}
 */
function ofRun(core, text, { sources, run }, look) {
  const own = { ...sources, source: run.source() };
  if (text !== null && sameSources(own, text.sources)) return look(text.machine);
  const machine = core.Machine.parse(own.source, own.files, own.entry);
  try {
    return look(machine);
  } finally {
    machine.free();
  }
}

/** @param {Run} run @param {LayerEdit} edit @returns {import("../pkg/tracklight.js").Ok<any>} */
export function lay(run, edit) {
  switch (edit.op) {
    case "saveView":
      return run.saveGraphView(edit.name);
    case "restoreView":
      return run.restoreGraphView(edit.name);
    case "deleteView":
      return run.deleteGraphView(edit.name);
    case "resetView":
      return run.resetGraphView();
    default:
      return run.editGraph(edit);
  }
}

/**
 * Start values without those whose context or field the machine no longer has; the others are the core's to judge.
 * @param {Machine} machine @param {Inputs | undefined} input @returns {Inputs | undefined} undefined when nothing is left
 */
export function fitting(machine, input) {
  if (input === undefined) return undefined;
  /** @type {Inputs} */
  const left = {};
  for (const { id, open, fields } of machine.contexts()) {
    const given = Object.entries(Object.hasOwn(input, id) ? input[id] : {});
    const kept = given.filter(([name]) => open || fields.some((field) => field.name === name));
    if (kept.length > 0) left[id] = Object.fromEntries(kept);
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

/** Later settings of one thing take the place of earlier ones, so that the list stays short. @param {LayerEdit[]} layer @param {LayerEdit} edit */
export function withEdit(layer, edit) {
  if (!("node" in edit || edit.op === "budget") || edit.op === "remove") return [...layer, edit];
  const key = keyOf(edit);
  // Behind a kept or restored view the earlier setting still counts.
  const from = layer.findLastIndex(({ op }) => op.endsWith("View")) + 1;
  return [...layer.filter((other, i) => i < from || keyOf(other) !== key), edit];
}

/** @param {LayerEdit} edit */
const keyOf = (edit) => `${edit.op} ${"node" in edit ? edit.node : ""}`;
