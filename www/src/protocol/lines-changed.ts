// What changed between two states of a document, line by line and file by file.

import { diffArrays } from 'diff';
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
  return [
    ...allOf('same', a.slice(0, head)),
    ...changedMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...allOf('same', a.slice(a.length - tail)),
  ];
}

function changedMiddle(a: string[], b: string[]): Line[] {
  const changes = diffArrays(a, b, { maxEditLength: MAX_DIFFERENCES });
  return changes
    ? changes.flatMap(({ added, removed, value }) => allOf(added ? 'add' : removed ? 'remove' : 'same', value))
    : [...allOf('remove', a), ...allOf('add', b)];
}

const allOf = (op: Line['op'], list: string[]): Line[] => list.map((text) => ({ op, text }));

/** A last line end makes no line of its own. */
function lines(text: string) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
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
