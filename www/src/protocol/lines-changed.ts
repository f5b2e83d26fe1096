// What changed between two states of a document, line by line and file by file.

import { textOf } from './sources.ts';
import { paths } from './files.ts';
import type { Sources } from './types.ts';

interface Line {
  op: 'same' | 'add' | 'remove';
  text: string;
}

/** With more differing lines than these, the whole stretch counts as replaced: the search is quadratic in them. */
const MAX_DIFFERENCES = 400;

/** The files that differ, each with its lines. */
export function changedFiles(before: Sources, after: Sources): { path: string; lines: Line[] }[] {
  const all = [...new Set([...paths(after), ...paths(before)])];
  return all
    .filter((path) => textOf(before, path) !== textOf(after, path))
    .map((path) => ({ path, lines: changedLines(textOf(before, path) ?? '', textOf(after, path) ?? '') }));
}

export function changedLines(before: string, after: string): Line[] {
  const [a, b] = [lines(before), lines(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const same = (list: string[]) => list.map((text) => ({ op: 'same' as const, text }));
  return [
    ...same(a.slice(0, head)),
    ...changedMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
}

/** A last line end makes no line of its own. */
function lines(text: string) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The shortest script of Myers. */
function changedMiddle(a: string[], b: string[]): Line[] {
  const most = Math.min(a.length + b.length, MAX_DIFFERENCES);
  /** The furthest place in `a` on each diagonal, step by step. */
  const trace: Map<number, number>[] = [];
  const reached = new Map([[1, 0]]);
  for (let d = 0; d <= most; d += 1) {
    trace.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reachedAt(reached, k - 1) < reachedAt(reached, k + 1));
      let x = down ? reachedAt(reached, k + 1) : reachedAt(reached, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) return scriptOf(a, b, trace);
    }
  }
  return [...a.map((text) => ({ op: 'remove' as const, text })), ...b.map((text) => ({ op: 'add' as const, text }))];
}

function scriptOf(a: string[], b: string[], trace: Map<number, number>[]): Line[] {
  const found: Line[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reached = trace[d] ?? new Map();
    const k = x - y;
    const down = k === -d || (k !== d && reachedAt(reached, k - 1) < reachedAt(reached, k + 1));
    const from = down ? k + 1 : k - 1;
    const fromX = reachedAt(reached, from);
    while (x > Math.max(fromX, down ? fromX : fromX + 1) && y > fromX - from + (down ? 1 : 0)) {
      [x, y] = [x - 1, y - 1];
      found.push({ op: 'same', text: a[x] ?? '' });
    }
    if (d === 0) break;
    if (down) found.push({ op: 'add', text: b[(y -= 1)] ?? '' });
    else found.push({ op: 'remove', text: a[(x -= 1)] ?? '' });
  }
  return found.reverse();
}

function reachedAt(reached: Map<number, number>, k: number) {
  return reached.get(k) ?? -1;
}

/** Unchanged lines around a change; longer stretches are folded. */
const CONTEXT_LINES = 3;

/** The lines with long unchanged stretches folded. */
export function folded(
  diff: { op: 'same' | 'add' | 'remove'; text: string }[],
): ({ op: 'same' | 'add' | 'remove'; text: string } | { op: 'fold'; lines: number })[] {
  const near = new Set();
  diff.forEach((line, i) => {
    if (line.op === 'same') return;
    for (let at = i - CONTEXT_LINES; at <= i + CONTEXT_LINES; at += 1) near.add(at);
  });
  const shown: ReturnType<typeof folded> = [];
  diff.forEach((line, i) => {
    const last = shown.at(-1);
    if (near.has(i)) shown.push(line);
    else if (last?.op === 'fold') last.lines += 1;
    else shown.push({ op: 'fold', lines: 1 });
  });
  return shown;
}
