// @ts-check
// Breakpoints and watches by names that survive edits: a node's id, an edge's key, or `Ctx.field`. What of them the
// machine of the run has now, and how they are told to the engine. Pure.

import { edgeId } from "../protocol/edge-keys.js";

/**
 * @typedef {import("./types.js").Breakpoint} Breakpoint
 * @typedef {import("../protocol/types.js").View} View
 * @typedef {{ kind: "node" | "edge" | "field", id: string, diagramId: string }} Found `id` is the core's: of a node, of an edge, or `Ctx.field`
 */

/**
 * What a name stands for in a machine; null where there is no such element now.
 * @param {string} at
 * @param {Pick<View, "nodes" | "edges" | "contexts"> | null | undefined} view
 * @returns {Found | null}
 */
export function elementAt(at, view) {
  if (!view) return null;
  if (Object.hasOwn(view.nodes, at)) return { kind: "node", id: at, diagramId: view.nodes[at].diagramId };
  const edge = edgeId(view.edges, at);
  if (edge !== null) return { kind: "edge", id: edge, diagramId: edge };
  const dot = at.lastIndexOf(".");
  const context = dot < 0 ? "" : at.slice(0, dot);
  if (!Object.hasOwn(view.contexts, context)) return null;
  const { open, fields, diagramId } = view.contexts[context];
  return open || Object.hasOwn(fields, at.slice(dot + 1)) ? { kind: "field", id: at, diagramId } : null;
}

/**
 * The enabled ones of a list, for the engine; those whose element is gone wait for it.
 * @param {Breakpoint[]} list
 * @param {View | null | undefined} view
 * @returns {import("../protocol/types.js").Stops}
 */
export function stopsFor(list, view) {
  /** @type {import("../protocol/types.js").Stop[]} */
  const at = [];
  for (const { at: name, if: condition, hits, off, path } of list) {
    const found = off ? null : elementAt(name, view);
    if (found === null) continue;
    at.push({
      [found.kind]: found.id,
      ...(condition ? { if: condition } : {}),
      ...(hits !== undefined && hits > 1 ? { hits } : {}),
      ...(path ? { path } : {}),
    });
  }
  return { at };
}

/** The list with one more at the end, or without the one of this name. @param {Breakpoint[]} list @param {string} at */
export function toggled(list, at) {
  return list.some((one) => one.at === at) ? list.filter((one) => one.at !== at) : [...list, { at }];
}

/**
 * The list with another setting of one; settings that say nothing go.
 * @param {Breakpoint[]} list @param {string} at @param {Partial<Omit<Breakpoint, "at">>} part
 */
export function withSetting(list, at, part) {
  return list.map((one) => {
    if (one.at !== at) return one;
    const { if: condition, hits, off, path } = { ...one, ...part };
    return { at, ...(condition ? { if: condition } : {}), ...(hits !== undefined && hits > 1 ? { hits } : {}), ...(off ? { off: true } : {}), ...(path ? { path } : {}) };
  });
}

/** How a name is read by people: `heat → done`, a second edge between the same nodes as `heat → done (2)`. @param {string} at */
export function nameOfStop(at) {
  const edge = /^([^>]*)>([^#]*)#(\d+)$/u.exec(at);
  return edge === null ? at : `${edge[1]} → ${edge[2]}${edge[3] === "0" ? "" : ` (${Number(edge[3]) + 1})`}`;
}
