// What the status of a path is called, how it looks and what follows from it, everywhere: panels, timeline, status row,
// drawing. How a state of a node is drawn is in `diagram/palette.ts`.

import type { Snapshot } from '../protocol/types.ts';

type View = Snapshot['view'];
export type PathStatus = View['paths'][number]['status'];
/** A tint: `plain` is none, `accent` the page's own color. */
export type Tone = 'plain' | 'ok' | 'accent' | 'ask' | 'warn' | 'bad';
/** A state of a node in a run, of which the view lists the paths. Its class in the drawing is `r-…`. */
type NodeState = keyof {
  [K in keyof View['nodes'][string] as View['nodes'][string][K] extends string[] ? K : never]: true;
};

interface StatusRow {
  /** In a label. */
  word: string;
  /** After "path 1". */
  predicate: string;
  tone: Tone;
  /** By its name; null for a dot. */
  icon: string | null;
  /** The path can still go on. */
  isLive?: true;
  /** It waits; of several such paths the one with the lowest rank is named. */
  waitRank?: number;
  /** What it makes of its node. */
  nodeState?: NodeState;
}

/** In the order in which the states of a node are listed. */
export const PATH_STATUS: Record<PathStatus, StatusRow> = {
  active: { word: 'Ready', predicate: 'is ready', tone: 'ok', icon: null, isLive: true, nodeState: 'current' },
  awaitingAgent: {
    word: 'Waiting for agent',
    predicate: 'is waiting for its agent',
    tone: 'accent',
    icon: 'agent',
    isLive: true,
    waitRank: 3,
    nodeState: 'agent',
  },
  awaitingAnswers: {
    word: 'Waiting for answer',
    predicate: 'is waiting for an answer',
    tone: 'ask',
    icon: 'ask',
    isLive: true,
    waitRank: 1,
    nodeState: 'answers',
  },
  awaitingEvent: {
    word: 'Waiting for event',
    predicate: 'is waiting for an event',
    tone: 'accent',
    icon: 'hourglass',
    isLive: true,
    waitRank: 2,
    nodeState: 'event',
  },
  parked: {
    word: 'Waiting at join',
    predicate: 'is waiting at a join',
    tone: 'accent',
    icon: 'pause',
    isLive: true,
    waitRank: 5,
    nodeState: 'parked',
  },
  blocked: {
    word: 'Blocked',
    predicate: 'is blocked',
    tone: 'warn',
    icon: 'blocked',
    isLive: true,
    waitRank: 4,
    nodeState: 'blocked',
  },
  forked: { word: 'Forked', predicate: 'forked', tone: 'plain', icon: 'branch' },
  completed: { word: 'Completed', predicate: 'completed', tone: 'ok', icon: 'good', nodeState: 'completed' },
  failed: { word: 'Failed', predicate: 'failed', tone: 'bad', icon: 'bad', nodeState: 'failed' },
  cancelled: { word: 'Canceled', predicate: 'was canceled', tone: 'plain', icon: 'close' },
  merged: { word: 'Merged', predicate: 'merged', tone: 'plain', icon: 'join' },
};

const STATUSES = Object.keys(PATH_STATUS) as PathStatus[];
const waitRank = (status: PathStatus) => PATH_STATUS[status].waitRank ?? 0;

/** Whether a path can still go on. */
export const isLive = (status: PathStatus) => PATH_STATUS[status].isLive === true;

/** What a path can wait for; of several paths the first of these is named. */
export const WAITING = STATUSES.filter((status) => waitRank(status) > 0).sort((a, b) => waitRank(a) - waitRank(b));

/** The states of a node, each with the status of the paths that give it. */
export const NODE_STATES = STATUSES.flatMap((status) => {
  const { nodeState } = PATH_STATUS[status];
  return nodeState ? [{ status, nodeState }] : [];
});

/** Why a path was canceled. */
export const CANCELED: Record<string, string> = {
  host: 'by you',
  failFast: 'another path failed',
  joinFired: 'the join had completed',
  joinTimeout: 'the join timed out',
  runCancelled: 'the run was canceled',
};
