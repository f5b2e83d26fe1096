// The state of a run as one sentence with at most one thing that helps: what, where, why, in this order. Plain data,
// for the page, the element and whoever hears it read.

import { indexOfStep, positions, positionText } from '../protocol/positions.ts';
import { count } from '../strings.ts';
import { code, failureWords, muted, plain, quoted, say, strong, type Part } from './parts.ts';
import { hasSeveralEnds, endNode } from './end-node.ts';
import { PATH_STATUS, WAITING } from './path-status.ts';
import { decidingField, closedCondition, lastValue, outputs } from './outcome-values.ts';
import { staleChip } from './strings.ts';
import { rejectedAnswer } from './rejected-answer.ts';
import { answerOffers, awaitedWords, waitOffers } from './awaited.ts';
import { canStep, isOver, isRunning, openQuestions, reasonOf } from './waiting.ts';
import type { RunData, Help, Status } from './types.ts';
import type { Failure, Hit, Snapshot } from '../protocol/types.ts';

type Path = Snapshot['view']['paths'][number];

type StatusParts = Omit<Status, 'text' | 'help' | 'others'> & Partial<Pick<Status, 'help' | 'others'>>;

/** More failed paths are counted, not named, beside the others. */
const MOST_FAILED = 3;

export const statusFrom = ({ help = null, others = [], ...found }: StatusParts): Status => ({
  ...found,
  help,
  others,
  text: plain(found.parts),
});

/** Before anything is known of a run. */
export const plainStatus = (state: string, text: string): Status =>
  statusFrom({ state, tone: 'plain', icon: null, parts: text === '' ? [] : [{ text }] });

/** @param anew whether Step and Run begin a run of the newest text @param maxTicks of one press of Run */
export function statusSentence(data: RunData, anew: boolean, maxTicks: number): Status {
  const { snapshot, analysis, isOutdated, shows, refusal, runNumber } = data;
  const errors = analysis?.errors ?? 0;
  if (anew && errors > 0)
    return statusFrom({
      state: 'errors',
      tone: 'bad',
      icon: 'bad',
      parts: [...strong(say`Fix ${count(errors, 'error')} to run.`), ...firstError(analysis)],
      help: { label: 'Go to error', help: { do: 'problems' } },
    });
  if (snapshot === null)
    return refusal
      ? statusFrom({ state: 'refused', tone: 'bad', icon: 'bad', parts: quoted(refusal.message) })
      : plainStatus('loading', 'Loading the engine…');
  if (isOutdated && shows === 'source')
    return statusFrom({
      state: 'older',
      tone: 'accent',
      icon: 'earlier',
      parts: [{ text: staleChip(runNumber, snapshot.position) }],
      help: { label: 'Back to run', help: { do: 'backToRun' } },
    });
  return statusFrom(stateOf(data, snapshot, maxTicks));
}

/** What the button leads to, in words. */
function firstError(analysis: RunData['analysis']): Part[] {
  const message = analysis?.diagnostics.find(({ severity }) => severity === 'error')?.message;
  return message ? [{ text: ' ' }, ...quoted(capital(sentence(message)))] : [];
}

