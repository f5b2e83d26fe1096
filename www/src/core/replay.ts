// Replays a session record into a run: ticks and manual actions at their positions, each followed by its automatic
// replies. The first rejected action ends the replay at the position reached.

import { CODE } from '../protocol/action-codes.ts';
import { edgeId } from '../protocol/edge-keys.ts';
import { positionText } from '../protocol/positions.ts';
import { misuse } from './refusals.ts';
import { Stored } from './stored.ts';
import type { Result, Run } from '../../pkg/tracklight.js';
import type { RunSession } from './run-session.ts';
import type { ActionList } from '../protocol/record.ts';
import type { AgentSettings, Json, RecordEntry, Refusal } from '../protocol/types.ts';

/** `played`: entries of the record, those in `skipped` left out; `stopped`: before its end, by a pause. */
export interface Replayed {
  error: Refusal | null;
  played: number;
  stopped: boolean;
  skipped: number[];
}

/** From these rules on a value can no longer be set on a path that has ended. */
const ENDED_STAYS = 2;

/** Characters of an action in a refusal. */
const LONGEST = 120;

/** Actions whose first argument is not a path. */
const NOT_OF_A_PATH: readonly string[] = [CODE.answer, CODE.answerError, CODE.propose, CODE.decide];

type Kind = Extract<keyof Run, string>;
/** `kind`: as the core calls it. */
interface Played {
  kind: Kind;
  play: (run: Run, rest: Json[]) => Result;
}

/** An action whose arguments are of these types: who made the record saw to that, and the core checks them again. */
const action = <Args extends Json[]>(kind: Kind, play: (run: Run, rest: Args) => Result): Played => ({
  kind,
  play: (run, rest) => play(run, rest as Args),
});

type Mode = 'take' | 'skip' | null;
/** The actions of links, by code. */
const KINDS: Record<string, Played> = {
  [CODE.stepPath]: action<[string]>('stepPath', (run, [path]) => run.stepPath(path)),
  [CODE.answer]: action<[string, string]>('answer', (run, [id, text]) => run.answer(id, text)),
  [CODE.answerError]: action<[string, string]>('answer', (run, [id, text]) => run.answer(id, { error: text })),
  [CODE.setContext]: action<[string, string, Json]>('setContext', (run, [path, target, value]) =>
    run.setContext(path, target, value),
  ),
  [CODE.choose]: action<[string, string]>('choose', (run, [path, edge]) => run.choose(path, edgeOf(run, edge))),
  [CODE.force]: action<[string, string, Mode]>('force', (run, [path, edge, mode]) =>
    run.force(path, edgeOf(run, edge), mode),
  ),
  [CODE.cancel]: action<[string]>('cancel', (run, [path]) => run.cancel(path)),
  [CODE.propose]: action<[string]>('proposeEdit', (run, [source]) => run.proposeEdit(source)),
  [CODE.decide]: action<[string, boolean]>('applyEdit', (run, [id, apply]) =>
    apply ? run.applyEdit(id) : run.rejectEdit(id),
  ),
  [CODE.reportTime]: action<[number]>('reportTime', (run, [ms]) => run.reportTime(ms)),
};

/**
 * @param session a run at its start
 * @param between called after each tick, action and automatic reply; yields, reports, may stop
 */
export async function replay(
  session: RunSession,
  record: ActionList,
  between: () => Promise<'on' | 'stop'>,
): Promise<Replayed> {
  session.stored = new Stored(record);
  return replayFrom(session, record, 0, between, session.stored, true);
}

/**
 * From a tick on: what was done in it, then the later ones.
 * @param stored what replies of the record are stored
 * @param starts whether requests of the start are still to be answered
 */
