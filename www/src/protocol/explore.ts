// Exploring: what page and worker say to each other.

import type { ExploreResult, Inputs, Sources } from './types.ts';

/** What is tried, and how long. */
export interface ExploreBounds {
  /** Faults of agents in one run. */
  faults: number;
  /** The most situations. */
  states: number;
  seconds: number;
}

/** How far an exploration has come. */
export interface ExploreProgress {
  states: number;
  actions: number;
  statesPerSecond: number;
}

/** An exploration that has ended. */
export interface Explored {
  result: ExploreResult;
  /** Of the machine that was explored. */
  hash: string;
  /** Why it was stopped. */
  stopped: 'canceled' | 'time' | null;
  bounds: ExploreBounds;
}

export type ExploreRequest =
  | { id: number; explore: { sources: Sources; input?: Inputs; bounds: ExploreBounds } }
  | { id: number; hash: Sources }
  | { cancel: true };
export type ExploreAnswer =
  | { progress: ExploreProgress }
  | { re: number; value: Explored | string }
  | { re: number; error: string };
