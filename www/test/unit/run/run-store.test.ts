import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { RunStore } from '../../../src/run/run-store.ts';
import { snapshotRequest } from '../../../src/run/snapshot-merge.ts';
import { positions } from '../../../src/protocol/positions.ts';
import { recordOfLink } from '../../../src/link/session-record.ts';
import { actionsProblem } from '../../../src/link/shape.ts';
import { byHand, handWatch, until } from '../../clock.ts';
import { InThreadWorker, type Options } from '../../in-thread-worker.ts';
import { loose, present, type Loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { Machine } from '../../wasm/core.ts';
import type { AgentSettings, GraphEdit, SessionRecord } from '../../../src/protocol/types.ts';
import type { RunState, Speed } from '../../../src/run/types.ts';

/** A node that asks before it lets a path on. */
const ASKS_FIRST = `state c @start { needs: "how many?" }
c -> d`;

type Choice = ConstructorParameters<typeof RunStore>[2];

async function page(source: string, choice: Choice = {}, worker: Options = {}) {
  const watch = handWatch();
  let made = 0;
  const engine = supervise(() => new InThreadWorker((made += 1) === 1 ? worker : {}), watch);
  const states: RunState[] = [];
  const controller = loose(new RunStore(engine, (state) => states.push(state), { speed: 'max', ...choice }));
  await controller.edit(source);
  return { controller, states, watch, engine: loose(engine) };
}

/** Waits until the run is under way and further than it was. */
async function further(controller: Loose<RunStore>) {
  const from = controller.state.snapshot.position.tick;
  await until(() => controller.state.activity === 'running' && controller.state.snapshot.position.tick > from);
}

const runDotOf = (source: string) => Machine.parse(source).start().drawing().flow.dot;
const place = ({ snapshot }: Loose<RunState>) =>
  `${snapshot.position.tick}.${snapshot.position.action} ${snapshot.position.branch}`;

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

test('a refused value is told beside it and changes nothing', async () => {
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

test('an untouched run follows the text silently, under the same number', async () => {
  const { controller } = await page(RING);
  await controller.edit('x -> y');
  const { snapshot, isOutdated, runNumber } = controller.state;
  assert.deepEqual([snapshot.source, isOutdated, runNumber], ['x -> y', false, 1]);
});

test('a touched run stays with its text; the drawing turns to the source; Step begins a new run', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y\ny -> z');
  await controller.draw();
  const { snapshot, status, shows, sourceDrawing, runDrawing } = controller.state;
  assert.equal(snapshot.source, RING);
  assert.equal(status.text, 'Run 1 (step 1) uses an older version of the machine.');
  assert.deepEqual(
    [shows, sourceDrawing.parts.dot, runDrawing.parts.dot],
    ['source', Machine.parse('x -> y\ny -> z').drawing().flow.dot, runDotOf(RING)],
  );
  await controller.step();
  const after = controller.state;
  assert.deepEqual(
    [after.snapshot.source, after.runNumber, after.isOutdated, after.shows, place(after)],
    ['x -> y\ny -> z', 2, false, 'run', '1.0 b1'],
  );
});

test('an edit that changes no meaning keeps the run: same place, no chip, the record has the new text', async () => {
  const { controller, engine, states } = await page(RING);
  await controller.step();
  for (const text of [`// a comment\n${RING}`, `${RING}\n// another`, `\n\n${RING}`]) {
    states.length = 0;
    await controller.edit(text);
    const { snapshot, isOutdated, shows, runNumber, controls } = controller.state;
    assert.deepEqual(
      [snapshot.source, snapshot.position.tick, isOutdated, shows, runNumber, controls.step.label],
      [text, 1, false, 'run', 1, 'Step'],
    );
    assert.ok(
      states.every((state) => !state.isOutdated && state.controls.step.label === 'Step'),
      'nothing flashes up meanwhile',
    );
    assert.equal(engine.branchRecord().s, text);
    assert.equal(engine.runRecord().record.s, text);
  }
  await controller.step();
  assert.deepEqual(
    [controller.state.snapshot.position.tick, controller.state.runNumber, engine.branchRecord().k],
    [2, 1, 2],
  );
});

test('an edit that changes the meaning says on Step and Run what they will do, also under a comment', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  const labels = () => [controller.state.controls.step.label, controller.state.controls.main.label];
  assert.deepEqual(labels(), ['Step (new run)', 'Restart']);
  await controller.edit('x -> y\n// why');
  assert.deepEqual(labels(), ['Step (new run)', 'Restart']);
  controller.backToRun();
  assert.deepEqual(labels(), ['Step', 'Run']);
  await controller.edit(`// back\n${RING}`);
  assert.deepEqual([controller.state.isOutdated, ...labels()], [false, 'Step', 'Run']);
});

test('an earlier run that means the same as the newest text comes back as a run of it', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.reset();
  await controller.edit(`${RING}\n// later`);
  await controller.openRun(1);
  const { snapshot, isOutdated, shows } = controller.state;
  assert.deepEqual(
    [snapshot.source, snapshot.position.tick, isOutdated, shows],
    [`${RING}\n// later`, 1, false, 'run'],
  );
});

