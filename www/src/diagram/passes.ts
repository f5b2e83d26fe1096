// What is done once to a drawing that Graphviz made, before it is shown: boxes become cards with round corners, labels
// are lifted above all lines, lines become upright and level, and cells take their seats. It reads only what Graphviz
// wrote and needs only the tree, so a page and a build do the same.

import { make } from './make.ts';
import { drawLines } from './lines/draw-lines.ts';
import { timed } from './timed.ts';
import { GROUNDS, classesOf } from './palette.ts';
import { boxAround, cardsOf, cuts, moveBy, overlap, piecesOf, pointsOf, walkOf, type Box } from './geometry.ts';

/** Kinds that act; what stores is square. */
const ACTS = ['tl-init', 'tl-end', 'tl-task', 'tl-state', 'tl-plain'];
const PILLS = ['tl-init', 'tl-end'];
const RADIUS = { acts: 9, stores: 3, cluster: 12, pill: 14, panel: 6, plainPanel: 2 };
/** How far the ring of a state stands off its card. */
const RING = 3;
/** What the text of a head keeps from the right end of its card. */
const INSET = { node: 7, cluster: 12 };
/** What a cell of a head keeps from there: its text stands so much further in. */
const CELL_INSET = 4;
const VALUE_INSET = 5;
/** How far from the end of its line a multiplicity may stand, and how wide a letter of it is. */
const ASIDE = [14, 20, 28, 38, 52, 70];
const LETTER = 0.56;
/** What a label keeps from the border of a container, and how far it may move to get off one. */
const OFF_BORDER = 3;
const FAR_ASIDE = 40;
/** A value stands on the line of its key where the lines differ by less. */
const SAME_LINE = 5;

/** Does all of it. @returns the same */
export function prepare(svg: SVGSVGElement): SVGSVGElement {
  const root = [...svg.children].find((child) => child.tagName === 'g');
  if (!root) return svg;
  const groups = [...root.children].filter((child) => child.tagName === 'g');
  for (const group of groups) {
    const classes = classesOf(group);
    if (classes.includes('edge')) continue;
    if (classes.includes('node') || classes.includes('cluster')) round(group, classes);
    seat(group, classes.includes('cluster'));
  }
  const edges = groups.filter((group) => classesOf(group).includes('edge'));
  const labels = lift(root, edges);
  // A rail has none, as a rule, and its time would take the place of the flow's.
  if (edges.length > 0) {
    const lines = timed('lines');
    drawLines(root);
    lines();
  }
  placeMultiplicities(root, labels);
  return svg;
}

/** The shapes of a group itself, without those of its cells. */
const shapesOf = (group: Element) =>
  [...group.children].filter((child) => !['g', 'text', 'title'].includes(child.tagName));

function round(group: Element, classes: string[]) {
  const cluster = classes.includes('cluster');
  const acts = ACTS.some((name) => classes.includes(name)) && !/^f/.test(group.getAttribute('id') ?? '');
  const [first, ...others] = shapesOf(group);
  const box = first && isBox(first) && !classes.includes('tl-note') ? boxAround(first) : null;
  if (first && !box) {
    // A shape that the source chose stays as it is.
    first.setAttribute('class', 'shape');
    const around = boxAround(first);
    if (around)
      first.before(
        make(group, 'rect', {
          x: around.x - RING,
          y: around.y - RING,
          width: around.width + 2 * RING,
          height: around.height + 2 * RING,
          rx: RADIUS.panel,
          class: 'halo',
          fill: 'none',
        }),
      );
  }
  if (first && box) {
    const pill = !cluster && PILLS.some((name) => classes.includes(name));
    const rx = cluster
      ? RADIUS.cluster
      : pill
        ? Math.min(box.height / 2, RADIUS.pill)
        : acts
          ? RADIUS.acts
          : RADIUS.stores;
    const outer = others.filter((shape) => !isPanel(shape)).map((shape) => boxAround(shape) ?? box);
    const most = outer.reduce((least, one) => Math.max(least, box.x - one.x), 0) + RING;
    const card = toRect(first, box, rx, 'card');
    const halo = make(group, 'rect', {
      x: box.x - most,
      y: box.y - most,
      width: box.width + 2 * most,
      height: box.height + 2 * most,
      rx: rx + most,
      class: 'halo',
      fill: 'none',
    });
    card.before(...(cluster ? [] : [make(group, 'rect', { ...box, rx, class: 'shade' })]), halo);
    for (const shape of others)
      if (!isPanel(shape) && isBox(shape)) toRect(shape, boxAround(shape) ?? box, rx + most - RING, 'card outer');
  }
  for (const shape of others)
    if (isPanel(shape)) toRect(shape, boxAround(shape), acts ? RADIUS.panel : RADIUS.plainPanel, 'panel');
}

