// The page's session over the built core, without worker and page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { decode as decodeLink } from '../../src/link/codec.ts';
import * as core from '../../pkg/tracklight.js';
import { recordOfLink } from '../../src/link/session-record.ts';
import { still, working } from '../clock.ts';
import { edgeNames } from '../../src/protocol/edge-keys.ts';
import { loosely, present, type Loose } from '../loose.ts';
import { sessionOver } from '../session.ts';
import type { Clock } from '../../src/core/pacer.ts';
import type { LinkDocument } from '../../src/link/types.ts';
import type { CallName } from '../../src/protocol/messages.ts';
import type { AgentSettings, Snapshot, Waits } from '../../src/protocol/types.ts';

interface Golden {
  name: string;
  fragment: string;
  document: LinkDocument;
}
type Seen = Loose<Snapshot>;

const decode = loosely(decodeLink);

const GOLDEN: Golden[] = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/links.json', import.meta.url), 'utf8'),
);
const golden = (name: string) => present(GOLDEN.find((entry) => entry.name === name));
const KETTLE = golden('kettle, source, codec a').document.s;

const only = (source: string) => ({ source, files: {}, entry: 'machine.dygram' });

before(() => core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) }));

async function opened(source: string, settings: AgentSettings = {}, clock: Clock = working()) {
  const session = sessionOver(core, clock);
  const call = <K extends CallName>(name: K, ...args: unknown[]) => session.call(name, args);
  const analysis = await call('edit', only(source));
  const started = await call('start', settings, {});
  assert.equal(started.ok, true);
  return { session, call, analysis, started };
}

/** The clock moves only while it is rested; all rests together are what was waited. */
async function waited(source: string, waits: Waits) {
  let time = 0;
  const session = sessionOver(core, {
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
  });
  await session.call('edit', [only(source)], () => {});
  await session.call('start', [{}, {}], () => {});
  const { snapshot } = await session.call('step', [{ waits }], () => {});
  return [time, snapshot.view.paths[0].node];
}

const celsius = ({ view }: Seen) => view.paths[0].context.Water.celsius;
const place = ({ position }: Seen) => `${position.tick}.${position.action}`;

test('the kettle parses without findings and heats by the default stubs', async () => {
  const { call, analysis } = await opened(KETTLE);
  assert.deepEqual([analysis.title, analysis.errors, analysis.nodes], ['Kettle', 0, 5]);
  const first = (await call('step', {})).snapshot;
  assert.equal(first.view.paths[0].node, 'heat');
  const second = (await call('step', {})).snapshot;
  assert.deepEqual([celsius(second), second.replies[0].mode, second.entries.at(-1)?.auto], [60, 'auto', true]);
  const third = (await call('step', {})).snapshot;
  assert.deepEqual([celsius(third), third.view.paths[0].node], [100, 'done']);
  assert.equal((await call('step', {})).snapshot.view.outcome.kind, 'completed');
});

test('what a script waits and what the core says a retry waits are two things', async () => {
  const source =
    'task ask @retry(2) { prompt: "Ask"; stub: [[{ fail: "busy" }, { fail: "still busy" }, { wait: 300, say: ' +
    '"done" }]] }\n' +
    'ask -> over';
  assert.deepEqual(await waited(source, 'skipped'), [0, 'over']);
  assert.deepEqual(await waited(source, 'scripted'), [300, 'over']);
  assert.deepEqual(await waited(source, 'real'), [1000 + 2000 + 300, 'over']);
});

