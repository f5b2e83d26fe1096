// The run at the cursor, what was answered, and what stops it. Types only.
import type {
  AgentReply,
  AgentRequest,
  Branch,
  DotOptions,
  EditProposal,
  Entry,
  Event,
  GraphView,
  InfoRequest,
  Json,
  View,
} from '../../pkg/tracklight.js';
import type { Picture } from './analysis.ts';
import type { LayerEdit, Place, SessionRecord } from './record-types.ts';

/** Edges from a step on, until the next edit. */
export interface Revision {
  from: number;
  edges: { id: string; source: string; target: string; condition?: string }[];
}

/** The run at the cursor, whole: the page renders from it and keeps nothing else. */
export interface Snapshot {
  /** The texts this run was made from. */
  source: string;
  files: Record<string, string>;
  entry: string;
  /** What the run was started with beside the declared defaults. */
  input?: Inputs;
  /** Counts the edits of the context graph, which make no position. */
  layer: number;
  position: { step: number; tick: number; action: number; branch: string; atTip: boolean };
  view: View;
  picture: Picture;
  /** The first agent calls and questions; `counts`: how many there are. */
  pending: {
    agents: AgentRequest[];
    requests: InfoRequest[];
    edits: EditProposal[];
    counts: { agents: number; requests: number };
  };
  /**
   * The machine's edges from each step on, where the branch has applied an edit; events have the ids of their own time.
   */
  revisions?: Revision[];
  /** What of the page's ceilings this run has come to. */
  ceiling?: Ceiling;
  branches: Branch[];
  checkpoints: Checkpoint[];
  /** Events of the branch up to the cursor with `seq` > the `since` that was asked for. */
  events: Event[];
  since: number;
  /** Those after the cursor, for a page that knows nothing of the branch: its rows tell of every step. */
  ahead?: Event[];
  /** Entries of the current branch from index `entriesFrom` on (0 unless `Look.knownEntries` asked for less). */
  entries: Entry[];
  entriesFrom: number;
  /** Replies given during the call, newest last. */
  replies: GivenReply[];
  /** Why a waiting request was not answered automatically, by request id. */
  unanswered: Record<string, string>;
}
/** A limit of the page that a run came to. `asked`: what the machine allows itself. */
export type Ceiling = { kind: 'live'; most: number; asked: number } | { kind: 'paths' | 'events'; most: number };
/** `step` is the core's step number of the reply; `wait` is the script's pause before it, in ms. */
export interface GivenReply {
  request: string;
  path: string;
  node: string;
  digest: string;
  mode: string;
  reply: AgentReply;
  warnings: string[];
  wait: number;
  branch: string;
  step: number;
}

/** A refusal of the core or the engine. Nothing changed; `snapshot` is the state as it stands. */
export interface Refusal {
  code: string;
  message: string;
  data?: Json;
}
export type Answer = { ok: true; snapshot: Snapshot } | { ok: false; error: Refusal; snapshot: Snapshot | null };

/**
 * `played`: entries of the record's `t`, of which those in `skipped` were left out because the present rules refuse
 * them; `leftOut`: how many on all branches. `stopped`: by a pause, before the end.
 */
export type Restored = Answer & {
  played?: number;
  skipped?: number[];
  leftOut?: number;
  stopped?: boolean;
  partial?: boolean;
};

export interface Checkpoint {
  name: string;
  branch: string;
  step: number;
  auto: boolean;
}
/** A step of a branch, of the current one by default. */
export interface StepPlace {
  branch?: string;
  step: number;
}

/**
 * A place where Run stops: one of `node`, `edge` and `field` (`Ctx.field`), by the core's ids; `hits`: only from the
 * n-th time of a Run on.
 */
export interface Stop {
  node?: string;
  edge?: string;
  field?: string;
  path?: string;
  if?: string;
  hits?: number;
}
/**
 * A breakpoint of the user: `at` is a node's id, an edge's key or `Ctx.field`; `hits`: from the n-th time of a Run on;
 * `path`: on one path only.
 */
