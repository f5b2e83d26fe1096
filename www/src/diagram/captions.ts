// What happened in a step, in one line below a drawing.

import { clip } from '../protocol/clip.ts';
import type { Event } from '../protocol/types.ts';

/** Longer values are cut. */
const LONGEST = 24;

/** @param events of the step with the replies that it asked for */
export function captionOf(tick: number, events: Event[]): string {
  const facts = [...new Set(events.flatMap((event) => factOf(event) ?? []))];
  return [`Step ${tick}`, ...facts].join(' · ');
}

function factOf(event: Event): string | null {
  switch (event.kind) {
    case 'runStarted':
      return event.starts.map(({ node }) => `ready at ${node}`).join(', ');
    case 'moved':
      return `${event.from} → ${event.to}`;
    case 'agentRequested':
      return event.attempt > 1 || event.turn > 1 ? null : `${event.node} called its agent`;
    case 'contextWritten':
      return event.changes.map(({ field, after }) => `${event.context}.${field} = ${shortened(after)}`).join(', ');
    case 'writeRefused':
      return `write to ${event.context} rejected`;
    case 'requestOpened':
      return `${event.node} asked a question`;
    case 'requestAnswered':
      return 'question answered';
    case 'spawned':
      return `forked into ${event.children.length} paths`;
    case 'nothingSpawned':
      return 'nothing was started: the list is empty';
    case 'parked':
      return `waiting at join (${event.have} of ${event.need})`;
    case 'joinFired':
      return `join ${event.join} completed`;
    case 'visitFailed':
      return `${event.node} failed`;
    case 'blocked':
      return `blocked at ${event.node}`;
    case 'runEnded':
      return event.outcome.kind === 'cancelled' ? 'canceled' : event.outcome.kind;
    default:
      return null;
  }
}

function shortened(value: unknown) {
  return clip(JSON.stringify(value) ?? '', LONGEST);
}
