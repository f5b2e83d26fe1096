// What the events of the element tell about a position of the run.

import { eventsOf } from '../../run/timeline-marks.ts';
import { positions } from '../../protocol/positions.ts';
import type { Entry, Event, Snapshot } from '../../protocol/types.ts';
import type { EmbedEvents, State } from '../types.ts';

/** @param events of the branch up to the cursor @param entries of the branch */
export function stepDetail({ position, view }: Snapshot, events: Event[], entries: Entry[]): EmbedEvents['step'] {
  const { step, tick, action, branch } = position;
  const here = positions(entries).findLast((position) => position.first <= step);
  const stepEvents = eventsOf(events, { first: here?.first ?? step, step });
  return {
    tick,
    action,
    step,
    branch,
    moves: stepEvents.flatMap((event) =>
      event.kind === 'moved'
        ? [{ path: event.path, from: event.from, to: event.to, edge: event.edge, cause: event.cause }]
        : [],
    ),
    changes: stepEvents.flatMap((event) => {
      if (event.kind === 'contextWritten')
        return event.changes.map((change) => ({ path: event.path, context: event.context, ...change }));
      return event.kind === 'merged' ? event.changes.map((change) => ({ path: event.path, ...change })) : [];
    }),
    outcome: view.outcome,
  };
}

/** What `data-state` says of a run. */
export function stateOf(snapshot: Snapshot | null, untouched: boolean, running: boolean): State {
  if (snapshot === null) return 'ready';
  const { outcome, paths } = snapshot.view;
  if (running) return 'running';
  if (outcome.kind === 'completed') return 'done';
  if (outcome.kind === 'failed' || outcome.kind === 'cancelled' || outcome.kind === 'notStarted') return 'failed';
  if (outcome.kind === 'blocked') return 'waiting';
  const waits = paths.some(({ status }) => ['awaitingAgent', 'awaitingAnswers', 'awaitingEvent'].includes(status));
  if (waits && !paths.some(({ status }) => status === 'active')) return 'waiting';
  return untouched ? 'ready' : 'paused';
}
