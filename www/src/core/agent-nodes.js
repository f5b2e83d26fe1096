// @ts-check
// The nodes of a machine that may ask an agent, with their stubs. What kind of edge each is, the core says; the rest is
// read from the canonical machine as the runtime reads it.

import { placeholder } from "../agents/placeholder.js";

/**
 * @typedef {import("../protocol/types.js").AgentNode} AgentNode
 * @typedef {import("../protocol/types.js").OutlineItem} OutlineItem
 * @typedef {{ name: string, value?: import("../protocol/types.js").Json }} Named
 * @typedef {{ id?: string, name: string, title?: string, parentId?: string, attributes: Named[], annotations?: Named[] }} Node
 * @typedef {{ kind: string, arrowType: string, type?: string, sourceId?: string, targetId?: string, fields?: string[], annotations?: Named[], attributes?: Record<string, import("../protocol/types.js").Json> }} Edge
 * @typedef {{ to: string, guarded: boolean, plain: boolean, auto: boolean, priority: number }} Exit
 */

/** @type {Record<string, number>} */
const PRIORITIES = { high: 1, medium: 50, normal: 50, low: 200 };
const NO_PRIORITY = 100;

/**
 * In source order.
 * @param {Pick<import("../../pkg/tracklight.js").Machine, "toJSON" | "outline" | "contexts">} machine
 * @param {Pick<import("../protocol/types.js").View, "nodes" | "edges">} view of a run of it
 * @returns {AgentNode[]}
 */
export function agentNodes(machine, view) {
  const { nodes, edges } = /** @type {{ nodes: Node[], edges: Edge[] }} */ (/** @type {unknown} */ (machine.toJSON()));
  const classes = classesOf(machine.outline());
  const running = nodes.flatMap((node) => {
    const id = node.id ?? node.name;
    return Object.hasOwn(view.nodes, id) ? [{ ...node, id, kind: workOf(node, classes.get(id) ?? "") }] : [];
  });
  const byId = new Map(running.map((node) => [node.id, node]));
  const parents = new Set(running.map(({ parentId }) => parentId));
  const isModule = (/** @type {typeof running[number]} */ { id, kind }) => kind === null && parents.has(id);
  const exits = exitsOf(edges, view.edges);
  // A node without edges of its own leaves by those of the nearest module around it.
  const effective = (/** @type {typeof running[number]} */ node) => {
    let at = exits.get(node.id);
    for (let up = byId.get(node.parentId ?? ""); at === undefined && up !== undefined; up = byId.get(up.parentId ?? "")) {
      if (isModule(up)) at = exits.get(up.id);
    }
    return at ?? [];
  };
  const writes = writesOf(edges, machine.contexts());
  return running.flatMap((node) => {
    const { id, title = "" } = node;
    const decides = node.kind === null && !isModule(node) && ["task", "plain"].includes(classes.get(id) ?? "") && needsChoice(effective(node));
    const kind = node.kind ?? (decides ? /** @type {const} */ ("decision") : null);
    const stub = node.attributes.find(({ name }) => name === "stub")?.value;
    const example = kind === "decision" ? undefined : writes.get(id);
    return kind === null ? [] : [{ id, title, kind, ...(stub === undefined ? {} : { stub }), ...(example === undefined ? {} : { writes: example }) }];
  });
}

/** @param {Node} node @param {string} of its class @returns {"work" | "code" | null} */
function workOf({ attributes, annotations = [] }, of) {
  const coded = [...attributes, ...annotations].some(({ name }) => name === "code");
  if (of === "task" && coded) return "code";
  const prompt = attributes.find(({ name }) => name === "prompt")?.value;
  return ["task", "init", "plain"].includes(of) && typeof prompt === "string" && prompt.trim() !== "" ? "work" : null;
}

/**
 * By node, a value for the first field that it may write.
 * @param {Edge[]} edges @param {import("../protocol/types.js").ContextInfo[]} contexts
 */
function writesOf(edges, contexts) {
  const byId = new Map(contexts.filter(({ role }) => role !== "input").map((context) => [context.id, context]));
  /** @type {Map<string, NonNullable<AgentNode["writes"]>>} */
  const writes = new Map();
  for (const { type, sourceId = "", targetId = "", fields } of edges) {
    const context = type === "writes" ? byId.get(targetId) ?? byId.get(sourceId) : undefined;
    const node = context?.id === targetId ? sourceId : targetId;
    if (context === undefined || writes.has(node)) continue;
    const field = context.fields.find(({ name }) => fields === undefined || fields.includes(name));
    const name = field?.name ?? fields?.[0];
    if (name !== undefined) writes.set(node, { [context.id]: { [name]: placeholder(/** @type {any} */ (field?.schema ?? {}), name)?.value ?? "" } });
  }
  return writes;
}

/** Without recursion. @param {OutlineItem[]} items @returns {Map<string, string>} by id */
function classesOf(items) {
  const classes = new Map();
  const rest = [...items];
  for (let item = rest.pop(); item; item = rest.pop()) {
    if (item.id !== undefined) classes.set(item.id, item.class);
    for (const child of item.children) rest.push(child);
  }
  return classes;
}

/**
 * The edges that lead on from a node, by node. The core lists the edges of both in the order of the text.
 * @param {Edge[]} edges @param {import("../protocol/types.js").View["edges"]} views
 */
function exitsOf(edges, views) {
  /** @type {Map<string, Exit[]>} */
  const exits = new Map();
  const add = (/** @type {string} */ from, /** @type {Exit} */ exit) => {
    const list = exits.get(from);
    if (list) list.push(exit);
    else exits.set(from, [exit]);
  };
  views.forEach(({ source, target, class: of }, i) => {
    const edge = edges[i];
    if (edge?.kind !== "control") return;
    const annotation = (/** @type {string} */ name) => edge.annotations?.find((one) => one.name === name);
    const word = String(annotation("priority")?.value ?? edge.attributes?.priority).toLowerCase();
    const number = PRIORITIES[word] ?? Number.parseInt(word, 10);
    const exit = { guarded: of === "guarded", plain: of === "plain", auto: annotation("auto") !== undefined, priority: Number.isNaN(number) ? NO_PRIORITY : number };
    add(source, { ...exit, to: target });
    if (edge.arrowType === "<-->" && source !== target) add(target, { ...exit, to: source });
  });
  return exits;
}

/** @param {Exit[]} exits */
function needsChoice(exits) {
  const plain = exits.filter((exit) => exit.plain);
  if (plain.some((exit) => exit.auto)) return false;
  const best = Math.min(...plain.map(({ priority }) => priority));
  return new Set(plain.filter(({ priority }) => priority === best).map(({ to }) => to)).size > 1 || exits.some(({ guarded }) => guarded);
}
