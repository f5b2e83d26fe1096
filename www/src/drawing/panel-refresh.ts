// Keeps what a panel shows of the run up with the run, one question at a time, while the panel is shown.

import { shownPath } from '../store/values.ts';
import type { Store } from '../store/store.ts';
import type { State } from '../store/state.ts';

/**
 * @param wish what the answer depends on beside the run
 * @param forget another document stands in the store
 * @returns waits until the panel shows the run as it stands now; at once where it does not follow
 */
export function follow(
  store: Store,
  panel: string,
  wish: (state: State) => unknown,
  ask: (state: State) => Promise<unknown>,
  forget: () => void,
): () => Promise<void> {
  let asked = '';
  let asking: Promise<void> | null = null;
  const update = () => {
    const { state } = store;
    const { snapshot } = state.run;
    // At full speed the core has better things to do; the end of the run is heard of.
    if (!snapshot || asking || (state.run.isRunning && state.run.speed === 'max')) return;
    if (state.panel !== panel || (state.shell.wide && !state.shell.panelOpen)) return;
    const { view, graphRevision: layer, input } = snapshot;
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
    asking = ask(state)
      .catch(() => {})
      .then(() => {
        asking = null;
        update();
      });
  };
  store.watch(
    ({ document }) => document.id,
    () => {
      asked = '';
      forget();
    },
  );
  store.listen(update);
  update();
  return async () => {
    // The question under way may be older than the run; the next one is not.
    await asking;
    await asking;
  };
}
