// <tracklight-editor>: the source as text. CodeMirror in a shadow root, so that its style sheets are adopted ones.
// It knows no grammar: tokens and diagnostics come from the core through its properties, answers through its assistant.

import { editorWords, searchPhrases } from './strings.ts';
import {
  Compartment,
  EditorSelection,
  EditorState,
  Transaction,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import {
  EditorView,
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
  type ViewUpdate,
} from '@codemirror/view';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, linter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { cards, showProblem } from './card.ts';
import { tabHint } from './tab-hint.ts';
import { brackets } from './brackets.ts';
import { DeferredDiagnostics } from './deferred-diagnostics.ts';
import { changesBetween } from './changes.ts';
import { completion } from './completion.ts';
import { indentation } from './indent.ts';
import { lintMarks, lintedField, markRange, marks, paintTokens } from './language.ts';
import { beginRenaming, renaming, setBeside } from './rename.ts';
import { paintRun, runMarks } from './run-marks.ts';
import { firstCaret, madeOf, textOf } from './text.ts';
import { theme } from './theme.ts';
import { usesOf } from './uses.ts';
import type { Assistant, SideEffects, RunMarks } from './types.ts';
import type { Diagnostic, Edit, PackedTokens, Span } from '../protocol/types.ts';
import { defineElement } from '../ui/define-element.ts';
import { debounce } from '../ui/timing.ts';

// Fields over the drawing have most of its parts.
export { fieldEditor, fieldText } from './field-editor.ts';

interface Content {
  document: string | number;
  file: string;
  value: string;
}

/** A caret that rests this long is told. */
const CARET_DEBOUNCE_MS = 150;
/** Edits that the caret is at. */
const TYPED = ['input', 'delete'];
/** From the callback of a frame until its paint is over, and what was posted meanwhile. */
const BEHIND_FRAME_MS = 8;

/** Keys of the page that the editor must not take for itself. */
const PAGE_KEYS = new Set(['Mod-Enter', 'F8']);

/** Changes that are complete at once. */
const WHOLE = ['input.paste', 'input.complete', 'undo', 'redo', 'format', 'fix', 'rename', 'draw'];

const reading = new Compartment();
const wrapping = new Compartment();

/**
 * A longer line is not wrapped: of one that is, five times as much is drawn, and measured with each change of the page.
 */
const LONGEST_WRAPPED = 5000;
const NOT_WRAPPED: Extension = EditorView.editorAttributes.of({ class: 'cm-unwrapped' });

/** What is painted over the text, or told of it; `lint` leaves out the line that is being written. */
type Part = 'reading' | 'wrapping' | 'lint' | 'lintAll' | 'tokens' | 'run' | 'history';
const PARTS: Part[] = ['reading', 'lintAll', 'tokens', 'run', 'history'];

const sheet = new CSSStyleSheet();
sheet.replaceSync(':host { display: block; min-height: 0; } .host, .host > .cm-editor { height: 100%; }');

/**
 * What is typed is put in here, not by the browser: that takes several times as long, and over a selection it keeps the
 * look of what it replaces by writing style attributes, which the policy forbids and reports.
 */
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    // Some keyboards put a text in that cannot be kept from it.
    if (
      event.inputType !== 'insertText' ||
      !event.cancelable ||
      !event.data ||
      event.isComposing ||
      view.composing ||
      state.readOnly ||
      !replacesSelection(event, view)
    )
      return false;
    const { data } = event;
    const { from, to } = state.selection.main;
    const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // The ones that the library asks where the browser puts the text in.
    if (!state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert)))
      view.dispatch(insert());
    return true;
  },
});

/** Corrections and accents replace other text than what is selected. */
function replacesSelection(event: InputEvent, { state }: EditorView) {
  const range = event.getTargetRanges()[0];
  return !range || range.collapsed === state.selection.main.empty;
}

