// What each action does: the one place where what the user asks for meets the run and the text. No DOM of its own.

import { editOn } from '../features/contexts/controller.ts';
import type { ExportController } from '../features/export/controller.ts';
import type { Action as ExportAction } from '../features/export/index.ts';
import type { FilesController } from '../features/files/controller.ts';
import type { Action as FileAction } from '../features/files/index.ts';
import type { Diagnostic } from '../protocol/types.ts';
import { textOf } from '../protocol/sources.ts';
import { noteStrings } from './diagram-strings.ts';
import type { EditorAssistant } from '../document/assistant.ts';
import type { Autosave } from '../document/autosave.ts';
import type { Handlers } from '../store/handlers.ts';
import type { DocumentOpener } from '../document/document-opener.ts';
import { idAt, placeNow, placeRead, spanOf } from '../document/outline.ts';
import type { DocumentRun } from '../document/document-run.ts';
import { shellWith } from '../store/shell.ts';
import type { Action, Actions, Dispatch, Range, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

const MORE_EVENTS = 500;

/** The actions that no part of the page takes whole. */
type Own =
  | FileAction['type']
  | ExportAction['type']
  | 'step'
  | 'run'
  | 'pause'
  | 'back'
  | 'forward'
  | 'reset'
  | 'again'
  | 'applyText'
  | 'backToRun'
  | 'drawAnyway'
  | 'goTo'
  | 'openRun'
  | 'speed'
  | 'mode'
  | 'edit'
  | 'undo'
  | 'redo'
  | 'renameSymbol'
  | 'textHistory'
  | 'format'
  | 'repair'
  | 'putBack'
  | 'openDraft'
  | 'removeDraft'
  | 'keepAgain'
  | 'openExample'
  | 'freshExample'
  | 'bringBack'
  | 'pane'
  | 'theme'
  | 'choosePath'
  | 'select'
  | 'caret'
  | 'sayProblems'
  | 'jump'
  | 'firstProblem'
  | 'filter'
  | 'showMore'
  | 'closeNotice'
  | 'slow'
  | 'arrived';

interface PageDependencies {
  store: Store;
  running: DocumentRun;
  opening: DocumentOpener;
  /** Comes with the editor. */
  assistant: Promise<EditorAssistant>;
  files: FilesController;
  autosave: Autosave;
  exports: ExportController;
  /** Hands a file to the user. */
  save: (name: string, text: string) => void;
  showSource: (span: Range | null, how: 'mark' | 'caret', problem?: Diagnostic) => void;
  /** Moves the drawing to an element. */
  showInDrawing: (id: string) => void;
  applyTheme: (theme: State['theme']) => void;
  /** Renders the page, though its state is the same. */
  redraw: () => void;
  dispatch: Dispatch;
}

/** What these actions do. */
export function pageHandlers({
  store,
  running,
  opening,
  assistant,
  files,
  autosave,
  exports,
  save,
  showSource,
  showInDrawing,
  applyTheme,
  redraw,
  dispatch,
}: PageDependencies): Handlers<Own> {
  const showCode = (selected = store.state.selected) =>
    store.set({ pane: 'code', selected, shell: shellWith(store.state.shell, 'code') });
  const jump = (span: Range, id: string | null, problem?: Diagnostic) => {
    files.show(span.file ?? store.state.document.entry);
    showCode(id ?? undefined);
    showSource(span, 'caret', problem);
  };
  // How often something was chosen: a caret that is told later than it was put does not undo a newer choice.
  let choices = 0;
  return {
    step: () => void running.step(),
    run: () => void running.run(),
    pause: () => void running.pause(),
    back: () => void running.back(),
    forward: () => void running.forward(),
    reset: () => void running.reset(),
    again: () => void running.again(),
    applyText: () => void running.applyText(),
    backToRun: () => void running.backToRun(),
    drawAnyway: () => void running.drawAnyway(),
    goTo: (action) => void running.goTo(action.step, action.branch ?? null),
    openRun: (action) => void running.openRun(action.number),
    speed: (action) => void running.setSpeed(action.speed),
    mode: (action) => void running.setMode(action.mode),

    edit: (action) => opening.editFile(action.file, action.text, action.whole),
    undo({ inDrawing }) {
      if (!inDrawing) showCode();
      void assistant.then((editor) => editor.undo());
    },
    redo({ inDrawing }) {
      if (!inDrawing) showCode();
      void assistant.then((editor) => editor.redo());
    },
    renameSymbol() {
      showCode();
      void assistant.then((editor) => editor.beginRenaming());
    },
    textHistory: ({ undo, redo }) => store.set({ textHistory: { undo, redo } }),
    format: () => void assistant.then((editor) => editor.format()),
    repair: (action) => void assistant.then((editor) => editor.repair(action.problem, action.title)),
    putBack: (action) => files.putBack(action.notice),
    async openDraft({ id, then }) {
      await autosave.flush();
      const opened = await autosave.open(id);
      await opening.openDraft(opened);
      if (!opened || !then) return;
      // What is done next reads its title.
      await running.flush();
      dispatch({ type: then });
    },
    removeDraft: (action) => void autosave.removeDraft(action.id),
    keepAgain(action) {
      const { state } = store;
      const { draft } = state.notices.find((n) => n.id === action.notice) ?? {};
      store.set({ notices: state.notices.filter((n) => n.id !== action.notice) });
      if (draft) void autosave.restoreRemovedDraft(draft);
    },

    showFile(action) {
      files.show(action.path);
      showCode();
    },
    beginName: (action) => files.beginName(action.at, action.path),
    typeName: (action) => files.typeName(action.text),
    takeName: () => void files.takeName(),
    leaveName: () => files.leaveName(),
    cancelName: () => files.cancelName(),
    removeFile: (action) => files.remove(action.path),
    makeEntry: (action) => files.makeEntry(action.path),
    downloadFile: (action) => save(action.path, textOf(store.state.document, action.path) ?? ''),

    openExample: (action) => void opening.openExample(action.slug),
    freshExample: () => void opening.restartExample(),
    bringBack: () => void opening.bringBack(),

    pane: (action) => store.set({ pane: action.pane }),
    theme(action) {
      store.set({ theme: action.theme });
      applyTheme(action.theme);
    },
    // The chosen path once more, or none: all of them.
    choosePath(action) {
      const { state } = store;
      const path = action.path === state.path || action.path === '' ? null : action.path;
      store.set({ path, ...(path === state.path ? {} : editOn(state, path)) });
    },
    select(action) {
      const { state } = store;
      choices++;
      const found = action.id ? spanOf(state.run.analysis?.outline ?? [], action.id) : null;
      const span = found && placeNow(state, found);
      // Beside a newer text the card has what that declares; of other elements none is to open by itself later.
      const known = state.run.shows === 'run' || found !== null;
      store.set({
        selected: action.id,
        alsoSelected: [],
        card: action.open || !known ? null : action.id,
        cardError: '',
      });
      if (span && action.open) jump(span, action.id);
      else showSource(span && (span.file ?? state.document.entry) === state.file ? span : null, 'mark');
      if (action.id && !action.isInView) showInDrawing(action.id);
    },
    async caret({ offset, typed, put }) {
      const before = choices;
      if (typed) await running.flush();
      const { state } = store;
      if (choices !== before) return;
      // The drawing is of the entry; places of another file are not in its outline.
      const id =
        state.file === state.document.entry ? idAt(state.run.analysis?.outline ?? [], placeRead(state, offset)) : null;
      // What was chosen in the drawing stays chosen while something is typed elsewhere, if the caret was there before.
      if (typed && (id === null || state.selected === null || (state.card !== null && !put))) return;
      if (id !== state.selected) store.set({ selected: id, card: null });
    },
    sayProblems: ({ pressed }) => running.announceProblems(pressed),
    jump(action) {
      jump(action.newest ? action.span : placeNow(store.state, action.span), action.id ?? null);
      if (action.id) showInDrawing(action.id);
    },
    async firstProblem() {
      await running.flush();
      const { state } = store;
      const first = state.run.analysis?.diagnostics.find((d) => d.severity === 'error');
      if (first) jump(placeNow(state, first), null, first);
    },
    filter: (action) => store.set({ filter: action.text }),
    showMore: () => store.set({ eventLimit: store.state.eventLimit + MORE_EVENTS }),
    closeNotice: (action) => store.set({ notices: store.state.notices.filter((n) => n.id !== action.id) }),
    openFile: () => exports.pick(),
    export: (action) => void exports.save(action.kind),
    forceOpen(action) {
      const { state } = store;
      const { file } = state.notices.find((n) => n.id === action.notice) ?? {};
      store.set({ notices: state.notices.filter((n) => n.id !== action.notice) });
      if (file) void exports.open(file, true);
    },
    slow: () => store.notify({ kind: 'info', text: noteStrings.slow }),
    arrived: redraw,
  };
}

/**
 * Does actions by the table of their handlers.
 * @param guards hear of each action first; one that answers false forbids it
 */
export function dispatcher(handlers: Handlers<keyof Actions>, guards: ((action: Action) => boolean)[]): Dispatch {
  return (action) => {
    if (guards.some((allows) => !allows(action))) return;
    (handlers[action.type] as (action: Action) => void)(action);
  };
}
