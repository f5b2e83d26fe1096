// A document as one text. Marks, cards and the core ask for the same one several times between two keys, and CodeMirror
// joins its lines anew each time: of 200,000 lines that takes 20 ms, and as much again to clear away.

import type { Text } from '@codemirror/state';

const texts = new WeakMap<Text, string>();

/** The text of a document, its lines ended by `\n`. */
export function textOf(doc: Text) {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}

/** Remembers the text that a document was made of. */
export function madeOf(doc: Text, text: string) {
  // CodeMirror ends lines by `\n` alone.
  if (!text.includes('\r')) texts.set(doc, text);
}
