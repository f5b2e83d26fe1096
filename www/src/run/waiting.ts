// Why a path stands still, in full: who is missing at a join, which conditions are not true, what was asked.

import { guardText } from './conditions.ts';
import { awaitedWords } from './awaited.ts';
import { failureWords, plain as words } from './parts.ts';
import { CANCELED, PATH_STATUS } from './path-status.ts';
import type { Snapshot } from '../protocol/types.ts';
import type { RunData } from './types.ts';

/** Whether Run, or an action that takes long, goes on. */
export const isRunning = ({ activity }: Pick<RunData, 'activity'>) => activity === 'running' || activity === 'pausable';

type Path = Snapshot['view']['paths'][number];
export interface Reason {
  text: string;
  mark: '' | 'true' | 'false' | 'error';
}

/** Whether nothing can go on in a run, whoever does what. */
export const isOver = ({ view }: Snapshot) => ['completed', 'failed', 'cancelled'].includes(view.outcome.kind);

/** Whether the page takes no more of a run. */
export const isFull = ({ ceiling }: Snapshot) => ceiling?.kind === 'paths' || ceiling?.kind === 'events';

/** Whether a step moves anything. */
export function canStep(snapshot: Snapshot) {
  const { view, pending, unanswered } = snapshot;
  // At an earlier position an automatic agent may still have to answer; Step lets it.
  const answers = pending.agents.some((request) => !Object.hasOwn(unanswered, request.id));
  return answers || (!isFull(snapshot) && view.paths.some((path) => path.status === 'active'));
}

/** Why a path is blocked: the core's words, which everything that tells of it uses. */
export const reasonOf = ({ reason }: Pick<Path, 'reason'>) => (reason ?? '').replace(/^blocked: /, '');

/** The questions that nobody has answered yet. */
export const openQuestions = (run: Pick<Snapshot | Snapshot['view'], 'pending'> | null) =>
  (run?.pending.requests ?? []).filter(({ state }) => state === 'open');

/**
 * The questions whose answers go out ahead of another one. With the last answer that a path needs it goes on, and what
 * else it asked expires: an answer that is written by then would be lost.
 * @param answers being written
 * @param request the one that is sent
 */
export function sentAlong(
  run: Pick<Snapshot, 'pending'> | null,
  answers: Record<string, { text: string }>,
  request: string,
) {
  const open = openQuestions(run);
  const own = open.find(({ id }) => id === request);
  if (own?.priority !== 'required') return [];
  const others = open.filter(({ id, path }) => path === own.path && id !== request);
  return others.some(({ priority }) => priority === 'required')
    ? []
    : others.filter(({ id }) => (answers[id]?.text ?? '').trim() !== '');
}

/** @returns [] for a path that moves or is over without anything to tell */
export function waitingReasons({ view, pending, unanswered }: Snapshot, path: Path): Reason[] {
  switch (path.status) {
    case 'parked':
      return atJoin(view, path);
    case 'blocked':
      return conditions(view, path);
    case 'awaitingAgent':
      return pending.agents
        .filter((request) => request.path === path.id)
        .map((request) => plain(unanswered[request.id] ?? `${request.node} called its agent, visit ${request.visit}`));
    case 'awaitingAnswers':
      return openQuestions({ pending })
        .filter((question) => question.path === path.id && question.priority === 'required')
        .map((question) => plain(`asked: ${question.query}`));
    case 'awaitingEvent':
      return [plain(`waiting for ${words(awaitedWords(view, path.id))}`)];
    case 'failed': {
      if (path.failure === undefined) return [];
      const { message, node } = path.failure;
      return [{ text: `${failureWords(message)}${node === path.node ? '' : `, at ${node}`}`, mark: 'error' }];
    }
    case 'merged':
      return path.mergedInto === undefined ? [] : [plain(`merged into path ${path.mergedInto}`)];
    default:
      return path.reason === null ? [] : [plain(CANCELED[path.reason] ?? path.reason)];
  }
}

function atJoin({ joins, paths }: Snapshot['view'], path: Path): Reason[] {
  const join = joins.find((join) => join.parked.includes(path.id));
  if (join === undefined) return path.reason === null ? [] : [plain(path.reason)];
  const rest = join.timeout === undefined ? '' : `, ${join.waited} of ${join.timeout} steps waited`;
  const lines = [plain(`${join.have} of ${join.need} at join ${join.id} (${join.mode})${rest}`)];
  for (const id of join.missing) {
    const missing = paths.find((path) => path.id === id);
    lines.push(
      plain(
        missing === undefined ? `missing: path ${id}` : `missing: path ${id} at ${missing.node}, ${meanwhile(missing)}`,
      ),
    );
  }
  return lines;
}

function conditions({ edges }: Snapshot['view'], path: Path): Reason[] {
  const lines = [plain(reasonOf(path))];
  for (const edge of edges) {
    if (!Object.hasOwn(edge.eligible, path.id)) continue;
    const truth = edge.eligible[path.id];
    lines.push({ text: `${guardText(edge) || 'no condition'} → ${edge.target}: ${truth}`, mark: truth });
  }
  return lines;
}

/** What another path does meanwhile. */
const meanwhile = ({ status }: Path) => PATH_STATUS[status].predicate.replace(/^(is|was) /, '');

function plain(text: string): Reason {
  return { text, mark: '' };
}
