// Messages between the page and the core worker. Every message is checked by shape on arrival; handles of the core
// never leave the worker.

/** Page to worker. */
export interface Request {
  id: number;
  call: CallName;
  args: unknown[];
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
  'renameFile',
  'diff',
  'export',
  'inspect',
  'highlight',
  'sketch',
  'evaluate',
  'branchEntries',
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
