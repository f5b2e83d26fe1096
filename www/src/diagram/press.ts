// What is wider than its room is pressed into it: Graphviz measures with one font, and a browser may have another one.
// The only pass that asks the browser: it reads all lengths first, then writes.

import { classesOf } from './palette.ts';
import { boxAround, type Box } from './geometry.ts';

/** What a text keeps from the border of its card, and from that of its cell. A ground is as wide as its text. */
const INSET = { card: 3, cell: 1, ground: 0 };
/** A text may be wider than its room by so much: lengths are rounded. */
const SLACK = 0.25;
/** Texts on one line differ by less. */
const SAME_LINE = 6;

interface Seat {
  text: SVGTextElement;
  room: number;
}
/** The seats of a group: its texts do not move. */
const known: WeakMap<Element, Seat[]> = new WeakMap();

/**
 * Presses the texts of groups.
 * @param groups nodes, containers and labels, or cells of them
 * @param how `all`: each text keeps its length of now, for a viewer with other fonts
 */
export function press(groups: Iterable<Element>, { all = false }: { all?: boolean } = {}) {
  const seats = [...groups].flatMap((group) => seatsOf(group));
  for (const { text } of seats)
    if (text.hasAttribute('textLength')) for (const name of ['textLength', 'lengthAdjust']) text.removeAttribute(name);
  const lengths = seats.map(({ text }) => inkLength(text));
  seats.forEach(({ text, room }, i) => {
    const length = lengths[i] ?? 0;
    const pressed = room > 0 && length > room + SLACK;
    if (!pressed && !(all && length > 0)) return;
    text.setAttribute('textLength', (pressed ? room : length).toFixed(1));
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  });
}

/** The length of a text without the space at its end; a drawing in a hidden pane has no lengths. */
function inkLength(text: SVGTextElement) {
  const n = (text.textContent ?? '').trimEnd().length;
  return n === 0 || text.getNumberOfChars() < n ? 0 : text.getSubStringLength(0, n);
}

function seatsOf(group: Element): Seat[] {
  const found = known.get(group);
  if (found) return found;
  const cell = /^a_/.test(group.id) ? ownBox(group) : null;
  const seats = cell
    ? texts(group).map((text) => ({ text, room: roomIn(text, cell, INSET.cell) }))
    : [
        ...rows(group),
        ...[...group.children].filter((child) => child.tagName === 'g').flatMap((child) => seatsOf(child)),
      ];
  known.set(group, seats);
  return seats;
}

const texts = (group: Element): SVGTextElement[] =>
  [...group.children].filter((child) => child.tagName === 'text') as SVGTextElement[];

/** The box of the first shape of a cell. */
function ownBox(cell: Element) {
  const shape = [...cell.children].find((child) => child.tagName !== 'text' && child.tagName !== 'g');
  return shape ? boxAround(shape) : null;
}

function roomIn(text: Element, box: Box, inset: number) {
  const x = Number(text.getAttribute('x'));
  return text.getAttribute('text-anchor') === 'end' ? x - box.x - inset : box.x + box.width - inset - x;
}

/** What stays free between two runs of a line, beside their own spaces. */
const gapBetween = (text: Element, next: Element) =>
  next.textContent?.startsWith(' ') ? 0 : text.textContent?.endsWith(' ') ? 2 : 1;

/** Texts of a group itself: each ends before its card does, or what stands beside it on its line. */
function rows(group: Element): Seat[] {
  const label = classesOf(group).includes('label');
  const boxes = [...group.children].flatMap((child) => {
    const classes = classesOf(child);
    const box =
      ['text', 'title', 'g'].includes(child.tagName) ||
      classes.includes('shade') ||
      classes.includes('halo') ||
      classes.includes('hit')
        ? null
        : boxAround(child);
    return box ? [{ box, inset: label ? INSET.ground : INSET.card }] : [];
  });
  const others = [...group.children].flatMap((child) => {
    const text = child.tagName === 'text' ? child : child.tagName === 'g' ? texts(child)[0] : undefined;
    if (!text || (child.tagName === 'text' && !child.textContent?.trim())) return [];
    const x = child.tagName === 'g' ? ownBox(child)?.x : undefined;
    return [{ text, x: x ?? Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) }];
  });
  return texts(group).map((text) => {
    const [x, y] = [Number(text.getAttribute('x')), Number(text.getAttribute('y'))];
    const holder = boxes.find(
      ({ box }) => x >= box.x - 1 && x <= box.x + box.width + 1 && y > box.y && y < box.y + box.height,
    );
    let room = holder ? roomIn(text, holder.box, holder.inset) : Infinity;
    for (const sibling of others)
      if (sibling.text !== text && sibling.x > x && Math.abs(sibling.y - y) < SAME_LINE)
        room = Math.min(room, sibling.x - x - gapBetween(text, sibling.text));
    return { text, room: Number.isFinite(room) ? room : 0 };
  });
}