function stateOf(data: RunData, snapshot: Snapshot, maxTicks: number): StatusParts {
  const { view, position } = snapshot;
  const { outcome, paths } = view;
  if (isRunning(data)) return running(snapshot);
  if (outcome.kind === 'notStarted')
    return outcome.reason === 'nothingToRun'
      ? {
          state: 'empty',
          tone: 'plain',
          icon: null,
          parts: say`No nodes yet. Add the first step, or type ${code('task')} and a name.`,
        }
      : {
          state: 'inputs',
          tone: 'bad',
          icon: 'bad',
          parts: [
            ...strong(say`The inputs are not valid.`),
            { text: ' ' },
            ...quoted(sentence(outcome.errors[0]?.message ?? '')),
          ],
          help: { label: 'Edit inputs', help: inputs(outcome.errors[0]?.pointer ?? '') },
        };
  if (!position.atTip) return earlier(data, snapshot);
  if (data.stop === 'hit' && data.hit) return stopped(data, data.hit, view.edges);
  const active = paths.filter((path) => path.status === 'active');
  if (active.length > 0 && data.stop === 'loop')
    return {
      state: 'loop',
      tone: 'warn',
      icon: 'loop',
      parts: [...strong(say`Paused: loop detected.`), { text: ' Press Run to continue.' }],
    };
  if (active.length > 0 && data.stop === 'budget')
    return {
      state: 'budget',
      tone: 'warn',
      icon: 'pause',
      parts: [
        ...strong(say`Paused after ${maxTicks.toLocaleString('en')} steps.`),
        { text: ' Press Run to continue.' },
      ],
    };
  return ended(data, snapshot) ?? standing(data, snapshot);
}

/** What a run waits for, wherever it was stopped and whichever step is shown. */
export const waitSentence = (data: RunData, snapshot: Snapshot) =>
  plain((ended(data, snapshot) ?? standing(data, snapshot)).parts);

function running({ view, position }: Snapshot): StatusParts {
  const active = view.paths.filter((path) => path.status === 'active');
  const [first] = active;
  const at =
    active.length === 1 && first
      ? say`path ${first.id} is at ${code(first.node)}`
      : say`${count(active.length, 'path')}`;
  return {
    state: 'running',
    tone: 'ok',
    icon: null,
    parts: [
      ...strong(say`Running.`),
      ...say` Step ${positionText(position)}${active.length > 0 ? [{ text: ': ' }, ...at] : ''}.`,
    ],
  };
}

function earlier(data: RunData, snapshot: Snapshot): StatusParts {
  const list = positions(data.entries);
  const at = list[indexOfStep(list, snapshot.position.step)]?.label ?? positionText(snapshot.position);
  const viewing = `Viewing step ${at} of ${list.at(-1)?.label ?? at}.`;
  const found = isOver(snapshot) ? null : (ended(data, snapshot) ?? standing(data, snapshot, ''));
  const steps = canStep(snapshot);
  const plainly = { state: 'earlier', tone: 'plain', icon: 'earlier' } as const;
  const latest = { label: 'Go to latest', help: { do: 'latest' } } as const;
  // An automatic agent replies when Step is pressed.
  if (!found || (steps && (!found.help || found.state === 'agent')))
    return { ...plainly, parts: say`${viewing}${found ? ' Step or Run makes a new branch.' : ''}`, help: latest };
  return {
    ...found,
    ...(steps ? plainly : {}),
    parts: say`${viewing} ${found.parts}${found.help ? ' Continuing here makes a new branch.' : ''}`,
    help: found.help ?? latest,
  };
}

