// One state object and who listens to it. It holds no rules: the table of actions says what an action does.

import type { Notice, State } from './state.ts';

export class Store {
  #initial: State;
  #state: State;
  #listeners: Set<(state: State) => void> = new Set();
  #lastNotice = 0;

  constructor(initial: State) {
    this.#initial = initial;
    this.#state = initial;
  }

  get state() {
    return this.#state;
  }

  set(part: Partial<State>) {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /** Puts parts of the state back to what the page begins with. */
  reset(parts: readonly (keyof State)[]) {
    this.set(Object.fromEntries(parts.map((part) => [part, this.#initial[part]])));
  }

  /** @returns stops listening */
  listen(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * An effect of one part of the state: runs when what `select` gives is another than before.
   * @returns stops watching
   */
  watch<T>(select: (state: State) => T, effect: (value: T, state: State) => void): () => void {
    let before = select(this.#state);
    return this.listen((state) => {
      const value = select(state);
      if (Object.is(value, before)) return;
      before = value;
      effect(value, state);
    });
  }

  /** Adds a notice on top; the oldest of more than three goes. */
  notify(notice: Omit<Notice, 'id'>) {
    this.#lastNotice += 1;
    const same = this.#state.notices.filter((other) => other.text !== notice.text);
    this.set({ notices: [{ ...notice, id: this.#lastNotice }, ...same].slice(0, 3) });
  }
}
