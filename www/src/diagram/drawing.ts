// One finished drawing: the sanitized tree, its groups by ID, a name and role for each, and their positions.

import { elementStrings } from './strings.ts';
import { boxAround, boxOfGroup, translationOf, type Box } from './geometry.ts';
import { KNOWN_FILLS, classesOf, recolor, themed } from './palette.ts';
import { make } from './make.ts';
import { addChevron, isFolded } from './chevron.ts';
import { holdersIn, type Outline } from './outline.ts';
import { outline, type Change } from './overlay-patch.ts';
import { graphOf } from './walk.ts';
import type { Overlay, Wire } from '../protocol/types.ts';

/** The margin that the drawing's own text has around it, but for the ring of a card at its border. */
const PAD = 4;
/** Classes of what steps back behind the rest. */
const FADING = ['dim', 'apart'];
/** The least height of what a finger can hit, in drawing units. */
const FINGER = 44;

export class Drawing {
  root: SVGGElement;
  /** The contexts, tools and types where they stand apart, in a column of the page; else null. */
  rail: SVGGElement | null;
  /** Box of the whole drawing in drawing units. */
  box: Box;
  /** The graph's own shift. */
  #shift;
  #ends: ReadonlyMap<string, readonly [string, string]> | null = null;
  /** What joins cards and contexts without a line of the layout. */
  wires: readonly Wire[] = [];
  /** Every group with an id. */
  groups: Map<string, SVGGElement> = new Map();
  /** What can be chosen and walked, in source order. */
  elements: string[] = [];
  /** The rows of cards: what a node reads and writes, and the fields of contexts. */
  rows: string[] = [];
  /** The chevrons that fold and unfold modules, by the ids of these. */
  chevrons: ReadonlyMap<string, string> = new Map();
  /** Knows what is inside of folded modules. */
  outline: Outline | null = null;
  /** Plain names by id: the full path of a node, `a->b` of an edge. */
  names: Map<string, string> = new Map();

  /** What stands for the names of nodes and modules while only names are drawn, by id. */
  copies: ReadonlyMap<string, Element> = new Map();

  /** Accessible names that are better than those of the drawing itself, by id. */
  given: ReadonlyMap<string, string> = new Map();
  /** What is marked inside of folded modules, in words, by their ids. */
  inside: ReadonlyMap<string, string> = new Map();
  /** Those that the elements have. */
  #taken = this.given;

  /** @param svg the sanitised tree; it is taken apart */
  constructor(svg: SVGSVGElement, { isFoldable = false }: { isFoldable?: boolean } = {}) {
    const root = svg.querySelector('g');
    if (!root) throw new Error('the drawing has no content');
    this.root = root;
    const [left = 0, top = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
    this.box = {
      x: left + PAD,
      y: top + PAD,
      width: Math.max(0, width - 2 * PAD),
      height: Math.max(0, height - 2 * PAD),
    };
    this.#shift = translationOf(root);
    this.rail = root.querySelector(':scope > .rail');
    for (const group of root.querySelectorAll('g')) {
      if (group.id) this.groups.set(group.id, group);
      const title = group.querySelector(':scope > title');
      const name = title?.textContent ?? '';
      title?.remove();
      const kind = kindOf(group.id);
      if (isRow(group.id)) {
        this.rows.push(group.id);
        this.names.set(group.id, group.id);
        // A button may have no button in it.
        group.setAttribute('role', 'group');
        group.setAttribute('tabindex', '-1');
      }
      if (!kind) {
        if (group.id.startsWith('a_') && !group.closest('.label')) plainCell(group);
        continue;
      }
      this.names.set(group.id, endsOf(group, name.replace(/^cluster_/, '')));
      this.elements.push(group.id);
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '-1');
      if (kind === 'edge') addHitArea(group);
      else {
        markPanels(group);
        markOwnFill(group);
        addReach(group);
      }
    }
    for (const title of root.querySelectorAll(':scope > title, :scope > .rail > title')) title.remove();
    recolor(root, themed);
    this.rail?.remove();
    this.elements.sort(inOrder);
    if (isFoldable) this.#addChevrons();
    this.name(null, this.elements);
  }

