// What each action does: the one place where the visitor's wishes meet the run and the text. No DOM of its own.

import { textOf } from '../protocol/sources.ts';
import { editOn, type Action as ControllerAction } from '../features/contexts/controller.ts';
import { words } from '../strings.ts';
import { idAt, placeNow, placeRead, spanOf } from '../workspace/outline.ts';
import { layoutWith, type Action as ShellAction } from '../workspace/shell.ts';
import type { Mode, State, Store } from '../workspace/store.ts';
import type { Diagnostic } from '../protocol/types.ts';
import type { Exporting, Kind } from '../features/export/controller.ts';
import type { Action as ControllerActionType } from '../features/prompt/controller.ts';
import type { Action as ControllerActionTypeType } from '../features/context-graph/controller.ts';
import type { Action as ControllerActionTypeTypeType } from '../features/sql/controller.ts';
import type { Action as ControllerActionTypeTypeTypeType } from '../features/documents/controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeType } from '../features/settings/controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeTypeType } from '../features/share/controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeTypeTypeType } from '../features/events/controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeTypeTypeTypeType } from '../features/remote/controller.ts';
import type { Action as RepliesAction } from '../workspace/replies.ts';
import type { Action as StubsControllerAction } from '../features/agent/stubs-controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeType } from '../features/breakpoints/controller.ts';
import type { Action as ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeTypeType } from '../features/timeline/controller.ts';
import type { Action as ViewportAction } from '../workspace/viewport.ts';
import type { Acting, Action as ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeTypeTypeType } from '../features/branches/controller.ts';
import type { Running } from '../workspace/running.ts';
import type { Opening } from '../workspace/opening.ts';
import type { Editing } from '../workspace/assistant.ts';
import type { Filing } from '../features/files/controller.ts';
import type { Keeping } from '../workspace/autosave.ts';

/**
 * `file` is absent for the entry
 * `jump`: the place is one that the core told with its analysis, or of the `newest` text.
 */
interface Range { from: number; to: number; file?: string }
type RunAction = { type: 'step' } | { type: 'run' } | { type: 'pause' } | { type: 'back' } | { type: 'forward' } | { type: 'reset' } | { type: 'backToRun' } | { type: 'drawAnyway' }
  | { type: 'goTo'; step: number; branch?: string } | { type: 'openRun'; number: number } | { type: 'speed'; speed: State['speed'] } | { type: 'mode'; mode: Mode };
type DocumentAction = { type: 'edit'; file: string; text: string; whole: boolean } | { type: 'format' } | { type: 'repair'; problem: Diagnostic; title: string } | { type: 'putBack'; notice: number } | { type: 'openDraft'; id: string } | { type: 'removeDraft'; id: string } | { type: 'keepAgain'; notice: number } | { type: 'openExample'; slug: string } | { type: 'bringBack' } | { type: 'freshExample' };
type LookAction = { type: 'panel'; panel: string } | { type: 'pane'; pane: State['pane'] } | { type: 'drawer'; open: boolean } | { type: 'theme'; theme: State['theme'] }
  | { type: 'choosePath'; path: string } | { type: 'select'; id: string | null; open: boolean } | { type: 'jump'; span: Range; id?: string | null; newest?: boolean } | { type: 'firstProblem' } | { type: 'caret'; offset: number }
  | { type: 'filter'; text: string } | { type: 'showMore' } | { type: 'closeNotice'; id: number } | { type: 'closeHint' }
  | { type: 'slow' } | { type: 'abandon' } | { type: 'arrived' };
type FileAction = { type: 'showFile'; path: string } | { type: 'beginName'; at: 'tabs' | 'panel'; path: string | null } | { type: 'typeName'; text: string } | { type: 'takeName' } | { type: 'leaveName' } | { type: 'cancelName' }
  | { type: 'removeFile'; path: string } | { type: 'makeEntry'; path: string } | { type: 'downloadFile'; path: string };
type ExportAction = { type: 'openFile' } | { type: 'export'; kind: Kind } | { type: 'forceOpen'; notice: number };
type PartAction = ControllerAction
  | ControllerActionType
  | ControllerActionTypeType
  | ControllerActionTypeTypeType
  | ControllerActionTypeTypeTypeType
  | ControllerActionTypeTypeTypeTypeType
  | ControllerActionTypeTypeTypeTypeTypeType
  | ControllerActionTypeTypeTypeTypeTypeTypeType
  | ControllerActionTypeTypeTypeTypeTypeTypeTypeType
  | RepliesAction
  | StubsControllerAction
  | ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeType
  | ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeTypeType
  | ViewportAction
  | ShellAction;
export type Action = ControllerActionTypeTypeTypeTypeTypeTypeTypeTypeTypeTypeType | ExportAction | RunAction | PartAction | DocumentAction | FileAction | LookAction;

/** How many more events one press shows. */
const MORE = 500;

interface Parts {
  store: Store;
  running: Running;
  opening: Opening;
  /** Comes with the editor. */
  editing: Promise<Editing>;
  filing: Filing;
  keeping: Keeping;
  acting: Acting;
  exporting: Exporting;
  /** Parts that take the actions of their own and leave the rest alone; `before` hears of every action first, and false forbids it. */
  others: { act(action: Action): void; before?(action: Action): boolean }[];
  /** Hands a file to the visitor. */
  save: (name: string, text: string) => void;
  showSource: (span: Range | null, how: 'mark' | 'caret') => void;
  applyTheme: (theme: State['theme']) => void;
}

