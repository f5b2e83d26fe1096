// Why a path is blocked, as its event tells it.

import { conditionWords } from './conditions.ts';
import { code, say, type Part } from './parts.ts';
import type { Event } from '../protocol/types.ts';
import type { SentenceContext } from './types.ts';

/** The first condition that keeps it, else what the reason is called. */
export function falseOf(
  { reason, edges, step }: Extract<Event, { kind: 'blocked' }>,
  telling: SentenceContext,
): Part[] {
  if (reason === 'ambiguous') {
    const targets = edges.map(({ edge }) => telling.edge(edge, step)?.target ?? edge);
    return say`ambiguous: ${targets.slice(0, 3).join(' and ')} can be taken`;
  }
  const closed = edges.find(({ result }) => result === 'false' || result === 'error');
  const guard = closed?.condition === undefined && closed ? telling.edge(closed.edge, step) : closed;
  if (!closed || guard?.condition === undefined) return say`no edge can be taken`;
  return say`${code(guard.condition)} ${conditionWords(guard, closed.result === 'error' ? 'error' : 'false')}`;
}

/** Why a path is blocked, as the core says it; a test compares them. */
export const BLOCKED = { noTransition: 'no condition is true', ambiguous: 'more than one edge can be taken' };