/** The ground of a cell has no line, the border of a node has. */
const isPanel = (shape: Element) =>
  (shape.getAttribute('stroke') ?? 'none') === 'none' || shape.getAttribute('stroke') === 'transparent';

function toRect(shape: Element, box: Box | null, rx: number, name: string) {
  if (!box) return shape;
  const rect = make(shape, 'rect', { ...box, rx: Math.min(rx, box.height / 2), class: name });
  for (const attribute of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray']) {
    const value = shape.getAttribute(attribute);
    if (value !== null) rect.setAttribute(attribute, value);
  }
  shape.replaceWith(rect);
  return rect;
}

/** Whether a shape is a box, with or without round corners: all its corners lie on the sides of its own box. */
function isBox(shape: Element) {
  const box = boxAround(shape);
  const points = pointsOf(shape);
  if (!box || (shape.tagName === 'polygon' ? points.length !== 5 : shape.tagName !== 'path' || points.length < 25))
    return false;
  const near = (a: number, b: number) => Math.abs(a - b) < 0.02;
  const [left, right, top, bottom] = [box.x, box.x + box.width, box.y, box.y + box.height];
  const corners = shape.tagName === 'path' ? points.filter((_, i) => i % 3 === 0) : points;
  if (!corners.every(([x, y]) => near(x, left) || near(x, right) || near(y, top) || near(y, bottom))) return false;
  // A diamond touches each side once only.
  return (
    [left, right].every((side) => corners.filter(([x]) => near(x, side)).length > 1) &&
    [top, bottom].every((side) => corners.filter(([, y]) => near(y, side)).length > 1)
  );
}

const boxesOfCards = (root: Element) => cardsOf(root).map(({ box }) => box);

/**
 * What an edge has behind its heads goes above all lines: `l<i>` for `e<i>`.
 * @returns the labels with their lines
 */
function lift(root: Element, edges: Element[]) {
  const layer = make(root, 'g', { class: 'labels' });
  const lifted: { label: Element; line: Element }[] = [];
  for (const edge of edges) {
    // After the line come its heads, then the label.
    for (const head of shapesOf(edge))
      if (head.tagName !== 'path' && !isGround(head)) head.setAttribute('class', 'head');
    const parts = [...edge.children].filter(
      (child) => child.tagName === 'text' || child.tagName === 'g' || isGround(child),
    );
    if (!parts.some((part) => part.textContent?.trim())) continue;
    for (const part of parts)
      for (const ground of [part, ...part.children]) if (isGround(ground)) ground.setAttribute('class', 'ground');
    const id = edge.getAttribute('id') ?? '';
    const label = make(root, 'g', { class: 'label', ...(id.startsWith('e') ? { id: id.replace('e', 'l') } : {}) });
    const line = [...edge.children].find((child) => child.tagName === 'path');
    if (line) lifted.push({ label, line });
    label.append(...parts);
    layer.append(label);
    for (const cell of label.children) seatLast(label, cell);
  }
  root.append(layer);
  clearBorders(root, layer, boxesOfCards(root), edges);
  return lifted;
}

/**
 * A label that lies on the border of a container moves sideways off it, where there is room: its ground would hide the
 * border. Graphviz keeps labels off nodes only.
 * @param layer of the labels
 */
