// Time slices, waits, pauses, and signs of life of one session. The clock is passed in.

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Units of work after which a slice is over, however little time went by; `SLICE_UNITS` by default. */
  sliceUnits?: number;
}

export const SLICE_MS = 8;
/** A unit is an action or an event of a step. Browsers that hide the time round it to 100 ms. */
export const SLICE_UNITS = 1000;
export const PROGRESS_MS = 100;
/** Reporting the progress of a large run takes at most one part in so many of the time. */
const PROGRESS_COST_FACTOR = 10;
/** A bare sign of life is enough this often. */
const HEARTBEAT_MS = 1000;
/** A pause is noticed within this time while something is waited for. */
const PAUSE_POLL_MS = 40;

export class Pacer {
  #clock: Clock;
  #sliceStartedAt = 0;
  /** Units of work done in this slice. */
  #sliceUnits = 0;
  #lastProgressAt = 0;
  /** When the page was last sent anything. */
  #lastSignAt = 0;
  #progressStartedAt = 0;
  /** How long the last progress report took. */
  #progressCostMs = 0;
  #pauseCount = 0;
  #pauseCountAtStart = 0;
  #longActionCount = 0;
  #sendHeartbeat: (snapshot: null) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often a pause was requested. */
  get pauseCount() {
    return this.#pauseCount;
  }

  /** Stops the actions requested so far. Later requests are unaffected. */
  pause() {
    this.#pauseCount += 1;
  }

  /** Whether the present action is to stop. */
  get isPausing() {
    return this.#pauseCount !== this.#pauseCountAtStart;
  }

  /** An action begins. One that begins inside a run does not end the run's pause. */
  begin(sendHeartbeat: (snapshot: null) => void) {
    this.#beginSlice();
    this.#sendHeartbeat = sendHeartbeat;
    if (this.#longActionCount === 0) this.#pauseCountAtStart = this.#pauseCount;
  }

  /** A run or a replay begins. @param pauseCount at the time when it was requested */
  beginLong(sendHeartbeat: (snapshot: null) => void, pauseCount: number) {
    this.begin(sendHeartbeat);
    if (this.#longActionCount === 0) this.#pauseCountAtStart = pauseCount;
    this.#longActionCount += 1;
    this.#progressStartedAt = this.#clock.now();
    this.progressReported();
  }

  /** The run or replay has ended. */
  endLong() {
    this.#longActionCount -= 1;
  }

  /**
   * Whether progress may be reported now.
   * @param isPaced whether each tick is reported, as long as that takes no more than half of the time
   */
  isProgressDue(isPaced: boolean = false) {
    const now = this.#clock.now();
    const minimumMs = isPaced
      ? this.#progressCostMs * 2
      : Math.max(PROGRESS_MS, this.#progressCostMs * PROGRESS_COST_FACTOR);
    const due = now - this.#lastProgressAt >= minimumMs;
    if (due) this.#progressStartedAt = now;
    return due;
  }

  /** Progress was posted. */
  progressReported() {
    this.#lastProgressAt = this.#clock.now();
    this.#lastSignAt = this.#lastProgressAt;
    this.#progressCostMs = this.#lastProgressAt - this.#progressStartedAt;
  }

  #beginSlice() {
    this.#sliceStartedAt = this.#clock.now();
    this.#sliceUnits = 0;
  }

  get #isSliceOver() {
    const { sliceUnits = SLICE_UNITS } = this.#clock;
    return this.#sliceUnits >= sliceUnits || this.#clock.now() - this.#sliceStartedAt >= SLICE_MS;
  }

  async yield() {
    if (this.#clock.now() - this.#lastSignAt >= HEARTBEAT_MS) this.#reportAlive();
    await this.#clock.sleep(0);
    this.#beginSlice();
  }

  /** @param units of work done since the last call */
  async yieldIfNeeded(units: number = 1) {
    this.#sliceUnits += units;
    if (this.#isSliceOver) await this.yield();
  }

  /** Waits for a time, unless a pause ends the wait. */
  async wait(ms: number) {
    const end = this.#clock.now() + ms;
    for (let left = ms; left > 0 && !this.isPausing; left = end - this.#clock.now()) {
      await this.#clock.sleep(Math.min(left, PAUSE_POLL_MS));
      if (this.#clock.now() - this.#lastSignAt >= HEARTBEAT_MS) this.#reportAlive();
    }
    this.#beginSlice();
  }

  /** Does not count as progress: a run of one tick a second reports each of its ticks. */
  #reportAlive() {
    this.#lastSignAt = this.#clock.now();
    this.#sendHeartbeat(null);
  }
}
