// The one state object of the page and what can be asked of it, as types. A feature declares its own part of both in
// its `index.ts`, and the panel it has, so neither this file nor another feature has to know it:
//
//   declare module '../../store/state.ts' {
//     interface State { sql: SqlState }
//     interface Actions { sqlRun: { text?: string } }
//     interface Panels { sql: {} }
//   }

import type {
  Analysis,
  Breakpoint,
  Diagnostic,
  Diff,
  DotOptions,
  FileAnalysis,
  FormValue,
  GivenAnswer,
  PackedTokens,
  Sources,
} from '../protocol/types.ts';
import type { Drawing, RunState } from '../run/types.ts';
import type { Draft, DraftEntry, PinnedPosition, ReplyDraft, UnsentInput } from '../storage/drafts.ts';
import type { StorageProblem } from '../storage/database.ts';
import type { Settings } from '../storage/settings.ts';
import type { ReplacedDocument } from './opened.ts';
import type { Boundary, Layout, Part, ShellState, ViewState } from './shown.ts';
import type { What } from '../diagram/types.ts';

/** A machine of the gallery, as its list describes it. */
export interface Example {
  slug: string;
  title: string;
  topic: string;
  description: string;
  ticks: number | string;
  ends?: string;
  features: string[];
  /** The panel that opens with it. */
  panel?: PanelId;
}

/** A part of a text; `file` is absent for the entry. */
export interface Range {
  from: number;
  to: number;
  file?: string;
}
export interface Notice {
  id: number;
  kind: 'info' | 'warning' | 'error';
  /** Stands before the text; with it the actions are buttons at the right end. */
  title?: string;
  text: string;
  detail?: string;
  acts?: { label: string; action: Action }[];
  action?: 'bringBack' | 'putBack' | 'keepAgain' | 'keepBranch' | 'forceOpen' | 'copyText';
  link?: string;
  /** A text that the browser did not copy. */
  toCopy?: string;
  branch?: string;
  file?: { name: string; text: string };
  removed?: { path: string; text: string; of: number };
  draft?: Draft;
  /** Why a newer text cannot be applied to the run. */
  rejected?: true;
  /** About the document that is shown: it goes when another one opens. */
  ofDocument?: true;
}
/**
 * `draft`: the id it is kept under; `locked`: another tab edits it; `opened`: its texts as they were then; `ready`: its
 * run stands.
 */
export type Document = Sources & {
  id: number;
  slug: string | null;
  edited: boolean;
  draft: string | null;
  /** Whether it came with a link. */
  shared?: boolean;
  locked?: boolean;
  opened?: Sources;
  ready?: boolean;
  /**
   * The number of the run that stands in for one that the engine could not restore. That one stays saved until
   * something is done in this one.
   */
  standInRun?: number;
};
/** A name being typed; `path` is null for a new file. */
export interface Naming {
  at: 'tabs' | 'panel';
  path: string | null;
  text: string;
  error: string;
}
/** The ids of the panels. Features add theirs. Links and settings hold them. */
export interface Panels {}
export type PanelId = keyof Panels;

/** Draws a panel or a dialog. `Rest`: what it is given beside the state. */
export type PanelView<Rest extends unknown[] = []> = (state: State, dispatch: Dispatch, ...rest: Rest) => unknown;

/** How many there are of what a panel is about. */
export interface PanelBadge {
  count: number;
  /** A class that colors it; questions have the color without one. */
  kind?: string;
  /** What is counted, in words. */
  description?: string;
}

/** A panel beside the drawing, as its feature describes it. */
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  /** `whileShown`: it has a button or tab as long as it is shown, and is opened by links. */
  readonly place: 'tabs' | 'more' | 'whileShown';
  /** The name of an icon. */
  readonly icon: string;
  /** In More: one line about the panel. */
  readonly summary?: string;
  /** In More, at the end of its row. */
  readonly note?: (state: State) => string;
  readonly badge?: (state: State) => PanelBadge | null;
  readonly view: PanelView;
}

export interface State {
  phase: 'loading' | 'ready' | 'failed';
  /** Why the engine could not start. */
  failure: string;
  version: string;
  theme: 'auto' | 'light' | 'dark';
  /** Shown pane of the narrow layout. */
  pane: 'code' | 'diagram' | 'run' | 'panels';
  /** In the order in which they are listed. */
  panels: readonly Panel[];
  /** Shown side panel. */
  panel: PanelId;
  hint: boolean;
  document: Document;
  /** The edited document that the last opening took the place of. */
  replaced: ReplacedDocument | null;
  /** Whether the document is kept in this browser; `none` where nothing can be. */
  saveStatus: 'untouched' | 'saving' | 'saved' | 'failed' | 'full' | 'none' | 'locked';
  /** Why nothing can be saved. */
  storageProblem: StorageProblem | null;
  settings: Settings;
  /** The newest first. */
  keptDrafts: DraftEntry[];
  /** Path of the file in the editor. */
  file: string;
  /** Whether the editor has changes of the shown file to undo, and to redo. */
  textHistory: { undo: boolean; redo: boolean };
  /** What the core says about the shown file when it is not the entry. */
  openFileAnalysis: FileAnalysis | null;
  naming: Naming | null;
  /** The run of the document. Its status says nothing that `announcedAnalysis` leaves out. */
  run: RunState;
  /** The analysis without the problems of what is being typed, which are not said yet. */
  announcedAnalysis: Analysis | null;
  tokens: PackedTokens | null;
  picture: Drawing | null;
  /** Whether the drawing is of an earlier text. */
  isDrawingOutdated: boolean;
  /** The chosen path. */
  path: string | null;
  /** Diagram id. */
  selected: string | null;
  /** Replies being written, by request. */
  drafts: UnsentInput['drafts'];
  /** Answers being written, by request. */
  answers: UnsentInput['answers'];
  /** Of events. */
  filter: string;
  /** Events shown at most. */
  eventLimit: number;
  /** How far a run is played again. */
  replaying: { tick: number; of: number } | null;
  /** Whether Contexts has a column per path; null: where paths differ. */
  allPaths: boolean | null;
  /** The position that is compared with the cursor's. */
  compare: (PinnedPosition & { diff: Diff | null; error: string }) | null;
  /** A name being typed. */
  labelling: { of: 'branch' | 'checkpoint'; id: string | null; text: string; error: string } | null;
  /** Branches whose deletion can still be undone. */
  deleted: string[];
  /** Diagram id of the element whose card is open. */
  card: string | null;
  /** The path that the card's edge is forced for, `*` for all. */
  cardPath: string;
  cardError: string;
  /** Breakpoints and watches of the document. */
  breakpoints: Breakpoint[];
  /** Proposed edits that are not decided now. */
  postponedEditIds: string[];
  /** What the core says about a proposed text. */
  inspected: { edit: string; diagnostics: Diagnostic[] } | null;
  proposalError: string;
  /** How the drawing is looked at. */
  view: ViewState;
  /** Version of the core's rules. */
  rules: number;
  notices: Notice[];
  /** Text of the live region. */
  live: string;
  examples: Example[];
  /** Layout, dialogs and keys of the page. */
  shell: ShellState;
}

