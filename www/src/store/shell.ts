// What the page itself remembers about how it is shown: layout, sizes, open dialog, own keys. Pure.
import { isRecord } from '../protocol/plain-data.ts';
import type { Layout, ShellState } from './shown.ts';
import type { ActionOf, Actions } from './state.ts';

export const actions = [
  'layout',
  'size',
  'resetSizes',
  'part',
  'panel',
  'panelOpen',
  'width',
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
    wide: false,
    panelOpen: false,
    list: settings.list !== false,
    dialog: null,
    from: null,
    query: '',
    at: -1,
    keys: readKeys(settings.keys),
    single: settings.single !== false,
    capture: null,
    clash: '',
    liveText: '',
  };
}

/** The shell with a panel open or closed, where a strip leads to the panels; elsewhere as it is. */
export const withPanelOpen = (shell: ShellState, open: boolean): ShellState =>
  shell.wide ? { ...shell, panelOpen: open } : shell;

/** The shell in a layout that shows a region. */
export const shellWith = (shell: ShellState, region: 'code' | 'side'): ShellState => ({
  ...shell,
  layout: layoutWith(shell, region),
  closed: shell.closed.filter((part) => part !== region),
});

/** The layout in which a region can be seen: the present one if it can. */
export const layoutWith = ({ layout, narrow }: ShellState, region: 'code' | 'diagram' | 'side'): Layout =>
  narrow || !WITHOUT[layout].includes(region) ? layout : region === 'side' ? 'run' : 'split';

/** Only what can have been written by this page. */
function sizesOf(stored: unknown): ShellState['sizes'] {
  const sizes: ShellState['sizes'] = {};
  if (!isRecord(stored)) return sizes;
  for (const layout of LAYOUTS) {
    const of = stored[layout];
    if (!isRecord(of)) continue;
    for (const name of ['code', 'side', 'time'] as const) {
      const size = of[name];
      if (typeof size === 'number' && size > 0 && size < 1e4) sizes[layout] = { ...sizes[layout], [name]: size };
    }
  }
  return sizes;
}

function readKeys(stored: unknown): ShellState['keys'] {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, chords]) =>
      Array.isArray(chords) && chords.every((chord) => typeof chord === 'string') ? [[id, chords]] : [],
    ),
  );
}
