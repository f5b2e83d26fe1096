// @ts-check
// A problem that begins on the line being written is not marked before the line is left or the keys rest.

/** @typedef {import('../protocol/types.ts').Diagnostic} Diagnostic */

/** Keys rest after so long. */
const REST_MS = 1_000;

/** @param {Diagnostic} d */
const name = ({ code, message }) => `${code} ${message}`;

export class Calm {
  #show;
  /** @type {Set<string>} */ #known = new Set();
  /** The line whose new problems wait. @type {number | null} */ #line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {() => void} show is called when what waited is to be shown */
  constructor(show) {
    this.#show = show;
  }

  /** Those to be marked now. @param {Diagnostic[]} list @param {import('@codemirror/view').EditorView} view */
  marked(list, view) {
    const { doc, selection } = view.state;
    const line = doc.lineAt(selection.main.head);
    const waits = (/** @type {Diagnostic} */ d) => d.from >= line.from && d.from <= line.to && !this.#known.has(name(d));
    const left = view.hasFocus ? list.filter((d) => !waits(d)) : list;
    this.#known = new Set(left.map(name));
    clearTimeout(this.#timer);
    this.#line = left.length < list.length ? line.number : null;
    if (this.#line !== null) this.#timer = setTimeout(() => this.#all(), REST_MS);
    return left;
  }

  /** All are marked. @param {Diagnostic[]} list */
  all(list) {
    clearTimeout(this.#timer);
    this.#line = null;
    this.#known = new Set(list.map(name));
    return list;
  }

  /** The caret may have left the line. @param {import('@codemirror/state').EditorState} state */
  moved({ doc, selection }) {
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
