// @ts-check
// <tracklight-editor>: the source as text. CodeMirror in a shadow root, so that its style sheets are adopted ones.
// It knows no grammar: tokens and diagnostics come from the core, through its properties.

import { EditorSelection, EditorState } from '@codemirror/state';
import {
  EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { words } from '../strings.js';
import { lintMarks, markRange, marks, paintTokens } from './language.js';
import { theme } from './theme.js';

/** @typedef {import('../engine/types.d.ts').PackedTokens} PackedTokens */
/** @typedef {import('../engine/types.d.ts').Diagnostic} Diagnostic */

/** A caret that rests this long is told. */
const CARET_MS = 150;

/** Keys of the page that the editor must not take for itself. */
const PAGE_KEYS = new Set(['Mod-Enter']);

/**
 * Typing over a selection is done here: left to the browser, it keeps the look of what it replaces by writing style
 * attributes, which the policy forbids and reports.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing || view.composing || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const sheet = new CSSStyleSheet();
sheet.replaceSync(':host { display: block; min-height: 0; } .host, .host > .cm-editor { height: 100%; }');

export class TracklightEditor extends HTMLElement {
  /** @type {EditorView | null} */ #view = null;
  #value = '';
  /** @type {string | number} */ #documentId = '';
  /** @type {Diagnostic[]} */ #diagnostics = [];
  /** @type {PackedTokens | null} */ #tokens = null;
  /** @type {ReturnType<typeof setTimeout> | null} */ #caret = null;

  connectedCallback() {
    if (this.#view) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const host = document.createElement('div');
    host.className = 'host';
    root.replaceChildren(host);
    this.#view = new EditorView({ state: this.#state(), parent: host, root });
    this.#paint();
  }

  disconnectedCallback() {
    this.#value = this.value;
    this.#view?.destroy();
    this.#view = null;
  }

  /** The text. Setting it keeps undo history unless the document changed as well. */
  get value() {
    return this.#view ? this.#view.state.doc.toString() : this.#value;
  }

  set value(text) {
    if (text === this.value) return;
    this.#value = text;
    this.#view?.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, annotations: [] });
  }

  get documentId() {
    return this.#documentId;
  }

  /** Another document starts with an empty history. */
  set documentId(id) {
    if (id === this.#documentId) return;
    this.#documentId = id;
    this.#view?.setState(this.#state());
    this.#paint();
  }

  /** @param {Diagnostic[]} list */
  set diagnostics(list) {
    if (list === this.#diagnostics) return;
    this.#diagnostics = list;
    const view = this.#view;
    if (view) view.dispatch(setDiagnostics(view.state, lintMarks(list, view.state.doc.length)));
  }

  /** @param {PackedTokens | null} packed */
  set tokens(packed) {
    if (packed === this.#tokens) return;
    this.#tokens = packed;
    const effect = packed && this.#view && paintTokens(packed, this.#view.state.doc);
    if (effect) this.#view?.dispatch({ effects: effect });
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

  /** @override @param {FocusOptions} [_options] */
  focus(_options) {
    this.#view?.focus();
  }

  #paint() {
    const view = this.#view;
    if (!view) return;
    view.dispatch(setDiagnostics(view.state, lintMarks(this.#diagnostics, view.state.doc.length)));
    const effect = this.#tokens && paintTokens(this.#tokens, view.state.doc);
    if (effect) view.dispatch({ effects: effect });
  }

  #state() {
    return EditorState.create({
      doc: this.#value,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), dropCursor(), rectangularSelection(), crosshairCursor(),
        highlightSpecialChars(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), bracketMatching(),
        EditorState.allowMultipleSelections.of(true), EditorView.lineWrapping, indentUnit.of('  '), EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({ 'aria-label': words.editor.label, 'aria-description': words.editor.keys, spellcheck: 'false', autocapitalize: 'off' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab].filter((binding) => !PAGE_KEYS.has(binding.key ?? ''))),
        marks, theme, typeOverSelection,
        EditorView.updateListener.of((update) => this.#changed(update)),
      ],
    });
  }

  /** @param {import('@codemirror/view').ViewUpdate} update */
  #changed(update) {
    if (update.docChanged) {
      this.#value = update.state.doc.toString();
      const whole = update.transactions.some((t) => t.isUserEvent('input.paste') || t.isUserEvent('undo') || t.isUserEvent('redo'));
      this.#emit('editor-change', { value: this.#value, whole });
    }
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

customElements.define('tracklight-editor', TracklightEditor);
