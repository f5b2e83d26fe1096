// Where a branch ended, and where a run can end.

import type { Event, Snapshot } from '../protocol/types.ts';

/**
 * The node at which a branch completed; empty where it did not, or where its paths ended at several. The events of a
 * run that goes on are not gone through.
 */
export function endNode(outcome: string, events: Event[]): string {
  if (outcome !== 'completed') return '';
  const nodes = new Set(events.flatMap((event) => (event.kind === 'pathCompleted' ? [event.node] : [])));
  return nodes.size === 1 ? ([...nodes][0] ?? '') : '';
}

/** Whether paths can complete at more than one node: which of them it was is then part of the result. */
export function hasSeveralEnds({ nodes, edges }: Pick<Snapshot['view'], 'nodes' | 'edges'>): boolean {
  const ids = Object.keys(nodes);
  // Of a task with only a catch edge, a path that succeeds completes there.
  const left = new Set(edges.flatMap((edge) => (edge.class === 'catch' ? [] : [edge.source])));
  const modules = new Set(ids.flatMap(around));
  // What is done inside a module leaves by the edges of the module.
  const isEnd = (id: string) => !modules.has(id) && ![id, ...around(id)].some((node) => left.has(node));
  return ids.filter(isEnd).length > 1;
}

/** The modules around a node, whose names are in its own: `tower` and `tower.stairs` of `tower.stairs.landing`. */
const around = (id: string) => id.split('.').flatMap((_, i, names) => (i > 0 ? [names.slice(0, i).join('.')] : []));
