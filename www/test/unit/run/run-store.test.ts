// The run of the page: stepping, playing, going back, opening records, and what its buttons and status say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { RunStore } from '../../../src/run/run-store.ts';
import { snapshotRequest } from '../../../src/run/snapshot-merge.ts';
import { positions } from '../../../src/protocol/positions.ts';
import { byHand, handWatch, until } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { ASKS_FIRST, further, page, place, runDotOf } from './store-page.ts';
import type { AgentSettings, GraphEdit, SessionRecord } from '../../../src/protocol/types.ts';
import type { Speed } from '../../../src/run/types.ts';

test('an edited text starts a run at once, ready to step', async () => {
  const { controller } = await page(RING);
  const { snapshot, status, controls, runDrawing } = controller.state;
  assert.equal(snapshot.position.tick, 0);
  assert.deepEqual(
    [status.text, status.state, status.tone, status.help],
    ['Step 0. Path 1 is ready at a.', 'ready', 'plain', null],
  );
  assert.deepEqual(
    [
      controls.step.enabled,
      controls.run.enabled,
      controls.back.enabled,
      controls.forward.enabled,
      controls.reset.enabled,
    ],
    [true, true, false, false, false],
  );
  assert.equal(runDrawing.parts.dot, runDotOf(RING));
});

test('steps gather events, entries and replies; the drawing keeps its text while its key stays', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.step();
  await controller.step();
  const { events, entries, replies, runDrawing } = controller.state;
  assert.deepEqual(
    events.map((event) => event.seq),
    events.map((_, i) => i + 1),
  );
  assert.deepEqual(
    positions(entries).map((one) => one.tick),
    [0, 1, 2, 3],
  );
  assert.equal(entries.filter((entry) => entry.auto).length, 2);
  assert.deepEqual(
    replies.map((given) => given.step),
    [2, 5],
  );
  assert.equal(runDrawing.parts.dot, runDotOf(RING));
  assert.equal(runDrawing.overlay.cells['v0-0'].text, '2');
});

test('back and forward only look; a step from there makes a branch, and Step and Run say so', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 3; i += 1) await controller.step();
  const seq = controller.state.events.length;
  await controller.back();
  await controller.back();
  assert.equal(place(controller.state), '1.0 b1');
  assert.ok(controller.state.events.length < seq);
  const { step, main } = controller.state.controls;
  assert.deepEqual([step.label, main.label, main.about], ['Step (new branch)', 'Run', 'Run (new branch)']);
  await controller.forward();
  await controller.forward();
  assert.equal(controller.state.events.length, seq);
  assert.equal(controller.state.controls.forward.enabled, false);
  await controller.back();
  await controller.step();
  assert.equal(place(controller.state), '3.0 b2');
  assert.deepEqual(
    controller.state.events.map((event) => event.seq),
    controller.state.events.map((_, i) => i + 1),
  );
  await controller.goTo(0, 'b1');
  assert.equal(place(controller.state), '0.0 b1');
  assert.equal(positions(controller.state.entries).length, 4);
});

test('going to a place of the branch finds the end of its replies', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 3; i += 1) await controller.step();
  await controller.goTo(positions(controller.state.entries)[1].step);
  assert.equal(controller.state.snapshot.position.step, 2);
});

test('a control that rests says why, not how the run stands', async () => {
  const { controller } = await page('task a { prompt: "go" }\na -> end');
  await controller.run();
  const { status, controls } = controller.state;
  assert.match(status.text, /^Completed/);
  assert.deepEqual([controls.step.why, controls.run.why], ['The run is over.', 'The run is over.']);
});

test('when every path waits, Step and Run rest and the status names the wait and the panel that helps', async () => {
  const { controller } = await page(`${RING}\n${ASKS_FIRST}`, { settings: { m: 'manual' } });
  await controller.step();
  const { status, controls } = controller.state;
  assert.equal(status.text, 'Path 2 is waiting for an answer at c. 1 more path waits.');
  assert.deepEqual(status.help, { label: 'Answer', help: { do: 'answer', request: 'req-2-1' } });
  assert.deepEqual([controls.step.enabled, controls.run.enabled], [false, false]);
  assert.equal(controls.step.why, status.text);
  assert.equal(await controller.step(), null);
  await controller.answer('req-2-1', 'four');
  assert.equal(controller.state.status.text, 'Step 1.1. Path 2 is ready, path 1 is waiting for your reply.');
  assert.equal(controller.state.controls.step.enabled, true);
});

