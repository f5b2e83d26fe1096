// What happened on the way to a position, in words. Pure.

import { words } from '../../strings.ts';
import type { Event } from '../../protocol/types.ts';
import type { Position } from '../../protocol/positions.ts';
import type { Cause } from '../../protocol/types.ts';

/**
 * What happened at a position, in words, by path.
 * @param events of the branch
 * @param name of an edge
 */
export function happenings(
  events: Event[],
  position: Position,
  name: (edge: string, step: number) => string = (edge) => edge,
): { path: string; text: string; bad: boolean }[] {
  const lines: ReturnType<typeof happenings> = [];
  for (const e of events) {
    if (e.step < position.first || e.step > position.step) continue;
    const text = sentence(e, name);
    const path = 'path' in e ? (e.path ?? '') : '';
    // A visit that fails, and its path with it, are one failure.
    const again = e.kind === 'pathFailed' && lines.some((line) => line.path === path && line.text === text);
    if (text && !again) lines.push({ path, text, bad: BAD.has(e.kind) });
  }
  return lines;
}

const BAD = new Set(['visitFailed', 'pathFailed', 'writeRefused', 'limitHit', 'blocked', 'joinFailed']);

function sentence(e: Event, name: (edge: string, step: number) => string): string {
  const say = words.happened;
  switch (e.kind) {
    case 'runStarted':
      return say.started(e.starts.map((s) => s.node));
    case 'moved':
      return say.moved(
        e.from,
        e.to,
        [cause(e.cause), e.entered.length > 0 && say.into(e.entered), e.left.length > 0 && say.outOf(e.left)]
          .filter(Boolean)
          .join(', '),
      );
    case 'contextWritten':
      return e.changes.map((c) => `${e.context}.${c.field} = ${JSON.stringify(c.after)}`).join(', ');
    case 'agentRequested':
      return say.asksAgent(e.node);
    case 'requestOpened':
      return say.asks(e.query);
    case 'requestAnswered':
      return say.answered(e.text);
    case 'spawned':
      return say.spawned(some(e.children.map((child) => `${child.path} at ${child.node}`)));
    case 'pathForked':
      return say.forked(e.node);
    case 'parked':
      return say.parked(e.join, e.have, e.need);
    case 'joinFired':
      return say.joined(e.join, some(e.paths));
    case 'joinFailed':
      return say.joinFailed(e.join, e.code);
    case 'mergeConflict':
      return say.conflict(`${e.context}.${e.field}`, JSON.stringify(e.taken));
    case 'merged':
      return e.changes.map((c) => `${c.context}.${c.field} = ${JSON.stringify(c.after)}`).join(', ');
    case 'pathMerged':
      return say.merged(e.into);
    case 'pathRevived':
      return say.revived;
    case 'compensating':
      return say.undoes(e.node, e.for);
    case 'visitFailed':
    case 'pathFailed':
      return say.failed(e.node, e.failure.message);
    case 'writeRefused':
      return say.refused(e.context);
    case 'blocked':
      return say.blocked(e.node, words.blocked[e.reason]);
    case 'limitHit':
      return say.limit(e.limit);
    case 'pathCompleted':
      return say.completed(e.node);
    case 'forceSet':
      return e.mode === null ? say.unforced(name(e.edge, e.step)) : say.force(name(e.edge, e.step), e.mode);
    case 'forced':
      return say.forced(name(e.edge, e.step), e.mode);
    case 'pathCancelled':
      return say.cancelled(e.node);
    case 'checkpointTaken':
      return say.checkpoint(e.name);
    case 'editProposed':
      return say.proposed(e.reason);
    case 'machineEdited':
      return say.edited(e.edit);
    case 'editRejected':
      return say.rejected(e.edit);
    case 'runEnded':
      return say.ended(e.outcome.kind);
    default:
      return '';
  }
}

/** Paths that are named in a line; more are counted. */
const NAMED = 20;

function some(names: string[]) {
  return names.length <= NAMED ? names : [...names.slice(0, NAMED), words.happened.others(names.length - NAMED)];
}

/** @param why a path moved */
function cause({ type, text, reason, forced }: Cause) {
  const said =
    type === 'default'
      ? ''
      : type === 'condition'
        ? (text ?? '')
        : [words.happened.causes[type], text].filter(Boolean).join(' ');
  return [said, reason, forced && type !== 'force' ? words.happened.causes.force : ''].filter(Boolean).join(': ');
}
