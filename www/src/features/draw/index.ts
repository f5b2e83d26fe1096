// Editing the machine by its drawing: what is done by name, and what is selected beside the selected element.

import type { Act } from '../../gestures/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

declare module '../../store/state.ts' {
  interface State {
    /** Diagram ids of what is selected beside `selected`. */
    alsoSelected: readonly string[];
  }
  interface Actions {
    draw: { act: Act };
    /** @param target what was pressed of the element */
    editInPlace: { id: string; target: Element | null };
    /** Adds an element to what is selected, or takes it out. */
    selectMore: { id: string | null };
  }
}

export const actions = ['draw', 'editInPlace', 'selectMore'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