/** What can be asked of the page, by name, with its parameters. Features add their own. */
export interface Actions {
  step: {};
  run: {};
  pause: {};
  back: {};
  forward: {};
  reset: {};
  /** From the start to the end. */
  again: {};
  /** The run goes on with the newest text. */
  applyText: {};
  backToRun: {};
  drawAnyway: {};
  goTo: { step: number; branch?: string };
  openRun: { number: number };
  speed: { speed: RunState['speed'] };
  mode: { mode: RunState['mode'] };
  edit: { file: string; text: string; whole: boolean };
  /** `inDrawing`: the page goes on showing what it shows. */
  undo: { inDrawing?: boolean };
  renameSymbol: {};
  redo: { inDrawing?: boolean };
  textHistory: State['textHistory'];
  format: {};
  repair: { problem: Diagnostic; title: string };
  putBack: { notice: number };
  /** `then`: what is done with it when it is open. */
  openDraft: { id: string; then?: 'beginTitle' | 'duplicate' | 'saveDocument' };
  removeDraft: { id: string };
  keepAgain: { notice: number };
  openExample: { slug: string };
  bringBack: {};
  freshExample: {};
  /** `focus`: it was asked for by key, and where a strip leads to the panels the focus goes into it. */
  panel: { panel: PanelId; focus?: boolean };
  pane: { pane: State['pane'] };
  panelOpen: { open: boolean };
  theme: { theme: State['theme'] };
  choosePath: { path: string };
  /** `isInView`: it was pressed in the drawing, which need not move to it. */
  select: { id: string | null; open: boolean; isInView?: boolean };
  jump: { span: Range; id?: string | null; newest?: boolean };
  firstProblem: {};
  caret: { offset: number; typed: boolean; put: boolean };
  /** Problems that wait because something is being typed are said now; `pressed`: a command needs to know them. */
  sayProblems: { pressed: boolean };
  filter: { text: string };
  showMore: {};
  closeNotice: { id: number };
  slow: {};
  abandon: {};
  /** The code of a panel has come: what is drawn changes, the state does not. */
  arrived: {};
  loadAgain: {};
  /** Saves everything first. */
  reload: {};
  layout: { layout: Layout };
  size: { of: Boundary; to: number | null };
  resetSizes: {};
  part: { part: Part; on: boolean };
  width: Pick<ShellState, 'narrow' | 'wide'>;
  list: { open: boolean };
  /** With the words that are searched in it, none by default, and the dialog that leads to it. */
  dialog: { name: ShellState['dialog']; query?: string; from?: ShellState['dialog'] };
  query: { text: string };
  entry: { at: number };
  capture: { command: string | null };
  chord: { chord: string };
  keys: { command: string; keys: string[] | null };
  allKeys: {};
  single: { on: boolean };
  view: { what: What };
  findText: { text: string };
  followed: { on: boolean };
  drawn: { part: Partial<DotOptions> };
  /** Folds a module to one card, or unfolds it. @param id of the diagram */
  foldModule: { id: string };
  draft: { request: string; part: Partial<ReplyDraft> };
  addCall: { request: string };
  sendForm: { request: string; final: boolean };
  sendJson: { request: string };
  failRequest: { request: string };
  answerText: { request: string; text: string };
  answer: { request: string; ok: boolean };
  /** What was typed into the form of a question or, by `event:` and its name, of an event. */
  answerFields: { request: string; fields: Record<string, FormValue> };
  /** One of the few answers that a question can have. */
  giveAnswer: { request: string; answer: GivenAnswer };
  /** Sends an event to every path that can receive it, with what its form says. */
  sendEvent: { name: string };
  /** Lets time pass on the run's clock. */
  elapse: { ms: number };
  setting: { [K in keyof Settings]: { name: K; value: Settings[K] } }[keyof Settings];
  hints: { on: boolean };
}

export type ActionOf<K extends keyof Actions> = { [N in K]: { type: N } & Actions[N] }[K];
export type Action = ActionOf<keyof Actions>;
export type Dispatch = (action: Action) => void;
