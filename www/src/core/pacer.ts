// Time slices, waits, pauses, and signs of life of one session. The clock is passed in.

export interface Clock {
  now(): number;
  rest(ms: number): Promise<void>;
}

export const SLICE_MS = 8;
export const PROGRESS_MS = 100;
/** Progress of a large run is told less often: it takes one part in so many of the time. */
const PROGRESS_COST_FACTOR = 10;
/** A bare sign of life is enough this often. */
const HEARTBEAT_MS = 1000;
/** A pause is noticed within this time while something is waited for. */
const PAUSE_POLL_MS = 40;

export class Pacer {
  #clock: Clock;
  #sliceFrom = 0;
  #reportedAt = 0;
  /** When the page last heard anything. */
  #signAt = 0;
  #dueAt = 0;
  /** What the last progress took to be written. */
  #progressCost = 0;
  #pauses = 0;
  #pausesAtStart = 0;
  #longActionCount = 0;
  #sendHeartbeat: (snapshot: null) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often a pause was asked for. */
  get pauseCount() {
    return this.#pauses;
  }

  /** Asks what was asked for before to stop; what is asked for later is not meant. */
  pause() {
    this.#pauses += 1;
  }

  /** Whether what is going on was asked to stop. */
  get isPausing() {
    return this.#pauses !== this.#pausesAtStart;
  }

  /** An act begins. One that begins inside a run does not end the run's pause. */
  begin(beat: (snapshot: null) => void) {
    this.#sliceFrom = this.#clock.now();
    this.#sendHeartbeat = beat;
    if (this.#longActionCount === 0) this.#pausesAtStart = this.#pauses;
  }

  /** A run or a replay begins. @param pauses when it was asked for */
  beginLong(beat: (snapshot: null) => void, pauses: number) {
    this.begin(beat);
    if (this.#longActionCount === 0) this.#pausesAtStart = pauses;
    this.#longActionCount += 1;
    this.#dueAt = this.#clock.now();
    this.reported();
  }

  /** It is over. */
  endLong() {
    this.#longActionCount -= 1;
  }

  /** Whether progress may be posted now. @param paced each tick is told, if that takes no more than half of the time */
  isProgressDue(paced: boolean = false) {
    const now = this.#clock.now();
    const least = paced ? this.#progressCost * 2 : Math.max(PROGRESS_MS, this.#progressCost * PROGRESS_COST_FACTOR);
    const due = now - this.#reportedAt >= least;
    if (due) this.#dueAt = now;
    return due;
  }

  /** Progress was posted. */
  reported() {
    this.#reportedAt = this.#clock.now();
    this.#signAt = this.#reportedAt;
    this.#progressCost = this.#reportedAt - this.#dueAt;
  }

  /** Whether the slice is used up. */
  get isSliceOver() {
    return this.#clock.now() - this.#sliceFrom >= SLICE_MS;
  }

  /** Gives way to the message queue. */
  async yield() {
    if (this.#clock.now() - this.#signAt >= HEARTBEAT_MS) this.#reportAlive();
    await this.#clock.rest(0);
    this.#sliceFrom = this.#clock.now();
  }

  /** Gives way if the slice is used up. */
  async yieldIfNeeded() {
    if (this.isSliceOver) await this.yield();
  }

  /** @param ms waited for, unless a pause ends it */
  async hold(ms: number) {
    const end = this.#clock.now() + ms;
    for (let left = ms; left > 0 && !this.isPausing; left = end - this.#clock.now()) {
      await this.#clock.rest(Math.min(left, PAUSE_POLL_MS));
      if (this.#clock.now() - this.#signAt >= HEARTBEAT_MS) this.#reportAlive();
    }
    this.#sliceFrom = this.#clock.now();
  }

  /** A sign of life is no progress: a run of one tick a second reports each of its ticks. */
  #reportAlive() {
    this.#signAt = this.#clock.now();
    this.#sendHeartbeat(null);
  }
}
