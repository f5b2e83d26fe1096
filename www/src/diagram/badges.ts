// What is shown over a finished drawing: chips of paths, breakpoints, watches, spots on lines, changed values.
// Decoration only; names of elements, the outline, and the panels say the same in words.

import { boxAround, boxOfGroup, overlap, walkOf, type Box } from './geometry.ts';
import { classesOf, signOf, type Sign as Glyph } from './palette.ts';
import { make } from './make.ts';
import { isFolded } from './chevron.ts';
import { outline } from './overlay-patch.ts';
import { elementStrings } from './strings.ts';
import type { Badge, Sign } from './types.ts';
import type { Drawing as DrawingDrawing } from './drawing.ts';

type Drawing = Pick<DrawingDrawing, 'root' | 'groups' | 'groupOf'> & Partial<Pick<DrawingDrawing, 'rail'>>;

/** Chips of a node; more paths are counted. */
const CHIPS = 3;
export const CHIP_HEIGHT = 15;
const CHIP = { height: CHIP_HEIGHT, gap: 3, pad: 9, end: 4 };
/** Widths of the letters of ids: bold, 11. */
const LETTERS = { other: 6.2, '.': 3.1, '…': 11 };
/** Letters of an id; of a longer one the last six. */
const ID_LENGTH = 7;
/** What a state's sign takes. */
const SIGN = { size: 8, room: 14 };
/** A spot stands so far from the start of its line, at a third of a short one. */
const SPOT = { radius: 7.5, from: 22 };
/** A breakpoint: its disc, and what stands on it. */
const STOP = { disc: 8, dot: 5, ring: 5.5, pupil: 2.5 };
/** A count on one, and the most that it shows. */
const COUNT = { dot: 7, size: 10, most: 99 };

/** How far apart the lines across a card are. */
const HATCH = 9;

/** Signs by the kind of a spot on a line. */
const SPOT_SIGNS: Record<'error' | 'take' | 'skip', Glyph> = {
  error: { d: 'M4 0.5v4M4 7.4h.01', stroked: 1.7 },
  take: { d: 'M2 7.8V0.6l4.6 2.1L2 4.8', stroked: 1.7 },
  skip: { d: 'M1.2 1.2 6.8 6.8M6.8 1.2 1.2 6.8', stroked: 1.7 },
};

/**
 * What is marked inside a folded module is marked at its card: breakpoints and watches with their count, and the chips
 * of all paths inside. Forced edges inside have no line there.
 */
export function gathered(drawing: Pick<DrawingDrawing, 'cardOf' | 'groups'>, badges: readonly Badge[]): Badge[] {
  const list: Badge[] = [];
  const onCards: Map<string, number> = new Map();
  for (const badge of badges) {
    const card = drawing.cardOf(badge.id);
    if (card === null && !isFolded(drawing.groups.get(badge.id))) list.push(badge);
    else if (badge.kind !== 'take' && badge.kind !== 'skip' && badge.kind !== 'reached') {
      const id = card ?? badge.id;
      const key = `${badge.kind} ${id}`;
      const at = onCards.get(key);
      const before = at === undefined ? null : (list[at] ?? null);
      if (at === undefined) onCards.set(key, list.length);
      list[at ?? list.length] = before
        ? both(before, badge)
        : { ...badge, id, ...(isStop(badge) && card ? { n: 1 } : {}) };
    }
  }
  return list;
}

type Stop = Sign & { kind: 'stop' | 'watch' };

const isStop = (badge: Badge): badge is Stop => badge.kind === 'stop' || badge.kind === 'watch';

/** Two marks of one kind as one. */
function both(a: Badge, b: Badge): Badge {
  if (a.kind === 'paths' && b.kind === 'paths') {
    const others = b.paths.filter(({ id }) => !a.paths.some((path) => path.id === id));
    return { ...a, paths: [...a.paths, ...others] };
  }
  if (a.kind === 'asks' && b.kind === 'asks') return { ...a, n: a.n + b.n };
  if (isStop(a) && isStop(b)) return { ...a, n: (a.n ?? 1) + 1, off: a.off === true && b.off === true };
  return a;
}

