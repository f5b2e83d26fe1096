// One state object and who listens to it. It holds no rules: `page.js` says what an action does.

import { initialDocuments, type DocumentsState } from '../features/documents/controller.ts';
import { initialStopList, type StopList } from '../features/breakpoints/controller.ts';
import { initialTrace, type TraceState } from '../features/timeline/controller.ts';
import { initialEventList, type EventList } from '../features/events/controller.ts';
import { initialView, type ViewState } from './viewport.ts';
import { ENTRY } from '../protocol/sources.ts';
import { initialSql, noGraph, noPrompt, noStubs } from './blank.ts';
import { noValues, type FieldEdit, type ValuesState } from '../features/contexts/controller.ts';
import { DEFAULTS, type Settings } from '../storage/settings.ts';
import { initialShell, type ShellState } from './shell.ts';
import type { Analysis, Breakpoint, Diagnostic, Diff, Entry, Event, FileAnalysis, GivenReply, PackedTokens, Snapshot, Sources } from '../protocol/types.ts';
import type { Action } from '../app/actions.ts';
import type { Draft, DraftEntry, Typed } from '../storage/drafts.ts';
import type { Left } from './opening.ts';
import type { Drawing, KeptRun, RunState, Speed } from '../run/types.ts';
import type { PromptState } from '../features/prompt/controller.ts';
import type { GraphState } from '../features/context-graph/controller.ts';
import type { StubsState } from '../features/agent/stubs-controller.ts';
import type { ShareState } from '../features/share/controller.ts';
import type { Example } from './examples.ts';
import type { SqlState } from '../features/sql/controller.ts';
import type { OutsideState } from '../features/remote/controller.ts';

interface Range { from: number; to: number }
export interface Notice { id: number; kind: 'info' | 'warning' | 'error'; text: string; detail?: string; acts?: { label: string; action: Action }[]; action?: 'bringBack' | 'putBack' | 'keepAgain' | 'keepBranch' | 'forceOpen' | 'copyText'; link?: string; branch?: string; file?: { name: string; text: string }; removed?: { path: string; text: string; of: number }; draft?: Draft }
/**
 * `draft`: the id it is kept under; `locked`: another tab edits it; `opened`: its texts as they were then; `ready`: its run stands.
 */
type Document = Sources & { id: number; slug: string | null; edited: boolean; draft: string | null; locked?: boolean; opened?: Sources; ready?: boolean };
/** A name being typed; `path` is null for a new file. */
export interface Naming { at: 'tabs' | 'panel'; path: string | null; text: string; error: string }
export type Mode = 'stub' | 'auto' | 'manual' | 'custom' | 'remote';
export interface State {
  phase: 'loading' | 'ready' | 'failed';
  /** Why the engine could not start. */
  failure: string;
  version: string;
  theme: 'auto' | 'light' | 'dark';
  /** Shown pane of the narrow layout. */
  pane: 'code' | 'diagram' | 'run' | 'panels';
  /** Shown side panel. */
  panel: string;
  /** Whether the side panels are open in the middle layout. */
  drawer: boolean;
  hint: boolean;
  document: Document;
  /** The edited document that the last opening took the place of. */
  replaced: Left | null;
  /** Whether the document is kept in this browser; `none` where nothing can be. */
  kept: 'untouched' | 'saving' | 'saved' | 'failed' | 'full' | 'none' | 'locked';
  /** Versions, and names being typed. */
  docs: DocumentsState;
  settings: Settings;
  /** The newest first. */
  keptDrafts: DraftEntry[];
  /** Path of the file in the editor. */
  file: string;
  /** What the core says about the shown file when it is not the entry. */
  aside: FileAnalysis | null;
  naming: Naming | null;
  analysis: Analysis | null;
  tokens: PackedTokens | null;
  picture: Drawing | null;
  /** Whether the drawing is of an earlier text. */
  stale: boolean;
  run: Snapshot | null;
  /** Earlier runs of the document, the newest first. */
  runs: KeptRun[];
  runNumber: number;
  running: boolean;
  /** What runs is one act that waits for its scripts. */
  held: boolean;
  /** The run is of an earlier text than the editor's. */
  earlier: RunState['stale'];
  /** What the drawing is of. */
  shows: 'run' | 'source';
  /** Ticks per second. */
  speed: Speed;
  mode: Mode;
  status: RunState['status'];
  controls: RunState['controls'];
  /** Of the branch, also those after the cursor that are known. */
  events: Event[];
  /** Of the branch. */
  entries: Entry[];
  replies: GivenReply[];
  /** The chosen path. */
  path: string | null;
  /** Diagram id. */
  selected: string | null;
  /** Replies being written, by request. */
  drafts: Typed['drafts'];
  /** Answers being written, by request. */
  answers: Typed['answers'];
  /** The field being edited. */
  edit: FieldEdit | null;
  /** Values that were typed and not applied, of fields whose form is closed. */
  editsAside: Record<string, FieldEdit>;
  /** What is known of the fields. */
  values: ValuesState;
  prompt: PromptState;
  graph: GraphState;
  stubs: StubsState;
  /** Of events. */
  filter: string;
  /** Events shown at most. */
  shown: number;
  /** The dialog of links that is open. */
  share: ShareState;
  /** How far a run is played again. */
  replaying: { tick: number; of: number } | null;
  /** Whether Contexts has a column per path; null: where paths differ. */
  allPaths: boolean | null;
  /** The position that is compared with the cursor's. */
  compare: { from: { branch: string; step: number }; label: string; diff: Diff | null; error: string } | null;
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
  stops: Breakpoint[];
  /** Proposed edits that are not decided now. */
  putOff: string[];
  /** What the core says about a proposed text. */
  inspected: { edit: string; diagnostics: Diagnostic[] } | null;
  proposalError: string;
  stopList: StopList;
  trace: TraceState;
  eventList: EventList;
  /** How the drawing is looked at. */
  view: ViewState;
  /** Version of the core's rules. */
  rules: number;
  notices: Notice[];
  /** Text of the live region. */
  live: string;
  examples: Example[];
  sql: SqlState;
  /** What is connected to, and the host's own agent. */
  outside: OutsideState;
  /** Layout, dialogs and keys of the page. */
  shell: ShellState;
}