  #addChevrons() {
    const chevrons: Map<string, string> = new Map();
    for (const id of this.elements) {
      const group = this.groups.get(id);
      const isModule = kindOf(id) === 'cluster' && group && (classesOf(group).includes('cluster') || isFolded(group));
      const name = this.names.get(id) ?? id;
      const chevron = isModule ? addChevron(group, name) : null;
      if (!chevron) continue;
      chevrons.set(id, chevron.id);
      this.groups.set(chevron.id, chevron);
      this.names.set(chevron.id, `${chevron.id} ${name}`);
    }
    this.chevrons = chevrons;
  }

  /**
   * Sets the accessible names: kind, name, the state in words where an overlay has it, then what stands there.
   * @param changed elements that show something else than before; of the others those with another given name are named
   */
  name(overlay: Overlay | null, changed: Iterable<string>) {
    const due = new Set(changed);
    for (const id of this.elements) {
      const own = nameIn(this.given, id);
      if (!due.has(id) && own === nameIn(this.#taken, id)) continue;
      const kind = kindOf(id) ?? 'node';
      const [from = id, to] = (this.names.get(id) ?? id).split('->');
      const name = to === undefined ? from : elementStrings.ends(from, to);
      const title = overlay?.nodes[id]?.title ?? overlay?.edges[id]?.title ?? '';
      const group = this.groups.get(id);
      const shown = [group, this.labelOf(id)]
        .map((element) => (element ? textShown(element) : ''))
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      // What can be read in the element stays in its name, for those who say what they see.
      const label = [
        own ?? [`${elementStrings[kind]} ${name}`, title].filter(Boolean).join(': '),
        ...(isFolded(group) ? [overlay?.cells[`s${id.slice(1)}`]?.title ?? '', this.inside.get(id) ?? ''] : []),
        shown === name ? '' : shown,
      ]
        .filter(Boolean)
        .join('. ');
      if (group && group.getAttribute('aria-label') !== label) group.setAttribute('aria-label', label);
    }
    for (const id of this.rows) {
      const title = overlay?.cells[id.slice(2)]?.title;
      const group = this.groups.get(id);
      const label = title && group && [keyOf(group), title].filter(Boolean).join(': ');
      if (label && group.getAttribute('aria-label') !== label) group.setAttribute('aria-label', label);
    }
    this.#taken = this.given;
  }

  /**
   * The group of an element; a node that is drawn as a container has that one's, an edge that a row says has the row,
   * and what is inside a folded module has its card.
   */
  groupOf(id: string) {
    return this.#drawn(id) ?? this.groups.get(this.cardOf(id) ?? '');
  }

  #drawn(id: string) {
    const row = id.startsWith('e') ? this.wires.find(({ edge }) => edge === id)?.row : undefined;
    return this.groups.get(id) ?? this.groups.get(row ? `a_${row}` : id.replace(/^n/, 'c'));
  }

  /** Whether an element stands somewhere in a module. */
  isInside(id: string | null, module: string): boolean {
    return this.#holdersOf(id ?? '').some((holder) => holder === module || this.isInside(holder, module));
  }

  #holdersOf(id: string): string[] {
    return this.outline ? [...(holdersIn(this.outline).get(id) ?? [])] : [];
  }

  isFolded(id: string) {
    return isFolded(this.groups.get(id));
  }

  /** The card of the folded module that an element is inside of; null for what is drawn itself. */
  cardOf(id: string): string | null {
    const rest = this.#drawn(id) ? [] : this.#holdersOf(id).reverse();
    for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
      const group = this.groups.get(at);
      if (isFolded(group)) return at;
      if (!group) rest.push(...this.#holdersOf(at).reverse());
    }
    return null;
  }

  /** The label of an edge, which stands above all lines. */
  labelOf(id: string) {
    return id.startsWith('e') ? this.groups.get(id.replace('e', 'l')) : undefined;
  }

  /** The element that shows what changed: it itself, or the one that a cell is in. */
  holderOf({ kind, id }: Change) {
    const cell = kind === 'cell' ? this.groups.get(`a_${id}`) : null;
    return kind === 'look' ? id : cell && idAt(cell);
  }

  /** The elements in which chips stand in for a text. */
  get chipped() {
    return [...this.root.querySelectorAll('.chipped')].flatMap((cell) => idAt(cell) ?? []);
  }

  /** Sets or takes a class of an element, and of its label. What stands for its name fades with it. */
  toggle(id: string, name: string, on: boolean) {
    this.groups.get(id)?.classList.toggle(name, on);
    this.labelOf(id)?.classList.toggle(name, on);
    if (FADING.includes(name)) this.copies.get(id)?.classList.toggle(name, on);
  }

  /** A name as its card shows it, in one line. */
  nameShown(id: string, lines: Element[]) {
    const texts = lines.map((line) => (line.textContent ?? '').trim());
    const joined = texts.join('');
    // Lines end inside a word or between two.
    return this.names.get(id)?.endsWith(joined) ? joined : texts.join(' ');
  }

  /** All that the keyboard's walk stops at. */
  get stops() {
    return [...this.elements, ...this.rows, ...this.chevrons.values()];
  }

  /** The card of each row, and what the row leads to: the first context that it names, for a field nothing. */
  get rowEnds() {
    return this.rows.map((id) => {
      const wire = this.wires.find(({ row }) => row !== undefined && `a_${row}` === id);
      const group = this.groups.get(id);
      return { id, source: (group && idAt(group)) ?? '', target: wire?.store ?? '', isRow: true };
    });
  }

  /** The elements that each edge or wire joins. */
  get ends(): ReadonlyMap<string, readonly [string, string]> {
    this.#ends ??= new Map([
      ...graphOf(this.elements, this.names, false).edges.map(
        ({ id, source, target }) => [id, [source, target]] as const,
      ),
      ...this.wires.map(({ node, store }, i) => [`w${i}`, [node, store]] as const),
    ]);
    return this.#ends;
  }

  /** What has texts of its own: nodes, containers and labels. */
  get texts() {
    const parts = this.rail ? [this.root, this.rail] : [this.root];
    return parts.flatMap((part) => [...part.querySelectorAll('.node, .cluster, .label')]);
  }

  /** The box of one element, or null when it is not in the drawing. */
  boxOf(id: string) {
    const group = this.groupOf(id);
    return group ? this.#boxOfGroup(group) : null;
  }

  /** Whether an element stands in a rail of its own. */
  isApart(id: string) {
    const group = this.groups.get(id);
    return group !== undefined && this.rail?.contains(group) === true;
  }

  /** A box in the numbers of the whole; that of a rail of its own in the numbers of the rail. */
  #boxOfGroup(group: SVGGElement): Box {
    const box = boxOfGroup(group);
    if (this.rail?.contains(group)) return box;
    return { ...box, x: box.x + this.#shift.x, y: box.y + this.#shift.y };
  }

  /** The element nearest to a point, among those that are asked for; containers are too large to tell a place. */
  nearest(point: { x: number; y: number } | null, among: (id: string) => boolean): string | null {
    let best = null;
    let least = Infinity;
    for (const id of point ? this.elements : []) {
      const at = id.startsWith('n') && among(id) && !this.isApart(id) ? this.centreOf(id) : null;
      const distance = at && point ? Math.hypot(at.x - point.x, at.y - point.y) : Infinity;
      if (distance < least) [best, least] = [id, distance];
    }
    return best;
  }

  /** How many nodes there are, contexts and notes included. */
  get nodes() {
    return this.elements.filter((id) => id.startsWith('n')).length;
  }

  /** The middle of the first start node, else of the first node. */
  get start() {
    return this.centreOf(
      this.elements.find((id) => this.groups.get(id)?.classList.contains('tl-init')) ?? this.elements[0] ?? '',
    );
  }

  centreOf(id: string) {
    const box = this.boxOf(id);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** What an id of the drawing stands for, if it can be chosen. */
export function kindOf(id: string): 'node' | 'cluster' | 'edge' | null {
  if (/^n\d+$/.test(id)) return 'node';
  if (/^c\d+$/.test(id)) return 'cluster';
  if (/^e\d+$/.test(id)) return 'edge';
  return null;
}

/** Whether an id is that of a row: what a card reads or writes, or a field of a context. */
export const isRow = (id: string) => /^a_[av]\d+-/.test(id);

/** The name of a field, which stands before its value. */
function keyOf(cell: Element) {
  if (!cell.id.startsWith('a_v')) return '';
  const words = [];
  for (let at = cell.previousElementSibling; at?.tagName === 'text'; at = at.previousElementSibling)
    words.unshift(at.textContent?.trim());
  return words[0] ?? '';
}

/** A node that is drawn as a container has the name of a node. */
const nameIn = (names: ReadonlyMap<string, string>, id: string) =>
  names.get(id) ?? (id.startsWith('c') ? names.get(id.replace('c', 'n')) : undefined);

/** The text of a group without that of cells that chips stand in for. */
const textShown = (group: Element) =>
  [...group.childNodes]
    .map((node) => (node instanceof Element && node.classList.contains('chipped') ? '' : (node.textContent ?? '')))
    .join('');

/** The element that a group belongs to, the edge of a label; null for anything else. */
export function elementOf(id: string) {
  if (/^l\d+$/.test(id)) return id.replace('l', 'e');
  return kindOf(id) ? id : null;
}

/** The element of the drawing that holds a target. */
export function idAt(target: Element): string | null {
  for (let at = target as Element | null; at; at = at.parentElement) {
    const id = elementOf(at.id);
    if (id) return id;
  }
  return null;
}

/** What is read is drawn above its reader: the ends of such an edge stand the other way round. */
function endsOf(group: Element, name: string) {
  const [from, to] = name.split('->');
  return to !== undefined && classesOf(group).includes('tl-back') ? `${to}->${from}` : name;
}

/** Nodes and clusters by index, then edges by index. */
function inOrder(a: string, b: string) {
  const rank = (id: string) => (id.startsWith('e') ? 1e9 : 0) + Number(id.slice(1));
  return rank(a) - rank(b);
}

/** The mark of a cell comes from the overlay alone. */
function plainCell(group: SVGGElement) {
  for (const shape of outline(group)) {
    shape.setAttribute('fill', 'none');
    shape.classList.add('cell');
  }
}

/** A line is hard to hit: a wide invisible twin under it takes the pointer. */
function addHitArea(group: SVGGElement) {
  for (const path of group.querySelectorAll(':scope > path')) {
    const twin = path.cloneNode(false) as SVGPathElement;
    twin.setAttribute('class', 'hit');
    twin.setAttribute('fill', 'none');
    for (const name of ['stroke', 'stroke-width', 'stroke-dasharray']) twin.removeAttribute(name);
    // After the cells, so that it does not count as part of the edge's own look.
    group.append(twin);
  }
}

/** A finger needs more height than a card of one line has. */
function addReach(group: SVGGElement) {
  const card = [...group.children].find((child) => child.classList.contains('card'));
  const box = card && boxAround(card);
  if (!card || !box || box.height >= FINGER) return;
  card.before(
    make(group, 'rect', {
      class: 'reach',
      x: box.x,
      y: box.y - (FINGER - box.height) / 2,
      width: box.width,
      height: FINGER,
      fill: 'none',
    }),
  );
}

/**
 * A color that was chosen in the source stays in every theme, so the texts on it do too; those on panels follow the
 * theme.
 */
function markOwnFill(group: SVGGElement) {
  const fill = outline(group)[0]?.getAttribute('fill');
  if (fill == null || KNOWN_FILLS.has(fill)) return;
  group.classList.add('own-fill');
  if (isDark(fill)) group.classList.add('own-dark');
}

/** Texts on panels are told from those of the head. */
function markPanels(group: SVGGElement) {
  const panels = [...group.children]
    .filter((child) => child.classList.contains('panel'))
    .map((child) => boxAround(child));
  for (const text of group.querySelectorAll('text')) {
    const y = Number(text.getAttribute('y'));
    if (panels.some((box) => box && y > box.y && y < box.y + box.height)) text.classList.add('on-panel');
  }
}

/** Whether white stands out from a color better than ink. @param fill only digits can be judged */
function isDark(fill: string) {
  const [r, g, b] = (/^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(fill) ?? [])
    .slice(1)
    .map((part) => parseInt(part, 16) / 255);
  return (
    r !== undefined &&
    g !== undefined &&
    b !== undefined &&
    0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2 < 0.18
  );
}