/** The counts on the cards of folded modules in words, by the ids of these. */
export function insideWords(badges: readonly Badge[]): Map<string, string> {
  const words: Map<string, string> = new Map();
  for (const badge of badges) {
    const isCount = isStop(badge) || badge.kind === 'asks' || badge.kind === 'found';
    if (!isCount || badge.n === undefined || !badge.id.startsWith('c')) continue;
    const text = elementStrings.inside[badge.kind](badge.n);
    const before = words.get(badge.id);
    words.set(badge.id, before ? `${before}, ${text}` : text);
  }
  return words;
}

/** Draws the marks anew. */
export function paintMarks(drawing: Drawing, badges: Badge[]) {
  const roots = drawing.rail ? [drawing.root, drawing.rail] : [drawing.root];
  const layers = roots.map((root) => make(root, 'g', { class: 'badges marks', 'aria-hidden': 'true' }));
  const put = (group: Element, marks: Element[]) => layers[drawing.rail?.contains(group) ? 1 : 0]?.append(...marks);
  for (const seat of [...drawing.root.querySelectorAll('.chipped')]) seat.classList.remove('chipped');
  const spots = new Spots(drawing.root);
  for (const badge of badges) {
    const group = drawing.groupOf(badge.id);
    if (!group) continue;
    if (badge.kind === 'paths') put(group, chipsOf(drawing, group, badge.paths));
    else if (badge.kind === 'take' || badge.kind === 'skip') put(group, spot(group, badge.kind, spots));
    else if (badge.kind === 'reached') put(group, reached(group, badge.n, spots));
    else if (badge.kind === 'asks') put(group, [asked(group, badge.n)]);
    else if (badge.kind === 'found')
      put(group, [chipBelow(group, elementStrings.found(badge.n), 'found-chip', 'left')]);
    else put(group, [stopSign(group, badge, spots)]);
  }
  for (const [id, group] of drawing.groups) {
    const classes = classesOf(group);
    if (classes.includes('r-blocked') && !id.startsWith('e')) put(group, inner(group));
    if (classes.includes('r-error')) put(group, spot(group, 'error', spots));
    if (classes.includes('mark-changed')) put(group, changed(group));
  }
  roots.forEach((root, i) => {
    const before = [...root.children].find((child) => classesOf(child).includes('marks'));
    const layer = layers[i];
    if (layer && before) before.replaceWith(layer);
    else if (layer) root.append(layer);
  });
}

/**
 * The chips of a node in the cell of its head, from the right, and its state's sign beside them. The text of the cell
 * is hidden, not removed.
 */
function chipsOf(drawing: Drawing, group: Element, paths: { id: string; colour: number }[]) {
  const seat = drawing.groups.get(`a_s${(group.getAttribute('id') ?? '').slice(1)}`);
  const shape = seat && [...seat.children].find((child) => child.tagName !== 'text' && child.tagName !== 'g');
  const box = shape && boxAround(shape);
  const text = seat && [...seat.children].find((child) => child.tagName === 'text');
  if (!seat || !box || !text || paths.length === 0) return [];
  seat.setAttribute('class', [...classesOf(seat), 'chipped'].join(' '));
  const middle = Number(text.getAttribute('y')) - 4;
  const names = paths.slice(0, CHIPS).map(({ id }) => chipName(id));
  const widths = names.map(chipWidth);
  const more = (n: number) => (paths.length > n ? 8 + String(paths.length - n).length * 6.4 : 0);
  let n = names.length;
  while (n > 1 && widths.slice(0, n).reduce((a, b) => a + b + CHIP.gap, 0) + more(n) + SIGN.room > box.width - 2)
    n -= 1;
  const parts = [];
  let right = box.x + box.width - CHIP.end;
  if (paths.length > n) {
    parts.push(word(group, `+${paths.length - n}`, { class: 'more', x: right, y: middle + 3.8, 'text-anchor': 'end' }));
    right -= more(n);
  }
  for (let at = n - 1; at >= 0; at -= 1) {
    const { colour, id } = paths[at] ?? { colour: 1, id: '' };
    const width = widths[at] ?? 0;
    parts.push(chip(group, id, names[at] ?? '', colour, right - width, middle - CHIP.height / 2, width));
    right -= width + CHIP.gap;
  }
  const state = signOf(classesOf(group));
  if (state)
    parts.push(sign(group, state.sign, `sign is-${state.name}`, right - SIGN.size - CHIP.gap, middle - SIGN.size / 2));
  return parts;
}