/** The dispatcher over the parts of the page. */
export function createDispatch({ store, running, opening, editing, filing, keeping, acting, exporting, others, save, showSource, applyTheme }: Parts): (action: Action) => void {
  const jump = (span: Range, id: string | null) => {
    filing.show(span.file ?? store.state.document.entry);
    store.set({ pane: 'code', selected: id ?? store.state.selected, shell: shellWith(store.state, 'code') });
    showSource(span, 'caret');
  };

  return (action) => {
    if (others.some((other) => other.before?.(action) === false)) return;
    const { state } = store;
    switch (action.type) {
      case 'step': case 'run': case 'pause': case 'back': case 'forward': case 'reset': case 'backToRun': case 'drawAnyway':
        void running[action.type]();
        break;
      case 'goTo': void running.goTo(action.step, action.branch ?? null); break;
      case 'openRun': void running.openRun(action.number); break;
      case 'speed': void running.setSpeed(action.speed); break;
      case 'mode': void running.setMode(action.mode); break;

      case 'edit': opening.edited(action.file, action.text, action.whole); break;
      case 'format': void editing.then((one) => one.format()); break;
      case 'repair': void editing.then((one) => one.repair(action.problem, action.title)); break;
      case 'putBack': filing.putBack(action.notice); break;
      case 'openDraft': void keeping.flush().then(() => keeping.open(action.id)).then((opened) => opening.draft(opened)); break;
      case 'removeDraft': void keeping.remove(action.id); break;
      case 'keepAgain': {
        const { draft } = state.notices.find((n) => n.id === action.notice) ?? {};
        store.set({ notices: state.notices.filter((n) => n.id !== action.notice) });
        if (draft) void keeping.putBack(draft);
        break;
      }

      case 'showFile': filing.show(action.path); store.set({ pane: 'code', shell: shellWith(state, 'code') }); break;
      case 'beginName': filing.beginName(action.at, action.path); break;
      case 'typeName': filing.typeName(action.text); break;
      case 'takeName': void filing.takeName(); break;
      case 'leaveName': filing.leaveName(); break;
      case 'cancelName': filing.cancelName(); break;
      case 'removeFile': filing.remove(action.path); break;
      case 'makeEntry': filing.makeEntry(action.path); break;
      case 'downloadFile': save(action.path, textOf(state.document, action.path) ?? ''); break;

      case 'openExample': void opening.example(action.slug); break;
      case 'freshExample': void opening.fresh(); break;
      case 'bringBack': void opening.bringBack(); break;

      case 'panel':
        // A narrow window shows Agent beside the timeline.
        store.set({ panel: action.panel, drawer: true, pane: action.panel === 'agent' && state.shell.narrow ? 'run' : 'panels', shell: { ...shellWith(state, 'side'), list: false } });
        break;
      case 'pane': store.set({ pane: action.pane }); break;
      case 'drawer': store.set({ drawer: action.open }); break;
      case 'theme': store.set({ theme: action.theme }); applyTheme(action.theme); break;
      // The chosen path once more, or none: all of them.
      case 'choosePath': {
        const path = action.path === state.path || action.path === '' ? null : action.path;
        store.set({ path, ...(path === state.path ? {} : editOn(state, path)) });
        break;
      }
      case 'select': {
        const found = action.id ? spanOf(state.analysis?.outline ?? [], action.id) : null;
        const span = found && placeNow(state, found);
        store.set({ selected: action.id, card: action.open ? null : action.id, cardError: '' });
        if (span && action.open) jump(span, action.id);
        else showSource(span && (span.file ?? state.document.entry) === state.file ? span : null, 'mark');
        break;
      }
      case 'caret': {
        // The drawing is of the entry; places of another file are not in its outline.
        const id = state.file === state.document.entry ? idAt(state.analysis?.outline ?? [], placeRead(state, action.offset)) : null;
        if (id !== state.selected) store.set({ selected: id, card: null });
        break;
      }
      case 'jump': jump(action.newest ? action.span : placeNow(state, action.span), action.id ?? null); break;
      case 'firstProblem': {
        const first = state.analysis?.diagnostics.find((d) => d.severity === 'error');
        if (first) jump(placeNow(state, first), null);
        break;
      }
      case 'filter': store.set({ filter: action.text }); break;
      case 'showMore': store.set({ shown: state.shown + MORE }); break;
      case 'closeNotice': store.set({ notices: state.notices.filter((n) => n.id !== action.id) }); break;
      case 'closeHint': store.set({ hint: false }); break;
      case 'openFile': exporting.pick(); break;
      case 'export': void exporting.save(action.kind); break;
      case 'forceOpen': {
        const { file } = state.notices.find((n) => n.id === action.notice) ?? {};
        store.set({ notices: state.notices.filter((n) => n.id !== action.notice) });
        if (file) void exporting.open(file, true);
        break;
      }
      case 'slow': store.notify({ kind: 'info', text: words.diagram.slow }); break;
      // The code of a panel has come: what is drawn changes, the state does not.
      case 'arrived': store.set({}); break;
      default:
        acting.act(action);
        for (const other of others) other.act(action);
    }
  };
}

/** The shell in a layout that shows a region. */
const shellWith = ({ shell }: State, region: 'code' | 'side') => ({ ...shell, layout: layoutWith(shell, region) });

