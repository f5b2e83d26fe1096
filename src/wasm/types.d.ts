/** JSON as plain objects; a `Map` never crosses. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** `1`, `1.2`: outline ids of paths. */
export type PathId = string;
/** Full path of a node: `shop.cart.add`. */
export type NodeId = string;
/** `e<i>`, `i` being the edge's position in the canonical JSON. */
export type EdgeId = string;
export type ContextId = NodeId;
export type Ok<T = {}> = ({ ok: true } & T) | Refused;
/** A refusal changes nothing. `code` is for programs, `message` for people. */
export interface Refused { ok: false; error: { code: string; message: string; data?: Json } }
/** UTF-16 offsets. `file` is the path of an imported file; without it the place lies in the source. */
export interface Span { from: number; to: number; file?: string }
export interface Edit extends Span { insert: string }
export interface Fix { title: string; edits: Edit[] }
export interface Diagnostic extends Span {
  severity: "error" | "warning" | "info"; code: string; message: string; hint?: string;
  related?: (Span & { message: string })[]; fixes?: Fix[];
  /** Where in the JSON that the machine was made from; the span is empty then. */
  pointer?: string;
}
/**
 * `modifiers`: `declaration`; on names of nodes the node's class (`task`, `state`, `context`, …), `created`,
 * `deprecated`.
 */
export interface Token extends Span { class: string; modifiers?: string[] }
/** The text of the span becomes `insert`. Shown in the order of `sort`; `detail` is one line. */
export interface Completion extends Span {
  label: string;
  kind: "type" | "node" | "field" | "annotation" | "parameter" | "value" | "arrow" | "label" | "keyword" | "function"
    | "variable" | "file" | "symbol";
  detail?: string; insert: string; sort: string;
  /** One to three lines that use the word, for words of the language. */
  example?: string;
}
/** The text of the author in `markdown` is escaped. */
export interface Hover extends Span { markdown: string }
export interface OutlineItem extends Span {
  name: string; detail?: string; class: string; id?: NodeId; diagramId?: string; newPathsOnly?: boolean; select: Span;
  children: OutlineItem[];
}

/** A word of the language: what it means in one line, one to three lines that use it, and where it may be. */
export interface LanguageWord {
  kind: "nodeType" | "arrow" | "label" | "attribute" | "stubKey" | "annotation" | "fieldType" | "name" | "function" | "style";
  word: string; says: string; example?: string;
  on: ("machine" | "task" | "state" | "context" | "tool" | "type" | "field" | "edge")[];
}

/** Every word of the language, with what completion and hover say about it. */
export function languageReference(): LanguageWord[];
/** Version of the core (with its commit) and of its rules. */
export function version(): { core: string; rules: number };

