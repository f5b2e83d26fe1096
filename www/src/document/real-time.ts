// The clock of the run follows the wall clock, where the user chose real time and a timer runs. It moves when a timer
// is due, and before each action of the user, so that a run has no action for each second.

import type { Store } from '../store/store.ts';
import type { State } from '../store/state.ts';
import type { DocumentRun } from './document-run.ts';

/** Browsers wait no longer than some weeks at once. */
const LONGEST_WAIT_MS = 3_600_000;

interface WallClock {
  /** In milliseconds. */
  now(): number;
  /** @returns stops waiting */
  after(ms: number, act: () => void): () => void;
}

export const WALL_CLOCK: WallClock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

export interface RealTimeDependencies {
  store: Store;
  running: Pick<DocumentRun, 'followClock' | 'catchUp' | 'resumeAfterAnswer'>;
  clock: WallClock;
}

export class RealTime {
  readonly #deps: RealTimeDependencies;
  /** The wall clock's time that the run's clock has come to; null while it does not follow. */
  #caughtUpTo: number | null = null;
  #stopWaiting: () => void = () => {};

  constructor(deps: RealTimeDependencies) {
    this.#deps = deps;
    deps.running.followClock({
      lag: () => (this.#caughtUpTo === null ? 0 : deps.clock.now() - this.#caughtUpTo),
      moved: (ms) => {
        if (this.#caughtUpTo !== null) this.#caughtUpTo += ms;
      },
    });
    deps.store.watch(
      ({ settings, run: { snapshot, runNumber }, document }) => [
        settings.realTime,
        snapshot?.position.step,
        snapshot?.position.branch,
        snapshot?.view.clock,
        runNumber,
        document.id,
      ],
      (_, state, before) => this.#follow(state, before),
    );
  }

  #follow(state: State, before: State) {
    this.#stopWaiting();
    const left = state.settings.realTime ? firstLeft(state) : null;
    const isSameRun = state.document.id === before.document.id && state.run.runNumber === before.run.runNumber;
    if (left === null || !isSameRun) this.#caughtUpTo = null;
    if (left === null) return;
    const now = this.#deps.clock.now();
    this.#caughtUpTo ??= now;
    const wait = Math.max(1, left - (now - this.#caughtUpTo));
    this.#stopWaiting = this.#deps.clock.after(Math.min(wait, LONGEST_WAIT_MS), () => {
      if (wait > LONGEST_WAIT_MS) this.#follow(this.#deps.store.state, this.#deps.store.state);
      else void this.#fire();
    });
  }

  async #fire() {
    await this.#deps.running.catchUp();
    await this.#deps.running.resumeAfterAnswer();
  }
}

/** How long the first timer still runs; null where none does, or an earlier step is shown. */
function firstLeft({ run: { snapshot } }: State): number | null {
  if (!snapshot?.position.atTip) return null;
  const all = snapshot.view.timers.map(({ left }) => left);
  return all.length === 0 ? null : Math.min(...all);
}
