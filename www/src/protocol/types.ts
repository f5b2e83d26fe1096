// Shapes that cross between the page and its engine. Types only; the core's own types come from the wasm package.
import type {
  AgentReply,
  AgentRequest,
  Branch,
  Completion,
  LanguageWord,
  ContextInfo,
  Diagnostic,
  Diff,
  DotOptions,
  Edit,
  EditProposal,
  Entry,
  Event,
  Fix,
  Graph,
  GraphEdit,
  GraphView,
  Hover,
  InfoRequest,
  Json,
  Ok,
  OutlineItem,
  Output,
  Overlay,
  Projection,
  Span,
  State as GraphState,
  Statement,
  View,
  Violation,
} from '../../pkg/tracklight.js';

/** What the package declares, beside what is declared here. */
export type * from '../../pkg/tracklight.js';
export type { GraphState };

/** The texts of a machine: `source` is that of the entry file, `entry` its path; `files` holds the others by path. */
export interface Sources {
  source: string;
  files: Record<string, string>;
  entry: string;
}

/** What the core says about a machine's texts. */
export interface Analysis {
  source: string;
  /** Paths of the files that the entry imports, itself or through others. */
  imported: string[];
  title: string | null;
  /** Those of imported files name their file. */
  diagnostics: Diagnostic[];
  errors: number;
  warnings: number;
  nodes: number;
  edges: number;
  outline: OutlineItem[];
  /** The run is of this text: it was begun with it, or with one that means the same machine. */
  ofRun: boolean;
}

/** What the core says about one file that is not the entry, read as if it were. `source` is its text. */
export interface FileAnalysis {
  file: string;
  source: string;
  diagnostics: Diagnostic[];
  outline: OutlineItem[];
}

/**
 * Tokens packed for the transfer: from, to, index into `classes`, three numbers a token. A class is the token's class
 * and its modifiers, with spaces between. `source` is the text of the file they are of.
 */
/** `within`: the part of the text that they are of; all of it by default. */
export interface PackedTokens {
  source: string;
  classes: string[];
  tokens: Uint32Array;
  within?: { from: number; to: number };
}

/** A drawing: `dot` only when its layout key differs from the one the page said it has. */
export interface Picture {
  key: string;
  overlay: Overlay | null;
  dot: string | null;
}

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
/** An edit of the context graph, or of its kept views. */
export type LayerEdit =
  | GraphEdit
  | { op: 'saveView' | 'restoreView' | 'deleteView'; name: string }
  | { op: 'resetView' };
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
 * applied; `settle`: the automatic agent of one request answers it.
 */
export type Act =
  | [name: 'stepPath', path: string]
  | [name: 'force', path: string, edge: string, mode: 'take' | 'skip' | null]
  | [name: 'decide', edit: string, apply: boolean]
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
export interface Look {
  options?: DotOptions;
  haveKey?: string;
  since?: number;
  /** How many entries of the branch the page already holds; only the later ones are sent. */
  knownEntries?: number;
  /** What is waited for: a script's `wait`, also the delay before a retry, or nothing (the default). */
  waits?: Waits;
}

/** Who answers (link member `r`): run-level mode, per-node script or mode. Links never carry `custom` and `remote`. */
export interface AgentSettings {
  m?: 'stub' | 'auto' | 'manual' | 'custom' | 'remote';
  n?: Record<string, Json | 'auto' | 'manual'>;
}

/**
 * A node that may ask an agent. `stub` is its attribute; `writes`: a value for the first field that it may write;
 * `stored`: replies of a link are kept for it, and it is answered by nothing else.
 */
export interface AgentNode {
  id: string;
  title: string;
  kind: 'work' | 'decision' | 'code';
  stub?: Json;
  writes?: Record<string, Record<string, Json>>;
  stored?: true;
}

/**
 * One host action in the form of a link (member `t`), or what only sessions keep: a change of settings `["s",
 * settings]`, and `["l"]` where a replay of stored replies was over.
 */
