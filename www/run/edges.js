// @ts-check
// Edge keys `source>target#n`: names of edges that survive edits elsewhere, for links and records.

/** @typedef {{ id: string, source: string, target: string }} EdgeEnds in source order, as in `View.edges` */

/**
 * @param {EdgeEnds[]} edges
 * @param {string} id
 * @returns {string | null}
 */
export function edgeKey(edges, id) {
  const edge = edges.find((one) => one.id === id);
  if (edge === undefined) return null;
  return `${edge.source}>${edge.target}#${twins(edges, edge.source, edge.target).indexOf(edge)}`;
}

/** The keys of all edges, by id. @param {EdgeEnds[]} edges @returns {Map<string, string>} */
export function edgeKeys(edges) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return new Map(edges.map(({ id, source, target }) => {
    const ends = `${source}>${target}`;
    const n = seen.get(ends) ?? 0;
    seen.set(ends, n + 1);
    return [id, `${ends}#${n}`];
  }));
}

/**
 * @param {EdgeEnds[]} edges
 * @param {string} key
 * @returns {string | null}
 */
export function edgeId(edges, key) {
  const parts = /^([^>]*)>([^#]*)#(\d+)$/u.exec(key);
  return parts === null ? null : (twins(edges, parts[1], parts[2])[Number(parts[3])]?.id ?? null);
}

/**
 * An edge that an event of a step names: ids are those of the machine as it was then.
 * @param {Pick<import("../engine/types.js").Snapshot, "view" | "revisions"> | null} run @param {string} id @param {number} step
 * @returns {{ source: string, target: string, condition?: string } | null} null where the machine of that time is not known
 */
export function edgeAt(run, id, step) {
  const { edges } = run?.revisions?.findLast(({ from }) => from <= step) ?? run?.view ?? { edges: [] };
  return edges.find((edge) => edge.id === id) ?? null;
}

/**
 * What an edge of an event is called; its id where nothing better is known.
 * @param {Parameters<typeof edgeAt>[0]} run @returns {(id: string, step: number) => string}
 */
export function edgeNames(run) {
  return (id, step) => {
    const edge = edgeAt(run, id, step);
    return edge === null ? id : `${edge.source} → ${edge.target}`;
  };
}

/** @param {EdgeEnds[]} edges @param {string} source @param {string} target */
function twins(edges, source, target) {
  return edges.filter((edge) => edge.source === source && edge.target === target);
}
