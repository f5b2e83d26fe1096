// @ts-check
// <tracklight-editor>: the source as text. CodeMirror in a shadow root, so that its style sheets are adopted ones.
// It knows no grammar: tokens and diagnostics come from the core through its properties, answers through its assistant.

import { Compartment, EditorSelection, EditorState, Transaction } from '@codemirror/state';
import {
  EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { diagnosticCount, lintGutter, lintKeymap, linter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { words } from '../strings.js';
import { cards } from './card.js';
import { Calm } from './calm.js';
import { changesBetween } from './changes.js';
import { completion } from './completion.js';
import { lintMarks, markRange, marks, paintTokens } from './language.js';
import { paintRun, runMarks } from './run-marks.js';
import { theme } from './theme.js';
import { typing } from './typing.js';
import { usesOf } from './uses.js';

/** @typedef {import('../engine/types.d.ts').PackedTokens} PackedTokens */
/** @typedef {import('../engine/types.d.ts').Diagnostic} Diagnostic */
/** @typedef {import('../engine/types.d.ts').Edit} Edit */
/** @typedef {import('./types.d.ts').Assistant} Assistant */
/** @typedef {{ document: string | number, file: string, value: string }} Content */

/** A caret that rests this long is told. */
const CARET_MS = 150;

/** Keys of the page that the editor must not take for itself. */
const PAGE_KEYS = new Set(['Mod-Enter', 'F8']);

/** Changes that are complete at once. */
const WHOLE = ['input.paste', 'input.complete', 'undo', 'redo', 'format', 'fix'];

const reading = new Compartment();
const wrapping = new Compartment();

/** A longer line is not wrapped: of one that is, five times as much is drawn, and measured with each change of the page. */
const LONGEST_WRAPPED = 5000;
/** @type {import('@codemirror/state').Extension} */
const NOT_WRAPPED = [];

/** What is painted over the text; `lint` leaves out the line that is being written. @typedef {'reading' | 'wrapping' | 'lint' | 'lintAll' | 'tokens' | 'run'} Part */
/** @type {Part[]} */
const PARTS = ['reading', 'lintAll', 'tokens', 'run'];

const sheet = new CSSStyleSheet();
sheet.replaceSync(':host { display: block; min-height: 0; } .host, .host > .cm-editor { height: 100%; }');

export class TracklightEditor extends HTMLElement {
  /** @type {EditorView | null} */ #view = null;
  /** @type {Content} */ #content = { document: '', file: '', value: '' };
  /** What the files not shown were left as: undo history, carets, and where they were scrolled to. @type {Map<string, { state: EditorState, scroll: import('@codemirror/state').StateEffect<any> }>} */
  #left = new Map();
  /** Who answers; without one the editor only edits. @type {Assistant | null} */ assistant = null;
  /** @type {Diagnostic[]} */ #diagnostics = [];
  #calm = new Calm(() => this.#soon('lintAll'));
  #locked = false;
  /** @type {PackedTokens | null} */ #tokens = null;
  /** @type {import('./types.d.ts').RunMarks | null} */ #runMarks = null;
  /** @type {ReturnType<typeof setTimeout> | null} */ #caret = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #marking;
  /** Changes that are told and not drawn yet. @type {readonly Transaction[]} */ #coming = [];
  /** What is to be painted anew. @type {Set<Part>} */ #due = new Set();

  connectedCallback() {
    if (this.#view) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const host = document.createElement('div');
    host.className = 'host';
    root.replaceChildren(host);
    this.#view = new EditorView({ state: this.#state(), parent: host, root, dispatchTransactions: (transactions, view) => this.#take(transactions, view) });
    this.#soon(...PARTS);
  }

  disconnectedCallback() {
    this.#content = { ...this.#content, value: this.value };
    this.#view?.destroy();
    this.#view = null;
  }

  /** The text that is shown. */
  get value() {
    return this.#view ? this.#view.state.doc.toString() : this.#content.value;
  }

  get content() {
    return this.#content;
  }

  /** The part of the text that is drawn, or will be when the change in hand is. */
  get visible() {
    const { from, to } = this.#view?.viewport ?? { from: 0, to: 0 };
    return this.#view && this.#coming.reduce((part, { changes }) => ({ from: changes.mapPos(part.from, -1), to: changes.mapPos(part.to, 1) }), { from, to });
  }

  /**
   * Another document starts anew; another file of the same document comes back as it was left; another text of the same
   * file is a change that can be undone.
   * @param {Content} next
   */
  set content(next) {
    const { document, file, value } = this.#content;
    if (next.document === document && next.file === file && next.value === value) return;
    const view = this.#view;
    if (next.document !== document) this.#left.clear();
    else if (next.file !== file && view) this.#left.set(file, { state: view.state, scroll: view.scrollSnapshot() });
    this.#content = next;
    if (!view) return;
    if (next.document === document && next.file === file) {
      view.dispatch({ changes: changesBetween(value, next.value) });
      return;
    }
    const left = this.#left.get(next.file);
    this.#left.delete(next.file);
    if (left) {
      const changes = changesBetween(left.state.doc.toString(), next.value);
      view.setState(changes.length > 0 ? left.state.update({ changes }).state : left.state);
      view.dispatch({ effects: left.scroll });
    } else view.setState(this.#state());
    this.#soon(...PARTS);
  }

  /** Whether the text can only be read: no key, fix or format changes it. @param {boolean} locked */
  set locked(locked) {
    if (locked === this.#locked) return;
    this.#locked = locked;
    this.#soon('reading');
  }

  /** A file goes on under another path, with its history. @param {string} from @param {string} to */
  rename(from, to) {
    if (this.#content.file === from) this.#content = { ...this.#content, file: to };
    const left = this.#left.get(from);
    this.#left.delete(from);
    if (left) this.#left.set(to, left);
  }

  /** @param {Diagnostic[]} list */
  set diagnostics(list) {
    if (list === this.#diagnostics) return;
    this.#diagnostics = list;
    this.#soon('lint');
  }

  /** @param {PackedTokens | null} packed */
  set tokens(packed) {
    if (packed === this.#tokens) return;
    this.#tokens = packed;
    this.#soon('tokens');
  }

  /** @param {import('./types.d.ts').RunMarks | null} marks */
  set runMarks(marks) {
    if (marks === this.#runMarks) return;
    this.#runMarks = marks;
    // Behind the frame with the drawing: what is seen first is where the run stands.
    clearTimeout(this.#marking);
    this.#marking = setTimeout(() => this.#soon('run'), 0);
  }

  /** What is given together is painted together: each time the editor is told something, the whole page is measured. @param {Part[]} parts */
  #soon(...parts) {
    if (this.#due.size === 0) queueMicrotask(() => this.#paint());
    for (const part of parts) this.#due.add(part);
  }

  #paint() {
    const view = this.#view;
    const due = this.#due;
    this.#due = new Set();
    if (!view) return;
    const effects = [
      due.has('reading') && view.state.readOnly !== this.#locked && reading.reconfigure(EditorState.readOnly.of(this.#locked)),
      due.has('wrapping') && this.#wrap(view.state),
      due.has('lintAll') ? this.#lint(this.#calm.all(this.#diagnostics), view) : due.has('lint') && this.#lint(this.#calm.marked(this.#diagnostics, view), view),
      due.has('tokens') && this.#tokens && paintTokens(this.#tokens, view.state),
      due.has('run') && this.#runMarks && paintRun(this.#runMarks, view.state),
    ].flatMap((effect) => effect || []);
    if (effects.length > 0) view.dispatch({ effects });
  }

  /** @param {EditorState} state */
  #wrap(state) {
    const wanted = wrapsFor(this.value);
    return wanted !== wrapping.get(state) && wrapping.reconfigure(wanted);
  }

  /** @param {Diagnostic[]} list @param {EditorView} view */
  #lint(list, view) {
    if (list.length === 0 && diagnosticCount(view.state) === 0) return [];
    return setDiagnostics(view.state, lintMarks(list, view.state.doc.length, this.#repair)).effects;
  }

  /**
   * Marks a range and brings it into view; `caret` also moves the caret there and focuses.
   * @param {{ from: number, to: number } | null} span
   * @param {'mark' | 'caret'} how
   */
  show(span, how = 'mark') {
    const view = this.#view;
    if (!view) return;
    const length = view.state.doc.length;
    /** @type {import('@codemirror/state').TransactionSpec} */
    const spec = { effects: [markRange(span, length)] };
    if (span) {
      const from = Math.min(span.from, length);
      const scroll = EditorView.scrollIntoView(EditorSelection.range(from, Math.min(span.to, length)), { y: 'center' });
      spec.effects = [markRange(span, length), scroll];
      if (how === 'caret') spec.selection = { anchor: from };
    }
    view.dispatch(spec);
    if (span && how === 'caret') view.focus();
  }

  /**
   * Changes of the shown text as one step of its history.
   * @param {Edit[]} edits
   * @param {string} userEvent
   */
  apply(edits, userEvent) {
    this.#view?.dispatch({ changes: edits, userEvent, scrollIntoView: true });
  }

  /** Another text, as one step of the history; carets keep their words. @param {string} text */
  replace(text) {
    this.apply(changesBetween(this.value, text), 'format');
  }

  /** @override @param {FocusOptions} [_options] */
  focus(_options) {
    this.#view?.focus();
  }

  /** A diagnostic may be older than the text, so its fix is asked for again. @param {string} title @param {number} from @param {number} to */
  #repair = (title, from, to) => {
    const text = this.value;
    void this.assistant?.fixes(text, from, to).then((fixes) => {
      const fix = fixes?.find((one) => one.title === title);
      if (fix && this.value === text) this.assistant?.apply(fix);
    });
  };

  #state() {
    const assistant = () => this.assistant;
    const run = runMarks((from, to, caret) => this.#emit('editor-stop', { from, to, caret }));
    return EditorState.create({
      doc: this.#content.value,
      extensions: [
        run.column, lineNumbers({ domEventHandlers: { mousedown: (_view, line) => run.press(line) } }), lintGutter(), linter(null, { hideOn: (transaction) => transaction.docChanged || transaction.selection !== undefined || null }), history(), drawSelection(), dropCursor(), rectangularSelection(), crosshairCursor(),
        highlightSpecialChars(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), bracketMatching(),
        EditorState.allowMultipleSelections.of(true), wrapping.of(wrapsFor(this.#content.value)), indentUnit.of('  '), EditorState.tabSize.of(2),
        completion(assistant), cards(assistant), usesOf(assistant),
        EditorView.contentAttributes.of({ 'aria-label': words.editor.label, 'aria-description': words.editor.keys, spellcheck: 'false', tabindex: '0', autocapitalize: 'off' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, { key: 'Shift-F8', run: nextDiagnostic }, indentWithTab].filter((binding) => !PAGE_KEYS.has(binding.key ?? ''))),
        reading.of(EditorState.readOnly.of(this.#locked)),
        // What the visitor does names itself; texts given from outside do not.
        EditorState.changeFilter.of((transaction) => !this.#locked || transaction.annotation(Transaction.userEvent) === undefined),
        marks, theme, typing,
        EditorView.updateListener.of((update) => this.#changed(update)),
      ],
    });
  }

  /** A change of the text is told before it is drawn: the core reads it meanwhile. @param {readonly Transaction[]} transactions @param {EditorView} view */
  #take(transactions, view) {
    this.#coming = transactions;
    try {
      if (transactions.some((one) => one.docChanged)) this.#tell(transactions);
    } finally {
      this.#coming = [];
      view.update(transactions);
    }
  }

  /** @param {readonly Transaction[]} transactions */
  #tell(transactions) {
    const value = transactions.at(-1)?.newDoc.toString() ?? '';
    const whole = transactions.some((t) => WHOLE.some((event) => t.isUserEvent(event)));
    this.#content = { ...this.#content, value };
    if (transactions.some(isLong)) this.#soon('wrapping');
    this.#emit('editor-change', { file: this.#content.file, value, whole });
  }

  /** @param {import('@codemirror/view').ViewUpdate} update */
  #changed(update) {
    if (update.selectionSet || update.docChanged) this.#calm.moved(update.state);
    if (update.selectionSet && !update.docChanged) this.#caretMoved();
  }

  /** Tells where the caret rests; not while it is on its way. */
  #caretMoved() {
    if (this.#caret) clearTimeout(this.#caret);
    this.#caret = setTimeout(() => {
      const view = this.#view;
      if (view?.hasFocus) this.#emit('editor-caret', { offset: view.state.selection.main.head });
    }, CARET_MS);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Whether all lines of a text are wrapped. @param {string} text */
function wrapsFor(text) {
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = text.indexOf('\n', from);
    if ((to < 0 ? text.length : to) - from > LONGEST_WRAPPED) return NOT_WRAPPED;
  }
  return EditorView.lineWrapping;
}

/** Whether a change may have made a long line, or taken one away. @param {Transaction} transaction */
function isLong({ changes, startState, newDoc }) {
  let long = false;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const length = Math.max(toA - fromA, toB - fromB, startState.doc.lineAt(fromA).length, newDoc.lineAt(toB).length);
    long ||= length > LONGEST_WRAPPED;
  });
  return long;
}

customElements.define('tracklight-editor', TracklightEditor);
