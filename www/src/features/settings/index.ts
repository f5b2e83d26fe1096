// What the user chooses about the page.

import type { ActionOf, Actions } from '../../store/state.ts';

export const actions = ['setting', 'hints'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
