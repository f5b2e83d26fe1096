// Messages between the page and the core worker. Every message is checked by shape on arrival; handles of the core
// never leave the worker.

import { isRecord } from './plain-data.ts';
import type { NamedAction, Analysis, Engine, PackedTokens, Snapshot, SnapshotRequest, Sources } from './types.ts';

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
type BootReport = { ready: true } | { failed: string };
interface ValueReport {
  re: number;
  value: unknown;
}
/** `fatal`: the worker must be replaced. */
interface FailureReport {
  re: number;
  error: { code: string; message: string; fatal: boolean };
}
/** null is a bare sign of life. */
interface ProgressReport {
  re: number;
  progress: unknown;
}
export type Report = BootReport | ValueReport | FailureReport | ProgressReport;
export type CallName = (typeof CALL_NAMES)[number];

/** The arguments that are posted: a callback for progress stays on the page's side. */
type PostedArguments<Args extends unknown[]> = Args extends [...infer Posted, (snapshot: Snapshot) => void]
  ? Posted
  : Args;
/** A call that takes and returns what the method of the engine does. */
type Method<Name extends keyof Engine> = Engine[Name] extends (...args: infer Args) => Promise<infer Result>
  ? { args: PostedArguments<Args>; answer: Result }
  : never;
/** Methods of the engine that take the texts one by one; their calls take them as one value. */
interface SourceCalls {
  edit: { args: [sources: Sources]; answer: Analysis | null };
  tokens: {
    args: [sources: Sources, file?: string, within?: { from: number; to: number }];
    answer: PackedTokens | null;
  };
}
type Methods = {
  [Name in Exclude<CallName, keyof SourceCalls | NamedAction[0]>]: Name extends keyof Engine ? Method<Name> : never;
};
type NamedActionCalls = {
  [Tuple in NamedAction as Tuple[0]]: {
    args: Tuple extends [unknown, ...infer Args] ? [...Args, request: SnapshotRequest] : never;
    answer: Method<'perform'>['answer'];
  };
};
/** By name, what each call takes and what it is answered with. */
export interface Calls extends SourceCalls, Methods, NamedActionCalls {}
/** What a part of the worker does for the calls that it answers, by name. `context` is what it needs for that. */
export type CallHandlers<Context> = {
  [K in CallName]?: (context: Context, args: Calls[K]['args']) => Calls[K]['answer'] | Promise<Calls[K]['answer']>;
};

/** Of several waiting calls of one of these names only the newest is performed; older ones are answered null. */
const NEWEST_ONLY = ['edit', 'tokens', 'file', 'complete', 'hover', 'link'] as const;
/** These change no run. */
const READING = [
  'version',
  'languageReference',
  'draw',
  'snapshot',
  'definition',
  'references',
  'fixes',
  'format',
  'rename',
  'renameFile',
  'declared',
  'changeDrawing',
  'completeAt',
  'diff',
  'export',
  'inspect',
  'highlight',
  'sketch',
  'savedFromJournal',
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
const ACTIONS = [
  'start',
  'step',
  'idleStep',
  'reply',
  'answer',
  'answers',
  'send',
  'elapse',
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
  'giveStub',
  'fork',
  'renameBranch',
  'deleteBranch',
  'checkpoint',
  'toCheckpoint',
  'resume',
  'playRecording',
  'graphEdit',
] as const;

export const CALL_NAMES = [...NEWEST_ONLY, ...READING, ...ACTIONS] as const;

const KNOWN_NAMES: ReadonlySet<string> = new Set(CALL_NAMES);

/** Whether a call may change the run or its cursor. Other calls can be made again in a new worker. */
export function isAction(call: CallName) {
  return (ACTIONS as readonly string[]).includes(call);
}

export function isNewestOnly(call: string) {
  return (NEWEST_ONLY as readonly string[]).includes(call);
}

export function isRequest(data: unknown): data is Request {
  return (
    isRecord(data) &&
    isId(data.id) &&
    typeof data.call === 'string' &&
    KNOWN_NAMES.has(data.call) &&
    Array.isArray(data.args)
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
