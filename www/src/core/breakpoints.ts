// Where Run stops: breakpoints, watches, and the target of a run-to. Based on the events of a tick; the core
// evaluates conditions.

import type { Event, Hit, Stop, Stops } from '../protocol/types.ts';

/** `path` is null for what happens on no path of its own. */
type Judge = (
  path: string | null,
  condition: string,
) => { ok: true; truthy: boolean } | { ok: false; error: { message: string } };

export class BreakpointChecker {
  #list: { stop: Stop; met: number }[];
  #until;
  #tick;
  #judge: Judge;

  constructor({ at = [], nodes = [], edges = [], until, tick }: Stops, judge: Judge) {
    const plain = [...nodes.map((node) => ({ node })), ...edges.map((edge) => ({ edge }))];
    this.#list = [...at, ...plain].map((stop) => ({ stop, met: 0 }));
    this.#until = until;
    this.#tick = tick ?? null;
    this.#judge = judge;
  }

  /**
   * The first hit of a tick. A node is hit when a path enters it, before its work; an edge after a path moved along
   * it; a field when its value became another. Times are counted since Run began, and only those at which the
   * condition held.
   */
  hitIn(events: Event[], tick: number): Hit | null {
    let first: Hit | null = null;
    for (const event of events) {
      for (const found of happened(event)) {
        const hit = this.#asked(found) ?? this.#listed(found);
        first ??= hit;
      }
    }
    return first ?? (this.#tick !== null && tick >= this.#tick ? { why: 'tick', path: '' } : null);
  }

  #asked(found: Hit) {
    const next = found.why === 'join' ? 'fork' : found.why;
    return this.#until !== undefined && this.#until === next ? found : null;
  }

  #listed(found: Hit): Hit | null {
    let first: Hit | null = null;
    for (const entry of this.#list) {
      const hit = isAt(entry.stop, found)
        ? this.#judged(entry, found.why === 'fork' ? { ...found, why: 'edge' } : found)
        : null;
      first ??= hit;
    }
    return first;
  }

  #judged(entry: { stop: Stop; met: number }, found: Hit): Hit | null {
    const { stop } = entry;
    const hit = { ...found, ...(stop.if === undefined ? {} : { condition: stop.if }) };
    if (stop.if !== undefined) {
      const answer = this.#judge(found.path || null, stop.if);
      // A condition that can not be read must not let the run pass without a word.
      if (!answer.ok) return { ...hit, error: answer.error.message };
      if (!answer.truthy) return null;
    }
    entry.met += 1;
    if (entry.met < (stop.hits ?? 1)) return null;
    return stop.hits === undefined ? hit : { ...hit, times: entry.met };
  }
}

function isAt(stop: Stop, { why, path, node, edge, field }: Hit) {
  if (stop.path !== undefined && stop.path !== path) return false;
  if (why === 'node') return stop.node !== undefined && stop.node === node;
  // An edge that starts branches is moved along as well.
  if (why === 'edge' || why === 'fork') return stop.edge !== undefined && stop.edge === edge;
  return why === 'field' && stop.field === field;
}

/** What of an event can be stopped at, in order. */
function happened(event: Event): Hit[] {
  switch (event.kind) {
    case 'agentRequested':
      return [{ why: 'agent', path: event.path, node: event.node }];
    case 'joinFired':
      return [{ why: 'join', path: event.continuing ?? event.paths[0] ?? '', join: event.join }];
    case 'moved':
      return [
        ...entries(event.path, [...event.entered, event.to]),
        { why: 'edge', path: event.path, edge: event.edge },
      ];
    case 'spawned':
      return [
        { why: 'fork', path: event.path, edge: event.edge },
        ...event.children.flatMap(({ path, node, entered }) => entries(path, [...entered, node])),
      ];
    case 'contextWritten':
      return changes(
        event.path,
        event.changes.map((change) => ({ context: event.context, ...change })),
      );
    case 'merged':
      return changes(event.path, event.changes);
    default:
      return [];
  }
}

function entries(path: string, nodes: string[]): Hit[] {
  return [...new Set(nodes)].map((node) => ({ why: 'node', path, node }));
}

function changes(
  path: string | null,
  list: { context: string; field: string; before?: unknown; after: unknown }[],
): Hit[] {
  const real = list.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return real.map(({ context, field }) => ({ why: 'field', path: path ?? '', field: `${context}.${field}` }));
}