function ended({ events, entries, settings }: RunData, { view, position }: Snapshot): StatusParts | null {
  const { outcome, paths } = view;
  const steps = count(position.tick, 'step');
  switch (outcome.kind) {
    case 'completed': {
      const missing = outcome.incomplete[0];
      const empty = paths.find(({ status, reason }) => status === 'completed' && reason !== null)?.reason;
      const end = hasSeveralEnds(view) ? endNode(outcome.kind, events) : '';
      const values = outputs(view);
      const found = (values.length > 0 ? values : lastValue(events)).map(
        ({ name, text }) => say` ${code(name)} is ${text}.`,
      );
      return {
        state: 'completed',
        tone: 'ok',
        icon: 'good',
        parts: [
          ...strong(say`Completed${end === '' ? '' : say` at ${code(end)}`} in ${steps}.`),
          ...found.flat(),
          ...(empty ? [{ text: ' ' }, ...quoted(capital(sentence(empty)))] : []),
          ...(missing ? say` Output ${code(`${missing.context}.${missing.missing[0] ?? ''}`)} was not set.` : []),
        ],
        help: { label: 'Share this run', help: { do: 'share' } },
      };
    }
    case 'failed': {
      const { failure, paths: failed } = outcome;
      const agent = ['agent', 'tool', 'turn-limit', 'no-choice'].includes(failure.kind);
      const again = rejectedAnswer(events, entries, failure);
      if (again)
        return {
          state: 'failed',
          tone: 'bad',
          icon: 'bad',
          parts: [...strong(failedAt(view, failed, failure.node)), { text: ' ' }, ...again.why, ...otherPaths(view)],
          help: { label: 'Answer again', help: { do: 'answerAgain', request: again.request, step: again.step } },
        };
      const mode = isManual(settings, failure.node) ? 'manual' : settings.m;
      return {
        state: 'failed',
        tone: 'bad',
        icon: 'bad',
        parts: [...failureParts(view, failed, failure), ...otherPaths(view)],
        help:
          agent && mode === 'remote'
            ? { label: 'Open settings', help: { do: 'settings' } }
            : agent && mode !== 'manual' && mode !== 'custom'
              ? { label: 'Edit stub', help: { do: 'editStub', node: failure.node } }
              : { label: 'Show node', help: { do: 'showNode', node: failure.node } },
      };
    }
    case 'cancelled':
      return { state: 'ended', tone: 'plain', icon: null, parts: strong(say`Canceled after ${steps}.`) };
    case 'blocked': {
      const blocked = paths.find((path) => path.status === 'blocked');
      const join = outcome.report?.joins?.[0];
      if (blocked || !join) return blocked ? blockedAt(view, blocked, paths) : null;
      return {
        state: 'blocked',
        tone: 'warn',
        icon: 'blocked',
        parts: [
          ...strong(say`${failures(view)}Join ${code(join.join)} cannot complete.`),
          ...say` ${count(join.have, 'path')} of ${join.need} arrived, and no other can.`,
        ],
      };
    }
    default:
      return null;
  }
}

/** @param pointer to what is wrong: the context, the field, and what is in it */
function inputs(pointer: string): Help {
  const [, context = '', field = ''] = pointer.split('/');
  return { do: 'inputs', context, field };
}

/** Which paths failed, where, and why. */
export const failureParts = (view: Snapshot['view'], failed: string[], { node, message }: Failure): Part[] => [
  ...strong(failedAt(view, failed, node)),
  { text: ' ' },
  ...quoted(capital(sentence(failureWords(message)))),
];

/** Of a run that failed though other paths completed. */
function otherPaths({ paths }: Snapshot['view']): Part[] {
  const completed = paths.filter(({ status }) => status === 'completed');
  if (completed.length === 0) return [];
  const who = completed.length === 1 ? `Path ${completed[0]?.id}` : count(completed.length, 'path');
  return say` ${who} completed, but the run failed.`;
}

/** Which paths failed, and where. @param first where the first of them did */
function failedAt({ paths }: Snapshot['view'], failed: string[], first: string): Part[] {
  const nodes = new Map<string, string[]>();
  for (const { id, node } of paths) if (failed.includes(id)) nodes.set(node, [...(nodes.get(node) ?? []), id]);
  const places: [string, string[]][] = nodes.size < 2 ? [[first, failed]] : [...nodes];
  const found = places.flatMap(([node, ids], i) => {
    const who = `${i > 0 ? ', p' : 'P'}ath${ids.length > 1 ? 's' : ''} ${ids.join(', ')}`;
    return say`${who}${i > 0 ? '' : ' failed'} at ${code(node)}`;
  });
  return say`${found}.`;
}

/** Before what is said of the other paths: a path that failed is the failure of the run, however the others end. */
function failures(view: Snapshot['view']): Part[] {
  const failed = view.paths.filter(({ status }) => status === 'failed');
  const ids = failed.map(({ id }) => id);
  if (!failed[0]) return [];
  return say`${ids.length > MOST_FAILED ? `${ids.length} paths failed.` : failedAt(view, ids, failed[0].node)} `;
}

