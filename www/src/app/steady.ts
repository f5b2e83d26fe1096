// What changes often is shown no more often than people can read, and what it came to is shown in the end.

type Later = (act: () => void, ms: number) => unknown;

export class MinimumShowTime<T> {
  #minIntervalMs: number;
  #now: () => number;
  #later: Later;
  #shown: { value: T; at: number } | null = null;
  #isWaiting = false;

  /** @param least milliseconds between two changes */
  constructor(
    least: number,
    now: () => number = () => performance.now(),
    later: Later = (act, ms) => setTimeout(act, ms),
  ) {
    this.#minIntervalMs = least;
    this.#now = now;
    this.#later = later;
  }

  /**
   * @param keeps whether what is shown may stay for a moment
   * @param again called when it has been shown long enough
   * @returns what to show
   */
  show(value: T, keeps: (shown: T) => boolean, again: () => void): T {
    const now = this.#now();
    const wait = this.#shown && keeps(this.#shown.value) ? this.#shown.at + this.#minIntervalMs - now : 0;
    if (!this.#shown || wait <= 0) {
      this.#shown = { value, at: now };
      return value;
    }
    if (!this.#isWaiting)
      this.#later(() => {
        this.#isWaiting = false;
        again();
      }, wait);
    this.#isWaiting = true;
    return this.#shown.value;
  }
}
