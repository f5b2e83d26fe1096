import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byHand, until, working } from '../../clock.ts';
import { RING } from '../../machines.ts';
import { coreWith, sessionOver } from '../../session.ts';
import { core, Machine } from '../../wasm/core.ts';
import type { Loose } from '../../loose.ts';
import type { Clock } from '../../../src/core/pacer.ts';
import type { CallName } from '../../../src/protocol/messages.ts';
import type { Snapshot } from '../../../src/protocol/types.ts';

const silent = () => {};
const only = (source: string, files = {}) => ({ source, files, entry: 'machine.dygram' });
const sessionWith = (clock: Clock) => sessionOver(core, clock);

async function opened(source: string, settings = {}, clock: Clock = working(), over = core) {
  const session = sessionOver(over, clock);
  const call = <K extends CallName>(name: K, ...args: unknown[]) => session.call(name, args, silent);
  await call('edit', only(source));
  const started = await call('start', settings, {});
  return { session, call, started };
}

/** A core that counts the handles it has given and not got back. */
function counting() {
  const handles = { machines: 0, runs: 0 };
  const count = (kind: keyof typeof handles) => (handle: { free(): void }) => {
    const free = handle.free.bind(handle);
    handles[kind] += 1;
    handle.free = () => {
      handles[kind] -= 1;
      free();
    };
  };
  return { handles, core: coreWith(core, { machine: count('machines'), run: count('runs') }) };
}

test('an analysis counts nodes, edges and problems', async () => {
  const session = sessionWith(working());
  const analysis = await session.call('edit', [only('a ->\na -> b')], silent);
  assert.deepEqual([analysis.nodes, analysis.edges, analysis.errors, analysis.warnings], [2, 1, 1, 0]);
});

test('tokens are packed in threes', async () => {
  const session = sessionWith(working());
  const { classes, tokens } = await session.call('tokens', [only('task a')], silent);
  assert.deepEqual(classes, ['type', 'node declaration task']);
  assert.deepEqual([...tokens], [0, 4, 0, 5, 6, 1]);
});

test('tokens of a part name the part', async () => {
  const session = sessionWith(working());
  const { classes, tokens, within } = await session.call(
    'tokens',
    [only('task a\ntask b'), 'machine.dygram', { from: 7, to: 11 }],
    silent,
  );
  assert.deepEqual(classes, ['type']);
  assert.deepEqual([...tokens], [7, 11, 0]);
  assert.deepEqual(within, { from: 7, to: 11 });
});

test('a run begins with the text that was analysed, whatever colours were asked for since', async () => {
  const { call } = await opened(RING);
  await call('tokens', only(`${RING}\n-> `));
  const { snapshot } = await call('start', {}, {});
  assert.equal(snapshot.source, RING);
  const { ofRun, errors } = await call('edit', only(`${RING}\n-> `));
  assert.deepEqual([ofRun, errors], [false, 1]);
});

test('a step is the tick and all automatic replies to it, in one position', async () => {
  const run = Machine.parse(RING).start();
  run.step();
  const [{ digest }] = run.pending().agents;
  const { call } = await opened(RING);
  const { snapshot } = await call('step', {});
  assert.deepEqual([snapshot.position.tick, snapshot.position.action, snapshot.position.step], [1, 0, 2]);
  assert.deepEqual(
    snapshot.entries.map((entry) => [entry.kind, entry.auto]),
    [
      ['start', undefined],
      ['step', undefined],
      ['reply', true],
    ],
  );
  assert.equal(snapshot.view.paths[0].context.Ctx.n, 1);
  assert.deepEqual(
    snapshot.replies.map((given) => [given.node, given.mode, given.digest]),
    [['a', 'auto', digest]],
  );
});

test('several paths are answered in path order', async () => {
  const { call } = await opened(`${RING}\ntask c @start { prompt: "go" }`);
  const { snapshot } = await call('step', {});
  assert.deepEqual(
    snapshot.replies.map((given) => given.path),
    ['1', '2'],
  );
});

test('a manual agent leaves its request waiting, with the reason, and others move', async () => {
  const { call } = await opened(`${RING}\nstate b @start`, { n: { a: 'manual' } });
  const { snapshot } = await call('step', {});
  assert.equal(snapshot.pending.agents.length, 1);
  assert.equal(snapshot.unanswered['agent-1-1'], 'waiting for your reply');
  assert.equal(snapshot.view.paths[1].node, 'a');
});

