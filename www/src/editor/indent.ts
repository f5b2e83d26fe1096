// How far a new line is indented: one unit more behind an opening brace, one less before a closing one. The core
// formats whole files; a key cannot wait for it.

import { EditorState, type Extension } from '@codemirror/state';
import { getIndentUnit, indentOnInput, indentService, type IndentContext } from '@codemirror/language';

/** A line that opens a block: its last bracket is an opening one, with at most a comment behind it. */
const OPENS = /[{[]\s*(?:(?:\/\/|#).*)?$/;
const CLOSES = /^\s*[}\]]/;

/** Of the line at a position, by the last line above it that has text. */
function indentAt(context: IndentContext, pos: number) {
  const { state, simulatedBreak } = context;
  const { text } = context.lineAt(pos, 1);
  const { from } = state.doc.lineAt(pos);
  // Where Enter is about to break a line, what stands before the break is the line above.
  let above = simulatedBreak === pos ? { text: state.sliceDoc(from, pos), from } : lineBefore(state, pos);
  while (above && above.text.trim() === '') above = lineBefore(state, above.from);
  if (!above) return 0;
  const base = context.countColumn(above.text, above.text.search(/\S/));
  const unit = getIndentUnit(state);
  return Math.max(0, base + (OPENS.test(above.text) ? unit : 0) - (CLOSES.test(text) ? unit : 0));
}

function lineBefore({ doc }: EditorState, pos: number): { text: string; from: number } | null {
  const { from } = doc.lineAt(pos);
  return from > 0 ? doc.lineAt(from - 1) : null;
}

export const indentation: Extension = [
  indentService.of(indentAt),
  // A brace that closes a block moves back as it is typed.
  EditorState.languageData.of(() => [{ indentOnInput: /^\s*[}\]]$/ }]),
  indentOnInput(),
];
