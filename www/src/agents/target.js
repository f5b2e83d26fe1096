// @ts-check
// How a written name finds a transition, and how a dotted reference finds a context. Shared by scripts and the auto agent.

/** @typedef {import("./types.js").Asked} Asked */

/** Names are nested less deep than this; longer ones are not looked at. */
const MAX_SEGMENTS = 100;

/** @param {string} id the last segment of a dotted id */
export function lastSegment(id) {
  return id.slice(id.lastIndexOf(".") + 1);
}

/**
 * The transition tool meant by `name`: tool name, node id, unique last segment, unique label, each first as written
 * and then whatever the case.
 * @param {Asked} request
 * @param {string} name
 * @returns {string | null} the tool's name
 */
export function findTransition(request, name) {
  for (const fold of [same, lower]) {
    const wanted = fold(name);
    const ways = [
      request.transitions.filter((t) => fold(t.tool) === wanted),
      request.transitions.filter((t) => fold(t.target) === wanted),
      request.transitions.filter((t) => fold(lastSegment(t.target)) === wanted),
      request.transitions.filter((t) => t.label !== "" && fold(t.label) === wanted),
    ];
    for (const found of ways) if (found.length === 1) return found[0].tool;
  }
  return null;
}

/**
 * The fan-out tool meant by `name`: tool name, node id, unique last segment, each first as written and then whatever
 * the case.
 * @param {Asked} request
 * @param {string} name
 * @returns {string | null} the tool's name
 */
export function findSpawn(request, name) {
  const tools = request.tools.filter((tool) => tool.kind === "spawn" || tool.kind === "map");
  for (const fold of [same, lower]) {
    const wanted = fold(name);
    const ways = [
      tools.filter((tool) => fold(tool.name) === wanted),
      tools.filter((tool) => fold(tool.target ?? "") === wanted),
      tools.filter((tool) => fold(lastSegment(tool.target ?? "")) === wanted),
    ];
    for (const found of ways) if (found.length === 1) return found[0].name;
  }
  return null;
}

/**
 * Splits a reference into a context of the request and the names behind it. The longest context id wins; a context
 * may also be named by its last segment where that is unique.
 * @param {Asked} request
 * @param {string} reference
 * @returns {{ context: string, rest: string[] } | null}
 */
export function findContext(request, reference) {
  const parts = reference.split(".");
  if (parts.length > MAX_SEGMENTS) return null;
  for (const fold of [same, lower]) {
    for (let n = parts.length; n > 0; n -= 1) {
      const head = fold(parts.slice(0, n).join("."));
      const rest = parts.slice(n);
      const exact = request.contexts.filter((c) => fold(c.name) === head);
      if (exact.length === 1) return { context: exact[0].name, rest };
      const short = request.contexts.filter((c) => fold(lastSegment(c.name)) === head);
      if (short.length === 1) return { context: short[0].name, rest };
    }
  }
  return null;
}

/**
 * The tool of a kind for a context.
 * @template {Asked} R
 * @param {R} request
 * @param {"read" | "write"} kind
 * @param {string} context
 * @returns {R["tools"][number] | null}
 */
export function contextTool(request, kind, context) {
  return request.tools.find((tool) => tool.kind === kind && tool.context === context) ?? null;
}

/** @param {string} text */
function same(text) {
  return text;
}

/** @param {string} text */
function lower(text) {
  return text.toLowerCase();
}
