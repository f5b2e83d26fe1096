// Compares two replies or answers, one of them as the core writes it: without defaults, in its own order.

import { isRecord } from '../protocol/plain-data.ts';

export function sameReply(a: unknown, b: unknown): boolean {
  return same(plain(a), plain(b));
}

/** Without what the core leaves out of a reply. */
function plain(reply: unknown) {
  if (!isRecord(reply)) return reply;
  const { turns, final, error } = reply;
  if (!Array.isArray(turns))
    return isRecord(error) && error.retryable === true ? { error: { ...error, retryable: undefined } } : reply;
  const called = turns.map((turn: { calls?: unknown[] }) => ({
    ...turn,
    calls: turn.calls && turn.calls.length > 0 ? turn.calls : undefined,
  }));
  return { ...reply, turns: called, final: final === false ? false : undefined };
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) || a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!same(Reflect.get(a, key), Reflect.get(b, key))) return false;
  }
  return true;
}
