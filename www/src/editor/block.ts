// The block that a position is in: the lines of the innermost braces around it, or else its line. From the text alone,
// because the core has not read what is being typed.

import { codeOf } from './line-place.ts';
import type { Text } from '@codemirror/state';

/** So far braces are looked for, up and down: a key waits for it. */
const MOST_LINES = 500;

export function blockAt(doc: Text, pos: number): { from: number; to: number } {
  const line = doc.lineAt(pos);
  const column = pos - line.from;
  const code = codeOf(line.text);
  const opening = search(doc, line.number, -1, code.slice(0, column), '{', '}');
  const closing = opening && search(doc, line.number, 1, code.slice(column), '}', '{');
  return { from: (opening ?? line).from, to: (closing ?? line).to };
}

/**
 * The line of the brace that a position is within.
 * @param step -1 for upwards
 * @param code of the first line, as far as it counts
 * @param wanted the brace that is searched for; each `other` on the way hides one
 */
function search(doc: Text, first: number, step: 1 | -1, code: string, wanted: string, other: string) {
  let hidden = 0;
  const last = step < 0 ? Math.max(1, first - MOST_LINES) : Math.min(doc.lines, first + MOST_LINES);
  for (let number = first; step < 0 ? number >= last : number <= last; number += step) {
    const text = number === first ? code : codeOf(doc.line(number).text);
    const braces = text.match(/[{}]/g) ?? [];
    for (const brace of step < 0 ? braces.reverse() : braces) {
      if (brace === other) hidden += 1;
      else if (brace === wanted && hidden === 0) return doc.line(number);
      else hidden -= 1;
    }
  }
  return null;
}
