// The guide: five short pages in the panels region, while editor and drawing stay in use.

import type { ActionOf, Actions, PanelId } from '../../store/state.ts';
import type { GuideId } from '../../document/guides.ts';
import type { PackedTokens } from '../../protocol/types.ts';

export interface GuideState {
  page: GuideId;
  /** The panel to return to when the guide is closed; null where none was open. */
  from: PanelId | null;
  /** Tokens of the page's examples, by their text. */
  tokens: Record<string, PackedTokens>;
}

export const initialGuide = (): GuideState => ({ page: 'how-it-works', from: 'contexts', tokens: {} });

declare module '../../store/state.ts' {
  interface State {
    guide: GuideState;
  }
  interface Actions {
    /** Shows the guide at a page, at the one that was open last by default. */
    openGuide: { page?: GuideId };
    closeGuide: {};
    /** Opens a machine of the guide as a new document, or an example of the gallery. */
    guideExample: { source: string; slug?: undefined } | { slug: string; source?: undefined };
  }
  interface Panels {
    guide: {};
  }
}

export const actions = ['openGuide', 'closeGuide', 'guideExample'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
