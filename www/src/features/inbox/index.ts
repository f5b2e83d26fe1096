// Questions that agents and nodes asked, and what a run waits for from outside.

import type { Actions } from '../../store/state.ts';

export const answers = [
  'answerText',
  'answerFields',
  'answer',
  'giveAnswer',
  'sendEvent',
  'elapse',
] as const satisfies readonly (keyof Actions)[];

declare module '../../store/state.ts' {
  interface Panels {
    inbox: {};
  }
}
