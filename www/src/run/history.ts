// Runs that were left, by Reset or by a new text: each with what it is played again from. Those of one document; the
// browser keeps them with it.

import { isUntouched } from './controls.ts';
import { lastNode } from './last-node.ts';
import { settingsOf } from '../protocol/record.ts';
import { endOf } from '../protocol/run-end.ts';
import type { Engine, KeptRun, RunList, SessionRecord, Snapshot } from '../protocol/types.ts';
import type { RunData } from './types.ts';

/** So many are kept. */
const MAX_PREVIOUS_RUNS = 10;
/** Characters of those that the browser keeps. */
const MAX_SAVED_CHARACTERS = 2 ** 20;

/**
 * The list once the present run is left, the newest first. A run that nobody did anything with is not kept.
 * @param current the present run
 */
export function archiveCurrentRun(data: RunData, current: ReturnType<Engine['runRecord']>): KeptRun[] {
  const { runs, runNumber, snapshot, entries, branchEvents } = data;
  if (snapshot === null || current === null || isUntouched(data)) return runs;
  const left = { number: runNumber, ...summarizeRun({ entries, branchEvents }, snapshot), ...current };
  return [left, ...runs].slice(0, MAX_PREVIOUS_RUNS);
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
  const node = lastNode(outcome, branchEvents);
  return {
    place,
    outcome,
    ...(node === '' ? {} : { node }),
    ...(elsewhere ? { end: { tick: last.tick, action: last.action } } : {}),
  };
}

/** The list as the browser keeps it: the newest runs that have room. */
export function truncateRunHistory({ runs, runNumber }: RunList): RunList {
  let left = MAX_SAVED_CHARACTERS;
  const kept = [];
  for (const one of runs) {
    left -= recordLengthOf(one);
    if (left < 0) break;
    kept.push(one);
  }
  return { runs: kept.length === runs.length ? runs : kept, runNumber };
}

/** A run that was left does not change. */
const recordLengths: WeakMap<KeptRun, number> = new WeakMap();

function recordLengthOf(one: KeptRun) {
  const length = recordLengths.get(one) ?? JSON.stringify(one).length;
  recordLengths.set(one, length);
  return length;
}

/** The list as it comes back: nobody from outside answers in it. */
export function restoreRunHistory(list: RunList | undefined) {
  return list && { ...list, runs: list.runs.map((one) => ({ ...one, record: withoutRemoteAgent(one.record) })) };
}

/** An agent from outside is not there when a kept run comes back: its requests wait. */
export function withoutRemoteAgent(record: SessionRecord) {
  return record.now?.m === 'custom' || record.now?.m === 'remote'
    ? { ...record, now: { ...record.now, m: 'manual' as const } }
    : record;
}

/** The number of a new run: that of a present one that nobody did anything with, else one that was never given. */
export function nextRunNumber(facts: RunData) {
  if (facts.snapshot === null || isUntouched(facts)) return facts.runNumber;
  return Math.max(facts.runNumber, ...facts.runs.map(({ number }) => number)) + 1;
}

/**
 * What the facts become when a run of the list takes the place of the present one. Who answers comes back with it; what
 * was set for single nodes since stays, and counts before what was set then.
 * @param current the present run
 */
export function switchToRun(data: RunData, previous: KeptRun, current: ReturnType<Engine['runRecord']>) {
  const runs = archiveCurrentRun(data, current).filter((one) => one !== previous);
  const settings = previous.record.now ?? settingsOf(previous.record);
  const n = { ...settings.n, ...data.settings.n };
  return {
    runs,
    runNumber: previous.number,
    settings: Object.keys(n).length > 0 ? { ...settings, n } : settings,
    replies: [],
  };
}
