// A run that waits for a person, for an event and for time, over the real core: what each control does, what the status
// says, and that its record, its link and a restarted worker bring it back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { recordOfLink } from '../../../src/link/session-record.ts';
import { RunStore } from '../../../src/run/run-store.ts';
import { rowText, stepRows } from '../../../src/run/step-rows.ts';
import { positions } from '../../../src/protocol/positions.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { loose, type Loose } from '../../loose.ts';
import { REFUND } from '../../machines.ts';
import type { LinkDocument } from '../../../src/link/types.ts';
import type { Event, SessionRecord } from '../../../src/protocol/types.ts';

const DAY = 86_400_000;

async function page(source = REFUND) {
  const engine = supervise(() => new InThreadWorker(), handWatch());
  const controller = loose(new RunStore(engine, () => {}, { speed: 'max' }));
  await controller.edit(source);
  return { controller, engine: loose(engine) };
}

/** Steps until the machine asks, or waits. */
async function standing(source?: string) {
  const opened = await page(source);
  for (let n = 0; n < 20 && opened.controller.state.controls.step.enabled; n += 1) await opened.controller.step();
  return opened;
}

const pathOf = ({ snapshot }: Loose<RunStore>['state']) => snapshot.view.paths[0];
const request = ({ snapshot }: Loose<RunStore>['state']) => snapshot.pending.requests[0].id;
/** The events of a run, without what only tells when. */
const eventsOf = ({ events }: Loose<RunStore>['state']) => JSON.stringify(events);
const codes = ({ record }: { record: SessionRecord }) => record.t.map(([, kind]) => kind);

test('world 8: Step stops at the form, with a button for each verdict, for the form, and for its time', async () => {
  const { controller } = await standing();
  const { status, controls } = controller.state;
  assert.equal(pathOf(controller.state).status, 'awaitingAnswers');
  assert.deepEqual(
    [status.help, ...status.others].map(({ label }) => label),
    ['approve', 'reject', 'more', 'Answer…', 'Skip 2 d'],
  );
  assert.equal(status.text, 'Path 1 is waiting for an answer at approve, or for 2 d.');
  assert.deepEqual([controls.step.enabled, controls.run.enabled], [false, true], 'Run gives what the stub says');
});

