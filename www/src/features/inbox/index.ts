// Questions that agents and nodes asked, and their answers.

import type { Actions } from '../../workspace/state.ts';

export const answers = ['answerText', 'answer'] as const satisfies readonly (keyof Actions)[];
