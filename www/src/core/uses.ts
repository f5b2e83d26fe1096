// What automatic agents know about the past of a path: how often it used a tool at a node, and when each visit made
// its first call. Derived from the events of the run, so it depends on the position only, and going back also goes
// back here.

import type { Event } from '../protocol/types.ts';

export class Uses {
  #counts: Map<string, number> = new Map();
  /** By path and node, the step in which each visit first asked. */
  #asked: Map<string, (number | null)[]> = new Map();
  /** Events up to this number are counted. */
  #seq = 0;

  /** @param events in order; a gap before them is filled by the next `count` */
  add(events: Event[]) {
    if (events.length === 0 || events[0].seq !== this.#seq + 1) return;
    for (const event of events) this.#count(event);
  }

  /** @param run at the cursor */
  count(run: { events(since?: number): Event[] }, path: string, node: string, tool: string) {
    for (const event of run.events(this.#seq)) this.#count(event);
    return this.#counts.get(key(path, node, tool)) ?? 0;
  }

  /**
   * @param run at the cursor
   * @param visit from 1
   * @returns the step; null if the visit asked nothing
   */
  askedAt(run: { events(since?: number): Event[] }, path: string, node: string, visit: number): number | null {
    for (const event of run.events(this.#seq)) this.#count(event);
    return this.#asked.get(key(path, node))?.[visit - 1] ?? null;
  }

  #ask(event: Extract<Event, { kind: 'nodeEntered' | 'agentRequested' | 'requestOpened' }>) {
    const at = key(event.path, event.node);
    const visits = this.#asked.get(at) ?? [];
    // A run that was resumed without its past begins with a later visit.
    if (event.kind === 'nodeEntered') this.#asked.set(at, Object.assign(visits, { [event.visit - 1]: null }));
    else if (visits.at(-1) === null) visits[visits.length - 1] = event.step;
  }

  #count(event: Event) {
    this.#seq = event.seq;
    if (event.kind === 'nodeEntered' || event.kind === 'agentRequested' || event.kind === 'requestOpened')
      this.#ask(event);
    if (event.kind !== 'toolCalled' || event.ok !== true) return;
    const at = key(String(event.path), String(event.node), String(event.name));
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1);
  }
}

function key(...parts: string[]) {
  return JSON.stringify(parts);
}

/** Path ids are lists of numbers: 1.2 comes before 1.10. */
export function comparePaths(a: string, b: string) {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    if (left[i] !== right[i]) return left[i] - right[i];
  }
  return left.length - right.length;
}
