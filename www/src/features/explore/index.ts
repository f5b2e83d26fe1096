// What could go wrong in the document's machine, as the page knows it.

import type { Explored, ExploreBounds, ExploreProgress } from '../../protocol/explore.ts';
import type { AgentSettings, Sources } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export interface ExploreState {
  phase: 'idle' | 'running' | 'done' | 'failed';
  bounds: ExploreBounds;
  progress: ExploreProgress | null;
  explored: Explored | null;
  /** The texts that were explored. */
  sources: Sources | null;
  /** The machine means something else by now. */
  isStale: boolean;
  failure: string;
  /** Which finding is shown as a branch, and where the run was before. */
  shown: { at: number; run: number; branch: string; step: number; settings: AgentSettings } | null;
}

export const initialExplore = (): ExploreState => ({
  phase: 'idle',
  bounds: { faults: 1, states: 20_000, seconds: 5 },
  progress: null,
  explored: null,
  sources: null,
  isStale: false,
  failure: '',
  shown: null,
});

declare module '../../store/state.ts' {
  interface State {
    explore: ExploreState;
  }
  interface Actions {
    explore: {};
    exploreCancel: {};
    exploreBounds: { part: Partial<ExploreBounds> };
    /** Plays the trace of a finding, by its place in the list. */
    exploreShow: { at: number };
    exploreUndo: {};
  }
  interface Panels {
    explore: {};
  }
}

export const actions = [
  'explore',
  'exploreCancel',
  'exploreBounds',
  'exploreShow',
  'exploreUndo',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
