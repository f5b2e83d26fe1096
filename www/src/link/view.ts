// Writes and reads member `u` of a link: what the page shows, by names that survive edits.

import { edgeId, edgeKey } from '../protocol/edge-keys.ts';
import type { View } from '../protocol/types.ts';
import type { Breakpoint, LinkDocument } from './types.ts';

type LinkView = NonNullable<LinkDocument['u']>;
/** `selected` is a diagram id. */
export interface ShownView {
  layout?: string;
  /** Null for none, and where the panel that every page begins with is shown. */
  panel: string | null;
  direction?: string;
  path: string | null;
  selected: string | null;
  stops: Breakpoint[];
}

const LAYOUTS = ['split', 'code', 'diagram', 'run'] as const;
const DEFAULTS: Record<string, unknown> = { w: 'split' };

/** The members that differ from the defaults. */
export function linkViewOf(
  { layout, panel, direction, path, selected, stops }: ShownView,
  view: View | null,
): LinkView {
  const b = stops.map(({ at, if: when, off }) => ({
    at,
    ...(when ? { if: when } : {}),
    ...(off === true ? { off } : {}),
  }));
  const members = {
    w: LAYOUTS.find((known) => known === layout),
    p: panel ?? undefined,
    d: (['TB', 'LR'] as const).find((known) => known === direction),
    h: path ?? undefined,
    n: keyOf(selected, view) ?? undefined,
    b,
  };
  const written = Object.entries(members).filter(
    ([key, value]) => value !== undefined && value !== DEFAULTS[key] && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(written);
}

/** The parts of a view that can be shown. Unknown elements are left out, but breakpoints at them stay. */
export function readView<Panel extends string>(
  { w, p, d, h, n, b }: LinkView,
  view: View | null,
  isPanel: (panel: string) => panel is Panel,
): Partial<Omit<ShownView, 'panel'> & { panel: Panel }> {
  const selected = n === undefined ? null : idOf(n, view);
  return {
    ...(w === undefined ? {} : { layout: w }),
    ...(p !== undefined && isPanel(p) ? { panel: p } : {}),
    ...(d === undefined ? {} : { direction: d }),
    ...(h !== undefined && view?.paths.some((path) => path.id === h) ? { path: h } : {}),
    ...(selected === null ? {} : { selected }),
    ...(b === undefined ? {} : { stops: b }),
  };
}

/** @param id diagram id @returns node id or edge key */
function keyOf(id: string | null, view: View | null): string | null {
  if (id === null || view === null) return null;
  if (id.startsWith('e')) return edgeKey(view.edges, id);
  // A node and the container it is drawn as have the same number.
  return Object.entries(view.nodes).find(([, node]) => node.diagramId.slice(1) === id.slice(1))?.[0] ?? null;
}

function idOf(key: string, view: View | null) {
  if (view === null) return null;
  return Object.hasOwn(view.nodes, key) ? view.nodes[key].diagramId : edgeId(view.edges, key);
}
