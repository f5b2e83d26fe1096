// A part of the page whose code comes when it is first wanted.

import { handlersOf, type Handlers } from './handlers.ts';
import type { ActionOf, Actions, PanelId } from './state.ts';
import type { Store } from './store.ts';

/** `now`: what has come; `want` gives null where it did not. */
interface Late<T> {
  readonly now: T | null;
  want(): Promise<T | null>;
}

/**
 * Code that is fetched once. That it did not come is told once for each time it was fetched; it is fetched anew when it
 * is wanted again.
 */
export function late<T>(store: Store, load: () => Promise<T>): Late<T> {
  let now: T | null = null;
  let coming: Promise<T | null> | null = null;
  return {
    get now() {
      return now;
    },
    want() {
      coming ??= load().then(
        (part) => (now = part),
        (error) => {
          coming = null;
          store.notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
          return null;
        },
      );
      return coming;
    },
  };
}

/**
 * Handlers of a part whose code comes when one of its panels is shown, or with its first action. Actions that come
 * before it are done in their order when it has come.
 */
export function lateHandlers<K extends keyof Actions>({
  store,
  panels,
  actions,
  load,
}: {
  store: Store;
  panels: readonly PanelId[];
  actions: readonly K[];
  load: () => Promise<{ act(action: ActionOf<K>): void }>;
}): Handlers<K> {
  const { want } = late(store, load);
  // Only when the panel comes, not with each change beside one whose code did not.
  store.watch(
    ({ panel }) => panel,
    (panel) => panels.includes(panel) && void want(),
  );
  return handlersOf(actions, (action) => void want().then((part) => part?.act(action)));
}