/** A parsed machine. Parsing never throws: what is wrong is in `diagnostics()`. */
export class Machine {
  private constructor();
  /**
   * `files` are texts by path, for imports; `entry` is the path of `source` among them, `machine.dygram` by default.
   * `work` is the budget of work in units, 60,000,000 by default: a text that costs more gives an empty machine with one
   * finding, `too-large`.
   */
  static parse(
    source: string,
    files?: Record<string, string>,
    entry?: string,
    options?: { work?: number },
  ): Machine;
  /**
   * The machine of a canonical JSON; its text is laid out unless `format` is false. What is wrong is in `diagnostics()`
   * with a JSON pointer: `json-machine` where it describes no machine, which is empty then, `json-ignored` for what a
   * text cannot say.
   */
  static fromJSON(json: Json, options?: { format?: boolean }): Machine;
  /**
   * Reads what `run.save()` gave. Refused: `bad-save`, `hash-mismatch` (unless forced). `timelineDropped`: the run goes
   * on without its past. `work` is the budget of work for its source, as for `parse`.
   */
  static resume(
    text: string,
    options?: { force?: boolean; work?: number },
  ): Ok<{ machine: Machine; run: Run; timelineDropped: boolean }>;
  /**
   * The run that the entries of a journal make again, as `run.actions()` gives them. Refused: `bad-save` (another form,
   * or an action that the run does not accept), `hash-mismatch`, `rules-mismatch` (both unless forced).
   */
  static replay(
    entries: JournalEntry[],
    options?: { force?: boolean; work?: number },
  ): Ok<{ machine: Machine; run: Run }>;
  /** 16 hex digits: hash of the canonical JSON without ranges. */
  readonly hash: string;
  readonly title: string | null;
  readonly source: string;
  diagnostics(): Diagnostic[];
  /** Canonical JSON. */
  toJSON(): Json;
  /** What of it a look at the text needs: how many nodes and edges, and the paths of the files it imports. */
  counts(): { nodes: number; edges: number; files: string[] };
  /** Graphviz DOT of the structure. */
  dot(options?: DotOptions): string;
  /** The same in two parts, with the wires between them. */
  drawing(options?: DotOptions): Drawing;
  /** Layout key and looks of that drawing. */
  overlay(options?: DotOptions): Overlay;
  /** The text in the layout of the language. Refused with `format-refused` and the first syntax error as `data`. */
  format(): Ok<{ text: string }>;
  /** Tokens that touch the range, in order. */
  tokens(from?: number, to?: number): Token[];
  /**
   * The same, for editors: three numbers a token, `from`, `to` and the index of its class. A class is the token's class
   * and its modifiers with spaces between.
   */
  packedTokens(from?: number, to?: number): { classes: string[]; tokens: Uint32Array };
  outline(): OutlineItem[];
  folds(): Span[];
  /** In source order. */
  contexts(): ContextInfo[];
  /** JSON Schema of a context; `null` if there is none of this id. */
  schema(context: ContextId): JsonSchema | null;
  /**
   * What is wrong with a value, completed like a written one. `whole`: required fields at the top must be there too.
   */
  validate(context: ContextId, value: Json, options?: { whole?: boolean; first?: boolean }): { violations: Violation[]; dropped: number } | null;
  /** `CREATE TABLE …` for SQLite. With layout `run` and no context, the run's own tables come first. */
  ddl(options?: { layout?: Layout; context?: ContextId }): string | null;
  /** The names of those tables, not quoted, in that order. */
  tables(options?: { layout?: Layout; context?: ContextId }): string[] | null;
  /** Statements for one value, layout `plain`. `firstIds` are the first keys of new rows, by table. */
  dml(context: ContextId, value: Json, options?: { op?: "insert" | "update" | "delete"; id?: number; firstIds?: Record<string, number> }): Ok<{ statements: Statement[]; dropped: string[] }>;
  /** What could be written at an offset, filtered by the word left of it. */
  complete(offset: number): Completion[];
  hover(offset: number): Hover | null;
  /** Where the thing named at an offset is declared, in the source or in an imported file. */
  definition(offset: number): Span | null;
  /** Every use in the source, in order. */
  references(offset: number): Span[];
  /** Fixes of the findings that touch the selection, and changes that need no finding. */
  fixes(from: number, to: number): Fix[];
  /**
   * The edits that give the thing named at an offset another name, in all files: those without `file` are of the
   * source. `options.file` is the file of the offset; `options.stubs` are the JSON texts of stubs that stand in for
   * those of the source, by node id, and come back with the new name in them. Refused with `no-symbol`, `bad-name`,
   * `name-exists` or, where the texts would mean something else, `name-captured`.
   */
  rename(offset: number, name: string, options?: { file?: string; stubs?: Record<NodeId, string> }): Ok<{ edits: Edit[]; stubs: { node: NodeId; json: string }[] }>;
  /**
   * The small edits that a change of the drawing needs, in all files of the set, against the texts as parsed. `select` is
   * what an editor selects afterwards, `moved` has the new ids by the old ones, `affected` what mentions something
   * removed and stays. Refused: `unknown-node`, `unknown-edge`, `unknown-context`, `name-taken` and `bad-name` (with a
   * `free` name as `data`), `bad-ends`, `bad-value`, `bad-expression`, `bad-target`, `read-only`, `imported`, `has-own`,
   * `syntax-errors`.
   */
  edit(op: EditOp): Ok<{
    edits: Edit[]; select: Span; nodes: NodeId[]; moved: Record<NodeId, NodeId>; affected: { what: string; span: Span }[];
  }>;
  /** Edits without `file` are of the source; `file` is a path before the renaming. */
  renameFile(from: string, to: string): Ok<{ edits: Edit[] }>;
  start(options?: StartOptions): Run;
  /** An exploration of all runs of the machine, as far as they differ. Nothing is tried before `advance`. */
  explore(options?: ExploreOptions): Exploration;
  free(): void;
  [Symbol.dispose](): void;
}

