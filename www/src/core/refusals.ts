// Rejections by the engine itself, and misuse of the core as a rejection.

import type { Answer, Json, Refusal, Snapshot } from '../protocol/types.ts';

export const NO_RUN: Refusal = { code: 'no-run', message: 'there is no run yet' };

export function refused(error: Refusal, snapshot: Snapshot | null): Answer {
  return { ok: false, error, snapshot };
}

/** A broken instance is no refusal: it throws on. */
export function misuse(error: unknown): Refusal {
  const { code, message, fatal } = describe(error);
  // Nor is a part of the core that did not come: the page is told, and asks for it again.
  if (fatal || code === 'engine-part') throw error;
  const data = error instanceof Error && 'data' in error ? { data: error.data as Json } : {};
  return { code, message, ...data };
}

/** A trap, an `internal` error and exhausted memory leave the instance unusable; other misuse does not. */
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