/** What the paths do. @param step said before what can move */
function standing(data: RunData, snapshot: Snapshot, step = `Step ${positionText(snapshot.position)}. `): StatusParts {
  const { view, position } = snapshot;
  const active = view.paths.filter((path) => path.status === 'active');
  const waiting = WAITING.flatMap((status) => view.paths.filter((path) => path.status === status));
  const [first] = active;
  const [wait] = waiting;
  const yours = wait?.status === 'awaitingAgent' && isForUser(data, wait.node);
  const dot = { tone: position.tick === 0 ? 'plain' : 'ok', icon: null } as const;
  if (first && active.length === 1 && !wait)
    return {
      state: 'ready',
      ...dot,
      parts: say`${step}${failures(view)}Path ${first.id} is ready at ${code(first.node)}.`,
    };
  if (first) {
    const ready = active.length === 1 ? say`Path ${first.id} is ready` : say`${count(active.length, 'path')} are ready`;
    const others =
      waiting.length === 1 && wait
        ? say`, path ${wait.id} ${yours ? `is ${FOR_YOU}` : PATH_STATUS[wait.status].predicate}`
        : wait
          ? say`, ${count(waiting.length, 'path')} wait`
          : [];
    return {
      state: 'several',
      ...dot,
      parts: say`${step}${failures(view)}${ready}${others}.`,
      help: wait ? helpFor(snapshot, wait) : null,
    };
  }
  if (!wait) return { state: 'ready', ...dot, parts: say`${step.trim()}` };
  if (wait.status === 'blocked') return blockedAt(view, wait, view.paths);
  const { tone, icon, predicate } = PATH_STATUS[wait.status];
  const rest = waiting.length - 1;
  if (wait.status === 'awaitingEvent') {
    const [help = null, ...others] = waitOffers(view, wait.id);
    return {
      state: 'event',
      tone,
      icon,
      parts: [
        ...strong(say`${failures(view)}Waiting for ${awaitedWords(view, wait.id)}.`),
        ...say` Path ${wait.id} is at ${code(wait.node)}.`,
        ...othersWait(rest),
      ],
      help,
      others,
    };
  }
  const question = wait.status === 'awaitingAnswers' ? questionOf(snapshot, wait) : null;
  const awaited = question ? awaitedWords(view, wait.id) : [];
  const [help = null, ...others] = question ? [...answerOffers(question), ...waitOffers(view, wait.id)] : [];
  return {
    state: wait.status === 'awaitingAnswers' ? 'answer' : wait.status === 'awaitingAgent' ? 'agent' : 'join',
    tone,
    icon,
    parts: [
      ...strong(
        say`${failures(view)}Path ${wait.id} ${predicate} at ${code(wait.node)}${
          awaited.length > 0 ? say`, or for ${awaited}` : ''
        }.`,
      ),
      ...(yours ? say` ${capital(FOR_YOU)}.` : []),
      ...othersWait(rest),
    ],
    help: question
      ? help
      : data.settings.m === 'remote' && wait.status === 'awaitingAgent' && !yours
        ? null
        : helpFor(snapshot, wait),
    others,
  };
}

/** What a path waits for whose agent is the user. */
const FOR_YOU = 'waiting for your reply';

/** Whether the user replies to the calls of a node. In an element of another page the host does. */
const isForUser = ({ settings, asks }: RunData, node: string) => !asks && isManual(settings, node);

/** What is set for a node comes before the mode of the run. */
const isManual = ({ m, n }: RunData['settings'], node: string) =>
  (n && Object.hasOwn(n, node) ? n[node] : m) === 'manual';

const othersWait = (n: number): Part[] =>
  n > 0 ? [{ text: ' ' }, muted(`${count(n, 'more path')} ${n === 1 ? 'waits' : 'wait'}.`)] : [];

