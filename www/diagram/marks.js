// @ts-check
// What is drawn over a finished drawing: chips of paths, breakpoints, watches, spots on lines, changed values.
// Decoration; the same is said in words by the names of the elements, the outline and the panels.

import { boxAround, boxOfGroup, overlap, walkOf } from './geometry.js';
import { classesOf } from './palette.js';
import { make } from './passes.js';
import { outline } from './patch.js';
import { SPOT_SIGNS, stateSign } from './signs.js';

/** @typedef {import('../panels/badges.js').Badge} Badge */
/** @typedef {import('./geometry.js').Box} Box */
/** @typedef {Pick<import('./drawing.js').Drawing, 'root' | 'groups' | 'groupOf'>} Drawing */

/** Chips of a node; more paths are counted. */
const CHIPS = 3;
const CHIP = { height: 15, gap: 3, pad: 9, end: 4 };
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

/**
 * Draws the marks anew.
 * @param {Drawing} drawing
 * @param {Badge[]} badges
 */
export function paintMarks(drawing, badges) {
  const layer = make(drawing.root, 'g', { class: 'badges marks', 'aria-hidden': 'true' });
  for (const seat of drawing.groups.values()) if (classesOf(seat).includes('chipped')) seat.classList.remove('chipped');
  const spots = new Spots(drawing.root);
  for (const badge of badges) {
    const group = drawing.groupOf(badge.id);
    if (!group) continue;
    if (badge.kind === 'paths') layer.append(...chipsOf(drawing, group, badge.paths));
    else if (badge.kind === 'take' || badge.kind === 'skip') layer.append(...spot(group, badge.kind, spots));
    else if (badge.kind === 'asks') layer.append(asked(group, badge.n));
    else layer.append(stopSign(group, badge.kind, badge.off === true, spots));
  }
  for (const [id, group] of drawing.groups) {
    const classes = classesOf(group);
    if (classes.includes('r-blocked') && !id.startsWith('e')) layer.append(...inner(group));
    if (classes.includes('r-error')) layer.append(...spot(group, 'error', spots));
    if (classes.includes('mark-changed')) layer.append(...changed(group));
  }
  const before = [...drawing.root.children].find((child) => classesOf(child).includes('marks'));
  if (before) before.replaceWith(layer);
  else drawing.root.append(layer);
}

/**
 * The chips of a node in the cell of its head, from the right, and its state's sign beside them. The text of the cell is
 * hidden, not removed.
 * @param {Drawing} drawing @param {Element} group @param {{ id: string, colour: number }[]} paths
 */
function chipsOf(drawing, group, paths) {
  const seat = drawing.groups.get(`a_s${(group.getAttribute('id') ?? '').slice(1)}`);
  const shape = seat && [...seat.children].find((child) => child.tagName !== 'text' && child.tagName !== 'g');
  const box = shape && boxAround(shape);
  const text = seat && [...seat.children].find((child) => child.tagName === 'text');
  if (!seat || !box || !text || paths.length === 0) return [];
  seat.setAttribute('class', [...classesOf(seat), 'chipped'].join(' '));
  const middle = Number(text.getAttribute('y')) - 4;
  const names = paths.slice(0, CHIPS).map(({ id }) => (id.length > ID_LENGTH ? `…${id.slice(1 - ID_LENGTH)}` : id));
  const widths = names.map((name) => [...name].reduce((sum, letter) => sum + (letter === '.' || letter === '…' ? LETTERS[letter] : LETTERS.other), CHIP.pad));
  const more = (/** @type {number} */ n) => (paths.length > n ? 8 + String(paths.length - n).length * 6.4 : 0);
  let n = names.length;
  while (n > 1 && widths.slice(0, n).reduce((a, b) => a + b + CHIP.gap, 0) + more(n) + SIGN.room > box.width - 2) n -= 1;
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
  const state = stateSign(classesOf(group));
  if (state) parts.push(sign(group, state.sign, `sign is-${state.name}`, right - SIGN.size - CHIP.gap, middle - SIGN.size / 2));
  return parts;
}

/** The chip of a path. @param {Element} near @param {string} id @param {string} name what of it is shown @param {number} colour @param {number} x @param {number} y @param {number} width */
export function chip(near, id, name, colour, x, y, width) {
  const group = make(near, 'g', { class: `path-chip path-${colour}` });
  group.append(make(near, 'rect', { x, y, width, height: CHIP.height, rx: CHIP.height / 2 }), word(near, name, { x: x + width / 2, y: y + CHIP.height / 2 + 3.8, 'text-anchor': 'middle' }));
  group.setAttribute('data-path', id);
  return group;
}

