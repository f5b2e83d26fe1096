// What the user is told about a document that was opened.

import type { Refusal, SessionRecord } from '../protocol/types.ts';
import type { OpenedDocument } from '../store/opened.ts';
import type { Notice, State } from '../store/state.ts';
import { openStrings } from './strings.ts';
import { EDITED_ELSEWHERE } from './tab-lock.ts';

/** Whether anything was done in a run. */
export const hasActions = ({ k, t, w }: SessionRecord) => k > 0 || t.length > 0 || w !== undefined;

/** Notices from the beginning, while the run is being replayed. */
export function arrivalNotices(opened: OpenedDocument): Omit<Notice, 'id'>[] {
  const { record, linkKind, isResumedExample, isLocked, unknownMembers = [] } = opened;
  const notices: Omit<Notice, 'id'>[] = [];
  if (isLocked) notices.push(EDITED_ELSEWHERE);
  if (unknownMembers.length > 0)
    notices.push({ kind: 'warning', text: openStrings.ignored(unknownMembers.map((name) => `\`${name}\``)) });
  if (linkKind)
    notices.push({
      kind: 'info',
      title: record && hasActions(record) ? openStrings.sharedRun : openStrings.sharedMachine,
      text: linkKind === 'legacy' ? openStrings.legacy : openStrings.opened,
      acts: [{ label: openStrings.saveCopy, action: { type: 'keepCopy' } }],
    });
  if (isResumedExample)
    notices.push({
      kind: 'info',
      text: openStrings.exampleAgain,
      acts: [{ label: openStrings.startFresh, action: { type: 'freshExample' } }],
    });
  return notices.map((notice) => ({ ...notice, ofDocument: true }));
}

/** How the replay of a run ended. */
export interface ReplayOutcome {
  refusal: Refusal | null;
  /** Whether the user stopped it. */
  stopped: boolean;
  /** Actions that the current rules refuse. */
  leftOut: number;
  /** Whether there is no run, though the document has one. */
  isRunMissing: boolean;
}

/** Notices once the run was replayed. */
export function replayNotices(
  { record, rulesVersion = null }: OpenedDocument,
  { refusal, stopped, leftOut }: ReplayOutcome,
  { run, rules }: Pick<State, 'run' | 'rules'>,
): Omit<Notice, 'id'>[] {
  const notices: Omit<Notice, 'id'>[] = [];
  if (refusal)
    notices.push({ kind: 'warning', text: openStrings.replayFailed(refusal.message), detail: 'link-replay' });
  if (stopped) notices.push({ kind: 'info', text: openStrings.stopped(String(run.snapshot?.position.tick ?? 0)) });
  if (record && rulesVersion !== null && rules !== 0 && rulesVersion !== rules)
    notices.push({ kind: 'warning', text: openStrings.rules(rulesVersion, rules) });
  if (leftOut > 0) notices.push({ kind: 'warning', text: openStrings.leftOut(leftOut) });
  return notices.map((notice) => ({ ...notice, ofDocument: true }));
}