/** A run with its timeline. Actions change the handle; every run before stays reachable. */
export class Run {
  private constructor();
  /** `idle` lets a tick pass though no path is active: only the timeouts of joins move then. */
  step(options?: { idle?: boolean }): Result;
  stepPath(path: PathId): Result;
  advance(options?: { maxTicks?: number; ignoreLoops?: boolean; breakpoints?: { nodes?: NodeId[]; edges?: EdgeId[] } }): Advance;
  /**
   * `projection: false` leaves the projections of agent requests out (`null`): a long run takes long to project.
   * `brief` gives of agent requests only what an agent needs that does as it was told.
   */
  pending(options: { brief: true }): { agents: BriefRequest[]; requests: InfoRequest[]; events: AwaitedEvent[]; timers: Timer[]; edits: EditProposal[] };
  pending(options?: { projection?: boolean; brief?: false }): { agents: AgentRequest[]; requests: InfoRequest[]; events: AwaitedEvent[]; timers: Timer[]; edits: EditProposal[] };
  reply(request: string, reply: AgentReply, options?: { auto?: boolean }): Result;
  /** `answer` is an object of its fields for a form, else a text. `{ error }` declines, which is an answer too. */
  answer(request: string, answer: Answer, options?: { auto?: boolean }): Result;
  /** Answers several requests in one action: all of them or, if one may not be given (`data.id`), none. */
  answers(answers: Record<string, Answer>, options?: { auto?: boolean }): Result;
  /**
   * Sends an event to every path that awaits it, or to one. `data` is `null` without one; a declared event without data
   * takes its defaults. Refused: `event-unexpected` (`data.awaited`), `event-invalid` (`data.errors`).
   */
  send(name: string, data?: Json, options?: { path?: PathId }): Result;
  /**
   * Lets time pass on the run's clock, up to the first timer that is due; `left` is what remains then. `ms` is a whole
   * number, at least 1.
   */
  elapse(ms: number): Result;
  choose(path: PathId, edge: EdgeId): Result;
  /** Takes or leaves out an edge until `null` clears it; a path's own setting wins over `*`. */
  force(path: PathId | "*", edge: EdgeId, mode: "take" | "skip" | null): Result;
  /**
   * Proposes another source; nothing changes until it is applied. Refused (`edit-refused`): errors, or a node on which
   * a path stands is gone.
   */
  proposeEdit(source: string): Result;
  /** Goes on with the proposed machine: values, counts and forces move along by name. */
  applyEdit(id: string): Result;
  rejectEdit(id: string): Result;
  /** Notes that a recording has nothing for an open request, which stays open. */
  noRecording(request: string): Result;
  /** `target` is a reference like `Ctx.field`, `Ctx.list[0]`, `Ctx["odd key"].x`. */
  setContext(path: PathId | "*", target: string, value: Json): Result;
  cancel(path: PathId | "*"): Result;
  /** Total running time in milliseconds. */
  reportTime(elapsedMs: number): Result;
  view(): View;
  /** Graphviz DOT of the structure with the live values. */
  dot(options?: DotOptions): string;
  /** Everything in that drawing that can change without a new layout. */
  drawing(options?: DotOptions): Drawing;
  overlay(options?: DotOptions): Overlay;
  /** The text of an open agent request. */
  prompt(request: string): string | null;
  /**
   * The whole prompt of a node with the values of a path, as if that stood there; `null` if the node has none. Refused:
   * `unknown-path`, `unknown-node`.
   */
  nodePrompt(path: PathId, node: NodeId): Ok<{ prompt: string | null }>;
  /** `value` is absent for unset. */
  evaluate(path: PathId, expression: string): Ok<{ value?: Json; truthy: boolean }>;
  /** Events with `seq` above `since`, up to the cursor. */
  events(since?: number, limit?: number): Event[];
  /** Entries of a branch, of the current one by default. */
  entries(branch?: string): Entry[];
  back(n?: number): Moved;
  goto(step: number, branch?: string): Moved;
  fork(step?: number, name?: string): Moved;
  branches(): Branch[];
  renameBranch(id: string, name: string): Moved;
  /** Refused for the current branch. What other branches and checkpoints need of it is kept. */
  deleteBranch(id: string): Moved;
  /** Names the entry at the cursor; the same name moves. */
  checkpoint(name: string): Moved;
  /** Moves the cursor to a checkpoint, on whatever branch it is. */
  restore(name: string): Moved;
  checkpoints(): { name: string; branch: string; step: number; auto: boolean }[];
  diff(a: Place, b: Place): Ok<Diff>;
  /** The run as text for `Machine.resume`, with its whole timeline by default. */
  save(options?: { timeline?: "full" | "none" }): string;
  /**
   * The accepted actions of the current branch after step `since`, up to the cursor, as entries of a journal for
   * `Machine.replay`. Without `since` it is the whole journal, which begins with its header.
   */
  actions(since?: number): JournalEntry[];
  /** Replies, answers, events and times of the current branch, for `replay`. */
  recording(): Json;
  /**
   * Steps, and gives each open request what was recorded for it. Nothing is invented: what was not recorded stays open.
   */
  replay(recording: Json, options?: { force?: boolean; maxTicks?: number }): Ok<{ status: "ended" | "mismatch" | "blocked" | "budget"; request?: string }>;
  requests(filter?: { path?: PathId; state?: "open" | "answered" | "lapsed"; priority?: "required" | "optional" }): InfoRequest[];
  /** What an agent on a path is shown; with `node`, what it would be shown there. Refused: `bad-budget`. */
  projection(path: PathId, options?: { budget?: number; node?: NodeId }): Ok<{ projection: Projection }>;
  /** The context graph at the cursor. */
  graph(): Graph;
  /**
   * Belongs to the handle: makes no step and no branch. `node` is a new group. Refused: `unknown-node`, `self-link`,
   * `cycle`, `derived-node`, `bad-budget`.
   */
  editGraph(edit: GraphEdit): Ok<{ changed: boolean; node?: string }>;
  ancestors(node: string): string[];
  descendants(node: string): string[];
  /** Keeps edges, order, states and groups under a name of 1 to 80 characters; the same name overwrites. */
  saveGraphView(name: string): Ok<{ view: GraphView }>;
  restoreGraphView(name: string): Ok<{ edges: number; missing: number; newcomers: string[]; dropped: Link[] }>;
  graphViews(): GraphView[];
  deleteGraphView(name: string): Ok;
  /** Drops all edits; kept views stay. */
  resetGraphView(): Ok;
  source(): string;
  /**
   * Gives the run another text of the same machine, with other comments or layout. Refused: `hash-mismatch` (another
   * meaning, or an agent has read the text).
   */
  setSource(source: string, files?: Record<string, string>, entry?: string): Ok;
  /** What stands at a reference like `Ctx.field` or `Ctx.list[0]`; walking into a value never fails. */
  get(path: PathId, reference: string): Ok<{ set: boolean; value?: Json }>;
  /** Output contexts of completed paths, and the shared ones. */
  outputs(): Output[];
  artifacts(): Artifact[];
  /** The run at the cursor as a SQLite database: run `statements` in one transaction, or `script`. */
  sql(): { ddl: string; tables: string[]; statements: Statement[]; script: string };
  free(): void;
  [Symbol.dispose](): void;
}

