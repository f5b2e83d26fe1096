// Parts of the page whose code comes when it is first wanted: behavior, actions, views.

import { html } from 'lit';
import { load } from '../load/load.ts';
import { handlersOf, type Handlers } from './handlers.ts';
import type { ActionOf, Actions, PanelId, PanelView } from './state.ts';
import type { Store } from './store.ts';
import { workspaceStrings } from './strings.ts';

interface Late<T> {
  /** Null until it has come. */
  readonly now: T | null;
  /** Resolves with null where it did not come. */
  want(): Promise<T | null>;
}

/**
 * Code that is fetched once. That it did not come is told once for each time it was fetched; it is fetched anew when it
 * is wanted again.
 */
export function late<T>(store: Store, make: () => Promise<T>): Late<T> {
  let now: T | null = null;
  let coming: Promise<T | null> | null = null;
  return {
    get now() {
      return now;
    },
    want() {
      coming ??= make().then(
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
  load: make,
}: {
  store: Store;
  panels: readonly PanelId[];
  actions: readonly K[];
  load: () => Promise<{ act(action: ActionOf<K>): void }>;
}): Handlers<K> {
  const { want } = late(store, make);
  // Only when the panel comes, not with each change beside one whose code did not.
  store.watch(
    ({ panel }) => panel,
    (panel) => panels.includes(panel) && void want(),
  );
  return handlersOf(actions, (action) => void want().then((part) => part?.act(action)));
}

/**
 * A view whose code comes when it is first shown: what few visitors open must not slow the first drawing.
 * @param meanwhile what stands in its place until it comes
 */
export function later<Rest extends unknown[] = []>(
  importPanel: () => Promise<{ panel: PanelView<Rest> }>,
  meanwhile: PanelView = () => html`<p class="empty">${workspaceStrings.panelLoading}</p>`,
): PanelView<Rest> {
  let panel: PanelView<Rest> | null = null;
  let isWanted = false;
  let hasFailed = false;
  return (state, dispatch, ...rest) => {
    if (panel) return panel(state, dispatch, ...rest);
    if (!isWanted) {
      isWanted = true;
      void load(importPanel, () => {
        hasFailed = true;
        dispatch({ type: 'arrived' });
      }).then((module) => {
        panel = module.panel;
        dispatch({ type: 'arrived' });
      });
    }
    if (!hasFailed) return meanwhile(state, dispatch);
    return html`<p class="empty" role="alert">
      ${workspaceStrings.panelFailed}
      <button
        type="button"
        class="link"
        @click=${() => {
          hasFailed = false;
          dispatch({ type: 'loadAgain' });
        }}
      >
        ${workspaceStrings.tryAgain}
      </button>
    </p>`;
  };
}
