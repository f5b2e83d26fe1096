// The dialog that opens a machine: the gallery by topic, and the machines of this browser.

import type { ActionOf, Actions } from '../../workspace/state.ts';

export interface GalleryState {
  query: string;
  section: 'examples' | 'mine';
  /** Names of the examples' nodes, from the first search on. */
  nodes: Record<string, string[]>;
}

export const initialGallery = (): GalleryState => ({ query: '', section: 'examples', nodes: {} });

declare module '../../workspace/state.ts' {
  interface State {
    gallery: GalleryState;
  }
  interface Actions {
    gallery: Partial<GalleryState>;
  }
}

export const actions = ['gallery'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
