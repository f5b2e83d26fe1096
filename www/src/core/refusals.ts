// Refusals by the engine itself, and misuse of the core as a refusal.

import type { Answer, Json, Refusal, Snapshot } from '../protocol/types.ts';

export const NO_RUN: Refusal = { code: 'no-run', message: 'there is no run yet' };

export function refused(error: Refusal, snapshot: Snapshot | null): Answer {
  return { ok: false, error, snapshot };
}

/** Misuse as a refusal. Errors that break the instance are thrown again. */
export function misuse(error: unknown): Refusal {
  const { code, message, fatal } = describe(error);
  // So are errors of loading the second part: the page reports them and tries again.
  if (fatal || code === 'engine-part') throw error;
  const data = error instanceof Error && 'data' in error ? { data: error.data as Json } : {};
  return { code, message, ...data };
}

/** A trap, an `internal` error and exhausted memory make the instance unusable; other misuse does not. */
export function describe(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const trap = typeof WebAssembly !== 'undefined' && error instanceof WebAssembly.RuntimeError;
  return {
    code: code || (trap ? 'trap' : 'failed'),
    message,
    fatal: trap || code === 'internal' || error instanceof RangeError,
  };
}
