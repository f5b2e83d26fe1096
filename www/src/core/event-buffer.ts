// Buffers the events of actions until a snapshot includes them: reading them from the core again would cost as much
// as the actions.

import type { Event } from '../protocol/types.ts';

/** A replay that nobody looks at tells nothing; more than these are not kept for it. */
const MAX_EVENTS = 50_000;

export class EventBuffer {
  #events: Event[] = [];
  /** The number of the event before the first; not a number where nothing is known. */
  #firstSeq = NaN;
  #lastSeq = NaN;

  /** @param events of one action, in order */
  add(events: Event[]) {
    if (events.length === 0) return;
    if (events[0].seq !== this.#lastSeq + 1 || this.#events.length > MAX_EVENTS) return this.clear();
    for (const event of events) this.#events.push(event);
    this.#lastSeq = this.#firstSeq + this.#events.length;
  }

  /** The cursor was moved. */
  clear() {
    this.#events = [];
    this.#firstSeq = this.#lastSeq = NaN;
  }

  /**
   * They are told; the next ones follow these.
   * @param to the newest event at the cursor
   * @returns those after `since`, null where they are not all here
   */
  take(since: number, to: number): Event[] | null {
    const events = since === this.#firstSeq && to === this.#lastSeq ? this.#events : null;
    this.#events = [];
    this.#firstSeq = this.#lastSeq = to;
    return events;
  }
}
