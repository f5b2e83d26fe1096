// What the status of a path is called and how it looks, everywhere: panels, timeline, status row, drawing.

import type { Snapshot } from '../protocol/types.ts';

export type PathStatus = Snapshot['view']['paths'][number]['status'];
/** A tint: `plain` is none, `accent` the page's own color. */
export type Tone = 'plain' | 'ok' | 'accent' | 'ask' | 'warn' | 'bad';

/** `word`: in a label; `is`: after "path 1"; `icon`: by its name, null for a dot. */
export const PATH_STATUS: Record<PathStatus, { word: string; is: string; tone: Tone; icon: string | null }> = {
  active: { word: 'Ready', is: 'is ready', tone: 'ok', icon: null },
  awaitingAgent: { word: 'Waiting for agent', is: 'is waiting for its agent', tone: 'accent', icon: 'agent' },
  awaitingAnswers: { word: 'Waiting for answer', is: 'is waiting for an answer', tone: 'ask', icon: 'ask' },
  parked: { word: 'Waiting at join', is: 'is waiting at a join', tone: 'accent', icon: 'pause' },
  blocked: { word: 'Blocked', is: 'is blocked', tone: 'warn', icon: 'blocked' },
  forked: { word: 'Forked', is: 'forked', tone: 'plain', icon: 'branch' },
  completed: { word: 'Completed', is: 'completed', tone: 'ok', icon: 'good' },
  failed: { word: 'Failed', is: 'failed', tone: 'bad', icon: 'bad' },
  cancelled: { word: 'Canceled', is: 'was canceled', tone: 'plain', icon: 'close' },
  merged: { word: 'Merged', is: 'merged', tone: 'plain', icon: 'join' },
};

/** Whether a path can still go on. */
export const isLive = (status: string) =>
  ['active', 'awaitingAgent', 'awaitingAnswers', 'parked', 'blocked'].includes(status);

/** Why a path was canceled. */
export const CANCELED: Record<string, string> = {
  host: 'by you',
  failFast: 'another path failed',
  joinFired: 'the join had completed',
  joinTimeout: 'the join timed out',
  runCancelled: 'the run was canceled',
};
