// What `Run.advance` gives: the same whether it went on or nothing could be done.

import type { Advance, View } from '../../pkg/tracklight.js';

type Refused = Extract<Advance, { ok: false }>;

/** Why a run stands still, by the code with which a step is refused then. */
const REASONS: Record<string, 'ended' | 'blocked' | 'pending'> = {
  'run-ended': 'ended',
  'run-blocked': 'blocked',
  'agent-pending': 'pending',
  'requests-pending': 'pending',
  'events-pending': 'pending',
};

/** @param given by the core, which says nothing of what is waited for */
export function advanced(given: Omit<Extract<Advance, { ok: true }>, 'waiting'> | Refused, view: () => View): Advance {
  if (given.ok) return { ...given, waiting: view().pending };
  const reason = REASONS[given.error.code];
  if (reason === undefined) return given;
  const { step, tick, action, branch, outcome, pending } = view();
  return { ok: true, step, tick, action, branch, events: [], outcome, reason, ticks: 0, waiting: pending };
}