/** How many questions are open, on the lower border of a card: its head is full. @param {SVGGElement} near @param {number} n */
function asked(near, n) {
  const { x, y, width, height } = boxOfGroup(near);
  const text = n === 1 ? '?' : `? ${n}`;
  const wide = text.length * LETTERS.other + CHIP.pad;
  const group = make(near, 'g', { class: 'ask-chip' });
  group.append(make(near, 'rect', { x: x + width - wide - 6, y: y + height - CHIP.height / 2, width: wide, height: CHIP.height, rx: CHIP.height / 2 }), word(near, text, { x: x + width - wide / 2 - 6, y: y + height + 3.8, 'text-anchor': 'middle' }));
  return group;
}

/** @param {Element} near @param {string} content @param {Record<string, string | number>} attributes */
function word(near, content, attributes) {
  const text = make(near, 'text', attributes);
  text.textContent = content;
  return text;
}

/** @param {Element} near @param {import('./signs.js').Sign} one @param {string} name @param {number} x @param {number} y */
const sign = (near, { d, stroked }, name, x, y) => make(near, 'path', { class: `${name}${stroked ? ' stroked' : ''}`, d, ...(stroked ? { 'stroke-width': stroked } : {}), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });

/** A thin line of the ground inside a thick one makes two of it. @param {Element} group */
function inner(group) {
  return outline(group).map((shape) => {
    const twin = /** @type {Element} */ (shape.cloneNode(false));
    twin.setAttribute('class', 'inner');
    twin.setAttribute('fill', 'none');
    for (const name of ['stroke', 'stroke-width', 'stroke-dasharray']) twin.removeAttribute(name);
    return twin;
  });
}

/** A value that was changed has a triangle at its right end. @param {SVGGElement} cell */
function changed(cell) {
  const { x, y, width, height } = boxOfGroup(cell);
  return [make(cell, 'path', { class: 'badge-changed', d: `M${(x + width - 9).toFixed(1)} ${(y + height / 2 + 3).toFixed(1)}h6l-3 -5.5Z` })];
}

/** A breakpoint or a watch, at the upper left corner of its card or on its line like any spot. @param {SVGGElement} group @param {'stop' | 'watch'} kind @param {boolean} off @param {Spots} spots */
function stopSign(group, kind, off, spots) {
  const at = (group.id.startsWith('e') && spots.seat(group)) || boxOfGroup(group);
  const mark = make(group, 'g', { class: `badge-${kind}${off ? ' badge-off' : ''}`, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` });
  mark.append(make(group, 'circle', { class: 'disc', r: STOP.disc }));
  if (kind === 'stop') mark.append(make(group, 'circle', { class: 'dot', r: STOP.dot }));
  else mark.append(make(group, 'circle', { class: 'ring', r: STOP.ring }), make(group, 'circle', { class: 'dot', r: STOP.pupil }));
  return mark;
}

/** A spot on a line. @param {SVGGElement} group @param {'error' | 'take' | 'skip'} kind @param {Spots} spots */
function spot(group, kind, spots) {
  const at = spots.seat(group);
  if (!at) return [];
  return [
    make(group, 'circle', { class: `spot badge-${kind}`, cx: at.x, cy: at.y, r: SPOT.radius }),
    sign(group, SPOT_SIGNS[kind], 'spot-sign', at.x - SIGN.size / 2, at.y - SIGN.size / 2),
  ];
}

/** Where spots stand on lines: near the start, on no label, and beside other spots. */
class Spots {
  #root;
  /** Grounds of labels, read when the first spot needs them. @type {Box[] | null} */ #grounds = null;
  /** @type {{ x: number, y: number }[]} */ #taken = [];

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {Element} group of an edge @returns {{ x: number, y: number } | null} null for one without a line */
  seat(group) {
    const line = lineOf(group);
    if (!line) return null;
    this.#grounds ??= [...this.#root.querySelectorAll('.label > .ground, .label > g > .ground')].flatMap((shape) => boxAround(shape) ?? []);
    const { length, at } = walkOf(line);
    const first = Math.min(SPOT.from, length / 3);
    const far = 2 * SPOT.radius + 1;
    const along = [first, length / 3, length / 2, (length * 2) / 3, ...Array.from({ length: Math.floor(length / far) }, (_, i) => first + (i + 1) * far)].filter((way) => way < length - SPOT.radius);
    const isFree = (/** @type {{ x: number, y: number }} */ { x, y }) => !this.#grounds?.some((ground) => overlap(ground, { x: x - SPOT.radius, y: y - SPOT.radius, width: 2 * SPOT.radius, height: 2 * SPOT.radius }))
      && !this.#taken.some((other) => Math.hypot(other.x - x, other.y - y) < far - 0.5);
    const place = along.map(at).find(isFree) ?? at(first);
    this.#taken.push(place);
    return place;
  }
}

/** @param {Element} group */
const lineOf = (group) => [...group.children].find((child) => child.tagName === 'path') ?? null;