/** What could go wrong, whatever agents reply and people answer. Has no clock: whoever drives it says how far to go. */
export class Exploration {
  private constructor();
  /** Applies about so many actions, fewer if nothing is left to be tried. */
  advance(actions: number): ExploreProgress;
  /** Ends it before everything was tried, because there is no more time. */
  stop(reason: "ms"): void;
  /** What was found so far. */
  result(): ExploreResult;
  free(): void;
  [Symbol.dispose](): void;
}
export interface ExploreOptions {
  /** How many faults of agents there may be in one run; 1 by default. */
  faults?: number;
  /** The most states, 20,000 by default. */
  states?: number;
  /** As for `start`. Required values of inputs that have none get one that their types allow. */
  input?: Record<ContextId, Record<string, Json>>; from?: NodeId[];
}
/** States found and actions applied so far. */
export interface ExploreProgress { done: boolean; states: number; actions: number }
export interface ExploreResult {
  /** Every state was explored. */
  exhausted: boolean;
  /** Why not everything was tried; `cutFields` are the fields of which not all values that matter were tried. */
  cut: ("states" | "ms" | "values")[]; cutFields: string[];
  /** What the runs start with, with the values that were made up for inputs. */
  input: Record<ContextId, Record<string, Json>>;
  states: number; actions: number;
  /** How runs end. */
  outcomes: Outcome["kind"][];
  /** How the start was refused; then there are no states. */
  notStarted?: Outcome;
  /** How often nodes were entered and edges crossed, and what each condition gave. */
  coverage: {
    nodes: Record<NodeId, number>; edges: Record<EdgeId, number>;
    conditions: Record<EdgeId, ("true" | "false" | "error")[]>;
  };
  /** The worst first. */
  findings: Finding[];
  /** Whether each property of the machine holds; undecided where not everything was tried. */
  properties: { kind: "always" | "never" | "reaches"; text: string; verdict: "holds" | "violated" | "undecided" }[];
}
export type FindingKind =
  | "deadlock" | "neverCompletes" | "uncaught" | "faultEndsRun" | "limit" | "unreachable" | "neverTrue" | "joinNever"
  | "joinShort" | "outputIncomplete" | "violated";
export interface Finding {
  kind: FindingKind; severity: "error" | "warning" | "info";
  /** One sentence that names the choice which leads to it. */
  message: string;
  node?: NodeId; edge?: EdgeId; join?: string; span: Span | null;
  /** The property that is violated, as written. */
  property?: string;
  /**
   * A shortest way there from the start of a run, with its limits lifted; for a run that never ends also once round the
   * loop. Empty for what never happens.
   */
  trace: JournalAction[];
  /** The same way in sentences. */
  steps: string[];
  /** In how many situations it happens. */
  count: number;
}

export type JsonSchema = { [keyword: string]: Json };
/** Normal form of a JSON Schema whose root is an object; `null` for another root. */
export function readSchema(schema: Json): {
  schema: JsonSchema | null; problems: { pointer: string; severity: "error" | "warning"; code: string; message: string }[];
};
/** `plain`: complete values, one row for each. `run`: one row per path and context, unset fields allowed. */
export type Layout = "plain" | "run";
/** A `?` in `sql` for each parameter. */
export interface Statement { sql: string; params: (number | string | null)[] }
export interface FieldInfo {
  name: string; schema: JsonSchema; required: boolean; hint: "number" | "string" | "boolean" | null; artifact: boolean; span: Span | null;
}
export interface ContextInfo { id: ContextId; name: string; role: Role; open: boolean; shared: boolean; fields: FieldInfo[]; span: Span | null }
export interface Output { context: ContextId; path: PathId | null; complete: boolean; missing: string[]; value: Json }
export type Media = "prose" | "code" | "markup" | "data" | "binary";
/** A text in a field marked `@artifact`. `bytes` of UTF-8. */
export interface Artifact { id: string; name: string; media: Media; context: ContextId; field: string; path: PathId | null; bytes: number; text: string }

export interface StartOptions { input?: Record<ContextId, Record<string, Json>>; limits?: Partial<Limits>; from?: NodeId[]; historyLimit?: number }
/** Positive whole numbers; `timeout` in milliseconds of running time. */
export interface Limits {
  maxSteps: number; maxNodeInvocations: number; maxPaths: number; maxTurns: number; timeout: number;
  /** Tokens of all replies, input and output together; without it there is no limit. */
  maxTokens?: number;
}
/** `links` is false, the other flags are true by default; the last three are for runs. */
export interface DotOptions {
  direction?: "TB" | "LR"; detail?: "full" | "compact"; contexts?: boolean;
  /** Reads and writes as rows of the cards (by default, and for `true`), as lines to the contexts, or not at all. */
  data?: boolean | "rows" | "lines";
  notes?: boolean; inferred?: boolean;
  attributes?: boolean; prompts?: boolean; heading?: boolean; theme?: "light" | "dark"; links?: boolean; path?: PathId; pathRows?: number; valueWidth?: number;
  /** Modules that are drawn as one card. */
  fold?: NodeId[];
  /**
   * How the rail stands beside the flow, for `drawing()` and the overlay of its two drawings: the most points that its
   * cards are wide, 300 by default, and how much of a card is drawn: its head, its first fields, or all.
   */
  rail?: { width?: number; cards?: Record<NodeId, "head" | "some" | "all"> };
}
/** A drawing whose contexts, tools and types stand beside the flow. Each part is laid out alone. */
export interface Drawing { flow: DrawingPart; rail?: DrawingPart; wires: Wire[] }
export interface DrawingPart { dot: string; key: string }
/**
 * What a card reads, writes or refers to, by ids of the drawing. `row`: the cell that says it; `fields`: the cells of
 * its values, none for the whole context.
 */
