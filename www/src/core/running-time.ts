// Time that counts toward the `timeout` of a machine: from Run until it stops. Time that people need does not count.

import type { RunSession } from './run-session.ts';

/** So often a run that goes on is told. */
const EVERY_MS = 1000;

export class RunningTime {
  #live: RunSession;
  #clock: { now(): number };
  #reportedAt;
  /** In ms, with the time of earlier runs; read when it is first needed. */
  #total: number | null = null;

  constructor(live: RunSession, clock: { now(): number }) {
    this.#live = live;
    this.#clock = clock;
    this.#reportedAt = clock.now();
  }

  get due() {
    return this.#clock.now() - this.#reportedAt >= EVERY_MS;
  }

  /** An action of the host, which is recorded like the others. A run that has ended takes no more. */
  report() {
    const now = this.#clock.now();
    this.#total = (this.#total ?? this.#live.run.view().elapsedMs) + Math.round(now - this.#reportedAt);
    this.#reportedAt = now;
    const total = this.#total;
    this.#live.act({ kind: 'reportTime' }, (run) => run.reportTime(total));
  }
}
