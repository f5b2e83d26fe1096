import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise, watchWhileAwake } from '../../../src/core/calls.ts';
import { sleep } from '../../../src/core/yield.ts';
import { noticeText } from '../../../src/run/engine-strings.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker, type Options } from '../../in-thread-worker.ts';
import { loose, present, type Loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { coreWith } from '../../session.ts';
import { core } from '../../wasm/core.ts';
import type { Run } from '../../../pkg/tracklight.js';
import type { Engine, Notice, Snapshot } from '../../../src/protocol/types.ts';

/** An engine whose n-th worker is made with the n-th options. */
async function engineWith(...options: Options[]) {
  const watch = handWatch();
  const made: InThreadWorker[] = [];
  const engine = loose(
    supervise(
      () => {
        made.push(new InThreadWorker(options[made.length] ?? {}));
        return present(made.at(-1));
      },
      watch,
      noticeText,
    ),
  );
  const notices: Notice[] = [];
  engine.onNotice((notice) => notices.push(notice));
  return { engine, watch, made, notices, codes: () => notices.map((notice) => notice.code) };
}

/** Lets messages in flight arrive. */
async function settled() {
  for (let i = 0; i < 20; i += 1) await sleep(1);
}

test('calls made before the worker is ready are answered when it is', async () => {
  const { engine } = await engineWith();
  assert.deepEqual(await engine.version(), core.version());
});

test('of edits made in a row only the newest is analysed; the others are answered null', async () => {
  const { engine } = await engineWith();
  const answers = await Promise.all(['a -> b', 'b -> c', 'c -> d'].map((text) => engine.edit(text)));
  assert.deepEqual(
    answers.map((analysis) => analysis?.source ?? null),
    [null, null, 'c -> d'],
  );
});

/** A watch of the page over a clock that may go on without a tick, as while the page sleeps. */
function wakingWatch() {
  let wallMs = 0;
  const ticks: (() => void)[] = [];
  const watch = watchWhileAwake({
    now: () => wallMs,
    every: (_ms, tick) => {
      ticks.push(tick);
      return () => {};
    },
  });
  return {
    watch,
    pass(ms: number) {
      wallMs += ms;
    },
    tick() {
      for (const tick of ticks) tick();
    },
  };
}

test('while the page sleeps its watch stands still, so that no worker counts as hanging after it', () => {
  const { watch, pass, tick } = wakingWatch();
  const times: number[] = [];
  watch.every(500, () => times.push(watch.now()));
  for (const ms of [500, 60_000, 900]) {
    pass(ms);
    tick();
  }
  assert.deepEqual(times, [500, 1_500, 2_400]);
});

test('a message that is the first to come after a sleep is no sign of life for later', () => {
  const { watch, pass, tick } = wakingWatch();
  watch.every(500, () => {});
  pass(60_000);
  const heardAt = watch.now();
  tick();
  for (let ms = 0; ms < 10_000; ms += 500) {
    pass(500);
    tick();
  }
  assert.equal(watch.now() - heardAt, 10_000);
});

test('several machines of one page do not take its sleep off more than once', () => {
  const { watch, pass, tick } = wakingWatch();
  for (let machine = 0; machine < 3; machine += 1) watch.every(500, () => {});
  const before = watch.now();
  pass(60_000);
  tick();
  pass(500);
  tick();
  assert.equal(watch.now() - before, 1_500);
});

test('three silent seconds give a notice, a sign of life another', async () => {
  const muted = new Set(['step']);
  const { engine, watch, codes, made } = await engineWith({ silentOn: ({ call }) => muted.has(call) });
  await engine.edit(RING);
  await engine.start({}, {});
  const step = engine.step({});
  await settled();
  watch.advance(2900);
  assert.deepEqual(codes(), []);
  watch.advance(200);
  watch.advance(500);
  assert.deepEqual(codes(), ['engine-slow']);
  made[0].post({ re: 3, progress: null });
  await settled();
  assert.deepEqual(codes(), ['engine-slow', 'engine-back']);
  watch.advance(9000);
  assert.equal(made.length, 1);
  watch.advance(1500);
  assert.equal(made.length, 2);
  assert.equal((await step).ok, false);
});

test('a hung worker is replaced; text and run come back without the act in hand', async () => {
  let deaf = false;
  const { engine, watch, made, notices, codes } = await engineWith({ silentOn: () => deaf });
  await engine.edit(RING);
  await engine.start({ n: { a: 'manual' } }, {});
  await engine.step({});
  await engine.reply('agent-1-1', { turns: [{ calls: [{ name: 'write_Ctx', input: { data: { n: 8 } } }] }] }, {});
  await engine.step({});
  await engine.setContext('1', 'Ctx.n', 11, {});
  await engine.settings({ m: 'auto' }, {});
  await engine.step({});
  await engine.edit('other -> text');
  deaf = true;
  const lost = engine.setContext('1', 'Ctx.n', 99, {});
  await settled();
  watch.advance(10_000);
  const answer = await lost;
  assert.deepEqual([answer.ok, answer.error.code], [false, 'engine-restarted']);
  assert.deepEqual([answer.snapshot.position.tick, answer.snapshot.view.paths[0].context.Ctx.n], [3, 12]);
  assert.deepEqual(codes(), ['engine-restarted']);
  assert.equal(
    notices[0].text,
    'The engine did not respond for 10 seconds and was restarted. Your run was restored. Undone: the edited value.',
  );
  assert.equal(made[0].terminated, true);
  assert.ok(made[1].received.includes('edit'));
  const next = await engine.step({});
  assert.equal(next.snapshot.position.tick, 4);
  assert.equal(next.snapshot.source, RING);
});

function trapAtThirdTick(run: Run) {
  const step = run.step.bind(run);
  run.step = (options) => {
    if (run.view().tick === 2) throw new WebAssembly.RuntimeError('unreachable');
    return step(options);
  };
}

test('a trap during a run keeps the ticks that were heard of', async () => {
  const { engine, codes, made, notices } = await engineWith({ core: coreWith(core, { run: trapAtThirdTick }) });
  await engine.edit(RING);
  await engine.start({}, {});
  await engine.step({});
  const answer = await engine.run({ ticksPerSecond: null, maxTicks: 100 }, {}, () => {});
  assert.deepEqual([answer.ok, answer.error.code, answer.snapshot.position.tick], [false, 'engine-restarted', 1]);
  assert.equal(
    notices[0].text,
    'The engine crashed and was restarted. Your run was restored. Undone: the latest steps.',
  );
  assert.deepEqual(codes(), ['engine-restarted']);
  assert.equal(made.length, 2);
});

test('a cursor away from the tip comes back to its place, with the later positions', async () => {
  let deaf = false;
  const { engine, watch } = await engineWith({ silentOn: () => deaf });
  await engine.edit(RING);
  await engine.start({}, {});
  for (let i = 0; i < 4; i += 1) await engine.step({});
  await engine.back(2, {});
  deaf = true;
  const lost = engine.step({});
  await settled();
  watch.advance(10_000);
  const { snapshot } = await lost;
  assert.deepEqual([snapshot.position.tick, snapshot.position.atTip, snapshot.entries.at(-1)?.tick], [2, false, 4]);
});

test('what a long replay reports on its way is not missing from what comes back', async () => {
  let deaf = false;
  let time = 0;
  // A clock that makes every moment one at which progress is due.
  const now = () => (time += 1000);
  const slow = { silentOn: () => deaf, clock: { now, sleep } };
  const { engine, watch } = await engineWith(slow, { clock: { now, sleep } });
  const reported: Snapshot[] = [];
  engine.onNotice(({ snapshot }) => snapshot && reported.push(snapshot));
  await engine.edit(RING);
  await engine.start({}, {});
  for (let i = 0; i < 4; i += 1) await engine.step({});
  const { snapshot: before } = await engine.back(2, {});
  deaf = true;
  const lost = engine.step({});
  await settled();
  watch.advance(10_000);
  const { snapshot } = await lost;
  assert.deepEqual(
    [reported[0].entries.length, reported[0].events.length, typeof reported[0].picture.parts?.dot],
    [before.entries.length, before.events.length, 'string'],
  );
  assert.deepEqual([snapshot.position.tick, engine.runRecord().record.k], [2, 4]);
});

/** Kills the worker in hand and gives the answer of the call it was lost with. */
async function lose(engine: Loose<Engine>, watch: ReturnType<typeof handWatch>, silence: () => void) {
  silence();
  const lost = engine.step({});
  await settled();
  watch.advance(10_000);
  return lost;
}

test('every branch comes back with its tip, its name and the checkpoints, and the ids stay', async () => {
  let deaf = false;
  const { engine, watch, notices } = await engineWith({ silentOn: () => deaf });
  await engine.edit(RING);
  await engine.start({ n: { a: 'manual' } }, {});
  for (let i = 0; i < 1; i += 1) await engine.step({});
  await engine.reply('agent-1-1', { turns: [{ calls: [{ name: 'write_Ctx', input: { data: { n: 8 } } }] }] }, {});
  for (let i = 0; i < 2; i += 1) await engine.step({});
  await engine.back(3, {});
  await engine.setContext('1', 'Ctx.n', 5, {});
  await engine.perform(['checkpoint', 'here'], {});
  await engine.back(1, {});
  await engine.setContext('1', 'Ctx.n', 6, {});
  await engine.back(1, {});
  await engine.setContext('1', 'Ctx.n', 7, {});
  await engine.perform(['renameBranch', 'b2', 'five'], {});
  await engine.perform(['deleteBranch', 'b3'], {});
  const before = (await engine.snapshot({})).snapshot;
  const { snapshot } = await lose(engine, watch, () => {
    deaf = true;
  });
  const shape = ({ branches, position, checkpoints }: Loose<Snapshot>) => ({
    branches: branches.map(({ id, name, tip, current }) => ({ id, name, tip, current })),
    position,
    checkpoints,
  });
  assert.deepEqual(shape(snapshot), shape(before));
  assert.deepEqual(
    before.branches.map(({ id }) => id),
    ['b1', 'b2', 'b4'],
  );
  assert.doesNotMatch(notices[0].text, /branches/);
  deaf = false;
  const main = await engine.goTo(before.branches[0].tip, 'b1', { knownEntries: 0 });
  assert.deepEqual([main.snapshot.position.tick, main.snapshot.view.paths[0].context.Ctx.n], [3, 8]);
  const two = await engine.goTo(before.branches[1].tip, 'b2', { knownEntries: 0 });
  assert.equal(two.snapshot.view.paths[0].context.Ctx.n, 5);
});

test('a link holds the branch at the cursor alone, a draft all of them', async () => {
  const { engine } = await engineWith();
  await engine.edit(RING);
  await engine.start({ m: 'auto' }, {});
  await engine.step({});
  await engine.setContext('1', 'Ctx.n', 5, {});
  await engine.back(1, {});
  await engine.setContext('1', 'Ctx.n', 6, {});
  const { record, at } = engine.runRecord();
  assert.deepEqual(Object.keys(engine.branchRecord()).sort(), ['k', 'r', 's', 't']);
  assert.deepEqual(
    [record.t, record.b.map((b) => [b.from.branch, b.from.tick, b.t]), at.branch],
    [[[1, 'e', '1', 'Ctx.n', 5]], [['b1', 1, [[1, 'e', '1', 'Ctx.n', 6]]]], 'b2'],
  );
  assert.deepEqual(engine.branchRecord().t, [[1, 'e', '1', 'Ctx.n', 6]]);
  const again = await engineWith();
  const answer = await again.engine.restore(JSON.parse(JSON.stringify(record)), at, {}, () => {});
  assert.deepEqual([answer.ok, answer.snapshot.position.branch, answer.snapshot.branches.length], [true, 'b2', 2]);
  assert.deepEqual(again.engine.runRecord(), { record: { ...record, now: { m: 'auto' } }, at });
});

test('calls that waited behind a lost one are made again', async () => {
  let deaf = false;
  const { engine, watch } = await engineWith({ silentOn: () => deaf });
  await engine.edit(RING);
  await engine.start({}, {});
  deaf = true;
  const lost = engine.step({});
  const edit = engine.edit('x -> y');
  await settled();
  watch.advance(10_000);
  assert.equal((await lost).ok, false);
  assert.equal((await edit).nodes, 2);
});

test('a text the engine hangs on is not given to the next worker', async () => {
  const { engine, watch, made, notices } = await engineWith({ silentOn: ({ call }) => call === 'edit' });
  const edit = engine.edit('poison');
  await settled();
  watch.advance(10_000);
  await assert.rejects(edit, { code: 'engine-restarted' });
  assert.ok(!made[1].received.includes('edit'));
  assert.equal(
    notices[0].text,
    'The engine did not respond for 10 seconds while reading your source, and was restarted. ' +
      'It will read the source again after your next edit.',
  );
});

test('a run that does not come back is not said to be restored', async () => {
  let deaf = false;
  const broken: Options = {
    core: coreWith(core, {
      run: () => {
        throw new Error('no run here');
      },
    }),
  };
  const { engine, watch, notices } = await engineWith({ silentOn: () => deaf }, broken);
  await engine.edit(RING);
  await engine.start({}, {});
  await engine.step({});
  await lose(engine, watch, () => {
    deaf = true;
  });
  assert.match(notices[0].text, /^The engine did not respond .* Your run could not be restored\. Undone: the step\.$/);
});

test('the fourth loss within a minute is the last', async () => {
  const silent: Options = { silentOn: ({ call }) => call === 'step' };
  const { engine, watch, made, codes } = await engineWith(silent, silent, silent, silent);
  await engine.edit(RING);
  await engine.start({}, {});
  for (let i = 0; i < 3; i += 1) {
    const step = engine.step({});
    await settled();
    watch.advance(10_000);
    assert.equal((await step).ok, false);
  }
  const last = engine.step({});
  await settled();
  watch.advance(10_000);
  await assert.rejects(last, { code: 'engine-stopped' });
  await assert.rejects(engine.version(), { code: 'engine-stopped' });
  assert.equal(made.length, 4);
  assert.deepEqual(codes(), ['engine-restarted', 'engine-restarted', 'engine-restarted', 'engine-stopped']);
});

test('a worker lost while it restores is replaced again, and nobody waits for ever', async () => {
  let deaf = false;
  const { engine, watch, made } = await engineWith(
    { silentOn: () => deaf },
    { silentOn: ({ call }) => call === 'restore' },
  );
  await engine.edit(RING);
  await engine.start({}, {});
  await engine.step({});
  deaf = true;
  const lost = engine.step({});
  await settled();
  watch.advance(10_000);
  await settled();
  watch.advance(10_000);
  const { error, snapshot } = await lost;
  assert.deepEqual([error.code, snapshot.position.tick, made.length], ['engine-restarted', 1, 3]);
});

test('an engine that cannot load says why, and every call fails with it', async () => {
  const { engine, codes, notices } = await engineWith({ load: 'blocked by policy' });
  await assert.rejects(engine.version(), { code: 'engine-load' });
  assert.deepEqual(codes(), ['engine-load']);
  assert.match(notices[0].text, /blocked by policy/);
});

test('a closed engine rejects what waits and what comes', async () => {
  const { engine, made } = await engineWith({ silentOn: () => true });
  const waiting = engine.edit('a');
  await settled();
  engine.close();
  await assert.rejects(waiting, { code: 'engine-closed' });
  await assert.rejects(engine.version());
  assert.equal(made[0].terminated, true);
});