test('a reply by hand is an action of its own position', async () => {
  const { call } = await opened(RING, { m: 'manual' });
  await call('step', {});
  const { snapshot } = await call(
    'reply',
    'agent-1-1',
    { turns: [{ calls: [{ name: 'write_Ctx', input: { data: { n: 9 } } }] }] },
    {},
  );
  assert.deepEqual([snapshot.position.tick, snapshot.position.action], [1, 1]);
  assert.equal(snapshot.view.paths[0].context.Ctx.n, 9);
});

test('a reply of the wrong shape is a refusal and changes nothing', async () => {
  const { call } = await opened(RING, { m: 'manual' });
  await call('step', {});
  const answer = await call('reply', 'agent-1-1', { nonsense: true }, {});
  assert.equal(answer.ok, false);
  assert.equal(answer.error.code, 'bad-argument');
  assert.equal(answer.snapshot.position.step, 1);
});

test('a refused action comes with the state as it stands', async () => {
  const { call } = await opened(RING);
  const answer = await call('setContext', '1', 'Ctx.n', 'text', {});
  assert.deepEqual([answer.ok, answer.error.code, answer.snapshot.position.step], [false, 'write-refused', 0]);
});

test('changing the agents answers what waits at the tip', async () => {
  const { call } = await opened(RING, { m: 'manual' });
  await call('step', {});
  const { snapshot } = await call('settings', { m: 'auto' }, {});
  assert.equal(snapshot.pending.agents.length, 0);
  assert.deepEqual([snapshot.position.tick, snapshot.position.action], [1, 0]);
});

const ASKS_FIRST = `context Ctx { n<number>: 0 }
task a { prompt: "go"; needs: "how many?" }
a -writes-> Ctx
a -> b`;

test('scripts answer questions of their node; without one they wait for a person', async () => {
  const waiting = await opened(ASKS_FIRST);
  assert.equal((await waiting.call('step', {})).snapshot.pending.requests.length, 1);
  const scripted = await opened(
    ASKS_FIRST.replace('}\na', '; stub: { answers: ["three"], write: { Ctx: { n: "=Ctx.n + 4" } } } }\na'),
  );
  const { snapshot } = await scripted.call('step', {});
  assert.equal(snapshot.pending.requests.length, 0);
  const next = (await scripted.call('step', {})).snapshot;
  assert.equal(next.view.paths[0].context.Ctx.n, 4);
});

test('a broken script leaves the request waiting and says why', async () => {
  const { call } = await opened('task a { prompt: "go"; stub: { sya: "hello" } }\na -> b');
  const { snapshot } = await call('step', {});
  assert.match(snapshot.unanswered['agent-1-1'], /unknown key `sya`/);
});

test('back and forward move by positions, whatever the number of replies', async () => {
  const { call } = await opened(RING);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  const back = (await call('back', 1, {})).snapshot;
  assert.deepEqual([back.position.tick, back.position.atTip], [2, false]);
  assert.equal((await call('back', 9, {})).snapshot.position.tick, 0);
  assert.equal((await call('back', -2, {})).snapshot.position.tick, 2);
});

test('a step away from the tip makes a branch and keeps the old one', async () => {
  const { call } = await opened(RING);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  await call('back', 2, {});
  const branched = (await call('step', {})).snapshot;
  assert.deepEqual([branched.position.branch, branched.position.tick], ['b2', 2]);
  const old = (await call('goTo', branched.position.step + 1, 'b1', {})).snapshot;
  assert.deepEqual([old.position.branch, old.position.tick], ['b1', 3]);
});

test('an answer carries only what the page does not have', async () => {
  const { call, started } = await opened(RING);
  const key = started.snapshot.picture.key;
  const look = { haveKey: key, since: started.snapshot.view.seq, knownEntries: 1 };
  const { snapshot } = await call('step', look);
  assert.equal(snapshot.picture.parts, null);
  assert.equal(snapshot.events[0].seq, 2);
  assert.deepEqual([snapshot.entriesFrom, snapshot.entries.length], [1, 2]);
});

test('entries kept beside the run equal those of the run', async () => {
  const { session, call } = await opened(RING);
  for (let i = 0; i < 5; i += 1) await call('step', {});
  await call('back', 2, {});
  await call('setContext', '1', 'Ctx.n', 7, {});
  const kept = (await call('step', {})).snapshot.entries;
  const { position } = (await call('snapshot', {})).snapshot;
  await call('goTo', position.step, position.branch, {});
  assert.deepEqual((await call('snapshot', {})).snapshot.entries.map(plain), kept.map(plain));
  session.pause();
});