test('a lost worker is filled again with the newest text of the run', async () => {
  const deaf = { on: false, received: false };
  const { controller, watch } = await page(RING, {}, { silentOn: () => (deaf.received = deaf.on) });
  await controller.step();
  await controller.edit(`${RING}\n// later`);
  deaf.on = true;
  const lost = controller.step();
  await until(() => deaf.received);
  watch.advance(10_000);
  await lost;
  assert.deepEqual(
    [controller.state.snapshot.source, controller.state.snapshot.position.tick, controller.state.isOutdated],
    [`${RING}\n// later`, 1, false],
  );
});

test('back to run goes on with the old run; start over leaves it', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  controller.backToRun();
  await controller.step();
  assert.deepEqual(
    [controller.state.snapshot.source, controller.state.snapshot.position.tick, controller.state.shows],
    [RING, 2, 'run'],
  );
  await controller.reset();
  assert.deepEqual([controller.state.snapshot.source, controller.state.runNumber], ['x -> y', 2]);
});

test('Restart says that it does not run, Run again that it runs from the start', async () => {
  const { controller } = await page('init x\nend y\nx -> y');
  await controller.step();
  const { reset, main } = controller.state.controls;
  assert.deepEqual([reset.label, reset.about], ['Restart', 'Restart at step 0 without running; this run is kept']);
  assert.deepEqual([main.label, main.about], ['Run', 'Run']);
  await controller.run();
  const { does, label, about } = controller.state.controls.main;
  assert.deepEqual([does, label, about], ['again', 'Run again', 'Run again from step 0']);
});

test('who goes to a step while the edited text is shown sees the run there, in status and buttons', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.step();
  await controller.edit('x -> y\nx ->');
  assert.equal(controller.state.status.text, 'Fix 1 error to run. This arrow has no target.');
  await controller.goTo(positions(controller.state.entries)[1].step);
  const { shows, status, controls } = controller.state;
  assert.deepEqual(
    [shows, status.text, controls.step.label, controls.main.label],
    ['run', 'Viewing step 1 of 2. Step or Run makes a new branch.', 'Step (new branch)', 'Run'],
  );
  await controller.drawAnyway();
  await controller.edit('x -> y');
  assert.equal(controller.state.status.text, 'Run 1 (step 1) uses an older version of the machine.');
  await controller.back();
  assert.deepEqual([controller.state.shows, place(controller.state)], ['run', '0.0 b1']);
});

test('a text with errors is drawn as far as it goes while there was no valid one', async () => {
  const { controller } = await page('');
  await controller.edit('x -> y\nx ->');
  const { shows, sourceDrawing, source } = controller.state;
  assert.deepEqual([shows, sourceDrawing.of], ['source', source]);
  await controller.edit('x -> y');
  assert.equal(controller.state.shows, 'run');
  await controller.edit('x -> z\nx ->');
  assert.deepEqual(
    [controller.state.sourceDrawing, controller.state.snapshot.source],
    [null, 'x -> y'],
    'the last valid version is shown, as the run draws it',
  );
});

test('the last valid version is that of the run once the text was brought back to it', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  await controller.draw();
  assert.equal(controller.state.sourceDrawing.of, 'x -> y');
  await controller.edit(RING);
  await controller.edit(`${RING}\na ->`);
  const { shows, sourceDrawing, runDrawing } = controller.state;
  assert.deepEqual([shows, sourceDrawing, runDrawing === null], ['source', null, false]);
});

test('a run of the newest text is never said to use an older version, not even while it begins', async () => {
  const { controller, states } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  states.length = 0;
  await controller.reset();
  const reported = states.filter(({ snapshot }) => snapshot?.source === 'x -> y').map(({ status }) => status.text);
  assert.deepEqual(new Set(reported), new Set(['Step 0. Path 1 is ready at x.']));
});

/** Its agent counts by two, and it has one more node. */
const CHANGED = `${RING.replace('add 1', 'add 2')}\nb -when: "Ctx.n > 100"-> done\nstate done`;

/** What the page holds of a run, of which each way back to it must make the same. */
const heldOf = ({ snapshot, events, entries }: Loose<RunState>) => {
  const { view, branches, checkpoints, source, position } = snapshot;
  return { view, branches, checkpoints, source, position, events, entries };
};

