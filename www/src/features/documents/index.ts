import type { changedFiles } from '../../protocol/lines-changed.ts';
import type { VersionEntry } from '../../storage/versions.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

/** A title or a name being typed in the header. */
export interface Label {
  of: 'title' | 'version';
  text: string;
}

/**
 * `versions` of the document, the newest first, and `all` of all, while a panel shows them; `shown` is the comparison.
 */
export interface DocumentsState {
  label: Label | null;
  versions: VersionEntry[];
  all: VersionEntry[];
  shown: { time: number; files: ReturnType<typeof changedFiles> } | null;
  wiping: boolean;
}

export const initialDocuments = (): DocumentsState => ({
  label: null,
  versions: [],
  all: [],
  shown: null,
  wiping: false,
});

declare module '../../store/state.ts' {
  interface State {
    docs: DocumentsState;
  }
  interface Actions {
    newDocument: {};
    keepCopy: {};
    duplicate: {};
    resetDocument: {};
    deleteDocument: {};
    editHere: {};
    keepVersion: {};
    beginTitle: {};
    typeTitle: { text: string };
    takeTitle: {};
    cancelTitle: {};
    compareVersion: { time: number | null };
    restoreVersion: { time: number };
    removeVersion: { time: number };
    downloadAll: {};
    cleanUp: {};
    wipe: { sure: boolean | null };
  }
  interface Panels {
    documents: {};
  }
}

export const actions = [
  'newDocument',
  'keepCopy',
  'duplicate',
  'resetDocument',
  'deleteDocument',
  'editHere',
  'keepVersion',
  'beginTitle',
  'typeTitle',
  'takeTitle',
  'cancelTitle',
  'compareVersion',
  'restoreVersion',
  'removeVersion',
  'downloadAll',
  'cleanUp',
  'wipe',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
