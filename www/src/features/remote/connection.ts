// The door to what is outside the page: its code comes when a user, or the host, first asks for it.

import { late } from '../../store/late.ts';
import type { Store } from '../../store/store.ts';
import type { RemoteController } from './controller.ts';
import type { Action } from './index.ts';
import type { Action as PageAction } from '../../store/state.ts';

export class RemoteConnection {
  #store: Store;
  #outside;

  constructor(store: Store, load: () => Promise<RemoteController>) {
    this.#store = store;
    this.#outside = late(store, async () => {
      const outside = await load();
      outside.begin();
      return outside;
    });
    store.watch(
      ({ run: { mode } }) => mode,
      (mode) => {
        if (mode === 'custom' || mode === 'remote') void this.#outside.want();
      },
    );
  }

  act(action: Action) {
    const { outside } = this.#store.state;
    if (action.type !== 'hostAgentChanged') void this.#outside.want().then((remote) => remote?.act(action));
    else if (action.on !== outside.hasHostAgent) this.#store.set({ outside: { ...outside, hasHostAgent: action.on } });
  }

  onAction(action: PageAction) {
    this.#outside.now?.onAction(action);
    // Only this wish opens a connection: no link, setting or kept run does.
    if (action.type === 'mode' && action.mode === 'remote')
      void this.#outside.want().then((remote) => remote?.act({ type: 'outsideShow' }));
    return true;
  }
}
