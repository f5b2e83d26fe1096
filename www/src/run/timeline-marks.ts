// What the timeline shows of a branch: events of each position, marks on the scrubber, and which positions a filter
// leaves. Pure, and linear in the events.

import { endNode } from './end-node.ts';
import { indexOfStep, positions, type Position } from '../protocol/positions.ts';
import type { Branch, Entry, Event, BranchEnd } from '../protocol/types.ts';

/** `error`: a failure that stopped something; `warn`: one that was retried, caught or corrected, or a blocked path. */
export type MarkKind = 'error' | 'warn' | 'end' | 'edit' | 'ask' | 'join' | 'fork' | 'agent' | 'tick';
/** Each "" when it asks for nothing. */
export interface Filter {
  path: string;
  kind: string;
  node: string;
  field: string;
  text: string;
}

/** The first counts where a position has several. */
const STRONGEST: MarkKind[] = ['error', 'end', 'warn', 'edit', 'ask', 'join', 'fork', 'agent', 'tick'];
const HAND = ['setContext', 'send', 'elapse', 'force', 'choose', 'cancel', 'proposeEdit', 'applyEdit'];
const MARKS: Partial<Record<Event['kind'], MarkKind>> = {
  pathFailed: 'error',
  limitHit: 'error',
  propertyViolated: 'error',
  visitFailed: 'warn',
  writeRefused: 'warn',
  joinFailed: 'warn',
  blocked: 'warn',
  spawned: 'fork',
  joinFired: 'join',
  agentRequested: 'agent',
  requestOpened: 'ask',
};

const ENDS: Partial<Record<string, MarkKind>> = { completed: 'end', failed: 'error' };

export const noFilter = (): Filter => ({ path: '', kind: '', node: '', field: '', text: '' });

/** Whether positions fly by faster than anybody reads. */
export const isRushing = ({ isRunning, speed }: { isRunning: boolean; speed: string | number }) =>
  isRunning && speed === 'max';

export const isFiltering = (filter: Filter) => Object.values(filter).some((value) => value.trim() !== '');

/** The events of a position, found by bisection. @param events in order of their steps */
export function eventsOf(events: Event[], { first, step }: Pick<Position, 'first' | 'step'>) {
  const from = before(events, first);
  const list = [];
  for (let i = from; i < events.length && events[i].step <= step; i += 1) list.push(events[i]);
  return list;
}

/** How many events lie before a step. */
function before(events: Event[], step: number) {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].step < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The mark of each position of a branch.
 * @param events what is known of them; without events the kind of the act tells what it can
 */
export function marksOf(list: Position[], events: Event[]): MarkKind[] {
  const marks: MarkKind[] = list.map(({ kind }) =>
    HAND.includes(kind) ? 'edit' : kind === 'reply' ? 'agent' : 'tick',
  );
  let at = 0;
  for (const event of events) {
    while (at + 1 < list.length && list[at + 1].first <= event.step) at += 1;
    const mark = event.kind === 'runEnded' ? ENDS[event.outcome.kind] : MARKS[event.kind];
    if (mark && list.length > 0 && STRONGEST.indexOf(mark) < STRONGEST.indexOf(marks[at])) marks[at] = mark;
  }
  return marks;
}

/**
 * Marks in at most so many bins; the strongest of a bin counts.
 * @param from the first index that is wanted
 */
export function binned(marks: MarkKind[], from: number, bins: number): { index: number; kind: MarkKind }[] {
  const size = Math.max(1, Math.ceil(marks.length / bins));
  const list: { index: number; kind: MarkKind }[] = [];
  for (let i = from; i < marks.length; i += 1) {
    const last = list.at(-1);
    if (!last || Math.floor(last.index / size) !== Math.floor(i / size)) list.push({ index: i, kind: marks[i] });
    else if (STRONGEST.indexOf(marks[i]) < STRONGEST.indexOf(last.kind))
      list[list.length - 1] = { index: i, kind: marks[i] };
  }
  return list;
}

/**
 * The branches as lanes over one axis of positions, each from its fork on.
 * @param known of a branch
 * @returns `from`: index of the fork; `parent`: the lane it leaves
 */
export function lanesOf(
  branches: Branch[],
  known: (id: string) => { list: Position[]; marks: MarkKind[] } | null,
): { id: string; name: string; from: number; parent: number | null; list: Position[]; marks: MarkKind[] }[] {
  const shown = branches.flatMap((branch) => {
    const lane = known(branch.id);
    return lane === null ? [] : [{ branch, lane }];
  });
  return shown.map(({ branch: { id, name, from }, lane }) => {
    const parent = from === null ? -1 : shown.findIndex((lane) => lane.branch.id === from.branch);
    return {
      id,
      name,
      from: from === null ? 0 : indexOfStep(lane.list, from.step),
      parent: parent < 0 ? null : parent,
      ...lane,
    };
  });
}

/** @param outcome of the branch, with what it waits for, where that is known */
export function laneOf(entries: Entry[], events: Event[], outcome: BranchEnd = entries.at(-1)?.outcome ?? 'running') {
  const list = positions(entries);
  return { list, marks: marksOf(list, events), outcome, node: endNode(outcome, events) };
}

/** Whether an event is what a filter asks for. @param words of the event */
export function matches(event: Event, { path, kind, node, field, text }: Filter, words: (event: Event) => string) {
  if (kind && event.kind !== kind) return false;
  if (path && !pathsIn(event).some((eventPath) => eventPath === path || eventPath.startsWith(`${path}.`))) return false;
  if (node && !nodesIn(event).includes(node)) return false;
  if (
    field.trim() &&
    !fieldsIn(event).some((eventField) => eventField.toLowerCase().includes(field.trim().toLowerCase()))
  )
    return false;
  return !text.trim() || `${event.kind} ${words(event)}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** The positions with an event that a filter asks for. */
export function filtered(list: Position[], events: Event[], filter: Filter, words: (event: Event) => string) {
  if (!isFiltering(filter)) return list;
  const found = new Set();
  let at = 0;
  for (const event of events) {
    while (at + 1 < list.length && list[at + 1].first <= event.step) at += 1;
    if (!found.has(at) && matches(event, filter, words)) found.add(at);
  }
  return list.filter((_, i) => found.has(i));
}

function pathsIn(event: Event) {
  if (event.kind === 'runStarted') return event.starts.map((start) => start.path);
  if (event.kind === 'spawned') return [event.path, ...event.children.map((child) => child.path)];
  return 'paths' in event ? event.paths : 'path' in event && event.path ? [event.path] : [];
}

export function nodesIn(event: Event) {
  switch (event.kind) {
    case 'runStarted':
      return event.starts.flatMap((start) => [start.node, ...start.entered]);
    case 'moved':
      return [event.from, event.to, ...event.left, ...event.entered];
    case 'spawned':
      return event.children.flatMap((child) => [child.node, ...child.entered]);
    default:
      return 'node' in event && event.node ? [event.node] : [];
  }
}

function fieldsIn(event: Event) {
  switch (event.kind) {
    case 'contextWritten':
      return event.changes.map((change) => `${event.context}.${change.field}`);
    case 'merged':
      return event.changes.map((change) => `${change.context}.${change.field}`);
    case 'contextRead':
      return event.fields.map((field) => `${event.context}.${field}`);
    case 'mergeConflict':
    case 'artifactWritten':
      return [`${event.context}.${event.field}`];
    case 'writeRefused':
      return event.errors.map((error) => `${event.context}${error.pointer.replaceAll('/', '.')}`);
    default:
      return [];
  }
}
