// What each act of the page does to the run: one entry of the table for each call.

import { stepAway } from '../protocol/positions.ts';
import { tick } from './run-loop.ts';
import type { ActionSummary, RunSession } from './run-session.ts';
import type { CallName, Calls } from '../protocol/messages.ts';
import type { Event, Refusal, Waits } from '../protocol/types.ts';
import type { Moved, Result, Run } from '../../pkg/tracklight.js';

/** By call. What it returns is why it was refused, or null. */
type Acts<More extends unknown[], Given> = {
  [K in CallName]?: (live: RunSession, args: Calls[K]['args'], ...more: More) => Given;
};

/** Acts of a host on the run; automatic replies follow, with `waits`. */
export const RUN_ACTS: Acts<[waits: Waits], Promise<Refusal | null>> = {
  step: async (live, _args, waits) => (await tick(live, waits)).error,
  reply: (live, [request, reply], waits) => {
    const asked = live.agentRequest(request);
    return host(live, waits, { kind: 'reply' }, (run) => {
      const done = run.reply(request, reply);
      if (done.ok && asked) live.recordManualReply(asked, reply, done);
      return done;
    });
  },
  answer: (live, [request, answer], waits) =>
    host(live, waits, { kind: 'answer' }, (run) => run.answer(request, answer)),
  choose: (live, [path, edge], waits) => host(live, waits, { kind: 'choose', path }, (run) => run.choose(path, edge)),
  setContext: (live, [path, target, value], waits) =>
    host(live, waits, { kind: 'setContext', path }, (run) => run.setContext(path, target, value)),
  stepPath: (live, [path], waits) => host(live, waits, { kind: 'stepPath', path }, (run) => run.stepPath(path)),
  force: (live, [path, edge, mode], waits) =>
    host(live, waits, { kind: 'force', path }, (run) => run.force(path, edge, mode)),
  settle: (live, [request, waits]) => live.settleOne(request, waits),
  decide: (live, [edit, apply], waits) =>
    host(live, waits, { kind: apply ? 'applyEdit' : 'rejectEdit' }, (run) =>
      apply ? run.applyEdit(edit) : run.rejectEdit(edit),
    ),
  applyText: async (live, [source], waits) => {
    const proposed = live.act({ kind: 'proposeEdit' }, (run) => run.proposeEdit(source));
    if (!proposed.ok) return proposed.error;
    // What may be proposed may be applied: nothing was done between.
    const edit = proposed.events.find(({ kind }) => kind === 'editProposed') as Extract<
      Event,
      { kind: 'editProposed' }
    >;
    return host(live, waits, { kind: 'applyEdit' }, (run) => run.applyEdit(edit.edit));
  },
  cancel: (live, [path], waits) => host(live, waits, { kind: 'cancel', path }, (run) => run.cancel(path)),
  goTo: async (live, [step, branch]) => goTo(live, step, branch),
  back: async (live, [n]) => {
    const step = stepAway(live.entries(), live.step, n);
    return step === null ? null : goTo(live, step, null);
  },
  settings: async (live, [settings], waits) => {
    live.changeSettings(settings);
    // An earlier position is only looked at; there the new settings count from the next action on.
    if (live.atTip) await live.settle(waits);
    return null;
  },
};

/** Acts on branches and checkpoints: what the run is stays as it is. */
export const TIMELINE_ACTS: Acts<[], Moved> = {
  fork: (live, [step, branch]) => live.move((run) => run.fork(step ?? undefined, branch ?? undefined)),
  toCheckpoint: (live, [title]) => live.move((run) => run.restore(title)),
  checkpoint: (live, [title]) => live.run.checkpoint(title),
  renameBranch: (live, [branch, title]) => live.run.renameBranch(branch, title),
  deleteBranch: (live, [branch]) => live.run.deleteBranch(branch),
};

async function host(live: RunSession, waits: Waits, deed: ActionSummary, action: (run: Run) => Result) {
  const done = live.act(deed, action);
  if (done.ok) await live.settle(waits);
  return done.ok ? null : done.error;
}

function goTo(live: RunSession, step: number, branch: string | null): Refusal | null {
  const moved = live.goTo(step, branch);
  return moved.ok ? null : moved.error;
}
