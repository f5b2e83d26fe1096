// Selectors of the panels beside the drawing. `features/panels.ts` lists them.

import type { Panel, PanelId, State } from './state.ts';

type WithPanels = Pick<State, 'panels'>;

export const isPanel = ({ panels }: WithPanels, id: unknown): id is PanelId => panels.some((panel) => panel.id === id);

/** The panels that can be opened by their name. */
export const listedPanels = ({ panels }: WithPanels) => panels.filter(({ place }) => place !== 'whileShown');

/** Whether the shown panel can be seen, as far as the state knows: a tablet may have its drawer closed. */
export const isPanelInSight = ({ shell, pane }: Pick<State, 'shell' | 'pane'>) =>
  shell.narrow ? pane === 'panels' : !shell.closed.includes('side') && (!shell.wide || shell.panelOpen);

export function shownPanel({ panels, panel: id }: Pick<State, 'panels' | 'panel'>): Panel {
  const shown = panels.find((panel) => panel.id === id);
  if (!shown) throw new Error(`no panel "${id}" in features/panels.ts`);
  return shown;
}
