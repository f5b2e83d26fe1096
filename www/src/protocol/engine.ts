// The core as the page calls it. Types only.
import type {
  AgentReply,
  Answer as GivenAnswer,
  Completion,
  ContextInfo,
  Diagnostic,
  Diff,
  Edit,
  EditOp,
  Entry,
  Event,
  Fix,
  Graph,
  GraphView,
  Hover,
  Json,
  LanguageWord,
  Machine,
  Ok,
  Output,
  Projection,
  Span,
  Violation,
} from '../../pkg/tracklight.js';
import type { Analysis, FileAnalysis, PackedTokens, Picture, Sources } from './analysis.ts';
import type { AgentSettings, LinkRun, Place, SessionRecord } from './record-types.ts';
import type {
  NamedAction,
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
  BranchEnd,
  RunBounds,
} from './snapshot.ts';

/**
 * What the engine reports besides its answers. `engine-slow` may be followed by `engine-restarted`, `engine-stopped`,
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

/** Why a worker was replaced: it crashed, it did not answer, or the user restarted it. */
export type Loss = 'crash' | 'hang' | 'user';

/** What was restored after a restart. */
export interface Restart {
  loss: Loss;
  /** How much of the run was restored; `none`: there was no run. */
  run: 'none' | 'whole' | 'part' | 'lost';
  lostBranches: number;
}

/**
 * The page's side of the core worker (`connect` of core/client.ts). Every call answers or rejects; a lost worker is
 * replaced. The methods named in `protocol/messages.ts` are made from that table.
 */
export interface Engine {
  version(): Promise<{ core: string; rules: number }>;
  /** Every word of the language, for the cheat sheet. */
  languageReference(): Promise<LanguageWord[]>;
  /** Parses texts. Only the newest waiting call is answered with its analysis, older ones with null. */
  edit(source: string, files?: Record<string, string>, entry?: string): Promise<Analysis | null>;
  /** Tokens of one of the files, of the entry by default. */
  tokens(
    source: string,
    files?: Record<string, string>,
    entry?: string,
    file?: string,
    within?: { from: number; to: number },
  ): Promise<PackedTokens | null>;

  // Questions about a position in a file of the newest edited texts. `text` is the caller's text of the file: if it is
  // not the newest one, the answer is null. Spans without `file` are in the file of the question.
  file(file: string, text: string): Promise<FileAnalysis | null>;
  /** Only the newest waiting call is answered, older ones with null; so is `hover`. */
  complete(file: string, text: string, offset: number): Promise<Completion[] | null>;
  hover(file: string, text: string, offset: number): Promise<Hover | null>;
  definition(file: string, text: string, offset: number): Promise<Span | null>;
  references(file: string, text: string, offset: number): Promise<Span[] | null>;
  fixes(file: string, text: string, from: number, to: number): Promise<Fix[] | null>;
  format(file: string, text: string): Promise<Ok<{ text: string }> | null>;
  /**
   * The edits in all files that give what is at `offset` another name. Edits without `file` are of the entry. `stubs`
   * are JSON texts by node.
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

  // Of what edits a machine by its drawing: of the edited texts, or of others that are looked at for once.
  /** The canonical JSON, and the ids of what is a context. */
  declared(sources: Sources): Promise<{ json: Json; contexts: string[] } | null>;
  /** The edits in all files that a change needs, see `Machine.edit`. Edits without `file` are of the entry. */
  changeDrawing(sources: Sources, op: EditOp): Promise<ReturnType<Machine['edit']> | null>;
  /** What could be written at a place of a file, nothing at null, and what is wrong in the file. */
  completeAt(
    sources: Sources,
    file: string,
    at: number | null,
  ): Promise<{ completions: Completion[]; diagnostics: Diagnostic[] } | null>;

