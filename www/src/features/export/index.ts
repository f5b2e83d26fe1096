// Files that leave the page and files that come in.

import type { ActionOf, Actions } from '../../store/state.ts';

/** What can be saved. */
export type Kind =
  | 'saved'
  | 'recording'
  | 'trace'
  | 'dot'
  | 'machine'
  | 'svg'
  | 'png'
  | 'mermaid'
  | 'xstate'
  | 'langgraph'
  | 'source'
  | 'document';

declare module '../../store/state.ts' {
  interface Actions {
    openFile: {};
    export: { kind: Kind };
    forceOpen: { notice: number };
  }
}

export const actions = ['openFile', 'export', 'forceOpen'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
