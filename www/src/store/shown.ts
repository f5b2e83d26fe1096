// How the page and its drawing are shown, as types.

import type { DotOptions } from '../protocol/types.ts';
import type { RunState } from '../run/types.ts';

/** Whether the drawing is of the newest text, and the run of an older one: nothing of that run belongs beside it. */
export const showsNewerText = ({ isOutdated, shows }: { isOutdated: boolean; shows: RunState['shows'] }) =>
  isOutdated && shows === 'source';

export type Layout = 'split' | 'code' | 'diagram' | 'run';
/** A boundary that can be moved, named by the region it sizes. */
export type Boundary = 'code' | 'side' | 'time';
/** A region that can be closed. */
export type Part = 'side' | 'time';
export interface ShellState {
  layout: Layout;
  /** In pixels, per layout; what is missing has its default. */
  sizes: Partial<Record<Layout, Partial<Record<Boundary, number>>>>;
  /** Regions that the user closed. */
  closed: Part[];
  /** Whether the window shows one pane at a time. */
  narrow: boolean;
  /** Whether the window has a strip of buttons from which panels open. */
  wide: boolean;
  /** Whether a panel is open, where panels open on demand: beside the strip, or in the drawer of a tablet. */
  panelOpen: boolean;
  /** Whether the narrow Panels pane shows its list. */
  list: boolean;
  dialog: 'palette' | 'help' | 'cheatSheet' | 'tick' | 'runText' | 'open' | 'import' | 'settings' | null;
  /** The dialog that led to this one, to go back to. */
  from: ShellState['dialog'];
  /** Of the palette. */
  query: string;
  /** The chosen entry of the palette; -1 for the first that works. */
  at: number;
  /** Chords by command, where the visitor changed them. */
  keys: Record<string, string[]>;
  /** Whether single keys work. */
  single: boolean;
  /** The command whose next key press becomes its chord. */
  capture: string | null;
  /** What was wrong with that press. */
  clash: string;
  /** Text of the live region. */
  liveText: string;
}
/** `find`: what is looked for, null while that is closed; `options`: what the visitor chose to be drawn. */
export interface ViewState {
  find: string | null;
  follow: boolean;
  full: boolean;
  options: DotOptions;
}