for (const name of ['kettle, run, codec 0', 'kettle, run, codec 1 by zlib', 'kettle, run, codec 1 by another engine']) {
  test(`the worked link opens at its stated position: ${name}`, async () => {
    // With a clock that stands still no progress is told, so the answer holds every entry.
    const { call } = await opened('', {}, still);
    const { document } = await decode(golden(name).fragment);
    const { record } = recordOfLink(document);
    const { ok, snapshot } = await call('restore', record, null, {});
    assert.equal(ok, true);
    assert.deepEqual([place(snapshot), celsius(snapshot), snapshot.view.paths[0].node], ['3.0', 95, 'done']);
    const kinds = snapshot.entries.slice(1).map((entry) => entry.kind);
    assert.deepEqual(kinds, ['step', 'step', 'reply', 'setContext', 'step', 'reply']);
    const earlier = (await call('restore', record, { tick: 2, action: 1 }, {})).snapshot;
    assert.deepEqual([place(earlier), celsius(earlier)], ['2.1', 55]);
  });
}

test('a step that changes values keeps the drawing and sends its overlay only', async () => {
  const { call, started } = await opened(KETTLE);
  const look = { haveKey: started.snapshot.picture.key };
  const stepped = (await call('step', look)).snapshot.picture;
  assert.deepEqual([stepped.key, stepped.parts], [look.haveKey, null]);
  assert.ok(Object.values(stepped.overlay.cells).length > 0);
});

test('the static drawing has a layout key of its own', async () => {
  const { call } = await opened(KETTLE);
  const drawn = await call('draw', {});
  assert.match(drawn.parts.dot, /^digraph/);
  assert.equal((await call('draw', { haveKey: drawn.key })).parts, null);
});

test('scripts are played from the text, with expressions of the core', async () => {
  const source = KETTLE.replace(
    'prompt: "add 40 to Water.celsius"',
    'prompt: "heat", stub: { write: { Water: { celsius: "=Water.celsius * 2" } } }',
  );
  const { call, analysis } = await opened(source);
  assert.equal(analysis.errors, 0);
  await call('step', {});
  const { snapshot } = await call('step', {});
  assert.deepEqual([snapshot.replies[0]?.mode, celsius(snapshot), snapshot.replies[0]?.warnings], ['script', 40, []]);
});

const LAPS = `context C { n: 0; said<List<string>>: [] }
task lap { prompt: "go"; stub: [
  { when: "C.n == 0", turns: [{ write: { C: { n: 1 } } }, { write: { C: { said: "=C.said + ['first']" } } }] },
  { times: 2, write: { C: { said: "=C.said + ['twice']" } } },
  { when: "size(C.said) < 5", write: { C: { said: "=C.said + ['more']" } } },
  { write: { C: { said: "=C.said + ['end']" } } }
] }
state done
lap -writes-> C
lap -when: "C.said.exists(word, word == 'end')"-> done
lap -> lap`;

test('rules of a script go by what held when the visit asked, and by what the path has used up', async () => {
  const { call } = await opened(LAPS);
  const said = ({ view }: Seen) => view.paths[0].context.C.said;
  const all = ['first', 'twice', 'twice', 'more', 'more', 'end'];
  const { reason } = await call('run', { ticksPerSecond: null, maxTicks: 50 }, {});
  const end = (await call('snapshot', {})).snapshot;
  assert.deepEqual([reason, said(end), end.replies.flatMap(({ warnings }) => warnings)], ['ended', all, []]);
  // From an earlier position the same comes again: what was used up later is not.
  const third = present(end.entries.find(({ tick }) => tick === 3)).step;
  await call('goTo', third - 1, null, {});
  for (let i = 3; i < 8; i++) await call('step', {});
  const again = (await call('snapshot', {})).snapshot;
  assert.deepEqual([said(again), again.view.outcome.kind, again.branches.length], [all, 'completed', 2]);
});

test('a saved run knows what its rules had used up', async () => {
  const { call } = await opened(LAPS);
  for (let i = 0; i < 2; i++) await call('step', {});
  const resumed = await call('resume', await call('export', 'saved'), false, {});
  assert.equal(resumed.ok, true, JSON.stringify(resumed.error));
  for (let i = 0; i < 5; i++) await call('step', {});
  const { view } = (await call('snapshot', {})).snapshot;
  assert.deepEqual(view.paths[0].context.C.said, ['first', 'twice', 'twice', 'more', 'more', 'end']);
});

