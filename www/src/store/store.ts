// One state object and who listens to it. It holds no rules: the table of actions says what an action does.

import { isShallowEqual } from '../protocol/computed.ts';
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
   * An effect of some parts of the state: runs when what `select` gives is another than before, or a list with other
   * members. `before` is the state that the change was made to.
   * @param immediate whether it runs now as well
   * @returns stops watching
   */
  watch<const T>(
    select: (state: State) => T,
    effect: (value: T, state: State, before: State) => void,
    { immediate = false } = {},
  ): () => void {
    let before = this.#state;
    let selected = select(before);
    const stop = this.listen((state) => {
      const previous = before;
      before = state;
      const value = select(state);
      if (isShallowEqual(value, selected)) return;
      selected = value;
      effect(value, state, previous);
    });
    if (immediate) effect(selected, before, before);
    return stop;
  }

  /** Adds a notice on top; the oldest of more than three goes. */
  notify(notice: Omit<Notice, 'id'>) {
    this.#lastNotice += 1;
    const same = this.#state.notices.filter((earlier) => earlier.text !== notice.text);
    this.set({ notices: [{ ...notice, id: this.#lastNotice }, ...same].slice(0, 3) });
  }
}
