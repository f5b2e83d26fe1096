import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { RunStore } from '../../../src/run/run-store.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { loose, type Loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import type { RunState } from '../../../src/run/types.ts';

async function page(source: string) {
  const watch = handWatch();
  const engine = supervise(() => new InThreadWorker(), watch);
  const controller = loose(new RunStore(engine, () => {}, { speed: 'max' }));
  await controller.edit(source);
  return { controller, engine: loose(engine) };
}

const listed = ({ runs }: Loose<RunState>) =>
  runs.map(({ number, place }) => `${number} at ${place.tick}.${place.action}`);
const place = ({ snapshot, runNumber }: Loose<RunState>) =>
  `${runNumber} at ${snapshot.position.tick}.${snapshot.position.action}`;

test('a run that is left stays in the list with its position; one that nobody did anything with does not', async () => {
  const { controller } = await page(RING);
  await controller.reset();
  assert.deepEqual([listed(controller.state), place(controller.state)], [[], '1 at 0.0']);
  await controller.step();
  await controller.step();
  await controller.reset();
  await controller.reset();
  assert.deepEqual([listed(controller.state), place(controller.state)], [['1 at 2.0'], '2 at 0.0']);
});

test('a run that ended is listed as ended, and where, when one has gone back before leaving it', async () => {
  const { controller } = await page('a -> b\nb -> c\nc -> d');
  await controller.run();
  const { position } = controller.state.snapshot;
  await controller.back();
  await controller.back();
  await controller.reset();
  const [{ place, outcome, end }] = controller.state.runs;
  assert.deepEqual([outcome, end, place.tick], ['completed', { tick: position.tick, action: 0 }, position.tick - 2]);
});

test('a run that completed is listed with its last node, also when it is left at an earlier step', async () => {
  const { controller } = await page('a -> b\nb -> c\nc -> d');
  await controller.run();
  const { events, branchEvents } = controller.state;
  assert.equal(branchEvents, events);
  await controller.back();
  await controller.back();
  assert.ok(controller.state.events.length < events.length);
  assert.equal(controller.state.branchEvents, branchEvents, 'what was made of them is not made again');
  await controller.cancel('9');
  assert.deepEqual([controller.state.refusal === null, controller.state.branchEvents], [false, branchEvents]);
  await controller.reset();
  assert.deepEqual(
    controller.state.runs.map(({ node }) => node),
    ['d'],
  );
  await controller.openRun(1);
  assert.deepEqual(controller.state.branchEvents, branchEvents);
  await controller.reset();
  assert.deepEqual([controller.state.runs[0]?.node, controller.state.branchEvents.length < 3], ['d', true]);
});

test('a branch has events of its own behind the cursor, not those of the one that it left', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 3; i += 1) await controller.step();
  await controller.back();
  await controller.back();
  await controller.step();
  const { events, branchEvents } = controller.state;
  assert.equal(branchEvents, events);
});

test('a run that waits when it is left is listed with what it waits for', async () => {
  const { controller } = await page(RING);
  await controller.setAgents({ m: 'manual' });
  await controller.run();
  await controller.reset();
  const [{ outcome, end }] = controller.state.runs;
  assert.deepEqual([outcome, end], ['awaitingAgent', undefined]);
});

test('a run of the list comes back where it stood, with branches; the one that was left takes its place', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 3; i += 1) await controller.step();
  await controller.back();
  await controller.step();
  const { branches } = controller.state.snapshot;
  const { events, entries } = controller.state;
  await controller.reset();
  await controller.step();
  await controller.openRun(1);
  assert.deepEqual([listed(controller.state), place(controller.state)], [['2 at 1.0'], '1 at 3.0']);
  assert.deepEqual(
    controller.state.snapshot.branches.map(({ id, tip }) => [id, tip]),
    branches.map(({ id, tip }) => [id, tip]),
  );
  assert.deepEqual(
    [controller.state.events, controller.state.entries.map(({ step }) => step)],
    [events, entries.map(({ step }) => step)],
  );
  await controller.openRun(2);
  assert.deepEqual([listed(controller.state), place(controller.state)], [['1 at 3.0'], '2 at 1.0']);
  await controller.reset();
  assert.equal(place(controller.state), '3 at 0.0', 'a number is given once');
});

test('a run of an earlier text comes back with it, and says so', async () => {
  const { controller } = await page(RING);
  await controller.step();
  await controller.edit('x -> y');
  await controller.step();
  assert.deepEqual(listed(controller.state), ['1 at 1.0']);
  await controller.openRun(1);
  const { snapshot, source, isOutdated, shows } = controller.state;
  assert.deepEqual([snapshot.source, source, isOutdated, shows], [RING, 'x -> y', true, 'run']);
  await controller.reset();
  assert.deepEqual([controller.state.snapshot.source, listed(controller.state)], ['x -> y', ['1 at 1.0', '2 at 1.0']]);
});

test('who answers and what a run was started with come back with it', async () => {
  const { controller } = await page(RING);
  await controller.setAgents({ m: 'manual' });
  await controller.step();
  await controller.reset();
  await controller.setAgents({});
  await controller.step();
  await controller.openRun(1);
  assert.deepEqual(controller.state.settings, { m: 'manual' });
  await controller.openRun(2);
  assert.deepEqual(controller.state.settings, {});
});

test('what was set for single nodes since stays when a run comes back, and goes into its record', async () => {
  const { controller, engine } = await page(RING);
  await controller.setAgents({ m: 'manual', n: { a: { say: 'first' }, b: { say: 'then' } } });
  await controller.step();
  await controller.reset();
  await controller.setAgents({ m: 'auto', n: { a: { say: 'newer' }, c: 'manual' } });
  await controller.step();
  await controller.openRun(1);
  const both = { m: 'manual', n: { a: { say: 'newer' }, b: { say: 'then' }, c: 'manual' } };
  assert.deepEqual(controller.state.settings, both);
  assert.deepEqual(engine.runRecord().record.now, both);
});

test('ten runs are kept, the oldest goes; another document has a list of its own', async () => {
  const { controller } = await page(RING);
  for (let i = 0; i < 12; i += 1) {
    await controller.step();
    await controller.reset();
  }
  assert.deepEqual(
    controller.state.runs.map(({ number }) => number),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
  );
  await controller.open('x -> y');
  assert.deepEqual([listed(controller.state), controller.state.runNumber], [[], 1]);
  assert.equal(await controller.openRun(12), null);
});

test('a document that comes back has its earlier runs again, with their numbers', async () => {
  const { controller, engine } = await page(RING);
  await controller.step();
  await controller.reset();
  await controller.step();
  await controller.step();
  const { runs, runNumber } = controller.state;
  const { record, at } = engine.runRecord();
  await controller.open('x -> y');
  assert.deepEqual(listed(controller.state), []);
  await controller.restore(record, at, { runs, runNumber });
  assert.deepEqual([listed(controller.state), place(controller.state)], [['1 at 1.0'], '2 at 2.0']);
  await controller.openRun(1);
  assert.deepEqual([listed(controller.state), place(controller.state)], [['2 at 2.0'], '1 at 1.0']);
  await controller.open(RING, {}, {}, undefined, { runs, runNumber });
  assert.deepEqual([listed(controller.state), place(controller.state)], [['1 at 1.0'], '2 at 0.0']);
});
