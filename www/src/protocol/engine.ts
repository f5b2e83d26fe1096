// The core as the page calls it. Types only.
import type {
  AgentReply,
  Completion,
  ContextInfo,
  Diagnostic,
  Diff,
  Edit,
  Entry,
  Event,
  Fix,
  Graph,
  GraphView,
  Hover,
  Json,
  LanguageWord,
  Ok,
  Output,
  Projection,
  Span,
  Violation,
} from '../../pkg/tracklight.js';
import type { Analysis, FileAnalysis, PackedTokens, Picture, Sources } from './analysis.ts';
import type { AgentSettings, LinkRun, Place, SessionRecord } from './record-types.ts';
import type {
  Act,
  AgentNode,
  Answer,
  ExportKind,
  Hit,
  Inputs,
  LayerResult,
  SnapshotRequest,
  Restored,
  RunStop,
  Snapshot,
  StepPlace,
  RunEnd,
  Stops,
} from './snapshot.ts';

/**
 * What the page is told beside its answers. `engine-slow` may be followed by `engine-restarted`, `engine-stopped`,
 * `engine-too-long` (this machine is not tried again) or `engine-back`.
 */
export interface Notice {
  code:
    | 'engine-slow'
    | 'engine-back'
    | 'engine-restarted'
    | 'engine-stopped'
    | 'engine-too-long'
    | 'engine-load'
    | 'engine-part';
  text: string;
  snapshot?: Snapshot | null;
}

/** Why a worker was replaced: it crashed, it did not answer, or the user did not want to wait. */
export type Loss = 'crash' | 'hang' | 'user';

/** What a notice of a restart is about. */
export interface Restart {
  loss: Loss;
  /** What of the run is there again; `none`: there was none. */
  run: 'none' | 'whole' | 'part' | 'lost';
  lostBranches: number;
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
  /**
   * The edits that another name for the thing at a place needs, in all files: those without `file` are of the entry.
   * `stubs` are JSON texts by node.
   */
  rename(
    file: string,
    text: string,
    offset: number,
    name: string,
    stubs: Record<string, string>,
  ): Promise<Ok<{ edits: Edit[]; stubs: { node: string; json: string }[] }> | null>;
  /** The edits of all imports that name `from`. `text` is that of the entry. */
  renameFile(entry: string, text: string, from: string, to: string): Promise<Ok<{ edits: Edit[] }> | null>;

  /** Static drawing of the newest edited text. */
  draw(look: SnapshotRequest): Promise<Picture>;
  /** A new run of the newest edited text. Start values that no context or field of it takes are left out. */
  start(settings: AgentSettings, look: SnapshotRequest, input?: Inputs): Promise<Answer>;
  step(look: SnapshotRequest): Promise<Answer>;
  reply(request: string, reply: AgentReply, look: SnapshotRequest): Promise<Answer>;
  answer(request: string, answer: string | { error: string }, look: SnapshotRequest): Promise<Answer>;
  choose(path: string, edge: string, look: SnapshotRequest): Promise<Answer>;
  setContext(path: string, target: string, value: Json, look: SnapshotRequest): Promise<Answer>;
  cancel(path: string, look: SnapshotRequest): Promise<Answer>;
  /** Moves the cursor back by `n` positions (forward if negative), as far as the branch goes. */
  back(n: number, look: SnapshotRequest): Promise<Answer>;
  goTo(step: number, branch: string | null, look: SnapshotRequest): Promise<Answer>;
  /** The present position again, for other options. */
  look(look: SnapshotRequest): Promise<Answer>;
  settings(settings: AgentSettings, look: SnapshotRequest): Promise<Answer>;
  /** Steps in slices until something stops it; `progress` at most every 100 ms. */
  run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
    look: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }>;
  act(act: Act, look: SnapshotRequest): Promise<Answer & { result?: LayerResult }>;
  /**
   * The contexts that the run's machine declares; `hash` is the machine's. These six answer null when there is no run.
   */
  fields(): Promise<{ hash: string; contexts: ContextInfo[] } | null>;
  /**
   * The prompt of a node with the values of a path, at the cursor or at another step of the branch, and its
   * description; null for what it does not have.
   */
  describe(
    path: string,
    node: string,
    step?: number,
  ): Promise<{ prompt: string | null; description: string | null } | null>;
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
  /** The entries and events of any branch, from the start of the run to its last step, and how it stands there. */
  branchPast(branch: string): Promise<{ entries: Entry[]; events: Event[]; end: RunEnd }>;
  /** A saved run in place of the present one. It has no session record: links of it hold its text only. */
  resume(saved: string, force: boolean, look: SnapshotRequest): Promise<Answer>;
  /** A new run of the edited text, answered from a recording as far as it fits. */
  playRecording(
    recording: Json,
    force: boolean,
    look: SnapshotRequest,
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
    look: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Restored>;
  /**
   * The run up to the cursor as members of a link; replies that its present settings compute again are left out. Null
   * when there is no run or a newer call overtook this one. Refused (`link-run`) for what links cannot carry.
   */
  link(): Promise<Ok<{ run: LinkRun }> | null>;
  /** The session record of the branch at the cursor, without the members of a whole run. */
  branchRecord(): SessionRecord | null;
  /** The session record of the whole run, and where its cursor stands: what drafts and restarts are made from. */
  runRecord(): { record: SessionRecord; at: Place & { branch: string; step?: number } } | null;
  /** Listens for notices: worker restarted, lost, slow. */
  onNotice(listen: (notice: Notice) => void): void;
  close(): void;
}
