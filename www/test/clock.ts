// Clocks for tests. None of them knows how fast the machine is.

import { sleep } from '../src/core/yield.ts';
import type { Watch } from '../src/core/supervisor.ts';
import type { Clock } from '../src/ui/timing.ts';

/** Stands still: no slice is ever used up, and answers hold everything. */
export const still = { now: () => 0, sleep };

/**
 * Goes on by `ms` with each look at it, so that work takes a time that is the same on every machine; what is waited for
 * passes at once.
 */
export function working(ms = 1) {
  let time = 0;
  return {
    now: () => (time += ms),
    sleep: async (waited: number) => {
      time += waited;
      await sleep(0);
    },
  };
}

/** Stands still but for `pass`, which also ends the waits that are over then. `waiting` says whether there are any. */
export function byHand() {
  let time = 0;
  let waits: { end: number; done: () => void }[] = [];
  return {
    now: () => time,
    sleep: (ms: number) =>
      ms > 0 ? new Promise((done: (value: void) => void) => waits.push({ end: time + ms, done })) : sleep(0),
    waiting: () => waits.length > 0,
    async pass(ms: number) {
      time += ms;
      const over = waits.filter(({ end }) => end <= time);
      waits = waits.filter(({ end }) => end > time);
      for (const { done } of over) done();
      await sleep(0);
    },
  };
}

/** A watch whose time is moved by hand. */
export function handWatch(): Watch & { advance(ms: number): void } {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    every: (_ms, tick) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    advance(ms: number) {
      now += ms;
      for (const tick of [...ticks]) tick();
    },
  };
}

/** Holds back the timers of one length, in all that is begun from now on, until their time is passed by hand. */
export function holdTimers(length: number) {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const held = new Map<object, () => void>();
  Object.assign(globalThis, {
    setTimeout(act: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) {
      if (ms !== length) return set(act, ms, ...args);
      const timer = {};
      held.set(timer, () => act(...args));
      return timer;
    },
    clearTimeout(timer: NodeJS.Timeout) {
      if (!held.delete(timer)) clear(timer);
    },
  });
  return {
    pass() {
      const due = [...held.values()];
      held.clear();
      for (const act of due) act();
    },
    release: () => void Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }),
  };
}

/** Gives way until something is so. */
export async function until(so: () => boolean) {
  while (!so()) await sleep(0);
}

/** For what is timed with `ui/timing.ts`: stands still but for `pass`. */
export class FakeClock implements Clock {
  #now = 0;
  #lastTimer = 0;
  #timers: Map<number, { due: number; act: () => void }> = new Map();

  now() {
    return this.#now;
  }

  setTimeout(act: () => void, ms: number) {
    this.#lastTimer += 1;
    this.#timers.set(this.#lastTimer, { due: this.#now + ms, act });
    return this.#lastTimer;
  }

  clearTimeout(timer: unknown) {
    this.#timers.delete(timer as number);
  }

  /** Lets time pass; timers that become due are called in their order, each at its time. */
  pass(ms: number) {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
      if (!next) break;
      const [timer, { due, act }] = next;
      this.#timers.delete(timer);
      this.#now = due;
      act();
    }
    this.#now = end;
  }
}