export interface Wire { kind: "reads" | "writes" | "uses"; node: string; row?: string; store: string; fields: string[]; edge?: EdgeId }
export interface Overlay {
  /** Of the layout of `dot()`; with `rail` among the options, of both parts of `drawing()`. */
  key: string;
  /** Of the parts of `drawing()`, with `rail` among the options. */
  flow?: string; rail?: string;
  /** The text of a row of reads or writes never changes and is left out. */
  cells: Record<string, { text?: string; title: string; mark?: "changed" | "invalid" }>;
  nodes: Record<string, Look>;
  edges: Record<string, Look>;
}
/** Effective values; `style` is "" when plain. */
export interface Look { classes: string[]; color: string; width: number; style: string; title: string }
export type Result = Done | Refused;
export interface Done {
  ok: true; step: number; tick: number; action: number; branch: string; events: Event[]; outcome: Outcome;
  results?: ToolResult[]; request?: string; edit?: EditProposal;
  /** After `elapse`: what remains of the time, in milliseconds. */
  left?: number;
}
/** `ticks` is 0 where nothing could be done. Refused: a run that did not start. */
export type Advance = (Done & {
  reason: "ended" | "pending" | "blocked" | "loop" | "breakpoint" | "budget"; ticks: number; waiting: View["pending"];
}) | Refused;
/** A step of a branch, of the current one by default. */
export interface Place { branch?: string; step: number }
/**
 * Paths that stand elsewhere and values that differ; a path that is in one run only is compared with what it was forked
 * with.
 */
export interface Diff {
  paths: { path: PathId; before?: { node: NodeId; status: Status }; after?: { node: NodeId; status: Status } }[];
  changes: { path: PathId | null; context: ContextId; field: string; before?: Json; after?: Json }[];
}
export type Moved = Ok<{ branch: string; step: number; tick: number; action: number }>;
export interface Entry { step: number; tick: number; action: number; kind: string; path?: PathId; auto?: boolean; outcome: Outcome["kind"] }
export interface Branch { id: string; name: string; from: { branch: string; step: number } | null; tip: number; current: boolean }
export type Outcome =
  | { kind: "running" }
  | { kind: "notStarted"; reason: "nothingToRun" | "invalidInput"; errors: Violation[] }
  | { kind: "blocked"; report: { joins: WaitingJoin[]; blocked: { path: PathId; node: NodeId; reason: string; edges: BlockedEdge[] }[]; text: string } }
  | { kind: "completed"; incomplete: { path: PathId | null; context: ContextId; missing: string[]; reason?: string }[] }
  | { kind: "failed"; paths: PathId[]; failure: Failure }
  | { kind: "cancelled" };
/** A join that does not fire, and the paths that could still arrive. */
export interface WaitingJoin {
  join: string; have: number; need: number; parked: PathId[]; missing: { path: PathId; node: NodeId; status: Status; why: string }[];
}
export interface BlockedEdge { edge: EdgeId; condition?: string; unless?: true; result?: "true" | "false" | "error" }
export interface Failure { kind: string; code: string; message: string; node: NodeId; tool?: string; edge?: EdgeId; retryable: boolean; data?: Json }
export interface Violation { pointer: string; code: string; message: string; expected: Json; actual: Json; hint?: string }
export type Status = "active" | "awaitingAgent" | "awaitingAnswers" | "awaitingEvent" | "parked" | "blocked" | "forked" | "completed" | "failed" | "cancelled" | "merged";
/** The place of a path among the branches of its fan-out; `item` for those of a list. */
export interface Replica { item?: Json; index: number; total: number }
export type Role = "input" | "state" | "output";

/** What an agent is asked. Reply with `run.reply(id, …)`. */
export interface AgentRequest {
  id: string; path: PathId; node: NodeId; kind: "work" | "decision" | "code"; visit: number; attempt: number; turn: number; maxTurns: number;
  delayMs: number; timeoutMs: number | null; title: string; prompt: string; description: string; unresolved: string[];
  code?: Json; model?: Json; stub?: Json; map?: Replica;
  contexts: { name: ContextId; read: string[]; write: string[]; open: boolean; values: Record<string, Json> }[];
  transitions: { tool: string; target: NodeId; edges: EdgeId[]; label: string; guard?: string }[];
  tools: Tool[];
  exits: { edge: EdgeId; target: NodeId; class: string; auto: boolean; condition?: string; unless?: true; result?: "true" | "false" | "error" }[];
  /** `value` are the values that were given for a form; `text` is the same as JSON. */
  answers: { id: string; query: string; ok: boolean; text: string; value?: Record<string, Json> }[];
  transcript: { turn: number; text?: string; results: ToolResult[] }[];
  history: { from: NodeId; to: NodeId; edge?: EdgeId; cause: Cause }[];
  lastError: Failure | null; projection: Projection | null; digest: string;
}
/** An agent request without texts, values, schemas and past. `rev` is how often the machine was edited. */
export interface BriefRequest {
  id: string; path: PathId; node: NodeId; kind: AgentRequest["kind"]; visit: number; attempt: number; turn: number; maxTurns: number; delayMs: number;
  rev: number; contexts: { name: ContextId }[]; transitions: AgentRequest["transitions"]; tools: Pick<Tool, "name" | "kind" | "target" | "context">[]; digest: string;
}
/** What an agent is shown of the graph. Tokens are estimates; `full` is the cost without a budget. */
export interface Projection {
  path: PathId; node: NodeId; budget: number; total: number; full: number; sections: Section[]; handles: Handle[]; text: string;
}
export interface Section {
  id: string; kind: Kind; title: string; state: State; access?: "read" | "read+write"; depth: number; via: string | null; version: number;
  stale: boolean; tokens: number; allowance: number; text: string; cut: { lines: number; tokens: number } | null;
}
/** A node that is not shown in full. `tokens` is the cost of what is missing of it alone. */
export interface Handle {
  id: string; kind: Kind; title: string; state: State; tokens: number; reason: "hidden" | "collapsed" | "summary" | "inside" | "cut" | "dropped";
}
export type State = "HIDDEN" | "COLLAPSED" | "SUMMARY" | "DETAILS" | "ALL";
export type Level = "ignore" | "hold" | "wake";
export type Refresh = "step" | "never" | number;
export type Kind = "session" | "group" | "text" | "tool" | "topic" | "message" | "shell" | "work" | "lock" | "artifact";
export interface Link { parent: string; child: string }
/** `stamp` changes when anything at or below the node does; `tokens` is the cost of header and body. */
export interface GraphNode {
  id: string; kind: Kind; title: string; path: PathId | null; parents: string[]; children: string[]; state: State; level: Level;
  refresh: Refresh; version: number; stamp: string; touched: boolean; stale: boolean; tokens: number; digest: string; derived: boolean;
  span: Span | null;
}
export interface Notice { observer: string; step: number; wake: boolean; text: string }
/** Nodes in the order of a walk from the roots. */
export interface Graph { step: number; roots: string[]; nodes: GraphNode[]; conflicts: Link[]; notices: Notice[]; budget: number }
/** An edge by its id `e<i>` or its key `source>target#n`, and the text it must still have. */
export type EdgeName = string | { key: string; label?: string };
/** A value as JSON, or as the source spells it; null removes. */
export type WrittenValue = { value: Json | null } | { source: string };
/**
 * A change of the drawing. `readOnly` are paths of files that stay as they are. An event has the id `event:<name>`; it
 * belongs to no container (`in` has no effect), is no end of an edge, and has fields as a context has.
 */