test('where the agent mode of a task is manual, the status says who has to reply', async () => {
  const reported = async (settings: AgentSettings, asks = false) => {
    const { controller } = await page('task a { prompt: "go" }\na -> end', { settings, asks });
    await controller.step();
    return controller.state.status.text;
  };
  const waits = 'Path 1 is waiting for its agent at a.';
  assert.equal(await reported({ m: 'manual' }), `${waits} Waiting for your reply.`);
  assert.equal(await reported({ n: { a: 'manual' } }), `${waits} Waiting for your reply.`);
  // In an element the host replies.
  assert.equal(await reported({ m: 'manual' }, true), waits);
});

test('an earlier step that waits for an answer says so, offers the way to it, and that it makes a branch', async () => {
  const { controller } = await page(ASKS_FIRST);
  await controller.step();
  await controller.answer('req-1-1', 'four');
  await controller.back();
  const { status, controls } = controller.state;
  assert.deepEqual(
    [status.text, status.state, status.tone, status.help?.label],
    [
      'Viewing step 1 of 1.1. Path 1 is waiting for an answer at c. Continuing here makes a new branch.',
      'answer',
      'ask',
      'Answer',
    ],
  );
  const why = 'Path 1 is waiting for an answer at c.';
  assert.deepEqual([controls.step.why, controls.main.why], [why, why]);
  await controller.answer('req-1-1', 'five');
  assert.equal(place(controller.state), '1.1 b2');
});

test('an earlier step where one path is ready and another waits offers both, each with a new branch', async () => {
  const { controller } = await page(`state a @start\na -> b\nb -> a\n${ASKS_FIRST}`);
  await controller.step();
  await controller.step();
  await controller.back();
  const { status, controls } = controller.state;
  assert.equal(
    status.text,
    'Viewing step 1 of 2. Path 1 is ready, path 2 is waiting for an answer. Continuing here makes a new branch.',
  );
  assert.deepEqual(
    [status.state, status.help, controls.step.enabled],
    ['earlier', { label: 'Answer', help: { do: 'answer', request: 'req-2-1' } }, true],
  );
});

test('a path that failed is named beside what the others wait for or can do', async () => {
  const { controller } = await page(`task a @start { prompt: "go" }\n${ASKS_FIRST}`, { settings: { m: 'manual' } });
  await controller.step();
  await controller.reply('agent-1-1', { error: { message: 'no idea' } });
  const { status } = controller.state;
  assert.equal(status.text, 'Path 1 failed at a. Path 2 is waiting for an answer at c.');
  assert.deepEqual([status.state, status.help?.label], ['answer', 'Answer']);
  await controller.answer('req-2-1', 'four');
  assert.equal(controller.state.status.text, 'Step 1.2. Path 1 failed at a. Path 2 is ready at c.');
});

test('a run that failed says which paths completed all the same', async () => {
  const { controller } = await page('task a @start { prompt: "go" }\nstate c @start\nc -> d', {
    settings: { m: 'manual' },
  });
  await controller.step();
  await controller.step();
  await controller.reply('agent-1-1', { error: { message: 'no idea' } });
  assert.equal(controller.state.status.text, 'Path 1 failed at a. No idea. Path 2 completed, but the run failed.');
});

test('a rejected value is reported at its field and changes nothing', async () => {
  const { controller } = await page(RING);
  const answer = await controller.setContext('1', 'Ctx.n', 'text');
  assert.deepEqual(
    [answer.ok, controller.state.refusal.message, place(controller.state)],
    [false, 'write to `Ctx` rejected: /n: expected number, got string "text"', '0.0 b1'],
  );
  await controller.setContext('1', 'Ctx.n', 4);
  assert.deepEqual([controller.state.refusal, place(controller.state)], [null, '0.1 b1']);
});

test('run plays to the end and says so', async () => {
  const { controller, states } = await page('task a { prompt: "go" }\na -> b\nb -> c');
  await controller.run();
  const { status, stop, activity, controls } = controller.state;
  assert.deepEqual(
    [status.text, stop, activity, controls.step.enabled],
    ['Completed in 3 steps.', 'ended', 'idle', false],
  );
  assert.ok(states.some((state) => state.activity === 'running' && state.controls.run.label === 'Pause'));
});

test('run stops at its cap and the next press goes on', async () => {
  const { controller } = await page(RING, { maxTicks: 30 });
  await controller.run();
  assert.deepEqual([controller.state.snapshot.position.tick, controller.state.stop], [30, 'budget']);
  assert.match(controller.state.status.text, /Paused after 30 steps/);
  await controller.run();
  assert.equal(controller.state.snapshot.position.tick, 60);
});

