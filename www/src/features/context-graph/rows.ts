// The context graph as rows of a tree: each node once, below the parent by which a walk meets it first. Pure.

import type { Graph, GraphEdit } from '../../protocol/types.ts';

type GraphNode = Graph['nodes'][number];
/** `open` is null for a node without rows below it. */
export interface Row {
  node: GraphNode;
  level: number;
  via: string | null;
  open: boolean | null;
  position: number;
  size: number;
}

/** @param closed nodes whose children are not shown */
export function rowsOf({ nodes, roots }: Graph, closed: string[]): Row[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const shut = new Set(closed);
  // First which parent each node stands below, in the order of the walk, then what of it is shown.
  const below: Map<string | null, string[]> = new Map([[null, []]]);
  const met = new Set();
  const walk: [string, string | null][] = roots.map((id) => [id, null] as [string, null]).reverse();
  for (let next = walk.pop(); next !== undefined; next = walk.pop()) {
    const [id, via] = next;
    const node = byId.get(id);
    if (node === undefined || met.has(id)) continue;
    met.add(id);
    below.set(id, []);
    below.get(via)?.push(id);
    for (let i = node.children.length - 1; i >= 0; i -= 1) walk.push([node.children[i], id]);
  }
  const rows: Row[] = [];
  const todo: Omit<Row, 'open'>[] = [];
  const add = (via: string | null, level: number) => {
    const ids = below.get(via) ?? [];
    for (let i = ids.length - 1; i >= 0; i -= 1) {
      const node = byId.get(ids[i]);
      if (node) todo.push({ node, level, via, position: i + 1, size: ids.length });
    }
  };
  add(null, 1);
  for (let row = todo.pop(); row !== undefined; row = todo.pop()) {
    const parent = (below.get(row.node.id) ?? []).length > 0;
    const open = parent ? !shut.has(row.node.id) : null;
    rows.push({ ...row, open });
    if (open) add(row.node.id, row.level + 1);
  }
  return rows;
}

/** Where a node goes among the children of a parent when it moves by one; null at the end. */
export function moved({ nodes }: Graph, parent: string, child: string, by: -1 | 1): GraphEdit | null {
  const children = nodes.find(({ id }) => id === parent)?.children ?? [];
  const anchor = children[children.indexOf(child) + by];
  if (anchor === undefined || !children.includes(child)) return null;
  return { op: 'link', parent, child, ...(by < 0 ? { before: anchor } : { after: anchor }) };
}

/** The title of a node, with its path where others have the same title. */
export function nameOf({ nodes }: Graph, id: string) {
  const node = nodes.find((node) => node.id === id);
  if (!node) return id;
  const alone = node.path === null || !nodes.some((candidate) => candidate !== node && candidate.title === node.title);
  return alone ? node.title : `${node.title} @${node.path}`;
}
