// The previous runs of a document, each with the record that it is replayed from. The browser saves them with the
// draft.

import { isUntouched } from './controls.ts';
import { endNode } from './end-node.ts';
import { settingsOf } from '../protocol/record.ts';
import { endOf } from '../protocol/run-end.ts';
import type { Engine, KeptRun, RunList, SessionRecord, Snapshot } from '../protocol/types.ts';
import type { RunData } from './types.ts';

const MAX_PREVIOUS_RUNS = 10;
/** Of all records together, as JSON. */
const MAX_SAVED_CHARACTERS = 2 ** 20;

/** Moves the current run to the front of the previous ones. A run without any action is dropped. */
export function archiveCurrentRun(data: RunData, current: ReturnType<Engine['runRecord']>): KeptRun[] {
  const { runs, runNumber, snapshot, entries, branchEvents } = data;
  if (snapshot === null || current === null || isUntouched(data)) return runs;
  const archived = { number: runNumber, ...summarizeRun({ entries, branchEvents }, snapshot), ...current };
  return [archived, ...runs].slice(0, MAX_PREVIOUS_RUNS);
}

/** Where a run stands, how its branch ends, at which node, and where, if elsewhere. */
export function summarizeRun(
  { entries, branchEvents }: Pick<RunData, 'entries' | 'branchEvents'>,
  { position, view }: Snapshot,
): Pick<KeptRun, 'place' | 'outcome' | 'node' | 'end'> {
  const { tick, action, atTip } = position;
  const place = { tick, action };
  const last = entries.at(-1);
  const elsewhere = !atTip && last !== undefined;
  const outcome = elsewhere ? last.outcome : endOf(view);
  const node = endNode(outcome, branchEvents);
  return {
    place,
    outcome,
    ...(node === '' ? {} : { node }),
    ...(elsewhere ? { end: { tick: last.tick, action: last.action } } : {}),
  };
}

/** The newest runs, as many as may be saved. */
export function truncateRunHistory({ runs, runNumber }: RunList): RunList {
  let room = MAX_SAVED_CHARACTERS;
  const saved = [];
  for (const run of runs) {
    room -= recordLengthOf(run);
    if (room < 0) break;
    saved.push(run);
  }
  return { runs: saved.length === runs.length ? runs : saved, runNumber };
}

/** Previous runs never change. */
const recordLengths: WeakMap<KeptRun, number> = new WeakMap();

function recordLengthOf(run: KeptRun) {
  const length = recordLengths.get(run) ?? JSON.stringify(run).length;
  recordLengths.set(run, length);
  return length;
}

/** Restores a saved history. Remote agents are disconnected by then, so that their requests wait for the user. */
export function restoreRunHistory(history: RunList | undefined) {
  return (
    history && {
      ...history,
      runs: history.runs.map((run) => ({ ...run, record: withoutRemoteAgent(run.record) })),
    }
  );
}

/** Lets the requests of a remote agent wait, which is not connected when a saved run is restored. */
export function withoutRemoteAgent(record: SessionRecord) {
  return record.now?.m === 'custom' || record.now?.m === 'remote'
    ? { ...record, now: { ...record.now, m: 'manual' as const } }
    : record;
}

/** The number of a new run: it takes that of a run without any action, and else one that was never used. */
export function nextRunNumber(data: RunData) {
  if (data.snapshot === null || isUntouched(data)) return data.runNumber;
  return Math.max(data.runNumber, ...data.runs.map(({ number }) => number)) + 1;
}

/**
 * The changes that make a previous run the current one.
 *
 * Agents that were chosen for single nodes since then win over those that the run was recorded with, because the user
 * chose them later.
 */
export function switchToRun(data: RunData, previous: KeptRun, current: ReturnType<Engine['runRecord']>) {
  const runs = archiveCurrentRun(data, current).filter((run) => run !== previous);
  const recorded = previous.record.now ?? settingsOf(previous.record);
  const n = { ...recorded.n, ...data.settings.n };
  return {
    runs,
    runNumber: previous.number,
    settings: Object.keys(n).length > 0 ? { ...recorded, n } : recorded,
    replies: [],
  };
}
