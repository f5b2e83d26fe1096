// Why a run stopped, or why something was refused.

import type { Json } from '../../pkg/tracklight.js';

export class RunnerError extends Error {
  override name = 'RunnerError';
  /**
   * Of the runner: `source-errors` (the diagnostics are `data`), `not-started`, `no-agent`, `append-failed`,
   * `journal-used`, `journal-empty`, `journal-locked`, `journal-unavailable` (`cause` is the error of the system),
   * `bad-journal`, `closed`. All others are codes of the core, such as `answer-invalid`, `event-unexpected`,
   * `run-ended`, `hash-mismatch` and `rules-mismatch`.
   */
  code: string;
  data?: Json;

  constructor(code: string, message: string, { data, cause }: { data?: Json | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** The reason in an error of the file system, without its code and the path that the caller names anyway. */
export const systemReason = (thrown: unknown) =>
  messageOf(thrown)
    .replace(/^[A-Z]+: /, '')
    .replace(/, \w+( '.*')?$/s, '');

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