export type EditOp = { readOnly?: string[] } & (
  | { op: "addNode"; kind?: string; name?: string; title?: string; in?: NodeId; after?: NodeId }
  | {
      op: "connect"; from: NodeId; to: NodeId;
      as: "flow" | "catch" | "async" | "join" | "reads" | "writes" | "asks" | "on" | "after";
      label?: string; when?: string; fields?: string[]; event?: string; duration?: string;
    }
  | { op: "setTitle"; node: NodeId; title: string | null } | { op: "setKind"; node: NodeId; kind: string | null }
  | { op: "setPrompt"; node: NodeId; prompt: string | null } | ({ op: "setAttribute"; node: NodeId; key: string } & WrittenValue)
  | { op: "setLabel"; edge: EdgeName; label: string | null } | { op: "setCondition"; edge: EdgeName; expr: string | null }
  | { op: "retarget"; edge: EdgeName; from?: NodeId; to?: NodeId }
  | ({ op: "addField"; context: NodeId; name: string; type?: string } & Partial<WrittenValue>)
  | ({ op: "setField"; context: NodeId; name: string; type?: string | null } & Partial<WrittenValue>)
  | { op: "renameField"; context: NodeId; name: string; to: string } | { op: "removeField"; context: NodeId; name: string }
  | { op: "rename"; node: NodeId; name: string } | { op: "moveInto"; nodes: NodeId[]; module: NodeId | null }
  | { op: "group"; nodes: NodeId[]; name: string } | { op: "ungroup"; node: NodeId }
  | { op: "remove"; nodes?: NodeId[]; edges?: EdgeName[] });
export type GraphEdit =
  | { op: "link"; parent: string; child: string; before?: string; after?: string } | { op: "unlink"; parent: string; child: string }
  | { op: "group"; title: string; parents?: string[]; children?: string[] } | { op: "remove"; node: string; recursive?: boolean }
  | { op: "state"; node: string; state: State } | { op: "level"; node: string; level: Level } | { op: "refresh"; node: string; refresh: Refresh }
  | { op: "summary"; node: string; text: string | null } | { op: "budget"; tokens: number | null };
export interface GraphView { name: string; step: number; nodes: number; edges: number; roots: number; groups: number }
export interface Tool {
  name: string; kind: "transition" | "read" | "write" | "spawn" | "map" | "request" | "meta" | "host"; target?: NodeId; context?: ContextId; description: string; inputSchema: Json;
}
export type AgentReply =
  | { turns: { text?: string; calls?: { id?: string; name: string; input?: Json; result?: Json; error?: string }[] }[]; final?: boolean; path?: PathId; usage?: Usage }
  | { error: { message: string; code?: string; retryable?: boolean }; usage?: Usage };
/** What a reply used up. Numbers are 0 or more. */
export interface Usage { inputTokens?: number; outputTokens?: number; cost?: number; model?: string }
export interface TotalUsage { inputTokens: number; outputTokens: number; cost: number }
export type Answer = string | { error: string } | Record<string, Json>;
export interface ToolResult { callId: string; name: string; input?: Json; ok: boolean; result?: Json; error?: { code: string; message: string; details?: Json } }
/** One entry of a journal: the header, which comes first, or an accepted action. */
export type JournalEntry = JournalHeader | JournalAction;
export interface JournalHeader {
  format: "tracklight-journal"; version: number; core: string; rules: number; machineHash: string;
  source: string; files: Record<string, string>; entry?: string; options: StartOptions;
  /** The state of a run that was resumed without its past: the actions follow it. */
  base?: Json;
}
/** `kind` is the method of `Run`, the other fields are its arguments. */
export type JournalAction =
  | { kind: "step"; idle?: boolean } | { kind: "stepPath"; path: PathId }
  | { kind: "reply"; request: string; reply: AgentReply; auto?: boolean }
  | { kind: "answer"; request: string; answer: Answer; auto?: boolean }
  | { kind: "answers"; answers: Record<string, Answer>; auto?: boolean }
  | { kind: "send"; name: string; data: Json; path?: PathId }
  | { kind: "elapse"; ms: number } | { kind: "reportTime"; elapsedMs: number }
  | { kind: "choose"; path: PathId; edge: EdgeId }
  | { kind: "force"; path: PathId | "*"; edge: EdgeId; mode: "take" | "skip" | null }
  | { kind: "setContext"; path: PathId | "*"; target: string; value: Json }
  | { kind: "cancel"; path: PathId | "*" }
  | { kind: "proposeEdit"; source: string } | { kind: "applyEdit" | "rejectEdit"; id: string }
  | { kind: "noRecording"; request: string };