/** What a chip shows of the id of a path. */
export const chipName = (id: string) => (id.length > ID_LENGTH ? `…${id.slice(1 - ID_LENGTH)}` : id);

export const chipWidth = (name: string) =>
  [...name].reduce(
    (sum, letter) => sum + (letter === '.' || letter === '…' ? LETTERS[letter] : LETTERS.other),
    CHIP.pad,
  );

/** The chip of a path. @param name what of it is shown */
export function chip(near: Element, id: string, name: string, colour: number, x: number, y: number, width: number) {
  const group = make(near, 'g', { class: `path-chip path-${colour}` });
  group.append(
    make(near, 'rect', { x, y, width, height: CHIP.height, rx: CHIP.height / 2 }),
    word(near, name, { x: x + width / 2, y: y + CHIP.height / 2 + 3.8, 'text-anchor': 'middle' }),
  );
  group.setAttribute('data-path', id);
  return group;
}

/** How many questions are open. */
const asked = (near: SVGGElement, n: number) => chipBelow(near, n === 1 ? '?' : `? ${n}`, 'ask-chip', 'right');

/** A chip on the lower border of a card: its head is full. */
function chipBelow(near: SVGGElement, text: string, name: string, side: 'left' | 'right') {
  const { x, y, width, height } = boxOfGroup(near);
  const wide = text.length * LETTERS.other + CHIP.pad;
  const left = side === 'left' ? x + 6 : x + width - wide - 6;
  const group = make(near, 'g', { class: name });
  group.append(
    make(near, 'rect', {
      x: left,
      y: y + height - CHIP.height / 2,
      width: wide,
      height: CHIP.height,
      rx: CHIP.height / 2,
    }),
    word(near, text, { x: left + wide / 2, y: y + height + 3.8, 'text-anchor': 'middle' }),
  );
  return group;
}

function word(near: Element, content: string, attributes: Record<string, string | number>) {
  const text = make(near, 'text', attributes);
  text.textContent = content;
  return text;
}

const sign = (near: Element, { d, stroked }: Glyph, name: string, x: number, y: number) =>
  make(near, 'path', {
    class: `${name}${stroked ? ' stroked' : ''}`,
    d,
    ...(stroked ? { 'stroke-width': stroked } : {}),
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
  });

/** A thin line of the ground inside a thick one makes two of it. */
function inner(group: Element) {
  return outline(group).map((shape) => {
    const twin = shape.cloneNode(false) as Element;
    twin.setAttribute('class', 'inner');
    twin.setAttribute('fill', 'none');
    for (const name of ['stroke', 'stroke-width', 'stroke-dasharray']) twin.removeAttribute(name);
    return twin;
  });
}

/** A value that was changed has a triangle at its right end. */
function changed(cell: SVGGElement) {
  const { x, y, width, height } = boxOfGroup(cell);
  return [
    make(cell, 'path', {
      class: 'badge-changed',
      d: `M${(x + width - 9).toFixed(1)} ${(y + height / 2 + 3).toFixed(1)}h6l-3 -5.5Z`,
    }),
  ];
}

