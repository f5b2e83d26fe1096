// Keyboard walk over a drawing: along edges, from edge to edge of a node, from node to node of a container. Pure.

/** Ids of the drawing. */
interface Edge {
  id: string;
  source: string;
  target: string;
  /** A row of a card that says what it reads or writes; its target is the first context. */
  isRow?: boolean;
}
/** In source order; `across`: drawn from left to right. */
export interface Graph {
  nodes: string[];
  edges: Edge[];
  parents: Map<string, string>;
  across: boolean;
  /** Chevrons of modules, by the ids of these. */
  chevrons: ReadonlyMap<string, string>;
}

/**
 * The graph of a drawing.
 * @param elements ids in source order
 * @param names full path of a node, `a->b` of an edge, by id
 * @param rows of the cards
 * @param chevrons of modules, by the ids of these
 */
export function graphOf(
  elements: string[],
  names: Map<string, string>,
  across: boolean,
  rows: readonly Edge[] = [],
  chevrons: ReadonlyMap<string, string> = new Map(),
): Graph {
  const nodes = elements.filter((id) => !id.startsWith('e'));
  const ids: Map<string, string> = new Map();
  for (const id of nodes) ids.set(names.get(id) ?? id, id);
  // A container is met at its anchor or left at its exit, and a row of a node is met at its port.
  const idOf = (name: string) =>
    ids.get(name.replace(/^(anchor|exit):/, '')) ?? ids.get(name.replace(/:[^:]*$/, '')) ?? '';
  const edges = elements
    .filter((id) => id.startsWith('e'))
    .map((id) => {
      const [from = '', to = ''] = (names.get(id) ?? '').split('->');
      return { id, source: idOf(from), target: idOf(to) };
    });
  const parents: Map<string, string> = new Map();
  for (const id of nodes) {
    const name = names.get(id) ?? id;
    parents.set(id, name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  }
  return { nodes, edges: [...edges, ...rows], parents, across, chevrons };
}

/**
 * Where a key leads from an element: the element itself at an end; null when the key does not walk.
 * @param came the node that was left last, whose edges are walked among
 */
export function walk(graph: Graph, from: string, key: string, came: string = ''): string | null {
  const { nodes, edges, parents, across, chevrons } = graph;
  if (key === 'Home') return nodes[0] ?? null;
  if (key === 'End') return nodes.at(-1) ?? null;
  const [on, back, next, before] = across
    ? ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']
    : ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'];
  if (![on, back, next, before].includes(key)) return null;
  const beside = (list: string[]) => list[list.indexOf(from) + (key === next ? 1 : -1)] ?? from;
  const edge = edges.find((edge) => edge.id === from);
  if (!edge) {
    // A chevron is a stop right after its module, and has the same edges.
    const node = nodes.find((id) => chevrons.get(id) === from) ?? from;
    if (key === on) return edges.find((edge) => edge.source === node)?.id ?? from;
    if (key === back) return edges.find((edge) => edge.target === node)?.id ?? from;
    const siblings = nodes.filter((id) => parents.get(id) === parents.get(node));
    return beside(siblings.flatMap((id) => [id, chevrons.get(id) ?? []].flat()));
  }
  if (key === back) return edge.source || from;
  if (edge.isRow && key === next) return edge.target || from;
  if (edge.isRow && key === on) {
    const rows = edges.filter((one) => one.isRow && one.source === edge.source).map((one) => one.id);
    return rows[rows.indexOf(from) + 1] ?? from;
  }
  if (key === on) return edge.target || from;
  const incoming = came === edge.target && came !== edge.source;
  return beside(
    edges
      .filter((candidate) => (incoming ? candidate.target === edge.target : candidate.source === edge.source))
      .map((candidate) => candidate.id),
  );
}
