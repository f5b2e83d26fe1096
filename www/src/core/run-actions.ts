// What each action of the page does to the run, by call.

import { stepAway } from '../protocol/positions.ts';
import { tick } from './run-loop.ts';
import type { ActionSummary, RunSession } from './run-session.ts';
import type { CallName, Calls } from '../protocol/messages.ts';
import type { Event, Refusal, Waits } from '../protocol/types.ts';
import type { Moved, Result, Run } from '../../pkg/tracklight.js';

/** Actions of the host, each followed by the automatic replies. They return why they were refused, or null. */
export const RUN_ACTIONS: {
  [K in CallName]?: (session: RunSession, args: Calls[K]['args'], waits: Waits) => Promise<Refusal | null>;
} = {
  step: async (session, _args, waits) => (await tick(session, waits)).error,
  idleStep: (session, _args, waits) => perform(session, waits, { kind: 'step' }, (run) => run.step({ idle: true })),
  reply: (session, [request, reply], waits) => {
    const agentRequest = session.agentRequest(request);
    return perform(session, waits, { kind: 'reply' }, (run) => {
      const done = run.reply(request, reply);
      if (done.ok && agentRequest) session.recordManualReply(agentRequest, reply, done);
      return done;
    });
  },
  answer: (session, [request, answer], waits) =>
    perform(session, waits, { kind: 'answer' }, (run) => run.answer(request, answer)),
  answers: (session, [answers], waits) => perform(session, waits, { kind: 'answers' }, (run) => run.answers(answers)),
  send: (session, [name, data, path], waits) =>
    perform(session, waits, { kind: 'send', ...(path === null ? {} : { path }) }, (run) =>
      run.send(name, data, path === null ? {} : { path }),
    ),
  elapse: (session, [ms], waits) => perform(session, waits, { kind: 'elapse' }, (run) => run.elapse(ms)),
  choose: (session, [path, edge], waits) =>
    perform(session, waits, { kind: 'choose', path }, (run) => run.choose(path, edge)),
  setContext: (session, [path, target, value], waits) =>
    perform(session, waits, { kind: 'setContext', path }, (run) => run.setContext(path, target, value)),
  stepPath: (session, [path], waits) =>
    perform(session, waits, { kind: 'stepPath', path }, (run) => run.stepPath(path)),
  force: (session, [path, edge, mode], waits) =>
    perform(session, waits, { kind: 'force', path }, (run) => run.force(path, edge, mode)),
  giveStub: async (session, _args, waits) => {
    if (session.giveStub() === null) return { code: 'no-stub', message: 'no stub gives what the run waits for' };
    await session.settle(waits);
    return null;
  },
  settle: (session, [request, waits]) => session.settleRequest(request, waits),
  decide: (session, [edit, apply], waits) =>
    perform(session, waits, { kind: apply ? 'applyEdit' : 'rejectEdit' }, (run) =>
      apply ? run.applyEdit(edit) : run.rejectEdit(edit),
    ),
  applyText: async (session, [source], waits) => {
    const proposed = session.perform({ kind: 'proposeEdit' }, (run) => run.proposeEdit(source));
    if (!proposed.ok) return proposed.error;
    // Nothing happens between the proposal and its application, so it can still be applied.
    const edit = proposed.events.find(({ kind }) => kind === 'editProposed') as Extract<
      Event,
      { kind: 'editProposed' }
    >;
    return perform(session, waits, { kind: 'applyEdit' }, (run) => run.applyEdit(edit.edit));
  },
  cancel: (session, [path], waits) => perform(session, waits, { kind: 'cancel', path }, (run) => run.cancel(path)),
  goTo: async (session, [step, branch]) => goTo(session, step, branch),
  back: async (session, [n]) => {
    const step = stepAway(session.entries(), session.step, n);
    return step === null ? null : goTo(session, step, null);
  },
  settings: async (session, [settings], waits) => {
    session.changeSettings(settings);
    // At an earlier position the new settings apply from the next action on.
    if (session.isAtTip) await session.settle(waits);
    return null;
  },
};

/** Actions on branches and checkpoints. Nothing is answered after them. */
export const TIMELINE_ACTIONS: { [K in CallName]?: (session: RunSession, args: Calls[K]['args']) => Moved } = {
  fork: (session, [step, branch]) => session.moveCursor((run) => run.fork(step ?? undefined, branch ?? undefined)),
  toCheckpoint: (session, [title]) => session.moveCursor((run) => run.restore(title)),
  checkpoint: (session, [title]) => session.run.checkpoint(title),
  renameBranch: (session, [branch, title]) => session.run.renameBranch(branch, title),
  deleteBranch: (session, [branch]) => session.run.deleteBranch(branch),
};

/** Performs an action of the host and lets the automatic agents reply. */
async function perform(session: RunSession, waits: Waits, summary: ActionSummary, action: (run: Run) => Result) {
  const done = session.perform(summary, action);
  if (done.ok) await session.settle(waits);
  return done.ok ? null : done.error;
}

function goTo(session: RunSession, step: number, branch: string | null): Refusal | null {
  const moved = session.goTo(step, branch);
  return moved.ok ? null : moved.error;
}