  /** Static drawing of the newest edited text. */
  draw(request: SnapshotRequest): Promise<Picture>;
  /** Starts a run of the newest edited text. Start values without a context or field for them are left out. */
  start(settings: AgentSettings, request: SnapshotRequest, input?: Inputs): Promise<Answer>;
  step(request: SnapshotRequest): Promise<Answer>;
  /** A tick although nothing is active: only timeouts of joins count it. */
  idleStep(request: SnapshotRequest): Promise<Answer>;
  reply(requestId: string, reply: AgentReply, request: SnapshotRequest): Promise<Answer>;
  answer(requestId: string, answer: GivenAnswer, request: SnapshotRequest): Promise<Answer>;
  /** Answers several requests in one action: all of them or none. */
  answers(answers: Record<string, GivenAnswer>, request: SnapshotRequest): Promise<Answer>;
  /** @param path null: every path that can receive the event */
  send(name: string, data: Json, path: string | null, request: SnapshotRequest): Promise<Answer>;
  /** Lets time pass on the run's clock, up to the first timer that is due. */
  elapse(ms: number, request: SnapshotRequest): Promise<Answer>;
  choose(path: string, edge: string, request: SnapshotRequest): Promise<Answer>;
  setContext(path: string, target: string, value: Json, request: SnapshotRequest): Promise<Answer>;
  cancel(path: string, request: SnapshotRequest): Promise<Answer>;
  /** Moves the cursor back by `n` positions (forward if negative), as far as the branch goes. */
  back(n: number, request: SnapshotRequest): Promise<Answer>;
  goTo(step: number, branch: string | null, request: SnapshotRequest): Promise<Answer>;
  /** A new snapshot of the present position. */
  snapshot(request: SnapshotRequest): Promise<Answer>;
  settings(settings: AgentSettings, request: SnapshotRequest): Promise<Answer>;
  /** Steps until something stops the run. `progress` is called at most every 100 ms. */
  run(
    options: { ticksPerSecond: number | null; maxTicks: number; stops?: RunBounds },
    request: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Answer & { reason?: RunStop; hit?: Hit }>;
  perform(act: NamedAction, request: SnapshotRequest): Promise<Answer & { result?: LayerResult }>;
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
  /** The violations of values of a context; null if there is no context with this id. */
  check(context: string, value: Record<string, Json>): Promise<Violation[] | null>;
  graph(): Promise<{ graph: Graph; views: GraphView[] } | null>;
  projection(path: string, options: { budget?: number; node?: string }): Promise<Ok<{ projection: Projection }> | null>;
  diff(a: StepPlace, b: StepPlace): Promise<Ok<Diff>>;
  /** The run or its machine as text; null when there is no run. */
  export(kind: ExportKind): Promise<string | null>;
  inspect(sources: Sources): Promise<Diagnostic[]>;
  /** The tokens of a text that is not the edited one. */
  highlight(source: string): Promise<PackedTokens>;
  /**
   * The number of nodes of texts that are not the edited ones; up to `maxNodes`, also the DOT of their flow in both
   * directions.
   */
  sketch(sources: Sources, maxNodes: number): Promise<{ nodes: number; dots: string[] }>;
  /** The run of a journal as a saved run. Refused where the core does not make it again. */
  savedFromJournal(entries: Json[], force: boolean): Promise<Ok<{ saved: string }>>;
  /** The value of a condition for a path at the cursor. */
  evaluate(path: string, expression: string): Promise<Ok<{ value?: Json; truthy: boolean }>>;
  /** An open agent request as one text, for models. */
  prompt(requestId: string): Promise<string | null>;
  /** The entries and events of any branch, from the start of the run to its last step, and its outcome there. */
  branchPast(branch: string): Promise<{ entries: Entry[]; events: Event[]; end: BranchEnd }>;
  /** Replaces the run by a saved one. */
  resume(saved: string, force: boolean, request: SnapshotRequest): Promise<Answer>;
  /** Starts a run of the edited text and replies from a recording as far as it fits. */
  playRecording(
    recording: Json,
    force: boolean,
    request: SnapshotRequest,
  ): Promise<Answer & { status?: 'ended' | 'mismatch' | 'blocked' | 'budget' }>;
  /** Stops `run` after its present tick. */
  pause(): void;
  /** Replaces a worker that has been silent for 3 seconds. */
  abandon(): void;
  /** Names of the calls that lost a worker, the newest last. */
  losses(): string[];
  /**
   * Starts a run of the record's text, replays it with all its branches, and moves the cursor to `at`. A branch stops
   * at its first refusal; the first of all is returned (code `replay`, with the position reached).
   */
  restore(
    record: SessionRecord,
    at: (Place & { branch?: string; step?: number }) | null,
    request: SnapshotRequest,
    progress: (snapshot: Snapshot) => void,
  ): Promise<Restored>;
  /**
   * The run up to the cursor as members of a link, without the replies that its present settings would give again. Null
   * when there is no run or a newer call was made. Refused (`link-run`) for what links cannot store.
   */
  link(): Promise<Ok<{ run: LinkRun }> | null>;
  /** The session record of the branch at the cursor. */
  branchRecord(): SessionRecord | null;
  /** The session record of the whole run and its cursor, for drafts and restarts. */
  runRecord(): { record: SessionRecord; at: Place & { branch: string; step?: number } } | null;
  onNotice(listen: (notice: Notice) => void): void;
  close(): void;
}