test('a saved run that a document holds opens at the branch and step where it was saved', async () => {
  const { call } = await opened(KETTLE);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  await call('back', 2, {});
  await call('step', {});
  await call('step', {});
  const { position } = (await call('back', 1, {})).snapshot;
  assert.deepEqual([position.branch, position.atTip], ['b2', false]);
  const record = { s: KETTLE, r: { l: [] }, t: [], k: 0, w: await call('export', 'saved'), now: {} };
  const { ok, snapshot } = await call('restore', record, null, {});
  assert.equal(ok, true);
  assert.deepEqual(snapshot.position, position);
  assert.deepEqual(
    snapshot.branches.map(({ id, current }) => [id, current]),
    [
      ['b1', false],
      ['b2', true],
    ],
  );
});

test('running time counts against a timeout of the machine, and only then', async () => {
  const laps = LAPS.replace('n == 0', 'n == 0').replace("word == 'end'", "word == 'never'");
  let time = 0;
  const run = async (header: string) => {
    const { call } = await opened(`${header}\n${laps}`, {}, { ...still, now: () => (time += 100) });
    const { reason } = await call('run', { ticksPerSecond: null, maxTicks: 40 }, {});
    const { view, entries, position } = (await call('snapshot', {})).snapshot;
    return { call, reason, view, position, reported: entries.filter(({ kind }) => kind === 'reportTime').length };
  };
  const free = await run('machine "Laps"');
  assert.deepEqual([free.reason, free.reported, free.view.elapsedMs], ['budget', 0, 0]);
  const long = await run('machine "Laps" { timeout: 1h }');
  assert.equal(long.reason, 'budget');
  assert.ok(long.reported > 1 && long.view.elapsedMs > 1000, JSON.stringify([long.reported, long.view.elapsedMs]));
  // A second Run adds its own time, not that between the two.
  time += 1_000_000;
  await long.call('run', { ticksPerSecond: null, maxTicks: 1 }, {});
  const { elapsedMs } = (await long.call('snapshot', {})).snapshot.view;
  assert.ok(elapsedMs > long.view.elapsedMs && elapsedMs < long.view.elapsedMs + 100_000, String(elapsedMs));
  const short = await run('machine "Laps" { timeout: 1500 }');
  assert.deepEqual([short.reason, short.view.outcome.kind], ['ended', 'failed']);
  assert.match(JSON.stringify(short.view.paths), /run-timeout/);
});

test('by hand: the request waits, a malformed reply is refused, a good one moves', async () => {
  const { call } = await opened(KETTLE, { m: 'manual' });
  await call('step', {});
  const waiting = (await call('step', {})).snapshot;
  const [request] = waiting.pending.agents;
  assert.equal(waiting.unanswered[request.id], 'waiting for your reply');
  assert.equal((await call('step', {})).error.code, 'agent-pending');
  assert.equal((await call('reply', request.id, { turn: [] }, {})).error.code, 'bad-argument');
  const { snapshot } = await call(
    'reply',
    request.id,
    { turns: [{ calls: [{ name: 'write_Water', input: { data: { celsius: 120 } } }] }] },
    {},
  );
  assert.deepEqual([place(snapshot), celsius(snapshot), snapshot.view.paths[0].node], ['2.1', 120, 'done']);
});

test('a refused value leaves everything as it was', async () => {
  const { call } = await opened(KETTLE);
  const answer = await call('setContext', '1', 'Water.celsius', 'hot', {});
  assert.deepEqual([answer.ok, answer.error.code, celsius(answer.snapshot)], [false, 'write-refused', 20]);
});

