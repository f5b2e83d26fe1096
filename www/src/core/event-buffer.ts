// Buffers the events of actions until a snapshot includes them: reading them from the core again would cost as much
// as the actions.

import type { Event } from '../protocol/types.ts';

/** A long replay takes no snapshot for a while. The buffer is emptied then. */
const MAX_EVENTS = 50_000;

export class EventBuffer {
  #events: Event[] = [];
  /** The number of the event before the first; NaN where it is unknown. */
  #seqBefore = NaN;
  #lastSeq = NaN;

  /** @param events of one action, in order */
  add(events: Event[]) {
    if (events.length === 0) return;
    if (events[0].seq !== this.#lastSeq + 1 || this.#events.length > MAX_EVENTS) return this.clear();
    for (const event of events) this.#events.push(event);
    this.#lastSeq = this.#seqBefore + this.#events.length;
  }

  /** The cursor was moved. */
  clear() {
    this.#events = [];
    this.#seqBefore = this.#lastSeq = NaN;
  }

  /**
   * Empties the buffer.
   * @param to the newest event at the cursor
   * @returns the events after `since`; null if the buffer does not have them all
   */
  take(since: number, to: number): Event[] | null {
    const events = since === this.#seqBefore && to === this.#lastSeq ? this.#events : null;
    this.#events = [];
    this.#seqBefore = this.#lastSeq = to;
    return events;
  }
}
