// The run of the page and its text: runs that follow an edit, stay with the text they began with, or take it over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positions } from '../../../src/protocol/positions.ts';
import { recordOfLink } from '../../../src/link/session-record.ts';
import { actionsProblem } from '../../../src/link/shape.ts';
import { until } from '../../clock.ts';
import { present, type Loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { Machine } from '../../wasm/core.ts';
import { page, place, runDotOf } from './store-page.ts';
import type { AgentSettings } from '../../../src/protocol/types.ts';
import type { RunState } from '../../../src/run/types.ts';

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

test('a run of the newest text is never reported to use an older version, not even while it begins', async () => {
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

/** The state of a run in the page, which each way of restoring the run must produce again. */
const stateOf = ({ snapshot, events, entries }: Loose<RunState>) => {
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
  const held = stateOf(controller.state);
  const saved = present(engine.runRecord());
  const again = await page('x -> y');
  await again.controller.restore(saved.record, saved.at);
  assert.deepEqual(stateOf(again.controller.state), held, 'from the record');
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
  assert.deepEqual(stateOf(resumed.controller.state).view, held.view, 'from the save');
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
  assert.deepEqual(stateOf(controller.state).view, held.view, 'from a new worker');
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
  const saved = present(engine.runRecord());
  const again = await page('x -> y');
  await again.controller.restore(saved.record, saved.at);
  assert.deepEqual(stateOf(again.controller.state), stateOf(controller.state));
});

test('a text without the node of a path is not applied, with the reasons; nor is one of other files', async () => {
  const { controller } = await page(RING);
  await controller.step();
  const before = stateOf(controller.state);
  const at = before.view.paths[0].node;
  await controller.edit('x -> y');
  const answer = await controller.applyText();
  assert.equal(answer.error.code, 'edit-refused');
  assert.deepEqual(answer.error.data, { reasons: [`path 1 is at \`${at}\`, but the node is removed`] });
  assert.deepEqual([stateOf(controller.state), controller.state.isOutdated], [before, true]);
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

test('a step right behind an edit is of the new text, and the edit does not start over again', async () => {
  const { controller } = await page(RING);
  await Promise.all([controller.edit(`${RING}\nb -> c`), controller.step()]);
  assert.deepEqual([controller.state.snapshot.position.tick, controller.state.snapshot.source], [1, `${RING}\nb -> c`]);
});