test('a second press pauses; waiting requests stay; step and back pause first', async () => {
  const { controller } = await page(RING);
  const running = controller.run();
  await further(controller);
  await controller.run();
  await running;
  assert.deepEqual([controller.state.activity, controller.state.stop], ['idle', 'paused']);
  const second = controller.run();
  await further(controller);
  await controller.back();
  await second;
  assert.equal(controller.state.snapshot.position.atTip, false);
  assert.deepEqual(
    controller.state.events.map((event) => event.seq),
    controller.state.events.map((_, i) => i + 1),
  );
});

test('an act during run leaves events and entries without gaps', async () => {
  const { controller } = await page(RING);
  const running = controller.run();
  for (let i = 0; i < 5; i += 1) {
    await further(controller);
    await controller.setContext('1', 'Ctx.n', i);
    assert.equal(controller.state.activity, 'running');
  }
  await controller.pause();
  await running;
  const { events, entries, snapshot } = controller.state;
  assert.deepEqual(
    events.map((event) => event.seq),
    Array.from({ length: snapshot.view.seq }, (_, i) => i + 1),
  );
  assert.deepEqual(
    entries.map((entry) => entry.step),
    entries.map((_, i) => i),
  );
  assert.equal(entries.at(-1)?.step, snapshot.position.step);
});

test('a new speed takes hold during run', async () => {
  const { controller } = await page(RING, { speed: 1 });
  const running = controller.run();
  // At one tick a second each tick is shown.
  await further(controller);
  const faster = controller.setSpeed('max');
  await running;
  await until(() => controller.state.snapshot.position.tick >= 50);
  await controller.pause();
  await faster;
});

test('a step that waits for its script is shown like a run; a pause ends the wait', async () => {
  const clock = byHand();
  const { controller, states } = await page(
    'task a @start { prompt: "go"; stub: { wait: 60000 } }\na -> b\nb -> a',
    { speed: 5 },
    { clock },
  );
  const step = controller.step();
  await until(() => controller.state.activity === 'pausable');
  assert.deepEqual([controller.state.controls.run.label, controller.state.snapshot.position.tick], ['Pause', 0]);
  let over = false;
  void step.finally(() => {
    over = true;
  });
  const pausing = controller.run();
  while (!over) await clock.pass(40);
  await pausing;
  assert.ok(clock.now() < 60_000);
  const { ok, snapshot } = await step;
  assert.deepEqual([ok, snapshot.position.tick, snapshot.view.paths[0].node], [true, 1, 'b']);
  assert.deepEqual([controller.state.activity, controller.state.controls.run.label], ['idle', 'Run']);
  assert.ok(
    states.some(({ activity }) => activity === 'working'),
    'first it is under way',
  );
});

test('retries are waited for only where real waits were chosen, nothing at the speed max', () => {
  const waits = (speed: Speed, realWaits: boolean) =>
    snapshotRequest(
      { snapshot: null, events: [], branchEvents: [], entries: [], replies: [], runDrawing: null },
      { options: {}, speed, realWaits, asks: false },
    ).waits;
  assert.deepEqual([waits(1, false), waits(10, true), waits('max', true)], ['scripted', 'real', 'skipped']);
});

test('reset goes to tick 0 and counts the run left behind', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.reset();
  const { runNumber, events, entries, replies } = controller.state;
  assert.deepEqual(
    [place(controller.state), runNumber, events.length, entries.length, replies.length],
    ['0.0 b1', 2, 1, 1, 0],
  );
});

test('opening another document forgets the run and the agents of the one before', async () => {
  const { controller } = await page(RING, { settings: { m: 'manual' } });
  await controller.step();
  await controller.open('x -> y', { m: 'auto' });
  assert.deepEqual(
    [controller.state.settings, place(controller.state), controller.state.snapshot.source],
    [{ m: 'auto' }, '0.0 b1', 'x -> y'],
  );
});

test('a record opens at its position, with the earlier ones behind it', async () => {
  const { controller, engine } = await page('x -> y');
  const record: SessionRecord = { s: RING, r: { l: [] }, t: [[2, 'e', '1', 'Ctx.n', 55]], k: 3 };
  await controller.restore(record);
  assert.deepEqual(
    [
      place(controller.state),
      controller.state.snapshot.view.paths[0].context.Ctx.n,
      positions(controller.state.entries).length,
    ],
    ['3.0 b1', 56, 5],
  );
  assert.deepEqual(engine.branchRecord().t, record.t);
  await controller.step();
  assert.equal(engine.branchRecord().k, 4);
});

