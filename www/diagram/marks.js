// @ts-check
// What is drawn over a finished drawing: chips of paths, open questions, breakpoints, watches, forces, changed values.
// Decoration; the same is said in words by the names of the elements, the outline and the panels.

import { boxOfGroup } from './geometry.js';
import { outline } from './patch.js';

/** @typedef {import('../panels/badges.js').Badge} Badge */
/** @typedef {import('./drawing.js').Drawing} Drawing */

const SVG = 'http://www.w3.org/2000/svg';
const SIGNS = { stop: '●', watch: '◉', take: '⚑', skip: '✕' };
/** Chips of a node; more paths are counted. */
const CHIPS = 3;
const CHIP = { height: 13, letter: 6.1, pad: 4, gap: 2 };

/** @typedef {import('./geometry.js').Box} Box */
/** Ink never moves, so each drawing is measured once. @type {WeakMap<SVGGElement, { box: Box, middle: { x: number, y: number } | null }>} */
const measured = new WeakMap();

/** @param {SVGGElement} group @returns {{ box: Box, middle: { x: number, y: number } | null }} in the units of the drawing */
function measure(group) {
  const known = measured.get(group);
  if (known) return known;
  const line = group.id.startsWith('e') ? group.querySelector(':scope > path') : null;
  const middle = line instanceof SVGPathElement ? line.getPointAtLength(line.getTotalLength() / 2) : null;
  const found = { box: boxOfGroup(group), middle: middle && { x: middle.x, y: middle.y } };
  // What is not shown has no size yet.
  if (found.box.width > 0 || found.box.height > 0) measured.set(group, found);
  return found;
}

/**
 * Draws the marks anew.
 * @param {Drawing} drawing
 * @param {Badge[]} badges
 * @param {import('../engine/types.d.ts').Overlay | null} overlay
 */
export function paintMarks(drawing, badges, overlay) {
  const layer = document.createElementNS(SVG, 'g');
  layer.setAttribute('class', 'badges');
  layer.setAttribute('aria-hidden', 'true');
  for (const badge of badges) {
    const group = drawing.groupOf(badge.id);
    if (!group) continue;
    // Part of the width that a round border leaves free at its corner.
    const round = outline(group)[0]?.tagName === 'ellipse' ? 0.12 : 0;
    if (badge.kind === 'paths') layer.append(...chips(measure(group).box, badge.paths, round));
    else if (badge.kind === 'asks') layer.append(...question(measure(group).box, badge.n, round));
    else {
      if (badge.kind === 'take') layer.append(...inner(group));
      layer.append(sign(place(group), SIGNS[badge.kind], badge.off ? `badge-${badge.kind} badge-off` : `badge-${badge.kind}`));
    }
  }
  for (const [id, group] of drawing.groups) {
    if (group.classList.contains('r-blocked') && !id.startsWith('e')) layer.append(...inner(group));
    if (group.classList.contains('r-error')) layer.append(sign(place(group), '!', 'badge-error'));
  }
  for (const [id, cell] of Object.entries(overlay?.cells ?? {})) {
    const group = cell.mark === 'changed' ? drawing.groups.get(`a_${id}`) : undefined;
    if (!group) continue;
    const { x, y, width, height } = measure(group).box;
    layer.append(sign({ x: x + width - 4, y: y + height / 2 + 3 }, '▲', 'badge-changed'));
  }
  const before = drawing.root.querySelector(':scope > .badges');
  if (before) before.replaceWith(layer);
  else drawing.root.append(layer);
}

/** The corner of a node, the middle of a line. @param {SVGGElement} group */
function place(group) {
  const { box, middle } = measure(group);
  return middle ? { x: middle.x, y: middle.y + 4 } : { x: box.x + 1, y: box.y + 4 };
}

/** @param {{ x: number, y: number }} at @param {string} content @param {string} name */
function sign(at, content, name) {
  const text = document.createElementNS(SVG, 'text');
  text.setAttribute('class', name);
  text.setAttribute('x', String(at.x));
  text.setAttribute('y', String(at.y));
  text.setAttribute('text-anchor', 'middle');
  text.textContent = content;
  return text;
}

/** A thin line of the ground inside a thick one makes two of it. @param {SVGGElement} group */
function inner(group) {
  return outline(group).filter((shape) => shape.tagName === 'path' || !group.id.startsWith('e')).map((shape) => {
    const twin = /** @type {Element} */ (shape.cloneNode(false));
    twin.setAttribute('class', 'inner');
    twin.setAttribute('fill', 'none');
    for (const name of ['stroke', 'stroke-width', 'stroke-dasharray']) twin.removeAttribute(name);
    return twin;
  });
}

/** Chips from the right end of the upper border. @param {Box} box @param {{ id: string, colour: number }[]} paths @param {number} round */
function chips(box, paths, round) {
  const shown = paths.length > CHIPS + 1 ? paths.slice(0, CHIPS) : paths;
  const list = shown.map(({ id, colour }) => ({ text: id, name: `path-chip path-${colour}` }));
  if (shown.length < paths.length) list.push({ text: `+${paths.length - shown.length}`, name: 'path-chip' });
  return row(list, box.x + box.width * (1 - round) + 2, box.y + (box.height * round) / 1.2);
}

/** How many questions are open, at the right end of the lower border. @param {Box} box @param {number} n @param {number} round */
function question(box, n, round) {
  const text = n === 1 ? '?' : `? ${n}`;
  return row([{ text, name: 'ask-chip' }], box.x + box.width * (1 - round) + 2, box.y + box.height - (box.height * round) / 1.2 + CHIP.height - 6);
}

/** Chips side by side. @param {{ text: string, name: string }[]} list @param {number} right where the last ends @param {number} top of the line of their texts */
function row(list, right, top) {
  return list.reverse().map(({ text, name }) => {
    const width = text.length * CHIP.letter + 2 * CHIP.pad;
    const chip = document.createElementNS(SVG, 'g');
    chip.setAttribute('class', name);
    const rect = document.createElementNS(SVG, 'rect');
    right -= width;
    for (const [key, value] of Object.entries({ x: right, y: top - CHIP.height + 3, width, height: CHIP.height, rx: 4 })) rect.setAttribute(key, String(value));
    chip.append(rect, sign({ x: right + width / 2, y: top }, text, 'chip-text'));
    right -= CHIP.gap;
    return chip;
  });
}
