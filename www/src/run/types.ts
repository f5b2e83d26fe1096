// What the run controller tells the page. Plain data, a new object at every change.
import type {
  AgentSettings,
  Analysis,
  DotOptions,
  DrawingParts,
  Entry,
  Event,
  GivenAnswer,
  GivenReply,
  Hit,
  KeptRun,
  Overlay,
  Refusal,
  RunStop,
  Snapshot,
} from '../protocol/types.ts';
import type { Part } from './parts.ts';
import type { Tone } from './path-status.ts';

/** Ticks per second, or as fast as it goes. */
export type Speed = 1 | 2 | 5 | 10 | 'max';

/**
 * A drawing with its texts; `of`: the source that was drawn, where no run was; `machine`: the hash of the machine of
 * the run.
 */
export interface Drawing {
  key: string;
  parts: DrawingParts;
  overlay: Overlay | null;
  of?: string;
  machine?: string;
}

/**
 * A control of the run bar; `why` says what keeps it from working, "" when nothing does. `about` says more than its
 * label.
 */
export interface Control {
  enabled: boolean;
  label: string;
  why: string;
  about?: string;
}

/** Step; `begins`: what it makes first. */
export interface StepControl extends Control {
  begins: '' | 'branch' | 'run';
}

/** The main button; `does`: what a press does. */
export interface MainControl extends Control {
  does: 'run' | 'pause' | 'again' | 'restart';
}

/** Who answers. */
export type Mode = 'stub' | 'auto' | 'manual' | 'custom' | 'remote';

/** The run of a document, and what the core says about the document's newest text. */
export interface RunState {
  /** The newest edited texts, and what the core says about them (of older ones for a moment after an edit). */
  source: string;
  files: Record<string, string>;
  entry: string;
  analysis: Analysis | null;
  snapshot: Snapshot | null;
  /** Events up to the cursor and entries of its branch, whole. */
  events: Event[];
  entries: Entry[];
  /** Events of the branch, those behind the cursor as well. */
  branchEvents: Event[];
  /** Replies of automatic agents, newest last, at most 200. */
  replies: GivenReply[];
  /** Drawings of the run and of the text; `shows` says which of them is meant to be seen. */
  runDrawing: Drawing | null;
  sourceDrawing: Drawing | null;
  shows: 'run' | 'source';
  /** `pausable`: an action takes long, for it waits for its scripts; it can be paused. */
  activity: 'idle' | 'working' | 'pausable' | 'running';
  /** Whether Run or a long action goes on. */
  isRunning: boolean;
  /** Who answers requests that no node has an agent of its own for. */
  mode: Mode;
  /** Counts runs that were worked with; a run replaced at its start keeps its number. */
  runNumber: number;
  /** Earlier runs of the document, the newest first. */
  runs: KeptRun[];
  /** The run was made from an earlier text. */
  isOutdated: boolean;
  /** Why the last Run ended; null after anything else. */
  stop: RunStop | null;
  /** What the last Run stopped at, when `stop` is `hit`. */
  hit: Hit | null;
  /** The last act was refused. */
  refusal: Refusal | null;
  settings: AgentSettings;
  speed: Speed;
  /** Whether a retry waits as long as the core says. */
  realWaits: boolean;
  /** Whether the host hears of each request before an automatic agent answers it. */
  asks: boolean;
  options: DotOptions;
  status: Status;
  /** `run`: whether the run can go on; `main`: the button that does this, or begins again. */
  controls: {
    main: MainControl;
    reset: Control;
    /** Whether the run can go on with the newest text. */
    apply: Control;
    back: Control;
    step: StepControl;
    run: Control;
    forward: Control;
  };
}
/** A run without what is derived from it. */
export type RunData = Omit<RunState, 'status' | 'controls' | 'isRunning' | 'mode'>;

/** What helps in a state, with what it needs to know. */
export type Help =
  | { do: 'problems' | 'latest' | 'backToRun' | 'share' | 'breakpoints' | 'settings' }
  | { do: 'inputs'; context: string; field: string }
  | { do: 'answer'; request: string }
  | { do: 'giveAnswer'; request: string; answer: GivenAnswer }
  | { do: 'send'; name: string }
  | { do: 'elapse'; ms: number }
  | { do: 'answerAgain'; request: string; step: number }
  | { do: 'reply'; request: string; path: string }
  | { do: 'editField'; path: string; context: string; field: string }
  | { do: 'chooseEdge'; path: string; node: string }
  | { do: 'editStub'; node: string }
  | { do: 'showNode'; node: string };

/** A button, and what it does. */
export interface Offer {
  label: string;
  help: Help;
}

/**
 * `state`: its name; `icon`: null for a dot; `text`: the sentence as it is spoken; `help`: what helps most; `others`:
 * further ways on.
 */
export interface Status {
  state: string;
  tone: Tone;
  icon: string | null;
  parts: readonly Part[];
  text: string;
  help: Offer | null;
  others: readonly Offer[];
}

/** One value, before and after; written as short JSON. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

/** `path`: "" for what belongs to none; `bad`: the sentence tells a failure. */
export interface StepRow {
  path: string;
  parts: readonly Part[];
  /** The clause that ends the sentence and is not cut before `parts` are: where the path went. */
  end: readonly Part[];
  reason: readonly Part[];
  tag: { text: string; tone: Tone } | null;
  changes: readonly Change[];
  bad: boolean;
}

/** What rows are told from beside the events. */
export interface SentenceContext {
  /** An edge that an event of a step names. */
  edge: (id: string, step: number) => { source: string; target: string; condition?: string; unless?: true } | null;
  /** Why a request was not answered by itself. */
  unanswered?: Snapshot['unanswered'];
  /** Whether the step began with a person's answer. */
  isAnswer?: boolean;
  /** The paths that failed on their way to a join. */
  failed?: (join: Extract<Event, { kind: 'joinFired' }>) => string[];
  /** Names what a fork started by nodes: for sentences in which the ids of paths say nothing. */
  namesForksByNode?: boolean;
}
