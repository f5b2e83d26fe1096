// @ts-check
// One finished drawing: the sanitised tree, its groups by id, names and roles for each, and where each stands.

import { words } from '../strings.js';
import { boxOfGroup } from './geometry.js';
import { outline } from './patch.js';

export class Drawing {
  /** @type {SVGGElement} */ root;
  /** Every group with an id. @type {Map<string, SVGGElement>} */ groups = new Map();
  /** What can be chosen and walked, in source order. @type {string[]} */ elements = [];
  /** Plain names by id: the full path of a node, `a->b` of an edge. @type {Map<string, string>} */ names = new Map();

  /** Accessible names that are better than those of the drawing itself, by id. @type {Map<string, string>} */ given = new Map();

  /** @param {SVGSVGElement} svg the sanitised tree; it is taken apart */
  constructor(svg) {
    const root = svg.querySelector('g');
    if (!root) throw new Error('the drawing has no content');
    this.root = root;
    for (const group of root.querySelectorAll('g')) {
      if (group.id) this.groups.set(group.id, group);
      const title = group.querySelector(':scope > title');
      const name = title?.textContent ?? '';
      title?.remove();
      const kind = kindOf(group.id);
      if (!kind) {
        if (group.id.startsWith('a_')) plainCell(group);
        continue;
      }
      this.names.set(group.id, name.replace(/^cluster_/, ''));
      this.elements.push(group.id);
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '-1');
      if (kind === 'edge') addHitArea(group);
      else if (hasOwnFill(group)) group.classList.add('own-fill');
    }
    root.querySelector(':scope > title')?.remove();
    this.elements.sort(inOrder);
    this.nameAll(null);
  }

  /**
   * Sets the accessible names: kind, name, the state in words where an overlay has it, then what stands there.
   * @param {import('../engine/types.d.ts').Overlay | null} overlay
   */
  nameAll(overlay) {
    for (const id of this.elements) {
      const kind = kindOf(id) ?? 'node';
      const [from = id, to] = (this.names.get(id) ?? id).split('->');
      const name = to === undefined ? from : words.elements.ends(from, to);
      const title = overlay?.nodes[id]?.title ?? overlay?.edges[id]?.title ?? '';
      const group = this.groups.get(id);
      const shown = group?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      // What can be read in the element stays in its name, for those who say what they see.
      const label = [this.given.get(id) ?? this.given.get(id.replace(/^c/, 'n')) ?? [`${words.elements[kind]} ${name}`, title].filter(Boolean).join(': '), shown === name ? '' : shown].filter(Boolean).join('. ');
      if (group && group.getAttribute('aria-label') !== label) group.setAttribute('aria-label', label);
    }
  }

  /** The group of an element; a node that is drawn as a container has that one's. @param {string} id */
  groupOf(id) {
    return this.groups.get(id) ?? this.groups.get(id.replace(/^n/, 'c'));
  }

  /** The box of the whole drawing in drawing units. */
  box() {
    return this.#shifted(this.root.getBBox());
  }

  /**
   * The box of one element, or null when it is not in the drawing.
   * @param {string} id
   */
  boxOf(id) {
    const group = this.groups.get(id);
    return group ? this.#shifted(boxOfGroup(group)) : null;
  }

  /** The root carries Graphviz' own shift. @param {import('./geometry.js').Box} box */
  #shifted({ x, y, width, height }) {
    const shift = this.root.transform.baseVal.consolidate()?.matrix;
    return { x: x + (shift?.e ?? 0), y: y + (shift?.f ?? 0), width, height };
  }

  /**
   * The element nearest to a point, among those that are asked for; containers are too large to tell a place.
   * @param {{ x: number, y: number } | null} point @param {(id: string) => boolean} among @returns {string | null}
   */
  nearest(point, among) {
    let best = null;
    let least = Infinity;
    for (const id of point ? this.elements : []) {
      const at = id.startsWith('n') && among(id) ? this.centreOf(id) : null;
      const distance = at && point ? Math.hypot(at.x - point.x, at.y - point.y) : Infinity;
      if (distance < least) [best, least] = [id, distance];
    }
    return best;
  }

  /** @param {string} id */
  centreOf(id) {
    const box = this.boxOf(id);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/**
 * What an id of the drawing stands for, if it can be chosen.
 * @param {string} id
 * @returns {'node' | 'cluster' | 'edge' | null}
 */
export function kindOf(id) {
  if (/^n\d+$/.test(id)) return 'node';
  if (/^c\d+$/.test(id)) return 'cluster';
  if (/^e\d+$/.test(id)) return 'edge';
  return null;
}

/** Nodes and clusters by index, then edges by index. @param {string} a @param {string} b */
function inOrder(a, b) {
  const rank = (/** @type {string} */ id) => (id.startsWith('e') ? 1e9 : 0) + Number(id.slice(1));
  return rank(a) - rank(b);
}

/** The mark of a cell comes from the overlay alone. @param {SVGGElement} group */
function plainCell(group) {
  for (const shape of outline(group)) {
    shape.setAttribute('fill', 'none');
    shape.classList.add('cell');
  }
}

/** A line is hard to hit: a wide invisible twin under it takes the pointer. @param {SVGGElement} group */
function addHitArea(group) {
  for (const path of group.querySelectorAll(':scope > path')) {
    const twin = /** @type {SVGPathElement} */ (path.cloneNode(false));
    twin.setAttribute('class', 'hit');
    twin.setAttribute('fill', 'none');
    for (const name of ['stroke', 'stroke-width', 'stroke-dasharray']) twin.removeAttribute(name);
    // After the cells, so that it does not count as part of the edge's own look.
    group.append(twin);
  }
}

/** Fills of the static palette; any other one was chosen in the source and is kept in every theme. */
const KNOWN_FILLS = new Set(['#fff1de', '#ffffff', '#e3effc', '#efe7fa', '#e4f5e7', '#fff9d6', '#f3f4f6', '#fbfcfd', '#fffbe0', 'none', 'transparent', 'white']);

/** @param {SVGGElement} group */
function hasOwnFill(group) {
  const fill = outline(group)[0]?.getAttribute('fill');
  return fill != null && !KNOWN_FILLS.has(fill);
}