export class TracklightEditor extends HTMLElement {
  #view: EditorView | null = null;
  #content: Content = { document: '', file: '', value: '' };
  /** What the files not shown were left as: undo history, carets, and where they were scrolled to. */
  #leftFiles: Map<string, { state: EditorState; scroll: ReturnType<EditorView['scrollSnapshot']> }> = new Map();
  /** Who answers; without one the editor only edits. */
  assistant: Assistant | null = null;
  /** Whether the way out is told when Tab first indents. */
  tabHint = false;
  #diagnostics: Diagnostic[] = [];
  #markFrame = DeferredDiagnostics.forMarks(() => this.#invalidate('lintAll'));
  #saying = DeferredDiagnostics.forAnnouncements(() => this.#emit('editor-rest', {}));
  #isReadOnly = false;
  #wrapsLines = true;
  #tokens: PackedTokens | null = null;
  #runMarks: RunMarks | null = null;
  #tellCaret = debounce(() => this.#onCaretRest(), CARET_DEBOUNCE_MS);
  #caretSince = { typed: false, put: false, pressed: false };
  #marksFrame = 0;
  /** What was last told of the history. */
  #reportedHistory = { undo: false, redo: false };
  /** Changes that are told and not drawn yet. */
  #pendingTransactions: readonly Transaction[] = [];
  /** What is to be painted anew. */
  #dirtyParts: Set<Part> = new Set();