test('a newer text is applied to the run, which goes on where it is, with its values', async () => {
  const { controller, engine } = await page(RING);
  await controller.step();
  await controller.step();
  assert.equal(controller.state.controls.apply.why, 'The run uses this version.');
  await controller.edit(CHANGED);
  assert.equal(controller.state.controls.apply.enabled, true);
  const { snapshot: before } = controller.state;
  await controller.applyText();
  const { snapshot, isOutdated, shows, runNumber } = controller.state;
  assert.deepEqual([snapshot.source, isOutdated, shows, runNumber], [CHANGED, false, 'run', 1]);
  assert.deepEqual(
    [snapshot.view.paths[0].node, snapshot.view.paths[0].context.Ctx.n, snapshot.view.machineRev],
    [before.view.paths[0].node, before.view.paths[0].context.Ctx.n, 1],
  );
  assert.deepEqual(snapshot.pending.edits, []);
  await controller.step();
  await controller.step();
  assert.deepEqual([before.view.paths[0].context.Ctx.n, controller.state.snapshot.view.paths[0].context.Ctx.n], [1, 3]);
  assert.deepEqual(engine.branchRecord().t, [
    [2, 'u', CHANGED],
    [2, 'm', 'edit-1', true],
  ]);
  assert.equal(engine.branchRecord().s, RING, 'the text that it began with');
});

test('a step before an applied edit has the text from before, one behind it the new one', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 2; i += 1) await controller.step();
  await controller.edit(CHANGED);
  await controller.applyText();
  await controller.step();
  const { entries } = controller.state;
  const last = present(entries.at(-1)).step;
  const reported = () => [controller.state.snapshot.source, controller.state.isOutdated, controller.state.shows];
  await controller.goTo(positions(entries)[2].step);
  assert.deepEqual(reported(), [RING, true, 'run']);
  await controller.edit(`${CHANGED}\n// typed there`);
  await controller.edit(CHANGED);
  await controller.goTo(last);
  assert.deepEqual(reported(), [CHANGED, false, 'run']);
  await controller.goTo(positions(entries)[1].step);
  await controller.step();
  assert.deepEqual(
    [...reported(), place(controller.state)],
    [RING, true, 'run', '2.0 b2'],
    'a branch without the edit',
  );
  await controller.applyText();
  assert.deepEqual([...reported(), place(controller.state)], [CHANGED, false, 'run', '2.2 b2'], 'and now with it');
});

test('a run with an applied edit comes back from its record, its link, its save, and a lost worker', async () => {
  const deaf = { on: false, received: false };
  const { controller, engine, watch } = await page(RING, {}, { silentOn: () => (deaf.received = deaf.on) });
  for (let i = 0; i < 3; i += 1) await controller.step();
  await controller.edit(CHANGED);
  await controller.goTo(positions(controller.state.entries)[2].step);
  await controller.applyText();
  await controller.act(['checkpoint', 'applied']);
  await controller.step();
  const held = heldOf(controller.state);
  const whole = present(engine.runRecord());
  const again = await page('x -> y');
  await again.controller.restore(whole.record, whole.at);
  assert.deepEqual(heldOf(again.controller.state), held, 'from the record');
  await again.controller.goTo(positions(held.entries)[2].step);
  assert.equal(again.controller.state.snapshot.source, RING);

  const { run } = await engine.link();
  const linked = await page('x -> y');
  const { record } = recordOfLink(JSON.parse(JSON.stringify({ ...run, v: 2 })));
  await linked.controller.restore(record);
  const { snapshot } = linked.controller.state;
  assert.deepEqual([snapshot.source, snapshot.view.paths], [CHANGED, held.view.paths], 'from the link');
  assert.equal(actionsProblem(run.t), null);

  const resumed = await page('x -> y');
  await resumed.controller.resume(await engine.export('saved'), false);
  assert.deepEqual(heldOf(resumed.controller.state).view, held.view, 'from the save');
  await resumed.controller.edit(`// why\n${CHANGED}`);
  const kept = present(resumed.engine.runRecord());
  const once = await page('x -> y');
  await once.controller.restore(kept.record, kept.at);
  assert.deepEqual(once.controller.state.snapshot.view, held.view, 'from the record of the save');

  deaf.on = true;
  const lost = controller.step();
  await until(() => deaf.received);
  watch.advance(10_000);
  await lost;
  assert.deepEqual(heldOf(controller.state).view, held.view, 'from a new worker');
  assert.equal(controller.state.snapshot.source, CHANGED);
});