export interface Breakpoint {
  at: string;
  if?: string;
  hits?: number;
  off?: boolean;
  path?: string;
}
/**
 * What ends Run beside the run itself: breakpoints and watches, nodes and edges of a run-to, the next of something, or
 * a tick.
 */
export interface Stops {
  at?: Stop[];
  nodes?: string[];
  edges?: string[];
  until?: 'agent' | 'fork';
  tick?: number;
}
/**
 * `path` is "" for what belongs to none; `error`: the condition could not be read; `times`: where a hit count was asked
 * for; `asked`: the run was to go on up to here.
 */
export interface Hit {
  why: 'node' | 'edge' | 'field' | 'agent' | 'fork' | 'join' | 'tick';
  path: string;
  node?: string;
  edge?: string;
  join?: string;
  field?: string;
  condition?: string;
  error?: string;
  times?: number;
  asked?: boolean;
}
export type ExportKind = 'saved' | 'recording' | 'dot' | 'machine' | 'trace' | 'database';
/** What stands in a form: texts in boxes, null where null is meant, undefined where nothing was typed yet. */
export type FormValue = Json | undefined | FormValue[] | { [field: string]: FormValue };
/** Values by context and field. */
export type Inputs = Record<string, Record<string, Json>>;
/** What an edit of the context graph did, as the core says it. */
export interface LayerResult {
  changed?: boolean;
  node?: string;
  view?: GraphView;
  edges?: number;
  missing?: number;
  newcomers?: string[];
  dropped?: { parent: string; child: string }[];
}
/**
 * Acts beside those with calls of their own, by name with their arguments. `decide`: whether a proposed edit is
 * applied; `applyText`: the run goes on with another source of its machine; `settle`: the automatic agent of one
 * request answers it.
 */
export type Act =
  | [name: 'stepPath', path: string]
  | [name: 'force', path: string, edge: string, mode: 'take' | 'skip' | null]
  | [name: 'decide', edit: string, apply: boolean]
  | [name: 'applyText', source: string]
  | [name: 'settle', request: string, waits: Waits]
  | [name: 'fork', step: number | null, branch: string | null]
  | [name: 'renameBranch', branch: string, title: string]
  | [name: 'deleteBranch', branch: string]
  | [name: 'checkpoint', title: string]
  | [name: 'toCheckpoint', title: string]
  | [name: 'graphEdit', edit: LayerEdit];

/** `asked`: nothing is answered by itself; the host hears of each request first and lets it be answered by `settle`. */
export type Waits = 'scripted' | 'real' | 'skipped' | 'asked';

/** What the page wants to see. */
export interface SnapshotRequest {
  options?: DotOptions;
  haveKey?: string;
  since?: number;
  /** How many entries of the branch the page already holds; only the later ones are sent. */
  knownEntries?: number;
  /** What is waited for: a script's `wait`, also the delay before a retry, or nothing (the default). */
  waits?: Waits;
}

/**
 * A node that may ask an agent. `stub` is its attribute; `writes`: a value for the first field that it may write;
 * `stored`: replies of a link are kept for it, and it is answered by nothing else; `newPathsOnly`: paths that a
 * fan-out starts enter it, none of them twice.
 */
export interface AgentNode {
  id: string;
  title: string;
  kind: 'work' | 'decision' | 'code';
  stub?: Json;
  writes?: Record<string, Record<string, Json>>;
  stored?: true;
  newPathsOnly?: true;
}

export type RunStop = 'paused' | 'ended' | 'pending' | 'blocked' | 'loop' | 'budget' | 'refused' | 'hit';

/** How a branch ended, or what the paths that are left wait for. */
export type RunEnd = Entry['outcome'] | 'awaitingAgent' | 'awaitingAnswers';

/**
 * A run that was left: where it stood, how its branch ended, and what it is played again from. `node`: at which it
 * completed, if at one; `end`: where it ended, where it did not stand there.
 */
export interface KeptRun {
  number: number;
  place: Place;
  outcome: RunEnd;
  node?: string;
  end?: Place;
  record: SessionRecord;
  at: Place & { branch: string; step?: number };
}

/** The number of the present run, and those before it, the newest first. */
export interface RunList {
  runNumber: number;
  runs: KeptRun[];
}
