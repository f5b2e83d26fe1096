// What changes often is shown no more often than people can read, and what it came to is shown in the end.

type Later = (act: () => void, ms: number) => unknown;

export class Steady<T> {
  #least: number;
  #now: () => number;
  #later: Later;
  #shown: { value: T; at: number } | null = null;
  #waits = false;

  /** @param least milliseconds between two changes */
  constructor(
    least: number,
    now: () => number = () => performance.now(),
    later: Later = (act, ms) => setTimeout(act, ms),
  ) {
    this.#least = least;
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
    const wait = this.#shown && keeps(this.#shown.value) ? this.#shown.at + this.#least - now : 0;
    if (!this.#shown || wait <= 0) {
      this.#shown = { value, at: now };
      return value;
    }
    if (!this.#waits)
      this.#later(() => {
        this.#waits = false;
        again();
      }, wait);
    this.#waits = true;
    return this.#shown.value;
  }
}
