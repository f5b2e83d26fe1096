// Lines of a text, for lists of places.

/** Longer lines are cut around the place. */
const WIDTH = 160;

/**
 * The line a place begins in, without the white space before it and cut when it is long, and where the place is in what
 * is left.
 * @param start UTF-16
 */
export function lineAround(text: string, start: number, end: number): { text: string; from: number; to: number } {
  // Looking back from a line end at the place itself would find that one.
  const begin = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', start);
  const line = text.slice(begin, stop < 0 ? text.length : stop);
  const at = start - begin;
  const blank = Math.min(line.length - line.trimStart().length, at);
  const cut = at - blank > WIDTH / 2 ? at - WIDTH / 4 : blank;
  const shown = line.slice(cut, cut + WIDTH);
  return { text: shown, from: at - cut, to: Math.min(end - begin - cut, shown.length) };
}

/**
 * The numbers, from 1, of the lines that places begin in. Linear.
 * @param offsets in any order
 * @returns in the order of the offsets
 */
export function lineNumbers(text: string, offsets: number[]): number[] {
  const order = offsets.map((offset, i) => ({ offset, i })).sort((a, b) => a.offset - b.offset);
  const lines = offsets.map(() => 1);
  let line = 1;
  let at = text.indexOf('\n');
  for (const { offset, i } of order) {
    while (at >= 0 && at < offset) [line, at] = [line + 1, text.indexOf('\n', at + 1)];
    lines[i] = line;
  }
  return lines;
}
