import type { Breakpoint } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

/** `adding`: the field whose watch is being added; `errors`: what is wrong with a condition now, by name. */
export interface StopList {
  open: boolean;
  adding: string;
  errors: Record<string, string>;
}

export const initialStopList = (): StopList => ({ open: false, adding: '', errors: {} });

declare module '../../store/state.ts' {
  interface State {
    stopList: StopList;
  }
  interface Actions {
    stopList: { open: boolean };
    stopSet: { at: string; part: Partial<Omit<Breakpoint, 'at'>> };
    stopLine: { from: number; to: number; caret: number | null };
    watchName: { text: string };
    watchAdd: {};
  }
}

export const actions = [
  'stopList',
  'stopSet',
  'stopLine',
  'watchName',
  'watchAdd',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
