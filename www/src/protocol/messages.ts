// Messages between the page and the core worker. Every message is checked by shape on arrival; handles of the core
// never leave the worker.

import { isRecord } from './plain-data.ts';
import type { Act, Analysis, Engine, Inputs, AgentSettings, SnapshotRequest, PackedTokens, Sources } from './types.ts';

/** Page to worker. Of `args` only that it is a list is checked: page and worker are of one build. */
export interface Request {
  id: number;
  call: CallName;
  args: Calls[CallName]['args'];
}
/** Page to worker, never answered. */
interface Pause {
  call: 'pause';
}
/** Worker to page, once. */
type Boot = { ready: true } | { failed: string };
interface Value {
  re: number;
  value: unknown;
}
/** `fatal`: the worker must be replaced. */
interface Failure {
  re: number;
  error: { code: string; message: string; fatal: boolean };
}
/** null is a bare sign of life. */
interface Progress {
  re: number;
  progress: unknown;
}
export type Report = Boot | Value | Failure | Progress;
export type CallName = (typeof NEWEST)[number] | (typeof LOOKING)[number] | (typeof ACTING)[number];

/** A call that takes and gives what the method of the engine does. */
type Method<Name extends keyof Engine> = Engine[Name] extends (...args: infer Args) => Promise<infer Given>
  ? { args: Args; answer: Given }
  : never;
/** Methods of the engine whose calls take something else. */
interface Own {
  edit: { args: [sources: Sources]; answer: Analysis | null };
  tokens: {
    args: [sources: Sources, file?: string, within?: { from: number; to: number }];
    answer: PackedTokens | null;
  };
  start: {
    args:
      | [settings: AgentSettings, look: SnapshotRequest]
      | [settings: AgentSettings, input: Inputs, look: SnapshotRequest];
    answer: Method<'start'>['answer'];
  };
  run: {
    args: [options: Parameters<Engine['run']>[0], look: SnapshotRequest];
    answer: Method<'run'>['answer'];
  };
  restore: {
    args: [record: Parameters<Engine['restore']>[0], at: Parameters<Engine['restore']>[1], look: SnapshotRequest];
    answer: Method<'restore'>['answer'];
  };
}
type Methods = { [Name in Exclude<CallName, keyof Own | Act[0]>]: Name extends keyof Engine ? Method<Name> : never };
type Acts = {
  [One in Act as One[0]]: {
    args: One extends [unknown, ...infer Rest] ? [...Rest, look: SnapshotRequest] : never;
    answer: Method<'act'>['answer'];
  };
};
/** By name, what each call takes and what it is answered with. */
export interface Calls extends Own, Methods, Acts {}
/** Calls that a part of the worker answers, from what it knows. */
export type Queries<From> = {
  [K in CallName]?: (from: From, args: Calls[K]['args']) => Calls[K]['answer'] | Promise<Calls[K]['answer']>;
};

/** Only the newest waiting call of each of these names is worth its work; older ones are answered null. */
export const NEWEST = ['edit', 'tokens', 'file', 'complete', 'hover', 'link'] as const;
/** These change no run. */
export const LOOKING = [
  'version',
  'languageReference',
  'draw',
  'look',
  'definition',
  'references',
  'fixes',
  'format',
  'rename',
  'renameFile',
  'diff',
  'export',
  'inspect',
  'highlight',
  'sketch',
  'evaluate',
  'branchPast',
  'prompt',
  'fields',
  'check',
  'graph',
  'projection',
  'agents',
  'outputs',
  'describe',
] as const;
/** These may change the run or its cursor. */
export const ACTING = [
  'start',
  'step',
  'reply',
  'answer',
  'choose',
  'setContext',
  'cancel',
  'back',
  'goTo',
  'settings',
  'run',
  'restore',
  'stepPath',
  'force',
  'decide',
  'applyText',
  'settle',
  'fork',
  'renameBranch',
  'deleteBranch',
  'checkpoint',
  'toCheckpoint',
  'resume',
  'playRecording',
  'graphEdit',
] as const;

const NAMES = new Set([...NEWEST, ...LOOKING, ...ACTING] as string[]);

export function isNewestOnly(call: string) {
  return (NEWEST as readonly string[]).includes(call);
}

export function isRequest(data: unknown): data is Request {
  return (
    isRecord(data) && isId(data.id) && typeof data.call === 'string' && NAMES.has(data.call) && Array.isArray(data.args)
  );
}

export function isPause(data: unknown): data is Pause {
  return isRecord(data) && data.call === 'pause' && !('id' in data);
}

export function isReport(data: unknown): data is Report {
  if (!isRecord(data)) return false;
  if ('ready' in data) return data.ready === true;
  if ('failed' in data) return typeof data.failed === 'string';
  if (!isId(data.re)) return false;
  if ('progress' in data || 'value' in data) return true;
  const { error } = data;
  return (
    isRecord(error) &&
    typeof error.code === 'string' &&
    typeof error.message === 'string' &&
    typeof error.fatal === 'boolean'
  );
}

function isId(value: unknown) {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