test('an edit that an agent proposed leaves the start of the record as it was', async () => {
  const plan = (n: number) =>
    `task plan { meta: true; prompt: "x" }\ncontext C { n: ${n} }\nstate b\nplan -> b\nb -> plan`;
  const machine = Machine.parse(plan(2)).toJSON();
  const settings: AgentSettings = { n: { plan: { call: { update_definition: { machine, reason: 'more' } } } } };
  const { controller, engine } = await page(plan(1), { settings });
  await controller.step();
  const [edit] = controller.state.snapshot.pending.edits;
  await controller.act(['decide', edit.id, true]);
  await controller.edit(edit.source);
  assert.deepEqual([controller.state.isOutdated, controller.state.snapshot.source], [false, edit.source]);
  assert.equal(engine.branchRecord().s, plan(1));
  const whole = present(engine.runRecord());
  const again = await page('x -> y');
  await again.controller.restore(whole.record, whole.at);
  assert.deepEqual(heldOf(again.controller.state), heldOf(controller.state));
});

test('a text without the node of a path is not applied, with the reasons; nor is one of other files', async () => {
  const { controller } = await page(RING);
  await controller.step();
  const before = heldOf(controller.state);
  const at = before.view.paths[0].node;
  await controller.edit('x -> y');
  const answer = await controller.applyText();
  assert.equal(answer.error.code, 'edit-refused');
  assert.deepEqual(answer.error.data, { reasons: [`path 1 is at \`${at}\`, but the node is removed`] });
  assert.deepEqual([heldOf(controller.state), controller.state.isOutdated], [before, true]);
  await controller.edit(CHANGED, { 'other.dygram': 'state q' });
  assert.match(controller.state.controls.apply.why, /^Other files have changed\. Only changes to `machine\.dygram`/);
  await controller.edit('x -> y\nx ->');
  assert.equal(controller.state.controls.apply.why, 'Fix 1 error first.');
  assert.equal(await controller.applyText(), null);
});

test('a run that is over goes on with a newer text from an earlier step', async () => {
  const { controller } = await page('init x\nend y\nx -> y');
  await controller.run();
  await controller.edit('init x\nstate z\nend y\nx -> z\nz -> y');
  assert.match(controller.state.controls.apply.why, /^The run is over\. Go back/);
  await controller.goTo(0);
  await controller.applyText();
  await controller.step();
  assert.equal(controller.state.snapshot.view.paths[0].node, 'z');
});

test('the scripts of an applied text answer its questions', async () => {
  const asks = (stub: string) => `state c @start { needs: "how many?"${stub} }\nend d\nc -> d`;
  const { controller } = await page(asks(''));
  await controller.step();
  assert.equal(controller.state.snapshot.pending.requests.length, 1);
  await controller.edit(asks('; stub: { answers: ["three"] }'));
  await controller.goTo(0);
  await controller.applyText();
  await controller.step();
  assert.equal(controller.state.snapshot.pending.requests.length, 0);
});

test('undoing the edit takes the chip away', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  await controller.edit(RING);
  assert.deepEqual(
    [controller.state.isOutdated, controller.state.shows, controller.state.snapshot.position.tick],
    [false, 'run', 1],
  );
});

test('errors keep Step and Run away; the status says the first and leads to it, and the old run stays', async () => {
  const { controller } = await page(RING);
  await controller.edit(`${RING}\na ->\na ->`);
  const { controls, status, snapshot } = controller.state;
  assert.equal(snapshot.source, RING);
  assert.deepEqual([controls.step.enabled, controls.run.enabled], [false, false]);
  assert.deepEqual(
    [status.text, status.help?.help],
    ['Fix 2 errors to run. This arrow has no target.', { do: 'problems' }],
  );
  await controller.edit(RING);
  assert.equal(controller.state.controls.step.enabled, true);
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

test('a lost engine leaves the state whole: nothing doubled, nothing missing', async () => {
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

test('a change of another file is a change of the text: an untouched run follows, a used one stays', async () => {
  const source = 'import { x } from "./lib.dygram"\nx -> y';
  const [one, other] = ['state x', 'process x'].map((text) => ({ 'lib.dygram': text }));
  const { controller } = await page('');
  await controller.edit(source, other);
  await controller.edit(source, one);
  assert.deepEqual(controller.state.snapshot.files, one);
  await controller.step();
  await controller.edit(source, other);
  assert.deepEqual(controller.state.snapshot.files, one);
  assert.equal(controller.state.isOutdated, true);
  await controller.edit(source, one);
  assert.equal(controller.state.isOutdated, false);
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

test('a step right behind an edit is of the new text, and the edit does not start over again', async () => {
  const { controller } = await page(RING);
  await Promise.all([controller.edit(`${RING}\nb -> c`), controller.step()]);
  assert.deepEqual([controller.state.snapshot.position.tick, controller.state.snapshot.source], [1, `${RING}\nb -> c`]);
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
