// Shows the page as a link says it: the panel, the layout, what is selected.

import { readView } from '../link/view.ts';
import type { OpenedDocument } from '../store/opened.ts';
import { isPanel } from '../store/panels.ts';
import { withPanelOpen } from '../store/shell.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** @param hasRun the link has a run, which is not seen beside the source alone */
export function applyLinkView(store: Store, linkView: NonNullable<OpenedDocument['linkView']>, hasRun: boolean) {
  const { state } = store;
  const { shell, settings, run } = state;
  const {
    layout = shell.layout,
    direction = settings.direction,
    stops = [],
    ...shown
  } = readView(linkView, run.snapshot?.view ?? null, (id) => isPanel(state, id));
  const pane = (['code', 'diagram', 'run'] as const).find((name) => name === layout && !(hasRun && name === 'code'));
  store.set({
    ...shown,
    breakpoints: stops,
    settings: { ...settings, direction: direction as State['settings']['direction'] },
    shell: { ...(shown.panel ? withPanelOpen(shell, true) : shell), layout: layout as State['shell']['layout'] },
    ...(pane === undefined ? {} : { pane }),
  });
}
