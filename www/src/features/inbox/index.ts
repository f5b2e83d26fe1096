// Questions that agents and nodes asked, and their answers.

import type { Actions } from '../../store/state.ts';

export const answers = ['answerText', 'answer'] as const satisfies readonly (keyof Actions)[];

declare module '../../store/state.ts' {
  interface Panels {
    inbox: {};
  }
}
