// Where Run stops: breakpoints, watches, and the target of a run-to. Based on the events of a tick; the core
// evaluates conditions.

import type { Event, Hit, Stop, RunBounds } from '../protocol/types.ts';

/** `path` is null for events without a path. */
type Evaluate = (
  path: string | null,
  condition: string,
) => { ok: true; truthy: boolean } | { ok: false; error: { message: string } };

export class BreakpointChecker {
  #breakpoints: { stop: Stop; met: number }[];
  #stopAtNext;
  #stopAtTick;
  #evaluate: Evaluate;

  constructor({ at = [], nodes = [], edges = [], until, tick }: RunBounds, judge: Evaluate) {
    const plain = [...nodes.map((node) => ({ node })), ...edges.map((edge) => ({ edge }))];
    this.#breakpoints = [...at, ...plain].map((stop) => ({ stop, met: 0 }));
    this.#stopAtNext = until;
    this.#stopAtTick = tick ?? null;
    this.#evaluate = judge;
  }

  /**
   * The first hit of a tick. A node is hit when a path enters it, before its work; an edge after a path moved along
   * it; a field when its value changed. Hits are counted since Run began, and only where the condition was true.
   */
  hitIn(events: Event[], tick: number): Hit | null {
    let first: Hit | null = null;
    for (const event of events) {
      for (const found of possibleHits(event)) {
        const hit = this.#requestedHit(found) ?? this.#breakpointHit(found);
        first ??= hit;
      }
    }
    return first ?? (this.#stopAtTick !== null && tick >= this.#stopAtTick ? { why: 'tick', path: '' } : null);
  }

  #requestedHit(found: Hit) {
    const next = found.why === 'join' ? 'fork' : found.why;
    return this.#stopAtNext !== undefined && this.#stopAtNext === next ? found : null;
  }

  #breakpointHit(found: Hit): Hit | null {
    let first: Hit | null = null;
    for (const entry of this.#breakpoints) {
      const hit = isAt(entry.stop, found)
        ? this.#checkCondition(entry, found.why === 'fork' ? { ...found, why: 'edge' } : found)
        : null;
      first ??= hit;
    }
    return first;
  }

  #checkCondition(entry: { stop: Stop; met: number }, found: Hit): Hit | null {
    const { stop } = entry;
    const hit = { ...found, ...(stop.if === undefined ? {} : { condition: stop.if }) };
    if (stop.if !== undefined) {
      const answer = this.#evaluate(found.path || null, stop.if);
      // A condition that cannot be evaluated stops the run with its error.
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
  // An edge of a fan-out counts as one that a path moved along.
  if (why === 'edge' || why === 'fork') return stop.edge !== undefined && stop.edge === edge;
  return why === 'field' && stop.field === field;
}

/** The hits that an event may be, in order. */
function possibleHits(event: Event): Hit[] {
  switch (event.kind) {
    case 'agentRequested':
      return [{ why: 'agent', path: event.path, node: event.node }];
    case 'joinFired':
      return [{ why: 'join', path: event.continuing ?? event.paths[0] ?? '', join: event.join }];
    case 'moved':
      return [
        ...nodeHits(event.path, [...event.entered, event.to]),
        { why: 'edge', path: event.path, edge: event.edge },
      ];
    case 'spawned':
      return [
        { why: 'fork', path: event.path, edge: event.edge },
        ...event.children.flatMap(({ path, node, entered }) => nodeHits(path, [...entered, node])),
      ];
    case 'contextWritten':
      return fieldHits(
        event.path,
        event.changes.map((change) => ({ context: event.context, ...change })),
      );
    case 'merged':
      return fieldHits(event.path, event.changes);
    default:
      return [];
  }
}

function nodeHits(path: string, nodes: string[]): Hit[] {
  return [...new Set(nodes)].map((node) => ({ why: 'node', path, node }));
}

function fieldHits(
  path: string | null,
  list: { context: string; field: string; before?: unknown; after: unknown }[],
): Hit[] {
  const realChanges = list.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return realChanges.map(({ context, field }) => ({ why: 'field', path: path ?? '', field: `${context}.${field}` }));
}
