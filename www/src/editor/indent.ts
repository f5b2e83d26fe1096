// How far a new line is indented: one unit more behind an opening brace, one less before a closing one. The core
// formats whole files; a key cannot wait for it.

import { insertNewlineAndIndent } from '@codemirror/commands';
import { EditorSelection, EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { getIndentUnit, indentOnInput, indentService, type IndentContext } from '@codemirror/language';
import { keymap } from '@codemirror/view';

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

/** Blanks between an opening brace or bracket and the caret, and between the caret and a closing one. */
const OPENED = /(?<=[{[(])[ \t]*$/;
const CLOSED = /^[ \t]*(?=[}\])])/;

/** Enter, which takes the blanks of `{ | }` away: between the bare braces the library breaks the line twice. */
export const breakLine: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const before = OPENED.exec(line.text.slice(0, main.head - line.from));
  const behind = CLOSED.exec(line.text.slice(main.head - line.from));
  const [left, right] = [before?.[0].length ?? 0, behind?.[0].length ?? 0];
  if (state.readOnly || ranges.length > 1 || !main.empty || !before || !behind || left + right === 0) return false;
  const bare = state.update({ changes: { from: main.head - left, to: main.head + right } });
  return insertNewlineAndIndent({
    state: bare.state,
    dispatch: ({ changes, newSelection }) =>
      dispatch(
        state.update({
          changes: bare.changes.compose(changes),
          selection: EditorSelection.cursor(newSelection.main.head),
          scrollIntoView: true,
          userEvent: 'input',
        }),
      ),
  });
};

export const indentation: Extension = [
  indentService.of(indentAt),
  keymap.of([{ key: 'Enter', run: breakLine }]),
  // A brace that closes a block moves back as it is typed.
  EditorState.languageData.of(() => [{ indentOnInput: /^\s*[}\]]$/ }]),
  indentOnInput(),
];
