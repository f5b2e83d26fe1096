// The run at the cursor, answers of the engine, and what stops a run. Types only.
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
import type { LayerEdit, Place, RecordedEntry, SessionRecord } from './record-types.ts';

/** The edges of the machine from a step on, until the next edit of the machine. */
export interface Revision {
  fromStep: number;
  edges: { id: string; source: string; target: string; condition?: string }[];
}

/** The run at the cursor, with everything that the page renders. */
export interface Snapshot {
  /** The texts this run was made from. */
  source: string;
  files: Record<string, string>;
  entry: string;
  /** Start values that differ from the declared defaults. */
  input?: Inputs;
  /** The number of edits of the context graph, which do not change the position. */
  graphRevision: number;
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
  /** The machine's edges by step, if the branch applied an edit: events have the edge ids of their time. */
  revisions?: Revision[];
  /** Actions of the host that Run took by itself, with the stubs of forms and events, and where each led to. */
  hostActions?: { entry: RecordedEntry; position: Place & { branch: string; step: number } }[];
  /** Nothing moves by itself, and a stub gives what Run needs to go on. */
  canGiveStub?: true;
  /** The limit of the page that this run has reached. */
  ceiling?: Ceiling;
  branches: Branch[];
  checkpoints: Checkpoint[];
  /** Events of the branch up to the cursor with a `seq` greater than `since`. */
  events: Event[];
  since: number;
  /** Events after the cursor, if the request had no events of the branch: the step list shows every step. */
  ahead?: Event[];
  /** Entries of the current branch from index `entriesFrom` on (`knownEntries` of the request). */
  entries: Entry[];
  entriesFrom: number;
  /** Replies given during the call, newest last. */
  replies: GivenReply[];
  /** Why a waiting request was not answered automatically, by request id. */
  unanswered: Record<string, string>;
}
/** A limit of the page that a run reached. `asked`: the limit in the machine. */
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

/** A refusal of the core or the engine. The run is unchanged. */
export interface Refusal {
  code: string;
  message: string;
  data?: Json;
}
export type Answer = { ok: true; snapshot: Snapshot } | { ok: false; error: Refusal; snapshot: Snapshot | null };

/**
 * `played`: how many entries of the record's `t` were replayed. The indexes in `skipped` were left out because the
 * present rules refuse them; `leftOut` counts them on all branches. `stopped`: a pause ended the replay.
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
 * Where Run stops: one of `node`, `edge` and `field` (`Ctx.field`), by the core's ids. `hits`: only from the n-th time
 * on.
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
 * A breakpoint of the user. `at` is a node's id, an edge's key or `Ctx.field`; `hits`: only from the n-th time of a Run
 * on; `path`: only on this path.
 */
export interface Breakpoint {
  at: string;
  if?: string;
  hits?: number;
  off?: boolean;
  path?: string;
}
/**
 * What stops Run before the run ends: breakpoints and watches, the nodes and edges of a run-to, the next agent call or
 * fork, or a tick.
 */
export interface RunBounds {
  at?: Stop[];
  nodes?: string[];
  edges?: string[];
  until?: 'agent' | 'fork';
  tick?: number;
}
/**
 * Why Run stopped. `path` is "" for what happens on no path; `error`: the condition could not be evaluated; `times`:
 * how often the breakpoint was hit, if it counts hits; `asked`: the user asked to run to here.
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
export type ExportKind = 'saved' | 'recording' | 'dot' | 'parts' | 'machine' | 'facts' | 'trace' | 'database';
/** The value of a form: texts of inputs, null where the user chose null, undefined where nothing was typed yet. */
export type FormValue = Json | undefined | FormValue[] | { [field: string]: FormValue };
/** Values by context and field. */
export type Inputs = Record<string, Record<string, Json>>;
/** The core's result of an edit of the context graph. */
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
 * Actions without a method of their own: a name and arguments. `decide` applies or rejects a proposed edit; `applyText`
 * gives the run another source of its machine; `settle` lets the automatic agent of one request answer it; `giveStub`
 * gives what the stubs of forms and events say, as Run does.
 */
export type NamedAction =
  | [name: 'stepPath', path: string]
  | [name: 'force', path: string, edge: string, mode: 'take' | 'skip' | null]
  | [name: 'decide', edit: string, apply: boolean]
  | [name: 'applyText', source: string]
  | [name: 'settle', request: string, waits: Waits]
  | [name: 'giveStub']
  | [name: 'fork', step: number | null, branch: string | null]
  | [name: 'renameBranch', branch: string, title: string]
  | [name: 'deleteBranch', branch: string]
  | [name: 'checkpoint', title: string]
  | [name: 'toCheckpoint', title: string]
  | [name: 'graphEdit', edit: LayerEdit];

/**
 * Whether automatic replies wait: for the `wait` of scripts (`scripted`), also before retries (`real`), or not at all.
 * `asked`: there are none until the host answers a request with `settle`.
 */
export type Waits = 'scripted' | 'real' | 'skipped' | 'asked';

/** What a snapshot should contain. */
export interface SnapshotRequest {
  options?: DotOptions;
  haveKey?: string;
  since?: number;
  /** How many entries of the branch the page has; only later ones are sent. */
  knownEntries?: number;
  /** `skipped` by default. */
  waits?: Waits;
}

/**
 * A node that may call an agent. `stub`: its attribute; `writes`: an example for the first field that it may write;
 * `stored`: it only gets the stored replies of a link; `newPathsOnly`: only new paths of a fan-out enter it, each once.
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

/** How a branch ended, or what its paths wait for. */
export type BranchEnd = Entry['outcome'] | 'awaitingAgent' | 'awaitingAnswers' | 'awaitingEvent';

/**
 * A previous run: its position, its outcome, and the record to restore it from. `node`: the only node at which its
 * paths completed; `end`: where it ended, if the cursor was elsewhere.
 */
export interface KeptRun {
  number: number;
  place: Place;
  outcome: BranchEnd;
  node?: string;
  end?: Place;
  record: SessionRecord;
  at: Place & { branch: string; step?: number };
}

/** The number of the present run, and the previous runs, newest first. */
export interface RunList {
  runNumber: number;
  runs: KeptRun[];
}