/** An edit of the machine that waits for `applyEdit` or `rejectEdit`. `path` is null for the host's own. */
export interface EditProposal { id: string; path: PathId | null; reason: string; source: string; diff: { op: "same" | "add" | "remove"; text: string }[] }
export interface InfoRequest {
  id: string; path: PathId; node: NodeId; visit: number; query: string; reason: string; priority: "required" | "optional";
  raisedBy: "machine" | "agent"; state: "open" | "answered" | "lapsed";
  /** The texts that an answer may be. */
  options?: string[];
  /** What the answer gives values for. `values` are those that the fields have now. */
  form: { context: ContextId; fields: string[]; schema: JsonSchema; values: Record<string, Json> } | null;
  answer?: { ok: boolean; text: string; value?: Record<string, Json> };
}
export interface Cause { type: "default" | "auto" | "condition" | "agent" | "choice" | "force" | "catch" | "join" | "event" | "timer"; text?: string; unless?: true; reason?: string; forced?: boolean }

/** The run at the cursor as tables. */
export interface View {
  step: number; tick: number; action: number; seq: number; branch: string; machineHash: string; machineRev: number; elapsedMs: number;
  outcome: Outcome; limits: Limits; counters: { entries: number; errors: number; spawned: number; agentRequests: number };
  usage: TotalUsage;
  paths: PathView[]; nodes: Record<NodeId, NodeView>; contexts: Record<ContextId, ContextView>; edges: EdgeView[]; joins: JoinView[];
  pending: { agents: { id: string; path: PathId; node: NodeId; kind: string; title: string }[]; requests: InfoRequest[]; events: AwaitedEvent[]; timers: Timer[]; edits: string[] };
  /** The run's clock in milliseconds, which only `elapse` moves, and the timers that run. */
  clock: number; timers: Timer[];
  forces: { path: PathId | null; edge: EdgeId; mode: "take" | "skip" }[]; artifacts: Artifact[];
  /** Properties of the machine that were violated so far, as written. */
  violated?: string[];
}
export interface PathView {
  id: PathId; parent: PathId | null; origin: Json; node: NodeId; modules: NodeId[]; status: Status; reason: string | null;
  join?: string; edge?: EdgeId; request?: string; requests: string[]; failure?: Failure; mergedInto?: PathId;
  visits: Record<NodeId, number>; entries: number; errors: number;
  attempt: number; turn: number; activeState: string; map?: Replica; context: Record<ContextId, Record<string, Json>>; choices: EdgeId[];
}
export interface NodeView {
  diagramId: string; visits: number; usage?: TotalUsage; current: PathId[]; agent: PathId[]; answers: PathId[]; event: PathId[]; parked: PathId[]; blocked: PathId[];
  completed: PathId[];
  /** Paths with a failure here that ends them, wherever they stand. */
  failed: PathId[];
  /** Failures here that a catch edge took. */
  caught: number;
  /** Nodes whose work was undone here. */
  undid: NodeId[];
}
export interface ContextView {
  diagramId: string; role: Role; shared: boolean; open: boolean; version: number;
  fields: Record<string, {
    declared: boolean; type: string | null; values: { path: PathId | null; set: boolean; value?: Json; invalid?: boolean }[]; agree: boolean;
    changed: boolean; before?: Json;
  }>;
}
export interface EdgeView {
  id: EdgeId; source: NodeId; target: NodeId; class: string; condition?: string; unless?: true; join?: string;
  /** The event, or the duration as written; `due` is when the first of its timers is due. */
  on?: string; after?: string; due?: number;
  taken: number; lastStep: number | null;
  eligible: Record<PathId, "true" | "false" | "error">;
}
/** An event edge of a path's node or of a module around it, whatever its condition says. */
export interface AwaitedEvent { path: PathId; node: NodeId; edge: EdgeId; name: string; schema: JsonSchema | null; condition?: string; unless?: true }
/** A timer that runs for a path: when it is due on the run's clock, and how long that is from now. */
export interface Timer { path: PathId; node: NodeId; edge: EdgeId; due: number; left: number }
/** An instance of a join at which paths wait or have waited; `waited` and `timeout` in ticks. */
export interface JoinView {
  key: string; id: string; generation: number; mode: string; have: number; need: number; parked: PathId[]; missing: PathId[];
  waited: number; timeout?: number;
}

