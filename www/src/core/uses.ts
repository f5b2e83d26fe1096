// What automatic agents know about the past of a path: how often it used a tool at a node, and when each visit made
// its first request. Derived from the events of the run up to the cursor.

import type { Event } from '../protocol/types.ts';

export class PathHistory {
  #toolCounts: Map<string, number> = new Map();
  /** By path and node, the step of each visit's first request. */
  #requestSteps: Map<string, (number | null)[]> = new Map();
  #lastSeq = 0;

  /** @param events in order; a gap before them is filled by the next `count` */
  add(events: Event[]) {
    if (events.length === 0 || events[0].seq !== this.#lastSeq + 1) return;
    for (const event of events) this.#addEvent(event);
  }

  /** @param run at the cursor */
  toolUses(run: { events(since?: number): Event[] }, path: string, node: string, tool: string) {
    for (const event of run.events(this.#lastSeq)) this.#addEvent(event);
    return this.#toolCounts.get(key(path, node, tool)) ?? 0;
  }

  /**
   * @param run at the cursor
   * @param visit from 1
   * @returns the step of its first request; null if it made none
   */
  requestStep(run: { events(since?: number): Event[] }, path: string, node: string, visit: number): number | null {
    for (const event of run.events(this.#lastSeq)) this.#addEvent(event);
    return this.#requestSteps.get(key(path, node))?.[visit - 1] ?? null;
  }

  #recordRequest(event: Extract<Event, { kind: 'nodeEntered' | 'agentRequested' | 'requestOpened' }>) {
    const at = key(event.path, event.node);
    const visits = this.#requestSteps.get(at) ?? [];
    // A run that was resumed without its events begins with a later visit.
    if (event.kind === 'nodeEntered') this.#requestSteps.set(at, Object.assign(visits, { [event.visit - 1]: null }));
    else if (visits.at(-1) === null) visits[visits.length - 1] = event.step;
  }

  #addEvent(event: Event) {
    this.#lastSeq = event.seq;
    if (event.kind === 'nodeEntered' || event.kind === 'agentRequested' || event.kind === 'requestOpened')
      this.#recordRequest(event);
    if (event.kind !== 'toolCalled' || event.ok !== true) return;
    const at = key(String(event.path), String(event.node), String(event.name));
    this.#toolCounts.set(at, (this.#toolCounts.get(at) ?? 0) + 1);
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
