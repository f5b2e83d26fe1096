import type { ActionOf, Actions } from '../../store/state.ts';

/** `by`: index of the column that sorts. */
export interface EventList {
  by: number;
  down: boolean;
  kind: string;
}

export const initialEventList = (): EventList => ({ by: 0, down: true, kind: '' });

declare module '../../store/state.ts' {
  interface State {
    eventList: EventList;
  }
  interface Actions {
    eventSort: { by: number };
    eventKind: { kind: string };
    eventTake: { how: 'copy' | 'csv' | 'json' };
  }
  interface Panels {
    events: {};
  }
}

export const actions = ['eventSort', 'eventKind', 'eventTake'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
