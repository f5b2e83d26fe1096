// Keeps what a panel shows of the run up with the run, one question at a time, while the panel is shown.

import { shownPath } from './values.ts';
import type { Store } from './store.ts';
import type { State } from './state.ts';

/**
 * @param wish what the answer depends on beside the run
 * @param forget another document stands in the store
 */
export function follow(
  store: Store,
  panel: string,
  wish: (state: State) => unknown,
  ask: (state: State) => Promise<unknown>,
  forget: () => void,
) {
  let asked = '';
  let asking = false;
  let known = store.state.document.id;
  const heard = (state: State) => {
    const { run, document } = state;
    if (document.id !== known) {
      known = document.id;
      asked = '';
      return forget();
    }
    // At full speed the core has better things to do; the end of the run is heard of.
    if (!run || asking || state.panel !== panel || (state.running && state.speed === 'max')) return;
    const { view, layer, input } = run;
    const key = JSON.stringify([
      view.machineHash,
      view.branch,
      view.step,
      view.seq,
      layer,
      input,
      shownPath(state)?.id,
      wish(state),
    ]);
    if (key === asked) return;
    asked = key;
    asking = true;
    void ask(state)
      .catch(() => {})
      .finally(() => {
        asking = false;
        heard(store.state);
      });
  };
  store.listen(heard);
  heard(store.state);
}