test('going back and stepping makes a branch; entries kept beside the run equal those of the run', async () => {
  const { call } = await opened(KETTLE);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  await call('back', 1, {});
  await call('setContext', '1', 'Water.celsius', 70, {});
  const branched = (await call('step', {})).snapshot;
  assert.deepEqual([branched.position.branch === 'b1', celsius(branched), place(branched)], [false, 110, '3.0']);
  const kept = branched.entries;
  await call('back', 1, {});
  await call('goTo', 0, 'b1', {});
  const read = (await call('goTo', branched.position.step, branched.position.branch, {})).snapshot.entries;
  const plain = ({ step, tick, action, kind, auto = false, outcome }: Seen['entries'][number]) => ({
    step,
    tick,
    action,
    kind,
    auto,
    outcome,
  });
  assert.deepEqual(read.map(plain), kept.map(plain));
});

test('what happened on another branch is told to its end, and the cursor stays where it is', async () => {
  const { call } = await opened(KETTLE);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  const { events, entries } = (await call('snapshot', {})).snapshot;
  await call('back', 2, {});
  const { position } = (await call('step', {})).snapshot;
  assert.notEqual(position.branch, 'b1');
  const past = await call('branchPast', 'b1');
  assert.deepEqual(past.events, events);
  assert.equal(past.entries.length, entries.length);
  assert.deepEqual((await call('snapshot', {})).snapshot.position, position);
});

test('a branch beside the present one tells what it waits for at its end', async () => {
  const { call } = await opened('task ask { needs: "how many" }\nstate done\nask -> done\n');
  await call('step', {});
  await call('fork', 0, null, {});
  const ends = async (branch: string) => (await call('branchPast', branch)).end;
  assert.equal((await call('snapshot', {})).snapshot.position.branch, 'b2');
  assert.deepEqual([await ends('b1'), await ends('b2')], ['awaitingAnswers', 'running']);
});

test('an endless machine stops at the notice, then at a limit of the core, and never hangs', async () => {
  const { call } = await opened('state a\nstate b\na -> b\nb -> a\n');
  const run = () => call('run', { ticksPerSecond: null, maxTicks: 10_000 }, {});
  assert.equal((await run()).reason, 'loop');
  const last = await run();
  assert.deepEqual([last.reason, last.snapshot.view.outcome.kind], ['ended', 'failed']);
});

test('an information request waits for a person or for the script of its node', async () => {
  const source =
    'context C { n<number> }\n' +
    'task ask { needs: "how many", prompt: "set C.n to 3" }\n' +
    'state done\n' +
    'ask -writes-> C\n' +
    'ask -> done\n';
  const { call } = await opened(source);
  const { snapshot } = await call('step', {});
  assert.deepEqual(
    snapshot.pending.requests.map((info) => info.query),
    ['how many'],
  );
  const answered = (await call('answer', snapshot.pending.requests[0].id, 'three', {})).snapshot;
  assert.deepEqual(
    [place(answered), answered.view.paths[0].node, answered.view.paths[0].context.C.n],
    ['1.1', 'done', 3],
  );
  const scripted = await opened(
    source.replace('prompt:', 'stub: { answers: ["three"], write: { C: { n: 4 } } }, prompt:'),
  );
  const done = (await scripted.call('step', {})).snapshot;
  assert.deepEqual([done.pending.requests.length, done.view.paths[0].context.C.n, place(done)], [0, 4, '1.0']);
});

test('tokens cover the text in order', async () => {
  const { call } = await opened(KETTLE);
  const { classes, tokens } = await call('tokens', only(KETTLE));
  assert.ok(classes.length > 2 && tokens.length % 3 === 0);
  for (let i = 3; i < tokens.length; i += 3)
    assert.ok(tokens[i] >= tokens[i - 2], `token ${i / 3} begins behind the one before`);
});

