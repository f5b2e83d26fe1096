// How a feature describes its panel: what is listed of it, its part of the state, what its actions do, and its view,
// which comes when the panel is first shown. Each description has a line in `panels.ts`.

import type { DocumentOpener } from '../document/document-opener.ts';
import type { DocumentRun } from '../document/document-run.ts';
import type { Engine, Json } from '../protocol/types.ts';
import type { Handlers } from '../store/handlers.ts';
import { later, lateHandlers } from '../store/late.ts';
import type { ActionOf, Actions, Dispatch, Panel, PanelId, PanelView, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** What the actions of a panel can use. */
export interface PanelServices {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  opening: DocumentOpener;
  dispatch: Dispatch;
  /** Hands a file to the user. */
  save: (name: string, content: string | Blob) => void;
  /** Resolves with why the machine was not changed; empty where it was, null where that could not be tried. */
  setStartValue: (context: string, field: string, value: Json) => Promise<string | null>;
}

/** Actions whose code comes when the panel is shown, or with the first of them. */
export const lateActions =
  <K extends keyof Actions>(
    panel: PanelId,
    actions: readonly K[],
    makeController: (services: PanelServices) => Promise<{ act(action: ActionOf<K>): void }>,
  ) =>
  (services: PanelServices): Handlers<K> =>
    lateHandlers({ store: services.store, panels: [panel], actions, load: () => makeController(services) });

interface Definition<S, K extends keyof Actions> extends Omit<Panel, 'view'> {
  /** The feature's part of the state, as the page begins with it. */
  state?: () => S;
  /** Called once, when the page starts. */
  actions?: (services: PanelServices) => Handlers<K>;
}

/** `view` instead of `load`: the code of the view comes with the page. */
type View = { load: () => Promise<{ panel: PanelView }> } | { view: PanelView };

export type PanelDefinition<S, K extends keyof Actions> = Definition<S, K> & Panel;

export const definePanel = <S extends Partial<State> = {}, K extends keyof Actions = never>(
  definition: Definition<S, K> & View,
): PanelDefinition<S, K> => ({
  ...definition,
  view: 'load' in definition ? later(definition.load) : definition.view,
});
