// @ts-check
// Where Run stops: breakpoints, and the end of a run-to. Read from what a tick brought about.

/**
 * @typedef {import("./types.js").Event} Event
 * @typedef {import("./types.js").Stops} Stops
 * @typedef {import("./types.js").Hit} Hit
 */

/**
 * The first hit among the events of a tick. A node is hit when a path enters it, before its work; an edge after a path
 * moved along it.
 * @param {Event[]} events
 * @param {Stops} stops
 * @returns {Hit | null}
 */
export function hitOf(events, stops) {
  for (const event of events) {
    const hit = hitBy(event, stops);
    if (hit !== null) return hit;
  }
  return null;
}

/** @param {Event} event @param {Stops} stops @returns {Hit | null} */
function hitBy(event, { nodes = [], edges = [], until }) {
  switch (event.kind) {
    case "agentRequested":
      return until === "agent" ? { why: "agent", path: event.path, node: event.node } : null;
    case "joinFired":
      return until === "fork" ? { why: "join", path: event.continuing ?? event.paths[0] ?? "", join: event.join } : null;
    case "moved": {
      const node = [...event.entered, event.to].find((id) => nodes.includes(id));
      if (node !== undefined) return { why: "node", path: event.path, node };
      return edges.includes(event.edge) ? { why: "edge", path: event.path, edge: event.edge } : null;
    }
    case "spawned": {
      if (until === "fork") return { why: "fork", path: event.path, edge: event.edge };
      for (const { path, node: at, entered } of event.children) {
        const node = [...entered, at].find((id) => nodes.includes(id));
        if (node !== undefined) return { why: "node", path, node };
      }
      return edges.includes(event.edge) ? { why: "edge", path: event.path, edge: event.edge } : null;
    }
    default:
      return null;
  }
}