test('events told before an edit name the edges of the machine as it was then', async () => {
  const machine = (first: string) =>
    'task plan { meta: true; prompt: "x" }\n' +
    'context C { n: 0 }\n' +
    'state b\n' +
    'state c\n' +
    `${first}plan -when: "C.n >= 0"-> b\n` +
    'b -when: "C.n >= 0"-> c\n';
  const edited = core.Machine.parse(machine('plan -when: "C.n > 5"-> c\n')).toJSON();
  const { call } = await opened(machine(''), {
    n: { plan: { call: { update_definition: { machine: edited, reason: 'more' } } } },
  });
  /** What each condition that was checked is called, by the position of the cursor and by the names of today. */
  const reported = ({ snapshot }: { snapshot: Seen }) =>
    snapshot.events
      .filter((event: any) => event.kind === 'conditionEvaluated')
      .map(({ edge, step }) => [edgeNames(snapshot)(edge, step), edgeNames({ view: snapshot.view })(edge, step)]);
  await call('step', {});
  const before = await call('snapshot', {});
  assert.deepEqual([reported(before), before.snapshot.revisions], [[['plan → b', 'plan → b']], undefined]);
  const after = await call('decide', 'edit-1', true, {});
  assert.ok(after.ok, after.error?.message);
  const then = reported(await call('snapshot', {}))[0];
  assert.deepEqual(then, ['plan → b', 'plan → c'], 'the id names another edge today');
  const last = await call('step', {});
  const all = reported(await call('snapshot', {}));
  assert.deepEqual(all.at(-1), ['b → c', 'b → c']);
  assert.equal(last.snapshot.revisions.length, 2);
  // From a position before the edit the events behind it are told right as well.
  await call('back', 2, {});
  const { snapshot } = await call('snapshot', {});
  const { events } = last.snapshot;
  const newest = present(events.findLast((event) => event.kind === 'conditionEvaluated'));
  assert.equal(edgeNames(snapshot)(newest.edge, newest.step), 'b → c');
});

test('the scripts of an edited machine count from the edit on', async () => {
  const machine = (n: number) =>
    'task plan { meta: true; prompt: "x" }\n' +
    `task t { prompt: "x"; stub: { write: { C: { n: ${n} } } } }\n` +
    'context C { n: 0 }\n' +
    't -writes-> C\n' +
    'plan -> t\n' +
    't -> t';
  const edited = core.Machine.parse(machine(2)).toJSON();
  const { call } = await opened(machine(1), {
    n: { plan: { call: { update_definition: { machine: edited, reason: 'more' } } } },
  });
  const written = async (act: 'step') => {
    const { ok, snapshot, error } = await call(act, {});
    assert.ok(ok, error?.message);
    return [snapshot.view.paths[0].context.C.n, snapshot.replies.at(-1)?.mode];
  };
  assert.deepEqual(await written('step'), [0, 'script']);
  assert.deepEqual(await written('step'), [1, 'script']);
  await call('decide', 'edit-1', true, {});
  assert.deepEqual(await written('step'), [2, 'script']);
  await call('back', 2, {});
  assert.deepEqual(await written('step'), [1, 'script']);
});

test('a prompt is told with the values of an earlier step, and the cursor stays where it is', async () => {
  const { call } = await opened(
    'context C { n: 1 }\ninit a\ntask t { prompt: "add 1 to C.n. It is {{ C.n }}" }\nend z\n' +
      'a -> t\nt -writes-> C\nt -when: "C.n > 2"-> z\nt -> t',
  );
  for (let i = 0; i < 3; i += 1) await call('step', {});
  const { snapshot } = await call('snapshot', {});
  const [first, second] = snapshot.events.filter(({ kind }) => kind === 'agentReplied');
  const reported = async (step?: number) => (await call('describe', '1', 't', step))?.prompt;
  assert.equal(await reported((first?.step ?? 0) - 1), 'add 1 to C.n. It is 1');
  assert.equal(await reported((second?.step ?? 0) - 1), 'add 1 to C.n. It is 2');
  assert.equal(await reported(99_999), null);
  assert.deepEqual((await call('snapshot', {})).snapshot.position, snapshot.position);
});
