// Where a branch ended.

import type { Event } from '../protocol/types.ts';

/**
 * The node at which a branch completed; empty where it did not, or where its paths ended at several. The events of a
 * run that goes on are not gone through.
 */
export function lastNode(outcome: string, events: Event[]): string {
  if (outcome !== 'completed') return '';
  const nodes = new Set(events.flatMap((event) => (event.kind === 'pathCompleted' ? [event.node] : [])));
  return nodes.size === 1 ? ([...nodes][0] ?? '') : '';
}