function plain({ step, tick, action, kind, outcome, auto }: Loose<Snapshot>['entries'][number]) {
  return { step, tick, action, kind, outcome, auto };
}

test('run ends with the run', async () => {
  const { call } = await opened('task a { prompt: "go" }\na -> b\nb -> c');
  const answer = await call('run', { ticksPerSecond: null, maxTicks: 50 }, {});
  assert.deepEqual(
    [answer.reason, answer.snapshot.view.outcome.kind, answer.snapshot.position.tick],
    ['ended', 'completed', 3],
  );
});

test('run stops where only people can go on', async () => {
  const { call } = await opened(RING, { m: 'manual' });
  const answer = await call('run', { ticksPerSecond: null, maxTicks: 50 }, {});
  assert.deepEqual([answer.ok, answer.reason], [true, 'pending']);
  const again = await call('run', { ticksPerSecond: null, maxTicks: 50 }, {});
  assert.deepEqual([again.ok, again.reason, again.error.code], [false, 'pending', 'agent-pending']);
});

test('run stops at a loop notice once, and at its budget', async () => {
  const { call } = await opened('state a @start\na -> b\nb -> a\nstate c @start\nc -> a');
  assert.equal((await call('run', { ticksPerSecond: null, maxTicks: 50 }, {})).reason, 'loop');
  assert.equal((await call('run', { ticksPerSecond: null, maxTicks: 50 }, {})).reason, 'loop');
  const last = await call('run', { ticksPerSecond: null, maxTicks: 50 }, {});
  assert.deepEqual([last.reason, last.snapshot.position.tick], ['budget', 54]);
});

test('pause ends a run after the tick in hand; actions meanwhile are done between ticks', async () => {
  const { session, call } = await opened(RING);
  const progress: (Snapshot | null)[] = [];
  const running = session.call('run', [{ ticksPerSecond: null, maxTicks: 1_000_000 }, {}], (snapshot) =>
    progress.push(snapshot),
  );
  await until(() => progress.length > 0);
  const edit = await call('setContext', '1', 'Ctx.n', 5, {});
  assert.equal(edit.ok, true);
  assert.equal(edit.snapshot.position.action, 1);
  const reported = progress.length;
  await until(() => progress.length > reported);
  session.pause();
  const answer = await running;
  assert.equal(answer.reason, 'paused');
  assert.equal(answer.snapshot.position.atTip, true);
  assert.ok(answer.snapshot.position.tick > edit.snapshot.position.tick);
});

test('a pause that comes before its run has begun ends it', async () => {
  const { session, call } = await opened(RING);
  const before = call('setContext', '1', 'Ctx.n', 5, {});
  const running = session.call('run', [{ ticksPerSecond: null, maxTicks: 1_000_000 }, {}], silent);
  session.pause();
  assert.equal((await before).ok, true);
  assert.equal((await running).reason, 'paused');
});

test('a run of one tick a second tells each of its ticks, the first at once', async () => {
  const clock = byHand();
  const { session } = await opened(RING, {}, clock);
  const ticks: number[] = [];
  const running = session.call('run', [{ ticksPerSecond: 1, maxTicks: 1_000_000 }, {}], (snapshot) => {
    if (snapshot) ticks.push(snapshot.position.tick);
  });
  await until(clock.waiting);
  assert.deepEqual(ticks, [1]);
  await clock.pass(1000);
  await until(clock.waiting);
  assert.deepEqual(ticks, [1, 2]);
  session.pause();
  await clock.pass(1000);
  assert.equal((await running).reason, 'paused');
});

test('a step during a run pauses it first', async () => {
  const clock = byHand();
  const { session, call } = await opened(RING, {}, clock);
  const running = session.call('run', [{ ticksPerSecond: 50, maxTicks: 1_000_000 }, {}], silent);
  await until(clock.waiting);
  const stepping = call('step', {});
  await clock.pass(20);
  const [step, ran] = [await stepping, await running];
  assert.equal(ran.reason, 'paused');
  assert.equal(step.snapshot.position.tick, ran.snapshot.position.tick + 1);
});

