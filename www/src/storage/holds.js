// @ts-check
// Which draft this tab writes: one tab at a time, by a lock of the browser. Without locks every tab may write.

export class Hold {
  #locks;
  /** @type {string | null} */ #id = null;
  #release = () => {};
  /** Another tab took the draft from this one. @type {(id: string) => void} */ lost = () => {};

  /** @param {Pick<LockManager, 'request'> | undefined} locks */
  constructor(locks) {
    this.#locks = locks;
  }

  /** Whether one tab alone can have a draft. */
  get exclusive() {
    return this.#locks !== undefined;
  }

  /**
   * Takes a draft and lets go of the one before.
   * @param {string} id
   * @param {number} [patience] how many ms another tab has for letting go of it; then it is taken away. By default it is left to that tab
   * @returns {Promise<boolean>} false when another tab has it
   */
  async take(id, patience = 0) {
    if (id === this.#id) return true;
    this.letGo();
    const got = !this.#locks || (await this.#request(id, patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true }))
      || (patience > 0 && (await this.#request(id, { steal: true })));
    if (got) this.#id = id;
    return got;
  }

  /** @param {string} id @param {LockOptions} options @returns {Promise<boolean>} */
  #request(id, options) {
    const locks = /** @type {Pick<LockManager, 'request'>} */ (this.#locks);
    return new Promise((answer) => {
      locks.request(`tracklight:doc:${id}`, options, (lock) => {
        answer(lock !== null);
        return lock && new Promise((/** @type {(value: void) => void} */ release) => { this.#release = release; });
      }).catch((error) => {
        // Not granted in time, or granted once and taken away since. Locks that do not work at all keep nobody out.
        answer(!(error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)));
        if (this.#id !== id) return;
        this.#id = null;
        this.lost(id);
      });
    });
  }

  letGo() {
    this.#id = null;
    this.#release();
    this.#release = () => {};
  }
}
