// The methods of the element. All give promises and wait until the machine is ready.

import type { AgentReply, Diagnostic, GivenAnswer, Json, Outcome, View } from '../protocol/types.ts';

export const METHODS = [
  'load',
  'step',
  'back',
  'run',
  'pause',
  'reset',
  'goTo',
  'stepTo',
  'reply',
  'answer',
  'send',
  'elapse',
  'setContext',
  'getState',
  'getView',
  'getLink',
  'exportSVG',
  'exportPNG',
  'getDot',
  'check',
] as const;
export type Method = (typeof METHODS)[number];

export interface RunOptions {
  maxTicks?: number;
  until?: 'end' | 'agent' | 'fork' | 'join' | { node: string } | { tick: number };
  /** Steps per second, or as fast as it goes. */
  speed?: number | 'max';
}

/** Where a run is; null where the source has errors and there is none. */
export type RunPosition = { tick: number; action: number; outcome: Outcome['kind'] } | null;

export interface MachineMethods {
  /** Opens another machine: a source, or the document of a link. */
  load(source: string | object): Promise<void>;
  /** Steps the run, once by default. */
  step(n?: number): Promise<RunPosition>;
  /** Goes back, one step by default. */
  back(n?: number): Promise<RunPosition>;
  /** Steps until something stops it. */
  run(options?: RunOptions): Promise<RunPosition>;
  /** Ends a run after the step in hand. */
  pause(): Promise<null>;
  /** Starts a new run. */
  reset(): Promise<RunPosition>;
  /** Goes to a step of the run. */
  goTo(tick: number, action?: number): Promise<RunPosition>;
  /** Goes to a step, stepping where the run has not come that far; stops where the run does. */
  stepTo(step: number): Promise<RunPosition>;
  /** Answers an agent call. */
  reply(request: string, reply: AgentReply): Promise<RunPosition>;
  /** Answers a question: with a text, the values of its form, or `{ error }` to decline. */
  answer(request: string, answer: GivenAnswer): Promise<RunPosition>;
  /** Sends an event to every path that can receive it. */
  send(name: string, data?: Json): Promise<RunPosition>;
  /** Lets time pass on the run's clock, in milliseconds, up to the first timer that is due. */
  elapse(ms: number): Promise<RunPosition>;
  /** Writes a field of a context, like `Water.celsius`, for one path. */
  setContext(path: string, target: string, value: Json): Promise<RunPosition>;
  /** The run as text, to be resumed by the core. */
  getState(): Promise<string>;
  /** The state of the run as plain data. */
  getView(): Promise<View>;
  /** A link to the playground, with the run where that is asked for. */
  getLink(options?: { run?: boolean }): Promise<string>;
  /** The diagram as an SVG file. */
  exportSVG(): Promise<string>;
  /** The diagram as a PNG file, at twice its size by default. */
  exportPNG(options?: { scale?: number }): Promise<Blob>;
  /** The diagram as Graphviz DOT. */
  getDot(): Promise<string>;
  /** Errors and warnings of the source. */
  check(): Promise<Diagnostic[]>;
}