export type RecordEntry = [tick: number, kind: string, ...rest: Json[]];
/** A stored reply of a link (member `r.l`): path, node, digest, reply. */
export type StoredReply = [path: string, node: string, digest: string, reply: AgentReply];
/** A scripted answer of a link (member `r.l`) to an information request. */
export type StoredAnswer = [path: string, request: string, answer: Json];
/** The run of a branch up to a position, as members of a link: `s` is the text that it began with. */
export interface LinkRun {
  s: string;
  i?: Record<string, Record<string, Json>>;
  r: { m?: 'auto' | 'manual'; n?: Record<string, Json>; l?: (StoredReply | StoredAnswer)[] };
  t: [tick: number, kind: string, ...rest: Json[]][];
  k: number;
}
/** What was done on a branch behind the place it begins at. */
export interface BranchRecord {
  /** null for a branch that a saved run brought with it: what was done then follows its tip. */
  from: (Place & { branch: string; step?: number }) | null;
  n?: string;
  r: SessionRecord['r'];
  t: RecordEntry[];
  k: number;
  /** Deleted: only what others need of it is built, and its id is not given again. */
  gone?: true;
}
/** The session record of one branch: a link document without size limits. The last members are those of a whole run. */
export interface SessionRecord {
  s: string;
  /** Other files by path, and the path of `s`; absent for a machine of one file with the usual name. */
  f?: Record<string, string>;
  e?: string;
  i?: Record<string, Record<string, Json>>;
  /** `given`: how many of `l` came with a link; their nodes are answered by nothing else. */
  r: AgentSettings & { l: (StoredReply | StoredAnswer)[]; given?: number };
  t: RecordEntry[];
  k: number;
  /** Version of the rules it was made with, where that is known: what comes from a link or a file says it. */
  v?: number;
  /** Edits of the context graph, made after everything else. Only sessions keep them. */
  g?: LayerEdit[];
  /** The saved run it goes on from, instead of a start. */
  w?: string;
  /** Name of the first branch, `main` by default; whether that one was deleted. */
  n?: string;
  gone?: true;
  /** The other branches in the order of their ids, from `b2` on. */
  b?: BranchRecord[];
  /** Checkpoints set by hand. */
  c?: { name: string; branch: string; step: number }[];
  /** Settings in force at the cursor, where they are not those of the last deed. */
  now?: AgentSettings;
}
/** A place on a branch as people count it. */
export interface Place {
  tick: number;
  action: number;
}

/**
 * What the page is told beside its answers. `engine-slow` may be followed by `engine-restarted`, `engine-stopped` or
 * `engine-back`.
 */
export interface Notice {
  code: 'engine-slow' | 'engine-back' | 'engine-restarted' | 'engine-stopped' | 'engine-load' | 'engine-part';
  text: string;
  snapshot?: Snapshot | null;
}

/**
 * Page side of the core worker (`connect` of core/client.ts). Every call answers or rejects; a lost worker restarts.
 */
export interface Engine {
  version(): Promise<{ core: string; rules: number }>;
  /** Every word of the language, for the cheat sheet. */
  languageReference(): Promise<LanguageWord[]>;
  /** Parses; only the newest call in flight is answered with its analysis, older ones with null. */
  edit(source: string, files?: Record<string, string>, entry?: string): Promise<Analysis | null>;
  /** Tokens of one of the files, of the entry by default. */
  tokens(
    source: string,
    files?: Record<string, string>,
    entry?: string,
    file?: string,
    within?: { from: number; to: number },
  ): Promise<PackedTokens | null>;

  // Questions about a place of a file of the newest edited texts. `text` is the file's text as the asker has it:
  // when it is not the newest one, the answer is null. Spans without `file` are in the file that was asked about.
  file(file: string, text: string): Promise<FileAnalysis | null>;
  /** Only the newest call in flight is answered, older ones with null; so is `hover`. */
  complete(file: string, text: string, offset: number): Promise<Completion[] | null>;
  hover(file: string, text: string, offset: number): Promise<Hover | null>;
  definition(file: string, text: string, offset: number): Promise<Span | null>;
  references(file: string, text: string, offset: number): Promise<Span[] | null>;
  fixes(file: string, text: string, from: number, to: number): Promise<Fix[] | null>;
  format(file: string, text: string): Promise<Ok<{ text: string }> | null>;
  /** The edits of all imports that name `from`. `text` is that of the entry. */
  renameFile(entry: string, text: string, from: string, to: string): Promise<Ok<{ edits: Edit[] }> | null>;