interface EventBase { seq: number; step: number; tick: number }
interface AtNode { path: PathId; node: NodeId }
interface Change { field: string; before?: Json; after: Json }
export type Event = EventBase & (
  | { kind: "runStarted"; starts: { path: PathId; node: NodeId; entered: NodeId[] }[]; machineHash: string; limits: Limits }
  | ({ kind: "nodeEntered"; visit: number } & AtNode)
  | ({ kind: "agentRequested"; request: string; work: "work" | "decision" | "code"; attempt: number; turn: number; digest: string; delayMs: number } & AtNode)
  | ({ kind: "agentReplied"; request: string; turns: number; final: boolean; error?: string; usage?: Usage } & AtNode)
  | ({ kind: "agentSaid"; request: string; text: string } & AtNode)
  | ({ kind: "toolCalled"; request: string; callId: string; name: string; input: Json; ok: boolean; result?: Json; error?: { code: string; message: string; details?: Json } } & AtNode)
  | ({ kind: "contextRead"; context: ContextId; fields: string[]; missing: string[] } & AtNode)
  | { kind: "contextWritten"; path: PathId | null; node?: NodeId; context: ContextId; changes: Change[]; version: number; shared: boolean; source: "agent" | "host" | "answer" | "gather" | "edit" | "set" | "output" }
  | { kind: "artifactWritten"; path: PathId | null; artifact: string; context: ContextId; field: string; name: string; bytes: number }
  | { kind: "writeRefused"; path: PathId; node?: NodeId; context: ContextId; errors: Violation[]; source: "agent" | "host" }
  | ({ kind: "requestOpened"; request: string; query: string; reason: string; priority: "required" | "optional"; raisedBy: "machine" | "agent"; fallback?: true; options?: string[]; form?: { context: ContextId; fields: string[] } } & AtNode)
  | ({ kind: "requestAnswered"; request: string; ok: boolean; text: string; value?: Record<string, Json> } & AtNode)
  | ({ kind: "requestLapsed"; request: string; reason: "left" | "ended" | "interrupted" } & AtNode)
  | ({ kind: "templateUnresolved"; where: string; placeholders: string[] } & AtNode)
  | { kind: "conditionEvaluated"; path: PathId; edge: EdgeId; result: "true" | "false" | "error"; error?: string }
  | { kind: "forceSet"; path: PathId | null; edge: EdgeId; mode: "take" | "skip" | null }
  | ({ kind: "forced"; edge: EdgeId; mode: "take" | "skip" } & AtNode)
  | { kind: "moved"; path: PathId; edge: EdgeId; reverse: boolean; from: NodeId; to: NodeId; left: NodeId[]; entered: NodeId[]; cause: Cause }
  | { kind: "spawned"; path: PathId; edge: EdgeId; by: "edge" | "tool"; group?: string; children: { path: PathId; node: NodeId; entered: NodeId[]; branch: number; index?: number; total?: number; item?: Json }[] }
  | ({ kind: "nothingSpawned"; edge: EdgeId } & AtNode)
  | ({ kind: "pathForked" } & AtNode)
  | ({ kind: "parked"; edge: EdgeId; join: string; have: number; need: number; missing: PathId[] } & AtNode)
  | { kind: "joinFired"; join: string; generation: number; paths: PathId[]; continuing?: PathId; cancelled: PathId[]; reason: "complete" | "timeout" | "short" }
  | { kind: "joinFailed"; join: string; generation: number; paths: PathId[]; code: string; errors?: Violation[] }
  | { kind: "mergeConflict"; join: string; context: ContextId; field: string; values: { path: PathId; value: Json }[]; taken?: Json; strategy: string }
  | { kind: "merged"; path: PathId; join: string; from: PathId[]; strategy: string; changes: ({ context: ContextId } & Change)[] }
  | { kind: "pathRevived"; path: PathId; join: string }
  | { kind: "pathMerged"; path: PathId; into: PathId; join: string }
  | ({ kind: "visitFailed"; attempt: number; failure: Failure } & AtNode)
  | ({ kind: "retryScheduled"; attempt: number; delayMs: number } & AtNode)
  | { kind: "caught"; path: PathId; edge: EdgeId; failure: Failure }
  | ({ kind: "compensating"; for: NodeId } & AtNode)
  | ({ kind: "pathCompleted" } & AtNode)
  | ({ kind: "pathFailed"; failure: Failure } & AtNode)
  | ({ kind: "pathCancelled"; reason: "host" | "failFast" | "joinFired" | "joinTimeout" | "runCancelled"; by?: PathId } & AtNode)
  | ({ kind: "blocked"; reason: "noTransition" | "ambiguous"; edges: BlockedEdge[] } & AtNode)
  | ({ kind: "unblocked" } & AtNode)
  | { kind: "limitHit"; path: PathId; limit: string; value: number }
  | ({ kind: "loopNotice" } & AtNode)
  /** `property` as written: `@never(Order.total > 100)`. The first time only. */
  | ({ kind: "propertyViolated"; property: string } & AtNode)
  | { kind: "eventReceived"; name: string; data: Json; paths: PathId[] }
  | ({ kind: "timerFired"; edge: EdgeId; due: number } & AtNode)
  | { kind: "timeReported"; elapsedMs: number }
  | { kind: "editProposed"; edit: string; path?: PathId; reason: string }
  | { kind: "machineEdited"; edit: string; rev: number; machineHash: string }
  | { kind: "editRejected"; edit: string }
  | { kind: "checkpointTaken"; path: PathId; name: string }
  | ({ kind: "noRecording"; request: string; digest: string } & AtNode)
  | { kind: "outputIncomplete"; path: PathId | null; context: ContextId; missing: string[]; reason?: string }
  | { kind: "runBlocked"; report: Json }
  | { kind: "runEnded"; outcome: Outcome }
);