export async function replayFrom(
  session: RunSession,
  record: ActionList,
  from: number,
  between: () => Promise<'on' | 'stop'>,
  stored: Stored = new Stored(record),
  starts: boolean = false,
): Promise<Replayed> {
  session.stored = stored;
  const last = Math.max(record.k, from);
  let played = 0;
  let doing = 'start';
  const settled = async () => {
    await session.settle('skipped', between);
    return session.settled && (await between()) === 'on';
  };
  const skipped: number[] = [];
  const over = (error: Refusal | null, stopped = false) => ({ error, played, stopped, skipped });
  const stopped = (tick: number) => over(null, tick < last || played < record.t.length);
  try {
    if (starts && !(await settled())) return stopped(from);
    for (let tick = from; tick <= last; tick += 1) {
      if (tick > from) {
        doing = `tick ${tick}`;
        const done = session.perform({ kind: 'step' }, (run) => run.step());
        if (!done.ok) return over(refusal(session, doing, done.error));
        if (!(await settled())) return stopped(tick);
      }
      while (played < record.t.length && record.t[played][0] <= tick) {
        const entry = record.t[played];
        doing = `action ${brief(entry.slice(1))}`;
        const error = playEntry(session, stored, entry);
        if (error !== null) {
          if (!onceAllowed(entry, error, record.v)) return over(refusal(session, doing, error));
          skipped.push(played);
        }
        played += 1;
        if (!(await settled())) return stopped(tick);
      }
    }
    return over(null);
  } catch (error) {
    // What the core does not take at all ends a replay as a refusal does.
    return over(refusal(session, doing, misuse(error)));
  } finally {
    stored.end();
  }
}

/**
 * Whether an action is refused that the rules of the record allowed. It is left out: no other path saw the value.
 * @param rules the oldest where nobody noted them
 */
function onceAllowed([, kind]: RecordEntry, { code }: Refusal, rules: number = 1) {
  return rules < ENDED_STAYS && kind === CODE.setContext && code === 'path-ended';
}

function playEntry(session: RunSession, stored: Stored, [, kind, ...rest]: RecordEntry): Refusal | null {
  if (kind === CODE.settings) {
    session.changeSettings(rest[0] as AgentSettings);
    return null;
  }
  if (kind === CODE.endReplies) {
    stored.end();
    return null;
  }
  if (kind === CODE.reply) return playReply(session, stored, Number(rest[0]));
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (known === undefined || typeof session.run[known.kind] !== 'function') {
    return { code: 'unsupported', message: 'this version cannot replay this action' };
  }
  const path = NOT_OF_A_PATH.includes(kind) || typeof rest[0] !== 'string' ? {} : { path: rest[0] };
  const deed = kind === CODE.decide && rest[1] !== true ? 'rejectEdit' : known.kind;
  const done = session.perform({ kind: deed, ...path }, (run) => known.play(run, rest));
  if (done.ok && known.kind === 'answer') stored.answered(String(rest[0]));
  return done.ok ? null : done.error;
}

function playReply(session: RunSession, stored: Stored, index: number): Refusal | null {
  const entry = stored.named(index);
  if (entry === null) return { code: 'unsupported', message: `there is no stored reply ${index}` };
  const [path, node, , reply] = entry;
  const request = session.pending().agents.find((one) => one.path === path && one.node === node);
  if (request === undefined)
    return { code: 'unknown-request', message: `path ${path} has no pending agent call at \`${node}\`` };
  const done = session.perform({ kind: 'reply', path }, (run) => run.reply(request.id, reply));
  if (!done.ok) return done.error;
  stored.use(index);
  session.recordManualReply(request, reply, done);
  return null;
}

/** @param key an unknown key goes on as it is, for the core to refuse */
function edgeOf(run: Run, key: string) {
  return edgeId(run.view().edges, key) ?? key;
}

function brief(entry: Json[]) {
  const text = JSON.stringify(entry);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function refusal(session: RunSession, what: string, error: Refusal): Refusal {
  const { tick, action } = session.run.view();
  const at = positionText({ tick, action });
  return {
    code: 'replay',
    message: `at step ${at}, ${what}: ${error.message}`,
    data: { tick, action, code: error.code },
  };
}
