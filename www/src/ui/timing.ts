// Calls that wait for a pause, and calls that come no more often than so many milliseconds.

/** What passes the time: the system's, or that of a test. */
export interface Clock {
  now(): number;
  setTimeout(act: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};

export interface Delayed<Args extends unknown[]> {
  (...args: Args): void;
  /** Drops the call that waits. */
  cancel(): void;
  /** Makes the call that waits now. */
  flush(): void;
  /** Whether a call waits. */
  isPending(): boolean;
}

/** Calls `act` with the arguments of the last call, once there was none for `ms`, which may depend on them. */
export function debounce<Args extends unknown[]>(
  act: (...args: Args) => void,
  ms: number | ((...args: Args) => number),
  clock: Clock = systemClock,
): Delayed<Args> {
  return delayed(act, typeof ms === 'number' ? () => ms : ms, clock, true);
}

/** Calls `act` at most once in `ms`: the first call at once, of those that follow the last one. */
export function throttle<Args extends unknown[]>(
  act: (...args: Args) => void,
  ms: number,
  clock: Clock = systemClock,
): Delayed<Args> {
  let lastCall = -Infinity;
  const call = (...args: Args) => {
    lastCall = clock.now();
    act(...args);
  };
  return delayed(call, () => lastCall + ms - clock.now(), clock, false);
}

/** @param restarts whether a call that comes meanwhile begins the wait anew */
function delayed<Args extends unknown[]>(
  act: (...args: Args) => void,
  wait: (...args: Args) => number,
  clock: Clock,
  restarts: boolean,
): Delayed<Args> {
  let pending: Args | null = null;
  let timer: unknown;
  const cancel = () => {
    if (pending) clock.clearTimeout(timer);
    pending = null;
  };
  const flush = () => {
    const args = pending;
    cancel();
    if (args) act(...args);
  };
  const call = (...args: Args) => {
    if (restarts) cancel();
    const isWaiting = pending !== null;
    pending = args;
    if (isWaiting) return;
    const ms = wait(...args);
    if (restarts || ms > 0) timer = clock.setTimeout(flush, ms);
    else flush();
  };
  return Object.assign(call, { cancel, flush, isPending: () => pending !== null });
}
