// What each action does, as a table: an action that no handler takes does not compile.

import type { ActionOf, Actions } from './state.ts';

export type Handlers<K extends keyof Actions> = { [N in K]: (action: ActionOf<N>) => void };

/** The handlers of a part that takes its actions in one function. */
export function handlersOf<K extends keyof Actions>(
  names: readonly K[],
  act: (action: ActionOf<K>) => void,
): Handlers<K> {
  return Object.fromEntries(names.map((name) => [name, act])) as unknown as Handlers<K>;
}
