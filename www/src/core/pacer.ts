// Time slices, waits, pauses, and signs of life of one session. The clock is passed in.

export interface Clock {
  now(): number;
  rest(ms: number): Promise<void>;
}

export const SLICE_MS = 8;
export const PROGRESS_MS = 100;
/** Progress of a large run is told less often: it takes one part in so many of the time. */
const SHARE = 10;
/** A bare sign of life is enough this often. */
const BEAT_MS = 1000;
/** A pause is noticed within this time while something is waited for. */
const NAP_MS = 40;

export class Pacer {
  #clock: Clock;
  #sliceFrom = 0;
  #reportedAt = 0;
  /** When the page last heard anything. */
  #signAt = 0;
  #dueAt = 0;
  /** What the last progress took to be written. */
  #cost = 0;
  #pauses = 0;
  #mark = 0;
  #busy = 0;
  #beat: (snapshot: null) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often a pause was asked for. */
  get pauses() {
    return this.#pauses;
  }

  /** Asks what was asked for before to stop; what is asked for later is not meant. */
  pause() {
    this.#pauses += 1;
  }

  /** Whether what is going on was asked to stop. */
  get pausing() {
    return this.#pauses !== this.#mark;
  }

  /** An act begins. One that begins inside a run does not end the run's pause. */
  begin(beat: (snapshot: null) => void) {
    this.#sliceFrom = this.#clock.now();
    this.#beat = beat;
    if (this.#busy === 0) this.#mark = this.#pauses;
  }

  /** A run or a replay begins. @param pauses when it was asked for */
  beginLong(beat: (snapshot: null) => void, pauses: number) {
    this.begin(beat);
    if (this.#busy === 0) this.#mark = pauses;
    this.#busy += 1;
    this.#dueAt = this.#clock.now();
    this.reported();
  }

  /** It is over. */
  endLong() {
    this.#busy -= 1;
  }

  /** Whether progress may be posted now. @param paced each tick is told, if that takes no more than half of the time */
  progressDue(paced: boolean = false) {
    const now = this.#clock.now();
    const least = paced ? this.#cost * 2 : Math.max(PROGRESS_MS, this.#cost * SHARE);
    const due = now - this.#reportedAt >= least;
    if (due) this.#dueAt = now;
    return due;
  }

  /** Progress was posted. */
  reported() {
    this.#reportedAt = this.#clock.now();
    this.#signAt = this.#reportedAt;
    this.#cost = this.#reportedAt - this.#dueAt;
  }

  /** Whether the slice is used up. */
  get spent() {
    return this.#clock.now() - this.#sliceFrom >= SLICE_MS;
  }

  /** Gives way to the message queue. */
  async yield() {
    if (this.#clock.now() - this.#signAt >= BEAT_MS) this.#live();
    await this.#clock.rest(0);
    this.#sliceFrom = this.#clock.now();
  }

  /** Gives way if the slice is used up. */
  async breathe() {
    if (this.spent) await this.yield();
  }

  /** @param ms waited for, unless a pause ends it */
  async hold(ms: number) {
    const end = this.#clock.now() + ms;
    for (let left = ms; left > 0 && !this.pausing; left = end - this.#clock.now()) {
      await this.#clock.rest(Math.min(left, NAP_MS));
      if (this.#clock.now() - this.#signAt >= BEAT_MS) this.#live();
    }
    this.#sliceFrom = this.#clock.now();
  }

  /** A sign of life is no progress: a run of one tick a second reports each of its ticks. */
  #live() {
    this.#signAt = this.#clock.now();
    this.#beat(null);
  }
}
