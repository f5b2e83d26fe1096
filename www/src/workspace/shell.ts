// What the page itself remembers about how it is shown: layout, sizes, open dialog, own keys. Pure.
import type { PanelId } from './panels.ts';
import type { ActionOf, Actions, State } from './state.ts';

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
  /** Whether the narrow Panels pane shows its list. */
  list: boolean;
  dialog: 'palette' | 'help' | 'cheatSheet' | 'tick' | 'runText' | 'open' | 'settings' | null;
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
  said: string;
}
export const actions = [
  'layout',
  'size',
  'resetSizes',
  'part',
  'narrow',
  'list',
  'dialog',
  'query',
  'entry',
  'capture',
  'chord',
  'keys',
  'allKeys',
  'single',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;

export const LAYOUTS = ['split', 'code', 'diagram', 'run'] as const;
/** What a layout leaves out. */
const WITHOUT: Record<Layout, ('code' | 'diagram' | 'side')[]> = {
  split: [],
  code: ['diagram'],
  diagram: ['code'],
  run: ['code'],
};

export function initialShell(settings: Record<string, unknown> = {}): ShellState {
  const layout = LAYOUTS.find((name) => name === settings.layout) ?? 'split';
  return {
    layout,
    sizes: sizesOf(settings.sizes),
    closed: [],
    narrow: false,
    list: true,
    dialog: null,
    query: '',
    at: -1,
    keys: keysOf(settings.keys),
    single: settings.single !== false,
    capture: null,
    clash: '',
    said: '',
  };
}

/** The layout in which a region can be seen: the present one if it can. */
export const layoutWith = ({ layout, narrow }: ShellState, region: 'code' | 'diagram' | 'side'): Layout =>
  narrow || !WITHOUT[layout].includes(region) ? layout : region === 'side' ? 'run' : 'split';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only what can have been written by this page. */
function sizesOf(kept: unknown): ShellState['sizes'] {
  const sizes: ShellState['sizes'] = {};
  if (!isRecord(kept)) return sizes;
  for (const layout of LAYOUTS) {
    const of = kept[layout];
    if (!isRecord(of)) continue;
    for (const name of ['code', 'side', 'time'] as const) {
      const size = of[name];
      if (typeof size === 'number' && size > 0 && size < 1e4) sizes[layout] = { ...sizes[layout], [name]: size };
    }
  }
  return sizes;
}

function keysOf(kept: unknown): ShellState['keys'] {
  if (!isRecord(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([id, chords]) =>
      Array.isArray(chords) && chords.every((chord) => typeof chord === 'string') ? [[id, chords]] : [],
    ),
  );
}

/** The panel that is shown. */
export const shownPanel = ({ panel }: State): PanelId => panel;
