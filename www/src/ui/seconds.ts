// How many seconds something has taken so far, counted in place.

import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

class Seconds extends AsyncDirective {
  #of = '';
  #since = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #say: (n: number) => string = String;

  /** @param of what is counted; another one begins at zero */
  override render(of: string, say: (n: number) => string) {
    this.#say = say;
    if (of === this.#of) return noChange;
    this.#of = of;
    this.#since = performance.now();
    this.#count();
    return say(0);
  }

  override disconnected() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  override reconnected() {
    this.#count();
  }

  #count() {
    this.disconnected();
    this.#timer = setInterval(
      () => this.setValue(this.#say(Math.floor((performance.now() - this.#since) / 1000))),
      1000,
    );
  }
}

export const seconds = directive(Seconds);
