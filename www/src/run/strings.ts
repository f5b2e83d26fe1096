// What the run says about itself: the status sentence, why a run stopped, and the engine's notices. Words only; which
// of them is due is decided by the controller and the engine.

import { positionText } from '../protocol/positions.ts';
import { reasonOf } from './waiting.ts';
import type { Hit, Notice, Place, RunStop, Snapshot } from '../protocol/types.ts';

type Path = Snapshot['view']['paths'][number];
/** `link` is the place that helps. */
export interface Sentence {
  text: string;
  link: Link | null;
}
type Link = { panel: 'problems' | 'inbox' | 'agent' | 'contexts' } | { node: string };

/** More waits than these are counted, not named. */
const MAX_NAMED = 3;

/**
 * Where the run stands and why, in one sentence or two.
 * @param stop why the last Run ended
 * @param maxTicks of one press
 */
export function statusSentence(
  snapshot: Snapshot,
  stop: RunStop | null,
  maxTicks: number,
  hit: Hit | null = null,
): Sentence {
  const { view, position } = snapshot;
  const start = `Tick ${positionText(position)}.`;
  const said = outcomeSentence(view) ?? pathsSentence(view.paths, snapshot);
  const because = hit !== null ? hitWords(hit, view.edges) : stop === null ? '' : stopWords(stop, maxTicks);
  return { text: [start, said.text, because].filter((part) => part !== '').join(' '), link: said.link };
}

function outcomeSentence({ outcome, paths }: Snapshot['view']): Sentence | null {
  switch (outcome.kind) {
    case 'completed':
      return {
        text: outcome.incomplete.length > 0 ? 'Completed, with outputs missing.' : 'Completed.',
        link: { panel: 'contexts' },
      };
    case 'failed':
      return {
        text: `Failed: path ${outcome.paths.join(', ')} at ${outcome.failure.node}: ${sentence(outcome.failure.message)}`,
        link: { node: outcome.failure.node },
      };
    case 'cancelled':
      return { text: 'Cancelled.', link: null };
    case 'notStarted':
      return outcome.reason === 'nothingToRun'
        ? { text: 'Nothing to run: a task, a state or an init node would start it.', link: null }
        : { text: 'Not started: the inputs do not fit.', link: { panel: 'contexts' } };
    case 'blocked':
      return blockedSentence(paths, outcome.report);
    default:
      return null;
  }
}

function blockedSentence(
  paths: Path[],
  report: Extract<Snapshot['view']['outcome'], { kind: 'blocked' }>['report'],
): Sentence {
  const joins = (report?.joins ?? [])
    .slice(0, MAX_NAMED)
    .map(({ join, have, need }) => `join ${join} has ${have} of ${need}`);
  const blocked = paths.filter((path) => path.status === 'blocked');
  const named = blocked.slice(0, MAX_NAMED).map((path) => `path ${path.id} ${wait(path)}`);
  const first = blocked.at(0);
  const why = [listed(named, blocked.length), joins.join(', ')].filter((part) => part !== '').join('; ');
  return {
    text: `Nothing can move: ${why}.`,
    link: joins.length > 0 ? { panel: 'contexts' } : first === undefined ? null : { node: first.node },
  };
}

function pathsSentence(paths: Path[], snapshot: Snapshot): Sentence {
  const moving = paths.filter((path) => path.status === 'active');
  const waiting = paths.filter((path) =>
    ['awaitingAgent', 'awaitingAnswers', 'parked', 'blocked'].includes(path.status),
  );
  const move =
    moving.length === 1
      ? `path ${moving[0].id} moves at ${moving[0].node}`
      : moving.length > 1
        ? `${moving.length} paths move`
        : '';
  const named = waiting.slice(0, MAX_NAMED).map((path) => `path ${path.id} ${wait(path)}`);
  const waits = listed(named, waiting.length);
  const text = [move, waits].filter((part) => part !== '').join(', ');
  const panel = waiting.some((path) => path.status === 'awaitingAnswers') ? 'inbox' : 'agent';
  const asks = snapshot.pending.agents.length + snapshot.pending.requests.length > 0;
  return { text: text === '' ? '' : sentence(capital(text)), link: asks ? { panel } : null };
}