function clearBorders(root: Element, layer: Element, cards: Box[], edges: Element[]) {
  const containers = [...root.children]
    .filter((group) => classesOf(group).includes('cluster'))
    .flatMap((group) => {
      const card = shapesOf(group).find((one) => /^card/.test(one.getAttribute('class') ?? ''));
      return (card && boxAround(card)) ?? [];
    });
  if (containers.length === 0) return;
  const labels = [...layer.children].map((label) => ({ label, box: boxOfLabel(label) }));
  let lines: ReturnType<typeof linesOf> | null = null;
  for (const one of labels) {
    const { box } = one;
    const crossed = box && containers.find((container) => crosses(box, container));
    if (!box || !crossed) continue;
    const ways = [
      crossed.x - OFF_BORDER - box.width - box.x,
      crossed.x + OFF_BORDER - box.x,
      crossed.x + crossed.width + OFF_BORDER - box.x,
      crossed.x + crossed.width - OFF_BORDER - box.width - box.x,
    ];
    const near = ways.filter((by) => Math.abs(by) <= FAR_ASIDE).sort((a, b) => Math.abs(a) - Math.abs(b));
    const by = near.find((way) => {
      const to = { ...box, x: box.x + way };
      return (
        !containers.some((other) => crosses(to, other)) &&
        !cards.some((card) => overlap(to, card)) &&
        !labels.some((other) => other !== one && other.box && overlap(to, other.box)) &&
        !(lines ??= linesOf(edges)).some((line) => passesThrough(line, to))
      );
    });
    if (by === undefined) continue;
    moveBy(one.label, { x: by, y: 0 });
    one.box = { ...box, x: box.x + by };
  }
}

/** Around the grounds of a label. */
function boxOfLabel(label: Element): Box | null {
  const grounds = [...label.children]
    .flatMap((part) => [part, ...part.children])
    .filter((part) => part.getAttribute('class') === 'ground')
    .flatMap((ground) => boxAround(ground) ?? []);
  if (grounds.length === 0) return null;
  const [x, y] = [Math.min(...grounds.map((one) => one.x)), Math.min(...grounds.map((one) => one.y))];
  return {
    x,
    y,
    width: Math.max(...grounds.map((one) => one.x + one.width)) - x,
    height: Math.max(...grounds.map((one) => one.y + one.height)) - y,
  };
}

/** Whether a box lies on the border of another one. */
const crosses = (box: Box, other: Box) =>
  overlap(box, other) &&
  !(
    box.x >= other.x &&
    box.x + box.width <= other.x + other.width &&
    box.y >= other.y &&
    box.y + box.height <= other.y + other.height
  );

type Line = { box: Box; pieces: ReturnType<typeof piecesOf> };

/** The lines of edges as straight pieces, each with the box around it. */
function linesOf(edges: Element[]): Line[] {
  return edges.flatMap((edge) => {
    const line = [...edge.children].find((child) => child.tagName === 'path');
    const box = line && boxAround(line);
    return line && box ? [{ box, pieces: piecesOf(line) }] : [];
  });
}

/** Whether a line goes through a box. Few lines come near it, so their own boxes are compared first. */
const passesThrough = ({ box, pieces }: Line, to: Box) =>
  nearby(box, to) && pieces.some((end, i) => i > 0 && cuts(pieces[i - 1] ?? end, end, to));

/** Like `overlap`, but for lines too, whose boxes may have no width. */
const nearby = (a: Box, b: Box) =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** Multiplicities stand at the ends of a line, without a ground. */
function placeMultiplicities(root: Element, labels: { label: Element; line: Element }[]) {
  const isOne = (part: Element) => part.tagName === 'text' && part.getAttribute('text-anchor') === 'middle';
  const list = labels.flatMap(({ label, line }) => [...label.children].filter(isOne).map((text) => ({ text, line })));
  if (list.length === 0) return;
  const cards = boxesOfCards(root);
  const taken = [...cards, ...labels.flatMap(({ label }) => boxOfLabel(label) ?? [])];
  const edges = [...root.children].filter((group) => classesOf(group).includes('edge'));
  const lines = edges.flatMap((edge) => [...edge.children].filter((child) => child.tagName === 'path')).map(piecesOf);
  for (const { text, line } of list)
    if (!putAside(text, line, taken, lines)) putAside(text, line, cards, [piecesOf(line)]);
}

