// Run: repeats the tick until something stops it, in time slices, and reports progress.

import { BreakpointChecker } from './breakpoints.ts';
import type { RunSession } from './run-session.ts';
import type { Pacer } from './pacer.ts';
import type { Event, Hit, SnapshotRequest, Refusal, RunStop, Snapshot, Stops, Waits } from '../protocol/types.ts';

const SLICE_TICKS = 200;
const ENDED = ['completed', 'failed', 'cancelled', 'notStarted'];

/**
 * @param lock keeps a tick and its replies together
 * @param look what the page has; moves on with what it is sent
 * @returns `error` is the refusal of the tick that could not be made
 */
export async function runLoop(
  live: RunSession,
  pacer: Pacer,
  lock: <T>(act: () => Promise<T>) => Promise<T>,
  { ticksPerSecond, maxTicks, stops }: { ticksPerSecond: number | null; maxTicks: number; stops?: Stops },
  look: SnapshotRequest,
  report: (snapshot: Snapshot) => void,
): Promise<{ reason: RunStop; ticks: number; error: Refusal | null; hit?: Hit }> {
  const waits = look.waits ?? 'skipped';
  const stopping =
    stops === undefined
      ? null
      : new BreakpointChecker(stops, (path, condition) =>
          live.run.evaluate(path ?? live.run.view().paths[0].id, condition),
        );
  let inSlice = 0;
  for (let ticks = 0; ; ) {
    if (pacer.isPausing) return { reason: 'paused', ticks, error: null };
    if (ticks >= maxTicks) return { reason: 'budget', ticks, error: null };
    const { reason, error, events } = await lock(() => tick(live, waits));
    if (error === null) ticks += 1;
    const hit = stopping === null ? null : stopping.hitIn(events, events.at(-1)?.tick ?? 0);
    if (hit !== null && reason !== 'ended') return { reason: 'hit', ticks, error: null, hit };
    if (reason !== null) return { reason, ticks, error };
    inSlice += 1;
    if (pacer.progressDue(ticksPerSecond !== null)) {
      progress(live, look, report);
      pacer.reported();
    }
    if (ticksPerSecond !== null) {
      const stuck = reasonToStand(live);
      if (stuck !== null) return { reason: stuck, ticks, error: null };
      if (ticks < maxTicks) await pacer.hold(1000 / ticksPerSecond);
    } else if (inSlice >= SLICE_TICKS || pacer.isSliceOver) {
      inSlice = 0;
      await pacer.yield();
    }
  }
}

/** Sends where the run is; the next report builds on this one. */
export function progress(live: RunSession, look: SnapshotRequest, report: (snapshot: Snapshot) => void) {
  const snapshot = live.snapshot(look);
  look.since = snapshot.view.seq;
  look.knownEntries = snapshot.entriesFrom + snapshot.entries.length;
  look.haveKey = snapshot.picture.key;
  report(snapshot);
}

/**
 * One tick with its automatic replies. Where the core refuses it because requests of an earlier position wait,
 * answering them is the way on.
 */
export async function tick(
  live: RunSession,
  waits: Waits,
): Promise<{ reason: RunStop | null; error: Refusal | null; events: Event[] }> {
  const done = live.act({ kind: 'step' }, (run) => run.step());
  const pending = !done.ok && stopOf(done.error.code) === 'pending';
  const replies = done.ok || pending ? await live.settle(waits) : [];
  if (!done.ok && replies.length === 0) return { reason: stopOf(done.error.code), error: done.error, events: [] };
  const events = done.ok ? [...done.events, ...replies] : replies;
  return { reason: stopAfter(events, done.ok ? done.outcome.kind : 'running'), error: null, events };
}

/** @param outcome of the tick itself */
function stopAfter(events: Event[], outcome: string): RunStop | null {
  if (ENDED.includes(outcome) || events.some((event) => event.kind === 'runEnded')) return 'ended';
  return events.some((event) => event.kind === 'loopNotice') ? 'loop' : null;
}

/** @param code of a refused tick */
function stopOf(code: string): RunStop {
  if (code === 'run-ended' || code === 'run-not-started') return 'ended';
  if (code === 'agent-pending' || code === 'requests-pending') return 'pending';
  return code === 'run-blocked' ? 'blocked' : 'refused';
}

/** Known without trying the next tick, so that a slow run says at once that it stands. */
function reasonToStand(live: RunSession): RunStop | null {
  const { outcome, paths } = live.run.view();
  if (outcome.kind === 'blocked') return 'blocked';
  const waiting = paths.some((path) => path.status === 'awaitingAgent' || path.status === 'awaitingAnswers');
  return waiting && !paths.some((path) => path.status === 'active') ? 'pending' : null;
}