test('what was begun for a document that is left changes nothing of the one that opens', async () => {
  const begun = { of: '' };
  const silentOn = ({ call }: { call: string }) => {
    begun.of = call;
    return false;
  };
  const { controller, states, engine } = await page(RING, {}, { silentOn });
  await controller.step();
  await controller.reset();
  await controller.step();
  const { runs, runNumber } = controller.state;
  assert.deepEqual([runs.length, runNumber], [1, 2]);
  const record = engine.branchRecord();
  for (const last of ['start', 'step', 'restore']) {
    begun.of = '';
    const left =
      last === 'start'
        ? controller.open('x -> y')
        : last === 'step'
          ? controller.step()
          : controller.restore({ ...record, s: 'x -> y', t: [], k: 1 });
    await until(() => begun.of === last);
    const from = states.length;
    const waiting = controller.step();
    await controller.restore(record, null, { runs, runNumber });
    await Promise.all([left, waiting]);
    assert.deepEqual([place(controller.state), controller.state.snapshot.source], ['1.0 b1', RING], last);
    const reported = states.slice(from).filter(({ source }) => source === RING);
    assert.ok(
      reported.length > 0 && reported.every((state) => state.runs === runs && state.runNumber === runNumber),
      last,
    );
  }
});

test('a lost engine leaves the state consistent: nothing doubled, nothing missing', async () => {
  const deaf = { on: false, received: false };
  const { controller, watch } = await page(RING, {}, { silentOn: () => (deaf.received = deaf.on) });
  for (let i = 0; i < 4; i += 1) await controller.step();
  deaf.on = true;
  const lost = controller.step();
  await until(() => deaf.received);
  watch.advance(10_000);
  await lost;
  const { events, entries, refusal, snapshot } = controller.state;
  assert.equal(refusal.code, 'engine-restarted');
  assert.equal(snapshot.position.tick, 4);
  assert.equal(events.length, snapshot.view.seq);
  assert.equal(entries.at(-1)?.step, snapshot.position.step);
  await controller.step();
  assert.equal(controller.state.snapshot.position.tick, 5);
  assert.equal(controller.state.events.length, controller.state.snapshot.view.seq);
});

test('an engine that cannot load is a refusal, not a hang', async () => {
  const engine = supervise(() => new InThreadWorker({ load: 'too old' }), handWatch());
  const controller = loose(new RunStore(engine, () => {}));
  await controller.edit(RING);
  assert.equal(controller.state.refusal.code, 'engine-load');
  assert.equal(controller.state.controls.step.enabled, false);
});

test('files are part of the record, and of what a lost worker gets again', async () => {
  const { controller, engine } = await page(RING);
  await controller.open(RING, {}, { lib: 'x' }, 'main.dygram');
  assert.deepEqual(engine.branchRecord(), { s: RING, f: { lib: 'x' }, e: 'main.dygram', r: { l: [] }, t: [], k: 0 });
  await controller.step();
  await controller.restore(engine.branchRecord());
  assert.deepEqual(
    [controller.state.entry, controller.state.files, controller.state.snapshot.position.tick],
    ['main.dygram', { lib: 'x' }, 1],
  );
});

test('start values stay with Reset and with another text, and go with another document', async () => {
  const { controller, engine } = await page(RING);
  const n = () => controller.state.snapshot.view.paths[0].context.Ctx.n;
  await controller.step();
  await controller.setInput({ Ctx: { n: 5, gone: 1 }, Gone: { x: 2 } });
  assert.deepEqual([n(), place(controller.state)], [5, '0.0 b1']);
  assert.deepEqual(engine.branchRecord().i, { Ctx: { n: 5 } });
  await controller.step();
  await controller.reset();
  assert.equal(n(), 5);
  await controller.edit(`${RING}\nb -> c`);
  assert.equal(n(), 5);
  await controller.open('context Ctx { n<number>: 0 }\nx -> y');
  assert.equal(n(), 0);
  assert.equal(engine.branchRecord().i, undefined);
});

test('an edit of the graph makes no position, and comes back with a lost worker', async () => {
  const deaf = { on: false, received: false };
  const { controller, engine, watch } = await page(RING, {}, { silentOn: () => (deaf.received = deaf.on) });
  await controller.step();
  const edit: GraphEdit = { op: 'state', node: 'run', state: 'HIDDEN' };
  const before = place(controller.state);
  assert.equal((await controller.act(['graphEdit', edit])).ok, true);
  assert.equal((await controller.act(['graphEdit', { ...edit, node: 'nowhere' }])).error.code, 'unknown-node');
  assert.equal(place(controller.state), before);
  assert.deepEqual([controller.state.snapshot.graphRevision, engine.branchRecord().g], [1, [edit]]);
  deaf.on = true;
  const lost = controller.step();
  await until(() => deaf.received);
  watch.advance(10_000);
  await lost;
  assert.deepEqual([controller.state.snapshot.graphRevision, engine.branchRecord().g], [1, [edit]]);
});
