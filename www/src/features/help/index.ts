// Help: first steps and shortcuts in one dialog, the cheat sheet of the language in another.

import type { LanguageWord } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export interface CheatSheetState {
  /** Every word of the language, once the core has listed them. */
  words: LanguageWord[] | null;
  /** Whether words that few machines need are listed too. */
  all: boolean;
  error: string;
}

export const initialCheatSheet = (): CheatSheetState => ({ words: null, all: false, error: '' });

declare module '../../store/state.ts' {
  interface State {
    cheatSheet: CheatSheetState;
  }
  interface Actions {
    cheatSheetAll: { all: boolean };
  }
}

export const actions = ['cheatSheetAll'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