/** A control before there is a run. */
const waiting = (label: string) => ({ enabled: false, label, why: '' });

export function initialState(): State {
  return {
    phase: 'loading', failure: '', version: '', theme: 'auto', pane: 'code', panel: 'contexts', drawer: false, hint: true,
    document: { id: 0, source: '', files: {}, entry: ENTRY, slug: null, edited: false, draft: null }, replaced: null, kept: 'untouched', keptDrafts: [], file: ENTRY, aside: null, naming: null,
    analysis: null, tokens: null, picture: null, stale: false,
    run: null, runs: [], runNumber: 1, running: false, held: false, earlier: null, shows: 'run', speed: 5, mode: 'stub', status: { text: '', link: null },
    controls: { reset: waiting('Reset'), back: waiting('Back'), step: waiting('Step'), run: waiting('Run'), forward: waiting('Forward') },
    events: [], entries: [], replies: [], path: null, selected: null, drafts: {}, answers: {}, edit: null, editsAside: {}, values: noValues(), prompt: noPrompt(), graph: noGraph(), stubs: noStubs(), filter: '', shown: 300,
    allPaths: null, compare: null, labelling: null, deleted: [], card: null, cardPath: '*', cardError: '', stops: [], putOff: [], inspected: null, proposalError: '', rules: 0,
    stopList: initialStopList(), trace: initialTrace(), view: initialView(), eventList: initialEventList(),
    share: null, replaying: null, notices: [], live: '', examples: [],
    outside: { agent: false, frame: null, asks: {}, source: '', trouble: '' },
    sql: initialSql(), docs: initialDocuments(), settings: DEFAULTS, shell: initialShell(),
  };
}

export class Store {
  #state: State = initialState();
  #listeners: Set<(state: State) => void> = new Set();

  get state() {
    return this.#state;
  }

  set(part: Partial<State>) {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /** @returns stops listening */
  listen(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lastNotice = 0;

  /** Adds a notice on top; the oldest of more than three goes. */
  notify(notice: Omit<Notice, 'id'>) {
    this.#lastNotice += 1;
    const same = this.#state.notices.filter((other) => other.text !== notice.text);
    this.set({ notices: [{ ...notice, id: this.#lastNotice }, ...same].slice(0, 3) });
  }
}