/** @param path why it stands, as the end of "path 1 …" */
export function wait(path: Path) {
  switch (path.status) {
    case 'awaitingAgent':
      return `waits for its agent at ${path.node} (Agent)`;
    case 'awaitingAnswers':
      return 'waits for an answer (Inbox)';
    case 'parked':
      return `waits at join ${path.join ?? path.node}`;
    default:
      return `is blocked at ${path.node}: ${reasonOf(path)}`;
  }
}

function stopWords(stop: RunStop, maxTicks: number) {
  switch (stop) {
    case 'loop':
      return 'Paused: a path came back without any change; Run goes on.';
    case 'budget':
      return `Paused after ${maxTicks.toLocaleString('en')} ticks; Run goes on.`;
    case 'paused':
      return 'Paused.';
    default:
      return '';
  }
}

function hitWords(hit: Hit, edges: Snapshot['view']['edges']) {
  const { condition, error, times } = hit;
  const said = hitSentence(hit, edges);
  const more = [
    times === undefined ? '' : `, time ${times} of this Run`,
    condition === undefined || error !== undefined ? '' : `, and ${condition}`,
  ].join('');
  const why = error === undefined ? '' : ` Its condition ${condition} can not be judged: ${sentence(error)}`;
  return more === '' && why === '' ? said : `${said.slice(0, -1)}${more}.${why}`;
}

function hitSentence({ why, path, node, edge, join, field }: Hit, edges: Snapshot['view']['edges']) {
  const along = edges.find((one) => one.id === edge);
  switch (why) {
    case 'node':
      return `Stopped: path ${path} entered ${node}.`;
    case 'field':
      return path === '' ? `Stopped: ${field} changed.` : `Stopped: ${field} changed on path ${path}.`;
    case 'tick':
      return 'Stopped at the tick that was asked for.';
    case 'edge':
      return `Stopped: path ${path} went from ${along?.source} to ${along?.target}.`;
    case 'agent':
      return `Stopped at the agent call of path ${path} at ${node}.`;
    case 'fork':
      return `Stopped at the fork of path ${path}.`;
    case 'join':
      return `Stopped at join ${join}.`;
  }
}

export function errorsSentence(errors: number) {
  return `${errors === 1 ? '1 error' : `${errors} errors`} in the text ${errors === 1 ? 'keeps' : 'keep'} it from running.`;
}

export function staleChip(run: number, place: Place) {
  return `Run ${run} (step ${positionText(place)}) uses an older version of the machine.`;
}

/** Calls a person made, for the notice after a restart. */
const CALLS: Record<string, string> = {
  start: 'starting the run',
  step: 'the step',
  run: 'the ticks since the last report',
  reply: 'the reply',
  answer: 'the answer',
  choose: 'the chosen edge',
  setContext: 'the changed value',
  cancel: 'the cancelling',
  back: 'the move',
  goTo: 'the move',
  settings: 'the change of agents',
  stepPath: 'the step',
  force: 'the forced edge',
  decide: 'the decision about the edit',
  fork: 'the new branch',
  checkpoint: 'the checkpoint',
  toCheckpoint: 'the move',
  resume: 'opening the run',
  playRecording: 'the replay',
  restore: 'the replay',
};

/**
 * The words of a notice of the engine.
 * @param detail the lost call, or why loading failed
 */
export function noticeText(code: Notice['code'], detail: string = '', lostBranches: number = 0) {
  switch (code) {
    case 'engine-slow':
      return 'The engine has not answered for 3 seconds. It is restarted if it stays silent.';
    case 'engine-back':
      return 'The engine answers again.';
    case 'engine-stopped':
      return 'The engine had to be restarted too often and was stopped. The text is safe: download it, then reload the page.';
    case 'engine-part':
      return 'Part of the engine could not be loaded, so this did not work. Check the connection, then try again.';
    case 'engine-load':
      return `The engine cannot be loaded: ${detail}. The text stays editable.`;
    case 'engine-restarted': {
      const undone = Object.hasOwn(CALLS, detail) ? ` Undone: ${CALLS[detail]}.` : '';
      const branches = lostBranches > 0 ? ' Other branches of the run are gone.' : '';
      return `The engine was restarted and the run restored.${undone}${branches}`;
    }
  }
}

function listed(named: string[], all: number) {
  return named.join(', ') + (all > named.length ? ` and ${all - named.length} more` : '');
}

function sentence(text: string) {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
