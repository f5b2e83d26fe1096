// Files of the document: shown, added, named, removed.

import type { ActionOf, Actions } from '../../store/state.ts';

declare module '../../store/state.ts' {
  interface Actions {
    showFile: { path: string };
    beginName: { at: 'tabs' | 'panel'; path: string | null };
    typeName: { text: string };
    takeName: {};
    leaveName: {};
    cancelName: {};
    removeFile: { path: string };
    makeEntry: { path: string };
    downloadFile: { path: string };
  }
  interface Panels {
    files: {};
  }
}

export const actions = [
  'showFile',
  'beginName',
  'typeName',
  'takeName',
  'leaveName',
  'cancelName',
  'removeFile',
  'makeEntry',
  'downloadFile',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
