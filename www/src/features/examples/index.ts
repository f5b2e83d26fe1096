// The dialog that opens a machine: the gallery by topic, and the machines of this browser.

import type { ActionOf, Actions, State } from '../../store/state.ts';

/** Of a machine of this browser. `nodes`: null where it could not be read; `svg`: null where it has no drawing. */
export interface MachinePicture {
  changed: number;
  nodes: number | null;
  svg: SVGSVGElement | null;
}

export interface GalleryState {
  query: string;
  section: 'examples' | 'mine';
  /** The topic at the top of the list, as far as it was scrolled. */
  topic: string | null;
  /** Names of the examples' nodes, from the first search on. */
  nodes: Record<string, string[]>;
  /** By draft, as far as they are drawn. */
  pictures: Record<string, MachinePicture>;
}

export const initialGallery = (): GalleryState => ({
  query: '',
  section: 'examples',
  topic: null,
  nodes: {},
  pictures: {},
});

/** Whether the dialog shows machines of this browser: all, or those that were searched for. */
export const showsMachines = ({ shell, gallery }: Pick<State, 'shell' | 'gallery'>) =>
  shell.dialog === 'open' && (gallery.section === 'mine' || gallery.query !== '');

declare module '../../store/state.ts' {
  interface State {
    gallery: GalleryState;
  }
  interface Actions {
    gallery: Partial<GalleryState>;
  }
}

export const actions = ['gallery'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
