// Where a branch ended.

import type { Event } from '../protocol/types.ts';

/** The node at which a branch completed; empty where it did not, or where its paths ended at several. */
export function lastNode(events: Event[]): string {
  const nodes = new Set(events.flatMap((event) => (event.kind === 'pathCompleted' ? [event.node] : [])));
  return nodes.size === 1 ? ([...nodes][0] ?? '') : '';
}
