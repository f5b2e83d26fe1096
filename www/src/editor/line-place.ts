// Whether a position is in code, in a comment, or in a string, from the text of its line: a key cannot wait for the
// core. What reaches into the line from above is known from the tokens that the core gave last.

import type { EditorState } from '@codemirror/state';
import { tokenOver } from './language.ts';

/** `quote`: what closes the string; `escaped`: whether a backslash stands right before the position. */
export type LinePlace = { in: 'code' } | { in: 'comment' } | { in: 'string'; quote: string; escaped: boolean };

/** The comments and strings of a line. The group holds what closes one; one that nothing closes ends with the line. */
const ASIDE =
  /"(?:\\.|[^"\\])*(?:(")|\\?$)|'(?:\\.|[^'\\])*(?:(')|\\?$)|\/\/.*|#(?![\p{L}\p{N}_]).*|\/\*.*?(?:(\*\/)|$)/gu;

export function placeAt(state: EditorState, pos: number): LinePlace {
  const line = state.doc.lineAt(pos);
  const above = tokenOver(state, line.from);
  if (above && pos < above.to) return placeIn(above.isComment ? '/' : state.sliceDoc(above.from, pos));
  const start = above ? above.to - line.from : 0;
  const column = pos - line.from - start;
  for (const { index, 0: text, 1: quote, 2: apostrophe, 3: end } of line.text.slice(start).matchAll(ASIDE)) {
    const isClosed = (quote ?? apostrophe ?? end) !== undefined;
    const to = index + text.length;
    if (column <= index) break;
    if (column < to || (column === to && !isClosed)) return placeIn(text.slice(0, column - index));
  }
  return { in: 'code' };
}

/** @param before what of the comment or string is before the position */
function placeIn(before: string): LinePlace {
  if (/^[/#]/.test(before)) return { in: 'comment' };
  return { in: 'string', quote: before.charAt(0), escaped: /(?:^|[^\\])(?:\\\\)*\\$/.test(before) };
}

/** A text of one line without its strings and comments, which are replaced by as many blanks. */
export const codeOf = (line: string) => line.replace(ASIDE, (text) => ' '.repeat(text.length));