  /** Static drawing of the newest edited text. */
  draw(look: Look): Promise<Picture>;
  /** A new run of the newest edited text. Start values that no context or field of it takes are left out. */
  start(settings: AgentSettings, look: Look, input?: Inputs): Promise<Answer>;
  step(look: Look): Promise<Answer>;
  reply(request: string, reply: AgentReply, look: Look): Promise<Answer>;
  answer(request: string, answer: string | { error: string }, look: Look): Promise<Answer>;
  choose(path: string, edge: string, look: Look): Promise<Answer>;
  setContext(path: string, target: string, value: Json, look: Look): Promise<Answer>;
  cancel(path: string, look: Look): Promise<Answer>;
  /** Moves the cursor back by `n` positions (forward if negative), as far as the branch goes. */
  back(n: number, look: Look): Promise<Answer>;
  goTo(step: number, branch: string | null, look: Look): Promise<Answer>;
  /** The present position again, for other options. */
  look(look: Look): Promise<Answer>;
  settings(settings: AgentSettings, look: Look): Promise<Answer>;
  /** Steps in slices until something stops it; `progress` at most every 100 ms. */
  run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
    look: Look,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }>;
  act(act: Act, look: Look): Promise<Answer & { result?: LayerResult }>;
  /**
   * The contexts that the run's machine declares; `hash` is the machine's. These six answer null when there is no run.
   */
  fields(): Promise<{ hash: string; contexts: ContextInfo[] } | null>;
  /** The prompt of a node with the values of a path, and its description; null for what it does not have. */
  describe(path: string, node: string): Promise<{ prompt: string | null; description: string | null } | null>;
  /** The nodes of the run's machine that may ask an agent, in source order. */
  agents(): Promise<AgentNode[] | null>;
  /** What the machine has put out so far. */
  outputs(): Promise<Output[]>;
  /** What is wrong with values of fields of a context; null if there is none of this id. */
  check(context: string, value: Record<string, Json>): Promise<Violation[] | null>;
  graph(): Promise<{ graph: Graph; views: GraphView[] } | null>;
  projection(path: string, options: { budget?: number; node?: string }): Promise<Ok<{ projection: Projection }> | null>;
  diff(a: StepPlace, b: StepPlace): Promise<Ok<Diff>>;
  /** A text that leaves the page; null when there is no run. */
  export(kind: ExportKind): Promise<string | null>;
  inspect(sources: Sources): Promise<Diagnostic[]>;
  /** The tokens of a text that is not edited here. */
  highlight(source: string): Promise<PackedTokens>;
  /** How many nodes texts have that are not edited here; with at most `most` also their drawing in DOT, both ways. */
  sketch(sources: Sources, most: number): Promise<{ nodes: number; dots: string[] }>;
  /** What a condition is worth for a path at the cursor. */
  evaluate(path: string, expression: string): Promise<Ok<{ value?: Json; truthy: boolean }>>;
  /** An open agent request as one text, for models. */
  prompt(request: string): Promise<string | null>;
  /** The entries of any branch, from the start of the run on. */
  branchEntries(branch: string): Promise<Entry[]>;
  /** A saved run in place of the present one. It has no session record: links of it hold its text only. */
  resume(saved: string, force: boolean, look: Look): Promise<Answer>;
  /** A new run of the edited text, answered from a recording as far as it fits. */
  playRecording(
    recording: Json,
    force: boolean,
    look: Look,
  ): Promise<Answer & { status?: 'ended' | 'mismatch' | 'blocked' | 'budget' }>;
  /** Stops `run` after the tick in hand. */
  pause(): void;
  /** Ends a worker that has been silent for 3 seconds, instead of waiting longer. */
  abandon(): void;
  /** Names of the calls that were lost with a worker, the newest last. */
  losses(): string[];
  /**
   * Starts a run of the record's text and replays it with all its branches to its end, or to `at`; a branch stops at
   * its first refusal (code `replay`, with the position reached), of which the first is told.
   */
  restore(
    record: SessionRecord,
    at: (Place & { branch?: string; step?: number }) | null,
    look: Look,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Restored>;
  /**
   * The run up to the cursor as members of a link; replies that its present settings compute again are left out. Null
   * when there is no run or a newer call overtook this one. Refused (`link-run`) for what links cannot carry.
   */
  link(): Promise<Ok<{ run: LinkRun }> | null>;
  /** The session record of the branch at the cursor, without the members of a whole run. */
  record(): SessionRecord | null;
  /** The session record of the whole run, and where its cursor stands: what drafts and restarts are made from. */
  whole(): { record: SessionRecord; at: Place & { branch: string; step?: number } } | null;
  /** Listens for notices: worker restarted, lost, slow. */
  onNotice(listen: (notice: Notice) => void): void;
  close(): void;
}
export type RunStop = 'paused' | 'ended' | 'pending' | 'blocked' | 'loop' | 'budget' | 'refused' | 'hit';

/** A run as a database: what `Engine.export("database")` writes as JSON. */
export interface RunDatabase {
  /** Of the position it is of, see `database-mark.ts`. */
  mark: string;
  title: string;
  step: number;
  tick: number;
  action: number;
  ddl: string;
  statements: Statement[];
  script: string;
  /** The tables of complete values alone, `machine.ddl()`. */
  plain: string;
  /** The main tables of output contexts. */
  outputs: string[];
  collisions: Diagnostic[];
}
/** A table, or a view, which has no rows of its own. */
export interface SqlTable {
  name: string;
  sql: string;
  rows: number | null;
}
/** What stands in a cell: its kind and its text. */
export interface Cell {
  kind: 'null' | 'integer' | 'real' | 'text' | 'json' | 'blob';
  text: string;
}
/** `count` rows in all, of which `rows` are shown and `csv` has every one; `cut`: there were more than can be kept. */
export interface SqlResult {
  columns: string[];
  rows: Cell[][];
  count: number;
  cut: boolean;
  csv: Blob;
}
/**
 * `open`: a transaction was begun and not ended. `at` is a UTF-16 offset in the script, of the statement unless
 * `exact`; `ms` is what it took.
 */
export type SqlAnswer =
  | {
      ok: true;
      result: SqlResult | null;
      statements: number;
      changes: number;
      open: boolean;
      tables: SqlTable[];
      ms?: number;
    }
  /** `near` is the table that was probably meant, where there is no table of that name. */
  | {
      ok: false;
      limit: boolean;
      message: string;
      at: number;
      exact: boolean;
      statement: number;
      near?: string;
      tables: SqlTable[];
      ms?: number;
    };

/** A run that was left: where it stood, and what it is played again from. */
export interface KeptRun {
  number: number;
  place: Place;
  outcome: Snapshot['view']['outcome']['kind'];
  record: SessionRecord;
  at: Place & { branch: string; step?: number };
}

/** The number of the present run, and those before it, the newest first. */
export interface RunList {
  runNumber: number;
  runs: KeptRun[];
}
