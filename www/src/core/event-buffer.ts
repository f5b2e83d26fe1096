// Buffers the events of actions until a snapshot includes them: reading them from the core again would cost as much
// as the actions.

import type { Event } from '../protocol/types.ts';

/** A replay that nobody looks at tells nothing; more than these are not kept for it. */
const MOST = 50_000;

export class EventBuffer {
  #events: Event[] = [];
  /** The number of the event before the first; not a number where nothing is known. */
  #from = NaN;
  #to = NaN;

  /** @param events of one action, in order */
  add(events: Event[]) {
    if (events.length === 0) return;
    if (events[0].seq !== this.#to + 1 || this.#events.length > MOST) return this.forget();
    for (const event of events) this.#events.push(event);
    this.#to = this.#from + this.#events.length;
  }

  /** The cursor was moved. */
  forget() {
    this.#events = [];
    this.#from = this.#to = NaN;
  }

  /**
   * They are told; the next ones follow these.
   * @param to the newest event at the cursor
   * @returns those after `since`, null where they are not all here
   */
  take(since: number, to: number): Event[] | null {
    const events = since === this.#from && to === this.#to ? this.#events : null;
    this.#events = [];
    this.#from = this.#to = to;
    return events;
  }
}
