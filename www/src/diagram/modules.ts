// Which modules a machine has, and which of them are folded where a column has no room for them all.

import { isLive } from '../run/path-status.ts';
import type { OutlineItem, View } from '../protocol/types.ts';

/** Classes of what a path can stand at. */
const EXECUTABLE = ['init', 'task', 'state', 'end', 'plain'];

export interface Modules {
  /** Ids of containers of nodes, in source order. */
  modules: string[];
  /** How many cards the flow has when nothing is folded. */
  cards: number;
  /** The modules around each node, by its id, and around each edge, by its diagram id. */
  around: Map<string, readonly string[]>;
  /** Nodes by diagram id. */
  ids: Map<string, OutlineItem>;
}

const known: WeakMap<readonly OutlineItem[], Modules> = new WeakMap();

export function modulesOf(outline: readonly OutlineItem[]): Modules {
  const found = known.get(outline);
  if (found) return found;
  const made: Modules = { modules: [], cards: 0, around: new Map(), ids: new Map() };
  const rest = [...outline].reverse().map((item) => ({ item, around: [] as readonly string[] }));
  for (let one = rest.pop(); one; one = rest.pop()) {
    const { item, around } = one;
    const isExecutable = EXECUTABLE.includes(item.class);
    const isModule = isExecutable && item.id !== undefined && item.children.some(holdsNode);
    if (item.class === 'edge') made.around.set(item.diagramId ?? '', around);
    if (item.id !== undefined) made.around.set(item.id, around);
    if (item.id !== undefined && item.diagramId !== undefined) made.ids.set(item.diagramId, item);
    if (isModule) made.modules.push(item.id as string);
    else if (isExecutable) made.cards += 1;
    const inside = isModule ? [...around, item.id as string] : around;
    for (let i = item.children.length - 1; i >= 0; i -= 1)
      rest.push({ item: item.children[i] as OutlineItem, around: inside });
  }
  known.set(outline, made);
  return made;
}

/** Whether an item is a node that paths can stand at, or holds one. */
const holdsNode = ({ class: name, children }: OutlineItem): boolean =>
  EXECUTABLE.includes(name) || children.some(holdsNode);

/** The nodes where paths are; where none is live, those at which they ended. */
export function standing({ paths }: View): string[] {
  const live = paths.filter(({ status }) => isLive(status));
  const shown = live.length > 0 ? live : paths.filter(({ status }) => status === 'completed' || status === 'failed');
  return shown.map(({ node }) => node);
}

/**
 * All modules but those in which a path stands, in source order.
 * @param byHand what somebody folded (true) and unfolded, by node id
 */
export function foldedAround(
  outline: readonly OutlineItem[],
  view: View,
  byHand: ReadonlyMap<string, boolean> = new Map(),
): string[] {
  const { modules, around } = modulesOf(outline);
  const open = new Set(standing(view).flatMap((id) => around.get(id) ?? []));
  return modules.filter((module) => byHand.get(module) ?? !open.has(module));
}
