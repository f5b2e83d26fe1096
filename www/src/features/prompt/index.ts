import type { GraphState, Projection } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export interface PromptState {
  /** Looked at; null for the run's. */
  budget: number | null;
  /** Looked at instead of the path's; null for the path's. */
  node: string | null;
  /** Path that is compared with. */
  other: string | null;
  projection: Projection | null;
  /**
   * The whole request that waits there, as its agent is given it; null where none waits, or where something else is
   * looked at.
   */
  text: string | null;
  /** That of `other`. */
  against: Projection | null;
  /** Whether the run was given a budget here. */
  own: boolean;
  error: string;
}

export const initialPrompt = (): PromptState => ({
  budget: null,
  node: null,
  other: null,
  projection: null,
  text: null,
  against: null,
  own: false,
  error: '',
});

declare module '../../store/state.ts' {
  interface State {
    prompt: PromptState;
  }
  interface Actions {
    promptBudget: { budget: number | null };
    promptKeep: { budget: number | null };
    promptNode: { node: string | null };
    promptCompare: { path: string | null };
    promptState: { node: string; state: GraphState };
    promptOpen: { node: string };
  }
  interface Panels {
    prompt: {};
  }
}

export const actions = [
  'promptBudget',
  'promptKeep',
  'promptNode',
  'promptCompare',
  'promptState',
  'promptOpen',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