/**
 * A text at the end of a line goes beside it.
 * @param text centered
 * @param taken where it may not lie
 * @param lines what it may not lie on, in straight pieces
 * @returns whether there was room
 */
function putAside(text: Element, line: Element, taken: Box[], lines: ReturnType<typeof piecesOf>[]): boolean {
  const size = Number(text.getAttribute('font-size') ?? 11);
  const [width, height] = [(text.textContent ?? '').length * size * LETTER, size];
  const way = walkOf(line);
  const x = Number(text.getAttribute('x'));
  const y = Number(text.getAttribute('y'));
  const [start, end] = [way.at(0), way.at(way.length)];
  const atEnd = Math.hypot(end.x - x, end.y - y) < Math.hypot(start.x - x, start.y - y);
  for (const far of ASIDE) {
    const along = atEnd ? way.length - far : far;
    const [at, next] = [way.at(along), way.at(along + 1)];
    const length = Math.hypot(next.x - at.x, next.y - at.y) || 1;
    const [nx, ny] = [(next.y - at.y) / length, (at.x - next.x) / length];
    for (const side of [1, -1]) {
      const off = side * (Math.abs(nx) * (width / 2) + Math.abs(ny) * (height / 2) + 3);
      const box = { x: at.x + nx * off - width / 2, y: at.y + ny * off - height / 2, width, height };
      const onLine = lines.some((pieces) => pieces.some((end, i) => i > 0 && cuts(pieces[i - 1] ?? end, end, box)));
      if (onLine || taken.some((other) => overlap(box, other))) continue;
      text.setAttribute('x', String(Math.round((box.x + width / 2) * 100) / 100));
      text.setAttribute('y', String(Math.round((box.y + height * 0.8) * 100) / 100));
      return true;
    }
  }
  return false;
}

const isGround = (shape: Element) => shape.tagName === 'polygon' && GROUNDS.has(shape.getAttribute('fill') ?? '');

/** The last line of a label begins where the lines above it do. */
function seatLast(label: Element, cell: Element) {
  if (!/^a_t/.test(cell.getAttribute('id') ?? '')) return;
  const above = [...label.children].find((child) => child.tagName === 'text' && child.textContent?.trim());
  const [shape] = shapesOf(cell);
  const x = above?.getAttribute('x') ?? (shape && boxAround(shape)?.x);
  for (const text of cell.children) if (text.tagName === 'text' && x !== undefined) text.setAttribute('x', String(x));
}

/** The cells of a node or container: its status at the right end of its head, its values in their cells. */
function seat(group: Element, cluster: boolean) {
  const card = [...group.children].find((child) => classesOf(child)[0] === 'card');
  const name = [...group.children].find((child) => child.tagName === 'text');
  let key: Element | null = null;
  for (const cell of group.children) {
    if (cell.tagName === 'text') key = cell;
    const id = cell.getAttribute('id') ?? '';
    const [shape] = shapesOf(cell);
    const text = [...cell.children].find((child) => child.tagName === 'text');
    const box = shape && boxAround(shape);
    if (!/^a_[srv]/.test(id) || !text || !shape || !box) continue;
    if (id.startsWith('a_v')) {
      text.setAttribute('x', String(Math.round((box.x + VALUE_INSET) * 100) / 100));
      const line = key?.getAttribute('y');
      if (line && Math.abs(Number(line) - Number(text.getAttribute('y'))) < SAME_LINE) text.setAttribute('y', line);
      continue;
    }
    const around = card && boxAround(card);
    const right = around
      ? around.x + around.width - INSET[cluster ? 'cluster' : 'node']
      : box.x + box.width - CELL_INSET;
    const to = right + CELL_INSET;
    shape.setAttribute(
      'points',
      [
        [to - box.width, box.y],
        [to, box.y],
        [to, box.y + box.height],
        [to - box.width, box.y + box.height],
      ]
        .map((point) => point.map((n) => Math.round(n * 100) / 100).join(','))
        .join(' '),
    );
    text.setAttribute('text-anchor', 'end');
    text.setAttribute('x', String(Math.round(right * 100) / 100));
    const line = name?.getAttribute('y');
    if (line) text.setAttribute('y', line);
  }
}