test('a scripted wait is skipped unless asked for, and a pause ends it', async () => {
  const source = 'task a { prompt: "go"; stub: { wait: 60000, say: "done" } }\na -> b';
  const quick = await opened(source);
  assert.equal((await quick.call('step', {})).snapshot.replies[0].wait, 60000);
  const clock = byHand();
  const { session, call } = await opened(source, {}, clock);
  const step = call('step', { waits: 'real' });
  await until(clock.waiting);
  session.pause();
  await clock.pass(1000);
  assert.equal((await step).snapshot.view.paths[0].node, 'b');
});

test('a step pressed during a scripted wait queues behind it', async () => {
  const clock = byHand();
  const { session, call } = await opened('task a { prompt: "go"; stub: { wait: 60000 } }\na -> b\nb -> c', {}, clock);
  const first = call('step', { waits: 'real' });
  await until(clock.waiting);
  let over = false;
  const second = call('step', {}).finally(() => {
    over = true;
  });
  await clock.pass(50_000);
  await until(clock.waiting);
  assert.equal(over, false);
  session.pause();
  await clock.pass(1000);
  assert.equal((await first).snapshot.view.paths[0].node, 'b');
  assert.equal((await second).snapshot.view.paths[0].node, 'c');
});

test('handles are freed: one text and one run are alive at most', async () => {
  const { handles, core: counted } = counting();
  const { call } = await opened(RING, {}, working(), counted);
  for (const text of ['a -> b', 'b -> c', RING]) {
    await call('edit', only(text));
    await call('start', {}, {});
  }
  assert.deepEqual(handles, { machines: 1, runs: 1 });
});

test('a record is replayed to the same position and values', async () => {
  const { call } = await opened(RING);
  const record = {
    s: RING,
    r: { l: [['1', 'a', '', { turns: [{ calls: [{ name: 'write_Ctx', input: { data: { n: 40 } } }] }] }]] },
    t: [
      [2, 'e', '1', 'Ctx.n', 30],
      [2, 's', { m: 'manual' }],
      [3, 'r', 0],
    ],
    k: 4,
  };
  const answer = await call('restore', record, null, {});
  assert.equal(answer.ok, true);
  assert.deepEqual([answer.snapshot.position.tick, answer.snapshot.view.paths[0].context.Ctx.n], [4, 40]);
  const earlier = await call('restore', record, { tick: 2, action: 1 }, {});
  assert.deepEqual(
    [earlier.snapshot.position.tick, earlier.snapshot.position.action, earlier.snapshot.view.paths[0].context.Ctx.n],
    [2, 1, 30],
  );
});

test('a record that does not fit stops where it stands and names the place', async () => {
  const { call } = await opened(RING);
  const record = { s: RING, r: { l: [] }, t: [[1, 'e', '7', 'Ctx.n', 1]], k: 4 };
  const answer = await call('restore', record, null, {});
  assert.deepEqual(
    [answer.ok, answer.error.code, answer.error.data.tick, answer.snapshot.position.tick],
    [false, 'replay', 1, 1],
  );
  assert.match(answer.error.message, /\["e","7","Ctx.n",1\]/);
  const unknown = await call('restore', { s: RING, r: { l: [] }, t: [[0, 'zz']], k: 0 }, null, {});
  assert.match(unknown.error.message, /cannot replay/);
});

test('without a run every act is refused', async () => {
  const session = sessionWith(working());
  assert.equal((await session.call('step', [{}], silent)).error.code, 'no-run');
  assert.equal((await session.call('snapshot', [{}], silent)).error.code, 'no-run');
});

test('a token brings its modifiers as words of its class', async () => {
  const session = sessionWith(working());
  const { classes } = await session.call('tokens', [only('task old @deprecated')], silent);
  assert.deepEqual(classes, ['type', 'node declaration task deprecated', 'annotation']);
});

test('tokens are of the file that is asked for, and of none that is not there', async () => {
  const session = sessionWith(working());
  const sources = only('import { x } from "./lib"', { lib: 'task x' });
  assert.deepEqual((await session.call('tokens', [sources, 'lib'], silent)).classes, ['type', 'node declaration task']);
  assert.equal(await session.call('tokens', [sources, 'gone'], silent), null);
});

test('an analysis names imported files, and their problems name theirs', async () => {
  const session = sessionWith(working());
  const { imported, diagnostics } = await session.call(
    'edit',
    [only('import { x } from "./lib"\na -> x', { lib: 'state x\nx ->', other: 'y ->' })],
    silent,
  );
  assert.deepEqual(imported, ['lib']);
  assert.deepEqual(
    diagnostics.map((d) => d.file),
    ['lib'],
  );
});

