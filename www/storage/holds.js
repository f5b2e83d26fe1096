// @ts-check
// Which draft this tab writes: one tab at a time, by a lock of the browser. Without locks every tab may write.

export class Hold {
  #locks;
  /** @type {string | null} */ #id = null;
  #release = () => {};

  /** @param {Pick<LockManager, 'request'> | undefined} locks */
  constructor(locks) {
    this.#locks = locks;
  }

  /** Takes a draft and lets go of the one before. @param {string} id @returns {Promise<boolean>} false when another tab has it */
  async take(id) {
    if (id === this.#id) return true;
    this.letGo();
    const locks = this.#locks;
    const got = !locks || (await new Promise((/** @type {(got: boolean) => void} */ answer) => {
      locks.request(`tracklight:doc:${id}`, { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock && new Promise((/** @type {(value: void) => void} */ release) => { this.#release = release; });
      }).catch(() => answer(true));
    }));
    if (got) this.#id = id;
    return got;
  }

  letGo() {
    this.#release();
    this.#release = () => {};
    this.#id = null;
  }
}