  connectedCallback() {
    if (this.#view) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const host = document.createElement('div');
    host.className = 'host';
    root.replaceChildren(host);
    this.#view = new EditorView({
      state: this.#state(),
      parent: host,
      root,
      dispatchTransactions: (transactions, view) => this.#onTransactions(transactions, view),
    });
    this.#invalidate(...PARTS);
  }

  disconnectedCallback() {
    this.#content = { ...this.#content, value: this.value };
    this.#view?.destroy();
    this.#view = null;
  }

  /** The text that is shown. */
  get value() {
    return this.#view ? textOf(this.#view.state.doc) : this.#content.value;
  }

  get content() {
    return this.#content;
  }

  /** The part of the text that is drawn, or will be when the change in hand is. */
  get visible() {
    const { from, to } = this.#view?.viewport ?? { from: 0, to: 0 };
    return (
      this.#view &&
      this.#pendingTransactions.reduce(
        (part, { changes }) => ({ from: changes.mapPos(part.from, -1), to: changes.mapPos(part.to, 1) }),
        { from, to },
      )
    );
  }

  /**
   * Another document starts anew; another file of the same document comes back as it was left; another text of the same
   * file is a change that can be undone.
   */
  set content(next: Content) {
    const { document, file, value } = this.#content;
    if (next.document === document && next.file === file && next.value === value) return;
    const view = this.#view;
    if (next.document !== document) this.#leftFiles.clear();
    else if (next.file !== file && view)
      this.#leftFiles.set(file, { state: view.state, scroll: view.scrollSnapshot() });
    this.#content = next;
    for (const calm of [this.#markFrame, this.#saying]) calm.onChange(false);
    if (!view) return;
    if (next.document === document && next.file === file) {
      view.dispatch({ changes: changesBetween(value, next.value) });
      return;
    }
    const left = this.#leftFiles.get(next.file);
    this.#leftFiles.delete(next.file);
    if (left) {
      const changes = changesBetween(textOf(left.state.doc), next.value);
      // What changed it meanwhile is undone from where it was made.
      const annotations = Transaction.addToHistory.of(false);
      view.setState(changes.length > 0 ? left.state.update({ changes, annotations }).state : left.state);
      view.dispatch({ effects: left.scroll });
      this.#invalidate('wrapping');
    } else view.setState(this.#state());
    this.#invalidate(...PARTS);
  }

  /** Whether the text can only be read: no key, fix or format changes it. */
  set locked(locked: boolean) {
    if (locked === this.#isReadOnly) return;
    this.#isReadOnly = locked;
    this.#invalidate('reading', 'history');
  }

  /** Whether long lines are wrapped. */
  set wraps(wraps: boolean) {
    if (wraps === this.#wrapsLines) return;
    this.#wrapsLines = wraps;
    this.#invalidate('wrapping');
  }

  /** A file goes on under another path, with its history. */
  rename(from: string, to: string) {
    if (this.#content.file === from) this.#content = { ...this.#content, file: to };
    const left = this.#leftFiles.get(from);
    this.#leftFiles.delete(from);
    if (left) this.#leftFiles.set(to, left);
  }

  set diagnostics(list: Diagnostic[]) {
    if (list === this.#diagnostics) return;
    this.#diagnostics = list;
    this.#invalidate('lint');
  }

  /** Of the problems of the shown text those that the page says now; `editor-rest` tells when it may say the others. */
  announced(list: Diagnostic[]) {
    return this.#view ? this.#saying.filter(list, this.#view) : list;
  }

  /** All are said, whatever is being typed. */
  announceAll(list: Diagnostic[]) {
    return this.#saying.showAll(list);
  }

  set tokens(packed: PackedTokens | null) {
    if (packed === this.#tokens) return;
    this.#tokens = packed;
    this.#invalidate('tokens');
  }

  set runMarks(marks: RunMarks | null) {
    if (marks === this.#runMarks) return;
    this.#runMarks = marks;
    // Behind the frame with the drawing, and behind what waits for that: what is seen first is where the run stands.
    cancelAnimationFrame(this.#marksFrame);
    this.#marksFrame = requestAnimationFrame(() => setTimeout(() => this.#invalidate('run'), BEHIND_FRAME_MS));
  }

  /** What is given together is painted together: each time the editor is told something, the whole page is measured. */
  #invalidate(...parts: Part[]) {
    if (this.#dirtyParts.size === 0) queueMicrotask(() => this.#paint());
    for (const part of parts) this.#dirtyParts.add(part);
  }

  #paint() {
    const view = this.#view;
    const due = this.#dirtyParts;
    this.#dirtyParts = new Set();
    if (!view) return;
    const effects = [
      due.has('reading') &&
        view.state.readOnly !== this.#isReadOnly &&
        reading.reconfigure(EditorState.readOnly.of(this.#isReadOnly)),
      due.has('wrapping') && this.#wrap(view.state),
      due.has('lintAll')
        ? this.#lint(this.#markFrame.showAll(this.#diagnostics), view)
        : due.has('lint') && this.#lint(this.#markFrame.filter(this.#diagnostics, view), view),
      due.has('tokens') && this.#tokens && paintTokens(this.#tokens, view.state),
      due.has('run') && this.#runMarks && paintRun(this.#runMarks, view.state),
    ].flatMap((effect) => effect || []);
    if (effects.length > 0) view.dispatch({ effects });
    if (due.has('history')) this.#reportHistory(view.state);
  }

  /** Tells whether there is something to undo and to redo, when that changes. */
  #reportHistory(state: EditorState) {
    const undo = !this.#isReadOnly && undoDepth(state) > 0;
    const redo = !this.#isReadOnly && redoDepth(state) > 0;
    if (undo === this.#reportedHistory.undo && redo === this.#reportedHistory.redo) return;
    this.#reportedHistory = { undo, redo };
    this.#emit('editor-history', this.#reportedHistory);
  }

  #wrap(state: EditorState) {
    const wanted = this.#wrapsLines ? wrapsFor(this.value) : NOT_WRAPPED;
    return wanted !== wrapping.get(state) && wrapping.reconfigure(wanted);
  }

  #lint(list: Diagnostic[], view: EditorView) {
    if (list.length === 0 && !view.state.field(lintedField)) return [];
    return setDiagnostics(view.state, lintMarks(list, view.state.doc.length, this.#repair)).effects;
  }

  /**
   * Marks a range and brings it into view; `caret` also moves the caret there and focuses.
   * @param problem what is wrong there
   */
  show(span: { from: number; to: number } | null, how: 'mark' | 'caret' = 'mark', problem: Diagnostic | null = null) {
    const view = this.#view;
    if (!view) return;
    this.#caretSince.pressed = false;
    const length = view.state.doc.length;
    const spec: TransactionSpec = { effects: [markRange(span, length)] };
    if (span) {
      const from = Math.min(span.from, length);
      const scroll = EditorView.scrollIntoView(EditorSelection.range(from, Math.min(span.to, length)), { y: 'center' });
      spec.effects = [markRange(span, length), scroll];
      if (how === 'caret') spec.selection = { anchor: from };
    }
    view.dispatch(spec);
    if (span && how === 'caret') view.focus();
    if (span && problem) showProblem(view, problem, (title) => this.#repair(title, span.from, span.to));
  }

  /**
   * Changes of the shown text as one step of its history.
   * @param sideEffects what changes elsewhere with them, now and whenever they are undone and done again
   * @param select what is selected in the changed text
   */
  apply(edits: Edit[], userEvent: string, sideEffects: SideEffects | null = null, select: Span | null = null) {
    this.#view?.dispatch({
      changes: edits,
      userEvent,
      effects: sideEffects ? [setBeside.of({ beside: sideEffects, back: false })] : [],
      ...(sideEffects ? { annotations: isolateHistory.of('full') } : {}),
      ...(select ? { selection: { anchor: select.from, head: select.to } } : {}),
      scrollIntoView: true,
    });
  }

  /** Opens the field for another name of what the caret is on. */
  beginRenaming() {
    if (this.#view) beginRenaming(this.#view, this.assistant);
  }

  /** Another text, as one step of the history; carets keep their words. */
  replace(text: string) {
    this.apply(changesBetween(this.value, text), 'format');
  }

  undo() {
    if (this.#view) undo(this.#view);
  }

  redo() {
    if (this.#view) redo(this.#view);
  }

  override focus(_options?: FocusOptions) {
    this.#view?.focus();
  }

  /** A diagnostic may be older than the text, so its fix is asked for again. */
  #repair = (title: string, from: number, to: number) => {
    const text = this.value;
    void this.assistant?.fixes(text, from, to).then((fixes) => {
      const fix = fixes?.find((fix) => fix.title === title);
      if (fix && this.value === text) this.assistant?.apply(fix);
    });
  };

  #state() {
    const assistant = () => this.assistant;
    const run = runMarks((from, to, caret) => this.#emit('editor-stop', { from, to, caret }));
    const { value } = this.#content;
    const state = EditorState.create({
      doc: value,
      selection: { anchor: firstCaret(value) },
      extensions: [
        run.column,
        lintGutter(),
        lineNumbers({ domEventHandlers: { mousedown: (_view, line) => run.press(line) } }),
        linter(null, {
          hideOn: (transaction) => transaction.docChanged || transaction.selection !== undefined || null,
        }),
        history(),
        drawSelection(),
        dropCursor(),
        rectangularSelection(),
        crosshairCursor(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        // The selection is drawn behind the lines: their backgrounds would hide it.
        EditorView.editorAttributes.compute(['selection'], ({ selection }) => ({
          class: selection.ranges.some((range) => !range.empty) ? 'cm-selects' : '',
        })),
        highlightSelectionMatches(),
        EditorState.phrases.of(searchPhrases),
        bracketMatching(),
        brackets,
        EditorState.allowMultipleSelections.of(true),
        wrapping.of(this.#wrapsLines ? wrapsFor(value) : NOT_WRAPPED),
        indentUnit.of('  '),
        indentation,
        EditorState.tabSize.of(2),
        completion(assistant),
        cards(assistant),
        usesOf(assistant),
        renaming(assistant),
        EditorView.contentAttributes.of({
          'aria-label': editorWords.label,
          'aria-description': editorWords.keys,
          spellcheck: 'false',
          tabindex: '0',
          autocapitalize: 'off',
        }),
        tabHint(
          () => this.tabHint,
          () => {
            this.tabHint = false;
            this.#emit('editor-tab-hint', {});
          },
        ),
        keymap.of([{ key: 'Mod-z', run: () => this.assistant?.undoElsewhere() ?? false }]),
        keymap.of(
          [
            ...defaultKeymap,
            ...historyKeymap,
            ...searchKeymap,
            ...lintKeymap,
            { key: 'Shift-F8', run: nextDiagnostic },
            { key: 'Mod-Shift-z', run: redo },
            indentWithTab,
          ].filter((binding) => !PAGE_KEYS.has(binding.key ?? '')),
        ),
        reading.of(EditorState.readOnly.of(this.#isReadOnly)),
        // What the visitor does names itself; texts given from outside do not.
        EditorState.changeFilter.of(
          (transaction) => !this.#isReadOnly || transaction.annotation(Transaction.userEvent) === undefined,
        ),
        marks,
        theme,
        typing,
        EditorView.domEventHandlers({
          // Where the caret stands already, as after a choice in the drawing, nothing else tells. With Control or Meta
          // the press has led to a declaration.
          click: ({ ctrlKey, metaKey }) => {
            if (!ctrlKey && !metaKey) this.#caretMoved(false, true);
          },
        }),
        EditorView.updateListener.of((update) => this.#changed(update)),
      ],
    });
    madeOf(state.doc, value);
    return state;
  }

  /** A change of the text is told before it is drawn: the core reads it meanwhile. */
  #onTransactions(transactions: readonly Transaction[], view: EditorView) {
    this.#pendingTransactions = transactions;
    try {
      if (transactions.some((transaction) => transaction.docChanged)) this.#tell(transactions);
    } finally {
      this.#pendingTransactions = [];
      view.update(transactions);
    }
  }

  #tell(transactions: readonly Transaction[]) {
    const last = transactions.at(-1);
    const value = last ? textOf(last.newDoc) : '';
    const whole = isWhole(transactions);
    this.#content = { ...this.#content, value };
    if (transactions.some(isLong)) this.#invalidate('wrapping');
    this.#emit('editor-change', { file: this.#content.file, value, whole });
    for (const { value } of transactions.flatMap(({ effects }) => effects.filter((effect) => effect.is(setBeside)))) {
      if (value.back) value.beside.takeBack();
      else value.beside.make();
    }
  }

  #changed(update: ViewUpdate) {
    if (update.docChanged) this.#invalidate('history');
    const typed =
      update.docChanged &&
      update.transactions.some((transaction) => TYPED.some((event) => transaction.isUserEvent(event)));
    for (const calm of [this.#markFrame, this.#saying]) {
      if (update.docChanged) calm.onChange(typed && !isWhole(update.transactions));
      if (update.selectionSet || update.docChanged || update.focusChanged) calm.onCaretMoved(update.view);
    }
    if (typed || (update.selectionSet && !update.docChanged)) this.#caretMoved(typed);
  }

  /** Tells where the caret rests, and since the last time whether it was put there and what was typed at it. */
  #caretMoved(typed: boolean, pressed = false) {
    const since = this.#caretSince;
    this.#caretSince = {
      typed: since.typed || typed,
      put: since.put || !typed,
      pressed: since.pressed || pressed,
    };
    this.#tellCaret();
  }

  #onCaretRest() {
    const view = this.#view;
    const { typed, put, pressed } = this.#caretSince;
    this.#caretSince = { typed: false, put: false, pressed: false };
    if (!view?.hasFocus) return;
    // Only now: the caret of a tap comes behind its click, and would be put back.
    if (pressed) view.dispatch({ effects: markRange(null, 0) });
    this.#emit('editor-caret', { offset: view.state.selection.main.head, typed, put });
  }

  #emit(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

const isWhole = (transactions: readonly Transaction[]) =>
  transactions.some((transaction) => WHOLE.some((event) => transaction.isUserEvent(event)));

/** Whether all lines of a text are wrapped. */
function wrapsFor(text: string) {
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = text.indexOf('\n', from);
    if ((to < 0 ? text.length : to) - from > LONGEST_WRAPPED) return NOT_WRAPPED;
  }
  return EditorView.lineWrapping;
}

/** Whether a change may have made a long line, or taken one away. */
function isLong({ changes, startState, newDoc }: Transaction) {
  let long = false;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const length = Math.max(toA - fromA, toB - fromB, startState.doc.lineAt(fromA).length, newDoc.lineAt(toB).length);
    long ||= length > LONGEST_WRAPPED;
  });
  return long;
}

/** The name that it has in this page. */
export const EDITOR = defineElement('tracklight-editor', TracklightEditor);
