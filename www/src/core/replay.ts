// Replays a session record into a run: ticks and manual actions at their positions, each followed by its automatic
// replies. The first rejected action ends the replay at the position reached.

import { CODE, isSettingsEntry } from '../protocol/action-codes.ts';
import { edgeId } from '../protocol/edge-keys.ts';
import { positionText } from '../protocol/positions.ts';
import { misuse } from './refusals.ts';
import { StoredReplies } from './stored.ts';
import type { Result, Run } from '../../pkg/tracklight.js';
import type { RunSession } from './run-session.ts';
import type { ActionList } from '../protocol/record.ts';
import type { AgentSettings, Json, RecordEntry, Refusal } from '../protocol/types.ts';

export interface Replayed {
  error: Refusal | null;
  /** How many entries of the record were replayed or skipped. */
  played: number;
  /** Whether a pause stopped it before the end. */
  stopped: boolean;
  /** Indexes of the entries that were left out. */
  skipped: number[];
}

/** Since this version of the rules, no value can be set on a path that has ended. */
const ENDED_PATHS_STAY_RULES = 2;

/** In characters, in a refusal. */
const MAX_ACTION_LENGTH = 120;

/** Actions whose first argument is not a path. That of an event is its last one. */
const ACTIONS_WITHOUT_PATH: readonly string[] = [CODE.answer, CODE.answerError, CODE.propose, CODE.decide];

type Kind = Extract<keyof Run, string>;
interface ReplayableAction {
  /** The core's name. */
  kind: Kind;
  perform: (run: Run, rest: Json[]) => Result;
}

/** The arguments have these types: records from outside are checked when they are read, and the core checks again. */
const action = <Args extends Json[]>(kind: Kind, play: (run: Run, rest: Args) => Result): ReplayableAction => ({
  kind,
  perform: (run, rest) => play(run, rest as Args),
});

type Mode = 'take' | 'skip' | null;
type Given = string | Record<string, Json>;
/** The actions of links, by code. */
const REPLAYABLE_ACTIONS: Record<string, ReplayableAction> = {
  [CODE.stepPath]: action<[string]>('stepPath', (run, [path]) => run.stepPath(path)),
  [CODE.answer]: action<[string, Given]>('answer', (run, [id, answer]) => run.answer(id, answer)),
  [CODE.answers]: action<[Record<string, Given>]>('answers', (run, [answers]) => run.answers(answers)),
  [CODE.answerError]: action<[string, string]>('answer', (run, [id, text]) => run.answer(id, { error: text })),
  [CODE.setContext]: action<[string, string, Json]>('setContext', (run, [path, target, value]) =>
    run.setContext(path, target, value),
  ),
  [CODE.choose]: action<[string, string]>('choose', (run, [path, edge]) => run.choose(path, edgeIdOf(run, edge))),
  [CODE.force]: action<[string, string, Mode]>('force', (run, [path, edge, mode]) =>
    run.force(path, edgeIdOf(run, edge), mode),
  ),
  [CODE.cancel]: action<[string]>('cancel', (run, [path]) => run.cancel(path)),
  [CODE.propose]: action<[string]>('proposeEdit', (run, [source]) => run.proposeEdit(source)),
  [CODE.decide]: action<[string, boolean]>('applyEdit', (run, [id, apply]) =>
    apply ? run.applyEdit(id) : run.rejectEdit(id),
  ),
  [CODE.send]: action<[string, Json, string | null]>('send', (run, [name, data, path]) =>
    run.send(name, data, path === null ? {} : { path }),
  ),
  [CODE.elapse]: action<[number]>('elapse', (run, [ms]) => run.elapse(ms)),
  [CODE.reportTime]: action<[number]>('reportTime', (run, [ms]) => run.reportTime(ms)),
};

/**
 * @param session a run at its start
 * @param between called after each tick, action and automatic reply; may yield, report and stop
 */
export async function replay(
  session: RunSession,
  record: ActionList,
  between: () => Promise<'on' | 'stop'>,
): Promise<Replayed> {
  session.storedReplies = new StoredReplies(record);
  return replayFrom(session, record, 0, between, session.storedReplies, true);
}

/**
 * Replays a record from a tick on, with the actions of that tick.
 * @param stored the stored replies of the record
 * @param isStart whether the requests of the start are still open
 */
