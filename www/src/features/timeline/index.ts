import { type laneOf, noFilter, type Filter } from '../../run/timeline-marks.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export type Lane = { tip: number } & ReturnType<typeof laneOf>;

/**
 * `open`: rows that are open, by first step and path; `from`: index of the first drawn row, null to go with the cursor;
 * `lanes`: branches beside the present one; `flying`: positions fly by, and the rows wait for a rest; `branches`: their
 * list is open.
 */
export interface TraceState {
  view: 'rows' | 'table';
  open: string[];
  filter: Filter;
  filters: boolean;
  from: number | null;
  lanes: Record<string, Lane>;
  flying: boolean;
  branches: boolean;
}

export const initialTrace = (): TraceState => ({
  view: 'rows',
  open: [],
  filter: noFilter(),
  filters: false,
  from: null,
  lanes: {},
  flying: false,
  branches: false,
});

declare module '../../store/state.ts' {
  interface State {
    trace: TraceState;
  }
  interface Actions {
    scrub: { step: number };
    traceOpen: { row: string };
    traceFilter: { part: Partial<Filter> };
    traceClear: {};
    traceFilters: {};
    traceBranches: {};
    traceView: { view: TraceState['view'] };
    traceFrom: { from: number };
  }
}

export const actions = [
  'scrub',
  'traceOpen',
  'traceFilter',
  'traceClear',
  'traceFilters',
  'traceBranches',
  'traceView',
  'traceFrom',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
