// @ts-check
// What automatic agents know of a path's past: how often it used a tool at a node, when each visit first asked. Read
// from the run's events; so it is a fact of the position, not of the session, and going back forgets what came later.

/** @typedef {import("../protocol/types.js").Event} Event */

export class Uses {
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {Map<string, (number | null)[]>} by path and node, the step in which each visit first asked */
  #asked = new Map();
  /** Events up to this number are counted. */
  #seq = 0;

  /** @param {Event[]} events in order; a gap before them is filled by the next `count` */
  add(events) {
    if (events.length === 0 || events[0].seq !== this.#seq + 1) return;
    for (const event of events) this.#count(event);
  }

  /**
   * @param {{ events(since?: number): Event[] }} run at the cursor
   * @param {string} path
   * @param {string} node
   * @param {string} tool
   */
  count(run, path, node, tool) {
    for (const event of run.events(this.#seq)) this.#count(event);
    return this.#counts.get(key(path, node, tool)) ?? 0;
  }

  /**
   * @param {{ events(since?: number): Event[] }} run at the cursor
   * @param {string} path
   * @param {string} node
   * @param {number} visit from 1
   * @returns {number | null} the step; null if the visit asked nothing
   */
  askedAt(run, path, node, visit) {
    for (const event of run.events(this.#seq)) this.#count(event);
    return this.#asked.get(key(path, node))?.[visit - 1] ?? null;
  }

  /** @param {Extract<Event, { kind: "nodeEntered" | "agentRequested" | "requestOpened" }>} event */
  #ask(event) {
    const at = key(event.path, event.node);
    const visits = this.#asked.get(at) ?? [];
    // A run that was resumed without its past begins with a later visit.
    if (event.kind === "nodeEntered") this.#asked.set(at, Object.assign(visits, { [event.visit - 1]: null }));
    else if (visits.at(-1) === null) visits[visits.length - 1] = event.step;
  }

  /** @param {Event} event */
  #count(event) {
    this.#seq = event.seq;
    if (event.kind === "nodeEntered" || event.kind === "agentRequested" || event.kind === "requestOpened") this.#ask(event);
    if (event.kind !== "toolCalled" || event.ok !== true) return;
    const at = key(String(event.path), String(event.node), String(event.name));
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1);
  }
}

/** @param {string[]} parts */
function key(...parts) {
  return JSON.stringify(parts);
}

/**
 * Path ids are lists of numbers: 1.2 comes before 1.10.
 * @param {string} a
 * @param {string} b
 */
export function comparePaths(a, b) {
  const left = a.split(".").map(Number);
  const right = b.split(".").map(Number);
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    if (left[i] !== right[i]) return left[i] - right[i];
  }
  return left.length - right.length;
}