test('world 1: a wrong answer is refused with its violations, and the question stays open', async () => {
  const { controller } = await standing();
  const asked = request(controller.state);
  const before = controller.state.snapshot.position;
  const refused = await controller.answer(asked, { verdict: 'later' });
  assert.equal(refused.ok, false);
  assert.equal(refused.error.code, 'answer-invalid');
  assert.deepEqual(
    (refused.error.data as unknown as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
    ['/verdict'],
  );
  assert.deepEqual([controller.state.snapshot.position, request(controller.state)], [before, asked]);
});

test('approved and paid, by hand: what the status and the timeline say on the way', async () => {
  const { controller, engine } = await standing();
  await controller.answer(request(controller.state), { verdict: 'approve' });
  await controller.step();
  for (let n = 0; n < 5 && controller.state.controls.step.enabled; n += 1) await controller.step();
  const { status } = controller.state;
  assert.equal(status.text, 'Waiting for paid, or 5 d. Path 1 is at waiting.');
  assert.deepEqual(
    [status.help, ...status.others].map(({ label }) => label),
    ['Send paid…', 'Skip 5 d'],
  );
  const refused = await controller.send('refund', null);
  assert.equal(refused.error.code, 'event-unexpected');
  assert.equal((refused.error.data as unknown as { awaited: { name: string }[] }).awaited[0].name, 'paid');
  const invalid = await controller.send('paid', { amount: -1 });
  assert.equal(invalid.error.code, 'event-invalid');
  const early = await controller.send('paid', { amount: 20 });
  assert.equal(early.error.code, 'event-unexpected', 'its condition is false');
  await controller.send('paid', { amount: 120 });
  await controller.step();
  const { snapshot, events, entries } = controller.state;
  assert.equal(snapshot.view.outcome.kind, 'completed');
  const rows = positions(entries).flatMap((position) =>
    stepRows(events as unknown as Event[], position, {
      edge: (id) => snapshot.view.edges.find((edge) => edge.id === id) ?? null,
    }).map(rowText),
  );
  assert.ok(
    rows.some((row) => row.startsWith('approve was answered: verdict = approve')),
    rows.join('\n'),
  );
  assert.ok(
    rows.some((row) => row.startsWith('received paid (120), moved to closed')),
    rows.join('\n'),
  );
  assert.deepEqual(codes(engine.runRecord()), ['a', 's']);
});

test('world 3: time that is skipped fires the timer of the question', async () => {
  const { controller, engine } = await standing();
  await controller.elapse(3 * DAY);
  const { snapshot, events, entries } = controller.state;
  assert.equal(snapshot.view.clock, 2 * DAY, 'it stops at the first timer');
  const last = positions(entries).at(-1);
  assert.ok(last);
  assert.deepEqual(stepRows(events as unknown as Event[], last, { edge: () => null }).map(rowText), [
    '2 d passed, moved to escalated',
  ]);
  assert.deepEqual(codes(engine.runRecord()), ['w']);
  assert.deepEqual(engine.runRecord().record.t.at(-1)?.slice(1), ['w', 3 * DAY]);
});

test('world 1: a decline goes on, with nothing written', async () => {
  const { controller, engine } = await standing();
  await controller.answer(request(controller.state), { error: 'not my case' });
  await controller.run();
  assert.equal(controller.state.snapshot.view.outcome.kind, 'completed');
  assert.deepEqual(codes(engine.runRecord()), ['x']);
});

test('world 1: Run gives the answers and the event of the stubs, as actions of the host', async () => {
  const { controller, engine } = await page();
  await controller.run();
  const { snapshot } = controller.state;
  assert.equal(snapshot.view.outcome.kind, 'completed');
  assert.equal(snapshot.view.paths[0].context.Rounds.count, 1);
  assert.deepEqual(codes(engine.runRecord()), ['a', 'a', 's']);
  const { t } = engine.runRecord().record;
  assert.deepEqual(t[0].slice(2), [t[0][2], { verdict: 'more', note: 'Which shop?' }]);
  assert.deepEqual(t[2].slice(1), ['s', 'paid', { amount: 120 }, null]);
});

test('world 1: Run goes on from a question that was stepped to', async () => {
  const { controller } = await standing();
  await controller.run();
  assert.equal(controller.state.snapshot.view.outcome.kind, 'completed');
});

test('without stubs Run stops at the question and says so', async () => {
  const { controller } = await page(REFUND.replace(/  stub: \[.*\]\n/u, ''));
  await controller.run();
  assert.deepEqual(
    [controller.state.stop, pathOf(controller.state).status, controller.state.controls.run.enabled],
    ['pending', 'awaitingAnswers', false],
  );
});

test('a slow run gives its stubs as well', async () => {
  const { controller } = await page();
  await controller.setSpeed(10);
  await controller.run();
  assert.equal(controller.state.snapshot.view.outcome.kind, 'completed');
});

/** A run with an answer, several answers, a decline, an event to one path, and time. */
async function worked() {
  const { controller, engine } = await standing();
  await controller.answers({ [request(controller.state)]: { verdict: 'more', note: 'Which shop?' } });
  for (let n = 0; n < 5 && controller.state.controls.step.enabled; n += 1) await controller.step();
  await controller.elapse(DAY);
  await controller.answer(request(controller.state), { verdict: 'approve' });
  for (let n = 0; n < 5 && controller.state.controls.step.enabled; n += 1) await controller.step();
  await controller.send('paid', { amount: 500 }, '1');
  await controller.step();
  assert.equal(controller.state.snapshot.view.outcome.kind, 'completed');
  return { controller, engine };
}

test('a session record brings back answers, events and time', async () => {
  const { controller, engine } = await worked();
  const { record, at } = engine.runRecord();
  assert.deepEqual(codes({ record }), ['A', 'w', 'a', 's']);
  const other = await page();
  const restored = await other.controller.restore(record, at);
  assert.equal(restored.ok, true);
  assert.equal(eventsOf(other.controller.state), eventsOf(controller.state));
});

test('a link brings back answers, events and time, by hand and of a run with stubs', async () => {
  const byHand = await worked();
  const byRun = await page();
  await byRun.controller.run();
  for (const { controller, engine } of [byHand, byRun]) {
    const made = await engine.link();
    assert.equal(made.ok, true);
    const { record } = recordOfLink(made.run as LinkDocument);
    const other = await page();
    await other.controller.restore(record);
    assert.equal(eventsOf(other.controller.state), eventsOf(controller.state));
    assert.equal(other.controller.state.snapshot.view.clock, controller.state.snapshot.view.clock);
  }
});

test('an old session record with changes of settings still opens beside events', async () => {
  const { engine } = await worked();
  const { record } = engine.runRecord();
  const old = { ...record, t: [[0, 's', { m: 'stub' }], ...record.t] } as SessionRecord;
  const other = await page();
  const restored = await other.controller.restore(old);
  assert.equal(restored.ok, true);
  assert.equal(other.controller.state.snapshot.view.outcome.kind, 'completed');
});

test('going back before an answer and answering otherwise makes a branch with its own event', async () => {
  const { controller, engine } = await worked();
  const { entries } = controller.state;
  const before = positions(entries).findLast(({ kind }) => kind === 'answer');
  assert.ok(before);
  await controller.goTo(before.first - 1);
  await controller.answer(request(controller.state), { verdict: 'reject' });
  await controller.run();
  const { snapshot } = controller.state;
  assert.equal(snapshot.branches.length, 2);
  const { record, at } = engine.runRecord();
  const other = await page();
  await other.controller.restore(record, at);
  assert.equal(eventsOf(other.controller.state), eventsOf(controller.state));
});

const JOIN_BESIDE_QUESTION = `machine "Two readers"
context Note { verdict<'yes' | 'no'?> }
state begin
state fast
state ask
state both
end done
begin -> fast @async
begin -> ask @async
ask -asks: verdict-> Note
fast, ask -@join(id: home; timeout: 2; onTimeout: fail)-> both
both -> done
`;

test('a trace whose join times out beside an open question is played, recorded and linked', async () => {
  const { controller, engine } = await page(JOIN_BESIDE_QUESTION);
  const steps = (length: number, idle: boolean) => Array.from({ length }, () => ({ kind: 'step' as const, idle }));
  const refusal = await controller.playTrace('too late', {}, [...steps(2, false), ...steps(2, true)]);
  assert.equal(refusal, null);
  const { snapshot } = controller.state;
  assert.match(eventsOf(controller.state), /"code":"timeout"/);
  const { record, at } = engine.runRecord();
  const other = await page(JOIN_BESIDE_QUESTION);
  assert.equal((await other.controller.restore(record, at)).ok, true);
  assert.equal(eventsOf(other.controller.state), eventsOf(controller.state));
  const made = await engine.link();
  assert.equal(made.ok, true);
  assert.deepEqual(made.run.t, [
    [3, 'i'],
    [4, 'i'],
  ]);
  const opened = await page(JOIN_BESIDE_QUESTION);
  await opened.controller.restore(recordOfLink(made.run as LinkDocument).record);
  assert.equal(opened.controller.state.snapshot.position.tick, snapshot.position.tick);
  assert.equal(eventsOf(opened.controller.state), eventsOf(controller.state));
});
