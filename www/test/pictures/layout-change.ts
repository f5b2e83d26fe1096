// What is different between two layouts of a machine: cards that moved or have another size, ranks and orders that
// changed. Pure.

import type { Box } from './geometry.ts';

export interface Card {
  id: string;
  box: Box;
}

/** Places and sizes that differ by less are equal. */
const EQUAL = 0.5;

const width = ({ left, right }: Box) => right - left;
const height = ({ top, bottom }: Box) => bottom - top;

/** Cards that both layouts have, as pairs. */
function pairs(before: Card[], after: Card[]) {
  const later = new Map(after.map(({ id, box }) => [id, box]));
  return before.flatMap(({ id, box }) => {
    const now = later.get(id);
    return now ? [{ id, before: box, after: now }] : [];
  });
}

/** Whether both layouts have the same cards. */
export const haveSameCards = (before: Card[], after: Card[]) =>
  before.length === after.length && pairs(before, after).length === before.length;

/** Cards that stand elsewhere among the others: a drawing that moved as a whole has none. */
export function movedCards(before: Card[], after: Card[]): string[] {
  const common = pairs(before, after);
  const [first] = common;
  if (!first) return [];
  // Most cards keep their place, so the shift of most is that of the drawing.
  const shiftOf = (side: 'left' | 'top') => {
    const shifts = common.map((card) => card.after[side] - card.before[side]).sort((a, b) => a - b);
    return shifts[shifts.length >> 1] ?? 0;
  };
  const [x, y] = [shiftOf('left'), shiftOf('top')];
  return common
    .filter(
      (card) =>
        Math.abs(card.after.left - card.before.left - x) > EQUAL ||
        Math.abs(card.after.top - card.before.top - y) > EQUAL,
    )
    .map(({ id }) => id);
}

/** Cards of another size. */
export const resizedCards = (before: Card[], after: Card[]) =>
  pairs(before, after)
    .filter(
      (card) =>
        Math.abs(width(card.before) - width(card.after)) > EQUAL ||
        Math.abs(height(card.before) - height(card.after)) > EQUAL,
    )
    .map(({ id }) => id);

/**
 * Pairs of cards whose ranks, or whose order within a rank, are no longer as before.
 * @param direction along which ranks follow each other
 */
export function reorderedPairs(before: Card[], after: Card[], direction: 'TB' | 'LR'): [string, string][] {
  const middle = ({ left, top, right, bottom }: Box): [along: number, across: number] =>
    direction === 'TB' ? [(top + bottom) / 2, (left + right) / 2] : [(left + right) / 2, (top + bottom) / 2];
  // Nodes of a rank have their middles on one line.
  const order = (one: Box, two: Box) => {
    const [[along, across], [alongTwo, acrossTwo]] = [middle(one), middle(two)];
    if (Math.abs(along - alongTwo) > EQUAL) return along < alongTwo ? 'before' : 'behind';
    return across < acrossTwo ? 'beside, before' : 'beside, behind';
  };
  const common = pairs(before, after);
  return common.flatMap((card, i) =>
    common
      .slice(i + 1)
      .filter((next) => order(card.before, next.before) !== order(card.after, next.after))
      .map((next): [string, string] => [card.id, next.id]),
  );
}
