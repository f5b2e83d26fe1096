// @ts-check
// The context graph as rows of a tree: each node once, below the parent by which a walk meets it first. Pure.

/** @typedef {import('../../protocol/types.ts').Graph} Graph */
/** @typedef {Graph['nodes'][number]} GraphNode */
/** @typedef {{ node: GraphNode, level: number, via: string | null, open: boolean | null, position: number, size: number }} Row `open` is null for a node without rows below it */

/**
 * @param {Graph} graph
 * @param {string[]} closed nodes whose children are not shown
 * @returns {Row[]}
 */
export function rowsOf({ nodes, roots }, closed) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const shut = new Set(closed);
  // First which parent each node stands below, in the order of the walk, then what of it is shown.
  /** @type {Map<string | null, string[]>} */
  const below = new Map([[null, []]]);
  const met = new Set();
  /** @type {[string, string | null][]} */
  const walk = roots.map((id) => /** @type {[string, null]} */ ([id, null])).reverse();
  for (let next = walk.pop(); next !== undefined; next = walk.pop()) {
    const [id, via] = next;
    const node = byId.get(id);
    if (node === undefined || met.has(id)) continue;
    met.add(id);
    below.set(id, []);
    below.get(via)?.push(id);
    for (let i = node.children.length - 1; i >= 0; i -= 1) walk.push([node.children[i], id]);
  }
  /** @type {Row[]} */
  const rows = [];
  /** @type {Omit<Row, 'open'>[]} */
  const todo = [];
  const add = (/** @type {string | null} */ via, /** @type {number} */ level) => {
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

/**
 * Where a node goes among the children of a parent when it moves by one; null at the end.
 * @param {Graph} graph @param {string} parent @param {string} child @param {-1 | 1} by
 * @returns {import('../../protocol/types.ts').GraphEdit | null}
 */
export function moved({ nodes }, parent, child, by) {
  const children = nodes.find(({ id }) => id === parent)?.children ?? [];
  const anchor = children[children.indexOf(child) + by];
  if (anchor === undefined || !children.includes(child)) return null;
  return { op: 'link', parent, child, ...(by < 0 ? { before: anchor } : { after: anchor }) };
}

/** The title of a node, with its path where others have the same title. @param {Graph} graph @param {string} id */
export function nameOf({ nodes }, id) {
  const node = nodes.find((one) => one.id === id);
  if (!node) return id;
  const alone = node.path === null || !nodes.some((one) => one !== node && one.title === node.title);
  return alone ? node.title : `${node.title} @${node.path}`;
}
