import type { RunBounds } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

declare module '../../store/state.ts' {
  interface Actions {
    fork: {};
    compare: {};
    endCompare: {};
    beginLabel: { of: 'branch' | 'checkpoint'; id: string | null; text: string };
    typeLabel: { text: string };
    takeLabel: {};
    cancelLabel: {};
    removeBranch: { id: string };
    keepBranch: { id: string; notice: number };
    toCheckpoint: { name: string };
    force: { path: string; edge: string; mode: 'take' | 'skip' | null };
    chooseEdge: { path: string; edge: string };
    replyEdge: { request: string; tool: string };
    cancelPath: { path: string };
    cardPath: { path: string };
    closeCard: {};
    breakpoint: { key: string };
    stop: {};
    stopAt: { id: string };
    runTo: { stops: RunBounds };
    stepPath: { path: string };
    allPaths: { all: boolean };
    decide: { id: string; apply: boolean };
    putOffEdit: { id: string };
    showEdits: {};
  }
}

export const actions = [
  'fork',
  'compare',
  'endCompare',
  'beginLabel',
  'typeLabel',
  'takeLabel',
  'cancelLabel',
  'removeBranch',
  'keepBranch',
  'toCheckpoint',
  'force',
  'chooseEdge',
  'replyEdge',
  'cancelPath',
  'cardPath',
  'closeCard',
  'breakpoint',
  'stop',
  'stopAt',
  'runTo',
  'stepPath',
  'allPaths',
  'decide',
  'putOffEdit',
  'showEdits',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
