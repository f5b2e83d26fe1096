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

/** Brackets or quotes that wait for what goes into them. */
const EMPTY = /\{ \}|\[\]|""|\(\)/;
/** The end of a placeholder: its expression may go on before it. */
const CLOSER = / ?\}+$/;
/** A usual value behind a key. */
const USUAL = /: "([^"]+)"$/;

/**
 * Where typing goes on in what an offer inserts: within its first empty pair, before the end of a placeholder, over
 * the value that it proposes, else behind it. Braces get a blank on either side.
 */
export function caretIn(insert: string): { text: string; anchor: number; head: number } {
  const empty = EMPTY.exec(insert);
  if (empty) {
    const text = insert.replace('{ }', '{  }');
    const at = empty.index + (empty[0] === '{ }' ? 2 : 1);
    return { text, anchor: at, head: at };
  }
  const closer = CLOSER.exec(insert);
  if (closer) return { text: insert, anchor: closer.index, head: closer.index };
  const head = insert.length - (USUAL.test(insert) ? 1 : 0);
  return { text: insert, anchor: head - (USUAL.exec(insert)?.[1].length ?? 0), head };
}

/** Where the caret of a text stands first: behind one that is no more than a title, where typing goes on. */
export const firstCaret = (text: string) => (/^.*\n?$/.test(text) ? text.length : 0);