export async function replayFrom(
  session: RunSession,
  record: ActionList,
  from: number,
  between: () => Promise<'on' | 'stop'>,
  stored: StoredReplies = new StoredReplies(record),
  isStart: boolean = false,
): Promise<Replayed> {
  session.storedReplies = stored;
  const last = Math.max(record.k, from);
  let played = 0;
  let current = 'start';
  const settle = async () => {
    await session.settle('skipped', between);
    return session.isSettled && (await between()) === 'on';
  };
  const skipped: number[] = [];
  const result = (error: Refusal | null, stopped = false) => ({ error, played, stopped, skipped });
  const stopped = (tick: number) => result(null, tick < last || played < record.t.length);
  try {
    if (isStart && !(await settle())) return stopped(from);
    for (let tick = from; tick <= last; tick += 1) {
      if (tick > from) {
        current = `tick ${tick}`;
        const isIdle = isIdleStep(record.t[played], tick);
        const done = session.perform({ kind: 'step' }, (run) => run.step({ idle: isIdle }));
        if (!done.ok) return result(replayRefusal(session, current, done.error));
        if (isIdle) played += 1;
        if (!(await settle())) return stopped(tick);
      }
      while (played < record.t.length && record.t[played][0] <= tick) {
        const entry = record.t[played];
        current = `action ${shortened(entry.slice(1))}`;
        const error = replayEntry(session, stored, entry);
        if (error !== null) {
          if (!wasAllowedBefore(entry, error, record.v)) return result(replayRefusal(session, current, error));
          skipped.push(played);
        }
        played += 1;
        if (!(await settle())) return stopped(tick);
      }
    }
    return result(null);
  } catch (error) {
    // Misuse of the core ends a replay like a refusal.
    return result(replayRefusal(session, current, misuse(error)));
  } finally {
    stored.endReplay();
  }
}

const isIdleStep = (entry: RecordEntry | undefined, tick: number) =>
  entry !== undefined && entry[0] === tick && entry[1] === CODE.idleStep;

/**
 * Whether the rules of the record allowed an action that is refused now. It is left out: no other path saw the value.
 * @param rules version 1 where the record has none
 */
function wasAllowedBefore([, kind]: RecordEntry, { code }: Refusal, rules: number = 1) {
  return rules < ENDED_PATHS_STAY_RULES && kind === CODE.setContext && code === 'path-ended';
}

function replayEntry(session: RunSession, stored: StoredReplies, entry: RecordEntry): Refusal | null {
  const [, kind, ...rest] = entry;
  if (isSettingsEntry(entry)) {
    session.changeSettings(rest[0] as AgentSettings);
    return null;
  }
  if (kind === CODE.endReplies) {
    stored.endReplay();
    return null;
  }
  if (kind === CODE.reply) return replayReply(session, stored, Number(rest[0]));
  const known = Object.hasOwn(REPLAYABLE_ACTIONS, kind) ? REPLAYABLE_ACTIONS[kind] : undefined;
  if (known === undefined || typeof session.run[known.kind] !== 'function') {
    return { code: 'unsupported', message: 'this version cannot replay this action' };
  }
  const about = kind === CODE.send ? rest[2] : ACTIONS_WITHOUT_PATH.includes(kind) ? null : rest[0];
  const path = typeof about === 'string' ? { path: about } : {};
  const actionKind = kind === CODE.decide && rest[1] !== true ? 'rejectEdit' : known.kind;
  const done = session.perform({ kind: actionKind, ...path }, (run) => known.perform(run, rest));
  if (done.ok) stored.recordAnswers(entry);
  return done.ok ? null : done.error;
}

function replayReply(session: RunSession, stored: StoredReplies, index: number): Refusal | null {
  const entry = stored.replyAt(index);
  if (entry === null) return { code: 'unsupported', message: `there is no stored reply ${index}` };
  const [path, node, , reply] = entry;
  const request = session.readPending().agents.find((request) => request.path === path && request.node === node);
  if (request === undefined)
    return { code: 'unknown-request', message: `path ${path} has no pending agent call at \`${node}\`` };
  const done = session.perform({ kind: 'reply', path }, (run) => run.reply(request.id, reply));
  if (!done.ok) return done.error;
  stored.markUsed(index);
  session.recordManualReply(request, reply, done);
  return null;
}

/** Unknown keys are passed on for the core to refuse. */
function edgeIdOf(run: Run, key: string) {
  return edgeId(run.view().edges, key) ?? key;
}

function shortened(entry: Json[]) {
  const text = JSON.stringify(entry);
  return text.length > MAX_ACTION_LENGTH ? `${text.slice(0, MAX_ACTION_LENGTH)}…` : text;
}

function replayRefusal(session: RunSession, what: string, error: Refusal): Refusal {
  const { tick, action } = session.run.view();
  const at = positionText({ tick, action });
  return {
    code: 'replay',
    message: `at step ${at}, ${what}: ${error.message}`,
    data: { tick, action, code: error.code },
  };
}
