// Joins what a snapshot brings to what the page holds already: events, entries and the drawing come in parts.

import type { RunState } from './types.ts';
import type { SnapshotRequest, Snapshot } from '../protocol/types.ts';

type SnapshotData = Pick<RunState, 'snapshot' | 'events' | 'branchEvents' | 'entries' | 'replies' | 'runDrawing'>;

const MAX_REPLIES = 200;

/** @returns what is held of a run not heard of yet */
export function emptyRunData(): SnapshotData {
  return { snapshot: null, events: [], branchEvents: [], entries: [], replies: [], runDrawing: null };
}

/**
 * What to ask for with an act at the cursor: entries behind it may be dropped by a new branch, so they are not known.
 */
export function snapshotRequest(
  { snapshot, events, entries, runDrawing }: SnapshotData,
  { options, speed, realWaits, asks }: Pick<RunState, 'options' | 'speed' | 'realWaits' | 'asks'>,
): SnapshotRequest {
  const upToCursor = snapshot === null ? 0 : entries.filter((entry) => entry.step <= snapshot.position.step).length;
  return {
    options,
    ...(runDrawing === null ? {} : { haveKey: runDrawing.key }),
    since: events.length,
    knownEntries: upToCursor,
    waits: asks ? 'asked' : speed === 'max' ? 'skipped' : realWaits ? 'real' : 'scripted',
  };
}

export function mergeSnapshot(data: SnapshotData, snapshot: Snapshot): SnapshotData {
  const { key, overlay } = snapshot.picture;
  // Sequence numbers have no gaps, so the first n events are those up to n.
  const events = appended(data.events, snapshot.since, snapshot.events);
  const entries = appended(data.entries, snapshot.entriesFrom, snapshot.entries);
  // What lies behind the cursor stays true of its branch. Of another run nothing is known beforehand.
  const stayed =
    snapshot.since > 0 &&
    snapshot.position.branch === data.snapshot?.position.branch &&
    entries.length === data.entries.length &&
    events.length <= data.branchEvents.length;
  const parts = snapshot.picture.parts ?? (data.runDrawing?.key === key ? data.runDrawing.parts : null);
  return {
    snapshot: {
      ...snapshot,
      branches: sameOr(data.snapshot?.branches, snapshot.branches),
      checkpoints: sameOr(data.snapshot?.checkpoints, snapshot.checkpoints),
    },
    events,
    branchEvents: stayed ? data.branchEvents : snapshot.ahead ? events.concat(snapshot.ahead) : events,
    entries,
    replies: data.replies.concat(snapshot.replies).slice(-MAX_REPLIES),
    runDrawing: parts === null ? data.runDrawing : { key, parts, overlay, machine: snapshot.view.machineHash },
  };
}

// What stays the same stays the same object: what was made from it is not made again.

/** @param from where the rest of it is replaced */
function appended<T>(list: T[], from: number, rest: T[]) {
  return from >= list.length && rest.length === 0 ? list : list.slice(0, from).concat(rest);
}

/** @param after short lists */
function sameOr<T>(before: T[] | undefined, after: T[]) {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
