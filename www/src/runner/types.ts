// The options of a run, and its results.

import type {
  AgentReply,
  AgentRequest,
  Answer,
  AwaitedEvent,
  Event,
  InfoRequest,
  Json,
  Outcome,
  StartOptions,
  Timer,
  TotalUsage,
  View,
} from '../../pkg/tracklight.js';
import type { Journal } from './journal.ts';

/** What an agent is asked. */
export type RunnerRequest = AgentRequest & {
  /** The same when the call is made again after a crash. */
  idempotencyKey: string;
};

/** Replies to a request. What it throws becomes an error of the node, `agent-failed`. */
export type Agent = (request: RunnerRequest, options: AgentOptions) => AgentReply | Promise<AgentReply>;
export interface AgentOptions {
  /** Aborted when the time of the node is up, when the request is no longer open, and when the run stops. */
  signal: AbortSignal;
  /** The complete request as the text that a model gets: the prompt, what may be read, the turns so far. */
  text: () => string;
}

export interface RunnerOptions {
  /**
   * One agent for all requests, or agents by node or by the node's `model`; `*` is for all others. With
   * null, requests stay open, for a process that only answers questions or sends events.
   */
  agent?: Agent | Record<string, Agent> | null;
  /** Receives the state of the run before the first action: at its start, or at the end of its journal. */
  onStart?: (view: View) => void;
  /** Receives each event once it is in the journal. */
  onEvent?: (event: Event) => void;
  /** Answers a question; undefined leaves it open. An answer that is refused stops the run, and can be given again. */
  onQuestion?: (
    question: InfoRequest,
    options: { signal: AbortSignal },
  ) => Answer | undefined | Promise<Answer | undefined>;
  /**
   * `real`, the default: time passes by itself, also while no process has the run, and delays before retries are waited
   * for. `manual`: time passes by `elapse` alone, and retries do not wait.
   */
  clock?: 'real' | 'manual';
  /** Stops the run, which can be resumed from its journal; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** How many agents work at once, 4 by default. `@concurrent(n)` of the machine can only lower it. */
  concurrency?: number;
}

export interface RunOptions extends RunnerOptions, Pick<StartOptions, 'input' | 'limits' | 'from'> {
  /** Texts by path that the source imports, and its own path among them. */
  files?: Record<string, string>;
  entry?: string;
  /** Where the run is kept; in memory by default. */
  journal?: Journal;
}

export interface ResumeOptions extends RunnerOptions {
  /** The machine that the journal must be of. The run goes on with the source in its journal in any case. */
  source?: string;
  /** Also a journal of other rules, by which the same actions may give another run. */
  force?: boolean;
}

/** A run that has ended or waits for people, events or time. */
export interface MachineRun {
  readonly outcome: Outcome;
  readonly view: View;
  readonly waiting: { questions: InfoRequest[]; events: AwaitedEvent[]; timers: Timer[] };
  readonly usage: TotalUsage;
  /** Each of these gives the run as it is when it has ended or waits again. Rejects with a `RunnerError` if refused. */
  answer(question: string, answer: Answer): Promise<MachineRun>;
  send(event: string, data?: Json): Promise<MachineRun>;
  cancel(): Promise<MachineRun>;
  /** Lets time pass. With the real clock it waits that long. */
  elapse(ms: number): Promise<MachineRun>;
  /** Gives the journal back, so that another process can go on. A run that has ended is closed already. */
  close(): Promise<void>;
}
