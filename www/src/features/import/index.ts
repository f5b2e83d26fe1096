// Texts of other notations: converted in the editor, or opened as machines from a dialog.

import type { Loss } from '../../exchange/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

/** What a text became. */
export type ImportResult =
  | { ok: true; name: string; source: string; losses: Loss[]; additions: Loss[] }
  | { ok: false; message: string; line?: number; column?: number };

export interface ImportState {
  /** A text of the editor that is to stay as it is. */
  keptText: string | null;
  isConverting: boolean;
  /** Why the text of the editor was not converted, and the text. */
  failure: { text: string; message: string } | null;
  dialog: {
    /** '' if it was pasted. */
    file: string;
    text: string;
    isReading: boolean;
    result: ImportResult | null;
    picture: SVGSVGElement | null;
  };
}

export const initialImport = (): ImportState => ({
  keptText: null,
  isConverting: false,
  failure: null,
  dialog: { file: '', text: '', isReading: false, result: null, picture: null },
});

declare module '../../store/state.ts' {
  interface State {
    import: ImportState;
  }
  interface Actions {
    convertText: {};
    keepText: {};
    importText: { text: string; file?: string };
    importFile: {};
    openImported: {};
  }
}

export const actions = [
  'convertText',
  'keepText',
  'importText',
  'importFile',
  'openImported',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
