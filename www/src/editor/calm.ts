// A problem that begins on the line being written is not marked before the line is left or the keys rest.

import type { Diagnostic } from '../protocol/types.ts';
import type { EditorView } from '@codemirror/view';
import type { EditorState } from '@codemirror/state';

/** Keys rest after so long. */
const REST_MS = 1_000;

const name = ({ code, message }: Diagnostic) => `${code} ${message}`;

export class Calm {
  #show: () => void;
  #known: Set<string> = new Set();
  /** The line whose new problems wait. */ #line: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param show is called when what waited is to be shown */
  constructor(show: () => void) {
    this.#show = show;
  }

  /** Those to be marked now. */
  marked(list: Diagnostic[], view: EditorView) {
    const { doc, selection } = view.state;
    const line = doc.lineAt(selection.main.head);
    const waits = (d: Diagnostic) => d.from >= line.from && d.from <= line.to && !this.#known.has(name(d));
    const left = view.hasFocus ? list.filter((d) => !waits(d)) : list;
    this.#known = new Set(left.map(name));
    clearTimeout(this.#timer);
    this.#line = left.length < list.length ? line.number : null;
    if (this.#line !== null) this.#timer = setTimeout(() => this.#all(), REST_MS);
    return left;
  }

  /** All are marked. */
  all(list: Diagnostic[]) {
    clearTimeout(this.#timer);
    this.#line = null;
    this.#known = new Set(list.map(name));
    return list;
  }

  /** The caret may have left the line. */
  moved({ doc, selection }: EditorState) {
    if (this.#line !== null && doc.lineAt(selection.main.head).number !== this.#line) {
      this.#line = null;
      // Not while the editor is still busy with the move.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#all(), 0);
    }
  }

  #all() {
    this.#line = null;
    this.#show();
  }
}