function blockedAt(view: Snapshot['view'], path: Path, paths: Path[]): StatusParts {
  const condition = closedCondition(view, path);
  const field = decidingField(view, path);
  const reason = reasonOf(path);
  const rest = paths.filter((waiting) => waiting !== path && WAITING.includes(waiting.status)).length;
  return {
    state: 'blocked',
    tone: 'warn',
    icon: 'blocked',
    parts: [
      ...strong(say`${failures(view)}Path ${path.id} is blocked at ${code(path.node)}.`),
      ...(condition
        ? say` ${code(condition.text)} ${condition.is}.`
        : reason
          ? [{ text: ' ' }, ...quoted(capital(sentence(reason)))]
          : []),
      ...othersWait(rest),
    ],
    help: field
      ? { label: `Edit ${field.context}.${field.field}`, help: { do: 'editField', path: path.id, ...field } }
      : { label: 'Choose edge', help: { do: 'chooseEdge', path: path.id, node: path.node } },
  };
}

/** The first question of a path, a required one before others. */
function questionOf({ pending }: Snapshot, path: Path) {
  const own = openQuestions({ pending }).filter((question) => question.path === path.id);
  return own.find(({ priority }) => priority === 'required') ?? own[0] ?? null;
}

function helpFor(snapshot: Snapshot, path: Path): Status['help'] {
  const { pending } = snapshot;
  const question = questionOf(snapshot, path);
  if (path.status === 'awaitingAnswers' && question)
    return { label: question.form === null ? 'Answer' : 'Answer…', help: { do: 'answer', request: question.id } };
  if (path.status === 'awaitingEvent') return waitOffers(snapshot.view, path.id)[0] ?? null;
  const request = pending.agents.find((request) => request.path === path.id);
  if (path.status === 'awaitingAgent' && request)
    return { label: 'Reply', help: { do: 'reply', request: request.id, path: path.id } };
  return null;
}

function stopped(data: RunData, hit: Hit, edges: Snapshot['view']['edges']): StatusParts {
  const { why, path, node: at, edge, join, field, condition, error, times, asked } = hit;
  const along = edges.find((candidate) => candidate.id === edge);
  const edgeName = along ? `${along.source} -> ${along.target}` : (edge ?? '');
  const found: Record<Hit['why'], [Part[], Part[]]> = {
    node: [say`Stopped at ${asked ? '' : 'breakpoint '}${code(at ?? '')}.`, say` Path ${path} has just entered.`],
    edge: [say`Stopped at breakpoint ${code(edgeName)}.`, say` Path ${path} has taken this edge.`],
    field: [say`Stopped: ${code(field ?? '')} changed.`, path === '' ? [] : say` Path ${path} wrote it.`],
    agent: [
      say`Stopped at the agent call of ${code(at ?? '')}.`,
      say` Path ${path} is ${isForUser(data, at ?? '') ? FOR_YOU : 'waiting for its agent'}.`,
    ],
    fork: [say`Stopped at a fork.`, say` Path ${path} forked.`],
    join: [say`Stopped at join ${code(join ?? '')}.`, []],
    tick: [say`Stopped at the step you asked for.`, []],
  };
  const [first, then] = found[why];
  const listed = !asked && (why === 'node' || why === 'edge' || why === 'field');
  return {
    state: 'breakpoint',
    tone: 'accent',
    icon: 'stop',
    parts: [
      ...strong(first),
      ...then,
      ...(times === undefined ? [] : say` Hit ${count(times, 'time')} in this run.`),
      ...(condition === undefined
        ? []
        : error === undefined
          ? say` ${code(condition)} is true.`
          : [...say` ${code(condition)} cannot be evaluated: `, ...quoted(sentence(error))]),
    ],
    help: listed ? { label: 'Edit breakpoint', help: { do: 'breakpoints' } } : null,
  };
}

const sentence = (text: string) => (text === '' || /[.!?]$/u.test(text) ? text : `${text}.`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