test('a question about a text that is not the newest one is answered with null', async () => {
  const session = sessionWith(working());
  await session.call('edit', [only('task a')], silent);
  assert.deepEqual(
    await session.call('complete', ['machine.dygram', 'task a', 1], silent),
    Machine.parse('task a').complete(1),
  );
  assert.equal(await session.call('complete', ['machine.dygram', 'task ab', 1], silent), null);
  assert.equal(await session.call('complete', ['other.dygram', 'task a', 1], silent), null);
});

test('each question reaches the core, in the file it is about', async () => {
  const session = sessionWith(working());
  const lib = 'x -> y\nstate x';
  const main = 'import { x } from "./lib"\nx -> x\nx ->';
  await session.call('edit', [only(main, { lib })], silent);
  const ask = <K extends CallName>(name: K, ...rest: unknown[]) => session.call(name, ['lib', lib, ...rest], silent);
  assert.deepEqual(await ask('hover', 0), Machine.parse(lib).hover(0));
  assert.deepEqual(await ask('definition', 0), { from: 13, to: 14 });
  assert.deepEqual(await ask('references', 0), [
    { from: 0, to: 1 },
    { from: 13, to: 14 },
  ]);
  assert.deepEqual(await ask('fixes', 0, 1), []);
  assert.deepEqual(await ask('format'), { ok: true, text: 'x -> y\nstate x\n' });
  assert.deepEqual((await ask('file')).diagnostics, []);
  assert.equal((await session.call('format', ['machine.dygram', main], silent)).error.code, 'format-refused');
  assert.deepEqual(await session.call('definition', ['machine.dygram', main, 26], silent), {
    from: 13,
    to: 14,
    file: 'lib',
  });
  assert.deepEqual((await session.call('renameFile', ['machine.dygram', main, 'lib', 'lab'], silent)).edits, [
    { from: 19, to: 24, insert: './lab' },
  ]);
});

test('machines of earlier texts and of other files are freed', async () => {
  const { handles, core: counted } = counting();
  const session = sessionOver(counted, working());
  for (const text of ['a', 'b', 'c']) {
    await session.call('tokens', [only(text, { lib: 'task x', lab: 'task y' }), 'lib'], silent);
    await session.call('tokens', [only(text, { lib: 'task x', lab: 'task y' }), 'lab'], silent);
  }
  assert.equal(handles.machines, 2);
});

test('a replay of several branches, reported on the way, ends with the entries of the branch it ends on', async () => {
  const session = sessionWith(working(200));
  const record = {
    s: RING,
    r: { m: 'auto', l: [] },
    t: [],
    k: 6,
    b: [{ from: { tick: 1, action: 0, branch: 'b1' }, r: { m: 'auto', l: [] }, t: [[1, 'e', '1', 'Ctx.n', 30]], k: 1 }],
  };
  let reports = 0;
  const answer = await session.call('restore', [record, { tick: 1, action: 1, branch: 'b2' }, {}], () => {
    reports += 1;
  });
  assert.ok(reports > 0);
  const { position, entriesFrom, entries, since } = answer.snapshot;
  assert.deepEqual(
    [position.branch, position.tick, position.action, entriesFrom, since, entries.at(-1)?.action],
    ['b2', 1, 1, 0, 0, 1],
  );
  const look = { since: 0, knownEntries: 0 };
  const { snapshot: tip } = await session.call('goTo', [entries.at(-1)?.step, 'b2', look], () => {});
  assert.deepEqual([...answer.snapshot.events, ...(answer.snapshot.ahead ?? [])], tip.events);
  assert.equal(tip.ahead, undefined);
});

test('a cursor before the end is told what comes after it only where nothing is known', async () => {
  const { call } = await opened(RING);
  await call('step', {});
  const { snapshot: tip } = await call('step', {});
  const { snapshot: unknown } = await call('goTo', 0, null, { since: 0, knownEntries: 0 });
  assert.deepEqual([...unknown.events, ...(unknown.ahead ?? [])], tip.events);
  assert.deepEqual([unknown.position.step, unknown.position.atTip], [0, false]);
  const { snapshot: known } = await call('goTo', 0, null, { since: tip.events.length, knownEntries: 0 });
  assert.equal(known.ahead, undefined);
});
