// The parts of a drawing in one picture: the rail stands right of the flow, or below it in rows.

import { cardsOf, moveBy, translationOf } from './geometry.ts';
import { classesOf } from './palette.ts';

/**
 * Where the rail stands. `beside`: right of the flow. `auto`: there, if the flow is high enough, else below. `apart`:
 * the page places it.
 */
export type RailPlace = 'auto' | 'beside' | 'below' | 'apart';

/** `columnWidth`: at least so wide are the rows of a rail below the flow, in drawing units. */
export interface Placing {
  place?: RailPlace;
  columnWidth?: number;
}

/** Between the flow and the rail, and between cards of a row, in drawing units. */
const GAP = 28;
const ROW_GAP = 10;
/** Both are at most so many times as wide as the flow is high, where they stand side by side. */
const WIDEST = 1.6;

interface Part {
  svg: SVGSVGElement;
  root: SVGGElement;
  width: number;
  height: number;
  /** From the numbers of the part to its own picture. */
  shift: { x: number; y: number };
}

/**
 * Puts the rail into the picture of the flow.
 * @param flow prepared, as is `rail`; both are changed
 * @returns the picture of the flow
 */
export function joinParts(
  flow: SVGSVGElement,
  rail: SVGSVGElement | null,
  { place = 'auto', columnWidth = 0 }: Placing = {},
): SVGSVGElement {
  const [main, side] = [partOf(flow), rail && partOf(rail)];
  if (!main || !side) return flow;
  if (place === 'apart') {
    side.root.setAttribute('class', 'rail');
    side.root.setAttribute('id', 'rail');
    side.root.removeAttribute('transform');
    main.root.append(side.root);
    return flow;
  }
  const isBeside = place === 'beside' || (place === 'auto' && main.width + GAP + side.width <= WIDEST * main.height);
  const at = isBeside ? { x: main.width + GAP, y: 0 } : { x: 0, y: main.height + GAP / 2 };
  const by = { x: side.shift.x - main.shift.x + at.x, y: side.shift.y - main.shift.y + at.y };
  const size = isBeside ? side : rows(side, Math.max(main.width, side.width, columnWidth));
  for (const part of [...side.root.children]) {
    if (part.tagName === 'title') continue;
    moveBy(part, by);
    main.root.append(part);
  }
  const width = Math.max(main.width, at.x + size.width);
  const height = Math.max(main.height, at.y + size.height);
  const [x = 0, y = 0] = (flow.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  flow.setAttribute('viewBox', [x, y, width, height].map((n) => String(Math.round(n * 100) / 100)).join(' '));
  flow.setAttribute('width', `${Math.round(width)}pt`);
  flow.setAttribute('height', `${Math.round(height)}pt`);
  return flow;
}

/** How wide the drawing of a rail is. */
export const widthOf = (svg: SVGSVGElement) => partOf(svg)?.width ?? 0;

function partOf(svg: SVGSVGElement): Part | null {
  const root = [...svg.children].find((child) => child.tagName === 'g') as SVGGElement | undefined;
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return root ? { svg, root, width, height, shift: translationOf(root) } : null;
}

/** Puts the cards of a rail into rows of a width. Where lines join them they stay as they are. */
function rows(rail: Part, width: number): { width: number; height: number } {
  const cards = cardsOf(rail.root);
  const [first] = cards;
  if (!first || [...rail.root.children].some((group) => classesOf(group).includes('edge'))) return rail;
  const left = Math.min(...cards.map(({ box }) => box.x));
  const margin = left + rail.shift.x;
  let [x, y, high, widest] = [0, 0, 0, 0];
  for (const { group, box } of cards) {
    if (x > 0 && margin * 2 + x + box.width > width) {
      x = 0;
      y += high + ROW_GAP;
      high = 0;
    }
    moveBy(group, { x: left + x - box.x, y: first.box.y + y - box.y });
    x += box.width + ROW_GAP;
    high = Math.max(high, box.height);
    widest = Math.max(widest, x - ROW_GAP);
  }
  return { width: widest + 2 * margin, height: y + high + 2 * margin };
}
