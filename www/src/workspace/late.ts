// A part of the page whose code comes when it is first wanted.

import { shownPanel } from './shell.ts';
import type { Store } from './store.ts';
import type { Action } from '../app/actions.ts';

interface Part { act(action: Action): void }

/** `now`: what has come; `want` gives null where it did not. */
interface Late<T> { readonly now: T | null; want(): Promise<T | null> }

/**
 * Code that is fetched once. That it did not come is told once for each time it was fetched; it is fetched anew when it
 * is wanted again.
 */
export function late<T>(store: Store, load: () => Promise<T>): Late<T> {
  let now: T | null = null;
  let coming: Promise<T | null> | null = null;
  return {
    get now() { return now; },
    want() {
      coming ??= load().then((part) => (now = part), (error) => {
        coming = null;
        store.notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
        return null;
      });
      return coming;
    },
  };
}

/**
 * A part that comes when a panel of it is shown, or with its first action. Actions that come before it are done in
 * their order when it has come.
 */
export function actLater({ store, panels, takes, load }: {
  store: Store;
  /** Whose code it is. */
  panels: RegExp;
  /** Types of its actions. */
  takes: RegExp;
  load: () => Promise<Part>;
}): Part {
  const { want } = late(store, load);
  let before = '';
  store.listen((state) => {
    const shown = shownPanel(state);
    // Only when the panel comes, not with each change beside one whose code did not.
    if (shown !== before && panels.test(shown)) void want();
    before = shown;
  });
  return {
    act(action) {
      if (takes.test(action.type)) void want().then((part) => part?.act(action));
    },
  };
}