/** A breakpoint or a watch, at the upper left corner of its card or on its line like any spot. */
function stopSign(group: SVGGElement, { kind, off, n }: Sign, spots: Spots) {
  const at = (group.id.startsWith('e') && spots.seat(group)) || boxOfGroup(group);
  const mark = make(group, 'g', {
    class: `badge-${kind}${off === true ? ' badge-off' : ''}`,
    transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`,
  });
  mark.append(make(group, 'circle', { class: 'disc', r: STOP.disc }));
  if (n !== undefined)
    mark.append(
      make(group, 'circle', { class: 'dot', r: COUNT.dot }),
      word(group, n > COUNT.most ? `${COUNT.most}+` : String(n), {
        class: 'count',
        y: COUNT.size * 0.36,
        'text-anchor': 'middle',
      }),
    );
  else if (kind === 'stop') mark.append(make(group, 'circle', { class: 'dot', r: STOP.dot }));
  else
    mark.append(
      make(group, 'circle', { class: 'ring', r: STOP.ring }),
      make(group, 'circle', { class: 'dot', r: STOP.pupil }),
    );
  return mark;
}

/** How often an edge was taken. What was never reached is hatched: a card with lines across it, a line with gaps. */
function reached(group: SVGGElement, n: number, spots: Spots) {
  const line = lineOf(group);
  if (!line || !group.id.startsWith('e')) return n > 0 ? [] : [hatching(group)];
  const text = n < 10_000 ? n.toLocaleString('en') : `${Math.round(n / 1000).toLocaleString('en')}k`;
  const width = text.length * LETTERS.other + CHIP.pad;
  const at = spots.seat(group);
  if (!at) return [];
  const chip = make(group, 'g', { class: n > 0 ? 'reached-chip' : 'reached-chip never' });
  chip.append(
    make(group, 'rect', {
      x: at.x - width / 2,
      y: at.y - CHIP.height / 2,
      width,
      height: CHIP.height,
      rx: CHIP.height / 2,
    }),
    word(group, text, { x: at.x, y: at.y + 3.8, 'text-anchor': 'middle' }),
  );
  if (n > 0) return [chip];
  const gaps = make(group, 'path', { class: 'never-gaps', d: line.getAttribute('d') ?? '' });
  return [gaps, chip];
}

/** Lines across a card, from the lower left to the upper right. */
function hatching(group: SVGGElement) {
  const { x, y, width, height } = boxOfGroup(group);
  const lines = [];
  for (let along = HATCH; along < width + height; along += HATCH) {
    const [left, right] = [Math.max(0, along - height), Math.min(along, width)];
    lines.push(`M${x + left} ${y + along - left}L${x + right} ${y + along - right}`);
  }
  return make(group, 'path', { class: 'never-hatching', d: lines.join('') });
}

/** A spot on a line. */
function spot(group: SVGGElement, kind: 'error' | 'take' | 'skip', spots: Spots) {
  const at = spots.seat(group);
  if (!at) return [];
  return [
    make(group, 'circle', { class: `spot badge-${kind}`, cx: at.x, cy: at.y, r: SPOT.radius }),
    sign(group, SPOT_SIGNS[kind], 'spot-sign', at.x - SIGN.size / 2, at.y - SIGN.size / 2),
  ];
}

/**
 * Where spots stand on lines: near the start, on no label, and beside other spots; at a side of the line where labels
 * are along all of it.
 */
class Spots {
  #root: Element;
  /** Grounds of labels, read when the first spot needs them. */
  #grounds: Box[] | null = null;
  #taken: { x: number; y: number }[] = [];

  constructor(root: Element) {
    this.#root = root;
  }

  /** @param group of an edge @returns null for one without a line */
  seat(group: Element): { x: number; y: number } | null {
    const line = lineOf(group);
    if (!line) return null;
    this.#grounds ??= [...this.#root.querySelectorAll('.label > .ground, .label > g > .ground')].flatMap(
      (shape) => boxAround(shape) ?? [],
    );
    const { length, at } = walkOf(line);
    const first = Math.min(SPOT.from, length / 3);
    const far = 2 * SPOT.radius + 1;
    const along = [
      first,
      length / 3,
      length / 2,
      (length * 2) / 3,
      ...Array.from({ length: Math.floor(length / far) }, (_, i) => first + (i + 1) * far),
    ].filter((way) => way < length - SPOT.radius);
    const isFree = ({ x, y }: { x: number; y: number }) =>
      !this.#grounds?.some((ground) =>
        overlap(ground, { x: x - SPOT.radius, y: y - SPOT.radius, width: 2 * SPOT.radius, height: 2 * SPOT.radius }),
      ) && !this.#taken.some((spot) => Math.hypot(spot.x - x, spot.y - y) < far - 0.5);
    const places = [0, -SPOT.radius, SPOT.radius].flatMap((aside) =>
      along.map((way) => ({ x: at(way).x + aside, y: at(way).y })),
    );
    const place = places.find(isFree) ?? at(first);
    this.#taken.push(place);
    return place;
  }
}

const lineOf = (group: Element) => [...group.children].find((child) => child.tagName === 'path') ?? null;
