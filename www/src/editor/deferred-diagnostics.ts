// A new problem of what is being typed is not told before the caret has left it or the keys rest.

import { blockAt } from './block.ts';
import type { Diagnostic } from '../protocol/types.ts';
import type { EditorView } from '@codemirror/view';
import type { EditorState } from '@codemirror/state';

type EditorFocus = Pick<EditorView, 'hasFocus' | 'state'>;
type Part = { from: number; to: number };

const name = ({ code, message }: Diagnostic) => `${code} ${message}`;

const lineAt = ({ doc, selection }: EditorState): Part => doc.lineAt(selection.main.head);
const blockOf = ({ doc, selection }: EditorState): Part => blockAt(doc, selection.main.head);

export class DeferredDiagnostics {
  #restMs: number;
  #partOf: (state: EditorState) => Part;
  #show: () => void;
  #shownBefore: Set<string> = new Set();
  /** Whether the last change was typed, and the keys do not rest yet. */
  #typing = false;
  /** Where the part begins whose new problems wait. */
  #deferredFrom: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param restMs after which the keys rest
   * @param partOf what is being typed
   * @param show is called when what waited is to be shown
   */
  constructor(restMs: number, partOf: (state: EditorState) => Part, show: () => void) {
    this.#restMs = restMs;
    this.#partOf = partOf;
    this.#show = show;
  }

  /** For marks in the text: the line of the caret is left out, for a second. */
  static forMarks = (show: () => void) => new DeferredDiagnostics(1_000, lineAt, show);

  /** For what is said beside the text: the block of the caret is left out. */
  static forAnnouncements = (show: () => void) => new DeferredDiagnostics(1_500, blockOf, show);

  /** Those to be shown now. */
  filter(list: Diagnostic[], { hasFocus, state }: EditorFocus) {
    const part = this.#partOf(state);
    const waits = (d: Diagnostic) => d.from >= part.from && d.from <= part.to && !this.#shownBefore.has(name(d));
    const left = hasFocus && this.#typing ? list.filter((d) => !waits(d)) : list;
    this.#shownBefore = new Set(left.map(name));
    this.#deferredFrom = left.length < list.length ? part.from : null;
    return left;
  }

  /** All are shown. */
  showAll(list: Diagnostic[]) {
    this.#reset();
    this.#shownBefore = new Set(list.map(name));
    return list;
  }

  /** @param typed whether a key made the change */
  onChange(typed: boolean) {
    this.#typing = typed;
    clearTimeout(this.#timer);
    if (typed) this.#timer = setTimeout(() => this.#onRest(), this.#restMs);
  }

  /** The caret or the focus may have left what is being typed. */
  onCaretMoved({ hasFocus, state }: EditorFocus) {
    if (this.#deferredFrom === null || (hasFocus && this.#partOf(state).from === this.#deferredFrom)) return;
    // Not while the editor is still busy with the move.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onRest(), 0);
  }

  #onRest() {
    const waited = this.#deferredFrom !== null;
    this.#reset();
    if (waited) this.#show();
  }

  #reset() {
    clearTimeout(this.#timer);
    this.#typing = false;
    this.#deferredFrom = null;
  }
}
