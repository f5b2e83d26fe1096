// @ts-check
// Keyboard walk over a drawing: along edges, from edge to edge of a node, from node to node of a container. Pure.

/** @typedef {{ id: string, source: string, target: string }} Edge ids of the drawing */
/** @typedef {{ nodes: string[], edges: Edge[], parents: Map<string, string>, across: boolean }} Graph in source order; `across`: drawn from left to right */

/**
 * The graph of a drawing.
 * @param {string[]} elements ids in source order
 * @param {Map<string, string>} names full path of a node, `a->b` of an edge, by id
 * @param {boolean} across
 * @returns {Graph}
 */
export function graphOf(elements, names, across) {
  const nodes = elements.filter((id) => !id.startsWith('e'));
  /** @type {Map<string, string>} */
  const ids = new Map();
  for (const id of nodes) ids.set(names.get(id) ?? id, id);
  // A container is met at its anchor, and a row of a node at its port.
  const idOf = (/** @type {string} */ name) => ids.get(name.replace(/^anchor:/, '')) ?? ids.get(name.replace(/:[^:]*$/, '')) ?? '';
  const edges = elements.filter((id) => id.startsWith('e')).map((id) => {
    const [from = '', to = ''] = (names.get(id) ?? '').split('->');
    return { id, source: idOf(from), target: idOf(to) };
  });
  /** @type {Map<string, string>} */
  const parents = new Map();
  for (const id of nodes) {
    const name = names.get(id) ?? id;
    parents.set(id, name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  }
  return { nodes, edges, parents, across };
}

/**
 * Where a key leads from an element: the element itself at an end; null when the key does not walk.
 * @param {Graph} graph
 * @param {string} from
 * @param {string} key
 * @param {string} [came] the node that was left last, whose edges are walked among
 * @returns {string | null}
 */
export function walk(graph, from, key, came = '') {
  const { nodes, edges, parents, across } = graph;
  if (key === 'Home') return nodes[0] ?? null;
  if (key === 'End') return nodes.at(-1) ?? null;
  const [on, back, next, before] = across ? ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'] : ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'];
  if (![on, back, next, before].includes(key)) return null;
  const beside = (/** @type {string[]} */ list) => list[list.indexOf(from) + (key === next ? 1 : -1)] ?? from;
  const edge = edges.find((one) => one.id === from);
  if (!edge) {
    if (key === on) return edges.find((one) => one.source === from)?.id ?? from;
    if (key === back) return edges.find((one) => one.target === from)?.id ?? from;
    return beside(nodes.filter((one) => parents.get(one) === parents.get(from)));
  }
  if (key === on) return edge.target || from;
  if (key === back) return edge.source || from;
  const incoming = came === edge.target && came !== edge.source;
  return beside(edges.filter((one) => (incoming ? one.target === edge.target : one.source === edge.source)).map((one) => one.id));
}
