// Run: repeats the tick until something stops it, in time slices, and reports its progress and its time.

import { BreakpointChecker } from './breakpoints.ts';
import type { RunSession } from './run-session.ts';
import type { Pacer } from './pacer.ts';
import type { Event, Hit, SnapshotRequest, Refusal, RunStop, Snapshot, RunBounds, Waits } from '../protocol/types.ts';

const TIME_REPORT_MS = 1000;
const PENDING_CODES = ['agent-pending', 'requests-pending', 'events-pending'];
/** The statuses of paths that go on when somebody does something. */
const PENDING_STATUSES = ['awaitingAgent', 'awaitingAnswers', 'awaitingEvent'];
const ENDED_OUTCOMES = ['completed', 'failed', 'cancelled', 'notStarted'];

/**
 * @param enqueue performs a tick with its replies when the actions before it are done
 * @param request of the next snapshot; changed with each report
 * @returns `error` is the refusal of the last tick
 */
export async function runLoop(
  session: RunSession,
  pacer: Pacer,
  enqueue: <T>(action: () => Promise<T>) => Promise<T>,
  { ticksPerSecond, maxTicks, stops }: { ticksPerSecond: number | null; maxTicks: number; stops?: RunBounds },
  request: SnapshotRequest,
  report: (snapshot: Snapshot) => void,
): Promise<{ reason: RunStop; ticks: number; error: Refusal | null; hit?: Hit }> {
  const waits = request.waits ?? 'skipped';
  const breakpoints =
    stops === undefined
      ? null
      : new BreakpointChecker(stops, (path, condition) =>
          session.run.evaluate(path ?? session.run.view().paths[0].id, condition),
        );
  for (let ticks = 0; ; ) {
    if (pacer.isPausing) return { reason: 'paused', ticks, error: null };
    if (ticks >= maxTicks) return { reason: 'budget', ticks, error: null };
    const { reason, error, events } = await enqueue(() => tickOrStub(session, waits));
    if (error === null) ticks += 1;
    const hit = breakpoints === null ? null : breakpoints.hitIn(events, events.at(-1)?.tick ?? 0);
    if (hit !== null && reason !== 'ended') return { reason: 'hit', ticks, error: null, hit };
    if (reason !== null) return { reason, ticks, error };
    if (pacer.isProgressDue(ticksPerSecond !== null)) {
      reportProgress(session, request, report);
      pacer.progressReported();
    }
    if (ticksPerSecond !== null) {
      const reasonToWait = waitReason(session);
      if (reasonToWait !== null && !session.hasStubs) return { reason: reasonToWait, ticks, error: null };
      if (ticks < maxTicks) await pacer.wait(1000 / ticksPerSecond);
    } else await pacer.yieldIfNeeded(1 + events.length);
  }
}

/** Reports a snapshot. `request` becomes that of the next one, which holds only what has changed. */
export function reportProgress(session: RunSession, request: SnapshotRequest, report: (snapshot: Snapshot) => void) {
  const snapshot = session.snapshot(request);
  request.since = snapshot.view.seq;
  request.knownEntries = snapshot.entriesFrom + snapshot.entries.length;
  request.haveKey = snapshot.picture.key;
  report(snapshot);
}

/** One tick or, where it is refused, what a stub gives by which the run can go on. */
async function tickOrStub(session: RunSession, waits: Waits): ReturnType<typeof tick> {
  const done = await tick(session, waits);
  const given = waits === 'asked' || done.error === null ? null : session.giveStub();
  if (given === null) return done;
  const events = [...given, ...(await session.settle(waits))];
  return { reason: stopAfter(events, 'running'), error: null, events };
}

/**
 * One tick with its automatic replies. Where the core refuses it because requests of an earlier position wait,
 * answering them is the way on.
 */
export async function tick(
  session: RunSession,
  waits: Waits,
): Promise<{ reason: RunStop | null; error: Refusal | null; events: Event[] }> {
  const done = session.perform({ kind: 'step' }, (run) => run.step());
  const pending = !done.ok && stopOf(done.error.code) === 'pending';
  const replies = done.ok || pending ? await session.settle(waits) : [];
  if (!done.ok && replies.length === 0) return { reason: stopOf(done.error.code), error: done.error, events: [] };
  const events = done.ok ? [...done.events, ...replies] : replies;
  return { reason: stopAfter(events, done.ok ? done.outcome.kind : 'running'), error: null, events };
}

/** @param outcome of the tick itself */
function stopAfter(events: Event[], outcome: string): RunStop | null {
  if (ENDED_OUTCOMES.includes(outcome) || events.some((event) => event.kind === 'runEnded')) return 'ended';
  return events.some((event) => event.kind === 'loopNotice') ? 'loop' : null;
}

/** @param code of a refused tick */
function stopOf(code: string): RunStop {
  if (code === 'run-ended' || code === 'run-not-started') return 'ended';
  if (PENDING_CODES.includes(code)) return 'pending';
  return code === 'run-blocked' ? 'blocked' : 'refused';
}

/** Why the next tick would be refused, so that a slow run says at once that it waits. */
function waitReason(session: RunSession): RunStop | null {
  const { outcome, paths } = session.run.view();
  if (outcome.kind === 'blocked') return 'blocked';
  const waiting = paths.some((path) => PENDING_STATUSES.includes(path.status));
  return waiting && !paths.some((path) => path.status === 'active') ? 'pending' : null;
}

/** Counts the time toward the `timeout` of a machine: from Run until it stops. Time that people need does not count. */
export class RunTimer {
  #session: RunSession;
  #clock: { now(): number };
  #reportedAt;
  /** With the time of earlier runs; read when it is first needed. */
  #totalMs: number | null = null;

  constructor(session: RunSession, clock: { now(): number }) {
    this.#session = session;
    this.#clock = clock;
    this.#reportedAt = clock.now();
  }

  get isReportDue() {
    return this.#clock.now() - this.#reportedAt >= TIME_REPORT_MS;
  }

  /** Reports the time as an action of the host, which is recorded like the others. An ended run refuses it. */
  report() {
    const now = this.#clock.now();
    this.#totalMs = (this.#totalMs ?? this.#session.run.view().elapsedMs) + Math.round(now - this.#reportedAt);
    this.#reportedAt = now;
    const totalMs = this.#totalMs;
    this.#session.perform({ kind: 'reportTime' }, (run) => run.reportTime(totalMs));
  }
}
