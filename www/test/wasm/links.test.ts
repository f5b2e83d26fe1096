// Links with a run over the built core: what they carry opens at the position it was made at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { supervise } from '../../src/core/calls.ts';
import { decode as decodeLink, encode } from '../../src/link/codec.ts';
import { documentOf } from '../../src/link/share.ts';
import { core } from './core.ts';
import { recordOfLink } from '../../src/link/session-record.ts';
import { compareTraces } from '../../src/link/trace.ts';
import { loose, present, type Loose } from '../loose.ts';
import { callsOver, sessionOver } from '../session.ts';
import { handWatch, still, working } from '../clock.ts';
import { InThreadWorker } from '../in-thread-worker.ts';
import type { LinkDocument } from '../../src/link/types.ts';
import type { CallName } from '../../src/protocol/messages.ts';
import type { AgentSettings, BranchRecord, Event, LinkRun, Snapshot } from '../../src/protocol/types.ts';

interface Golden {
  name: string;
  fragment: string;
  document: LinkDocument;
  position?: object;
  replay?: string;
  leftOut?: number;
}
type Call = ReturnType<typeof callsOver>;
type Seen = Loose<Snapshot>;
type Random = (n: number) => number;

const GOLDEN: Golden[] = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/links.json', import.meta.url), 'utf8'),
);
const folder = new URL('../../examples/', import.meta.url);
const GALLERY = (JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { slug: string }[]).map(
  ({ slug }) => ({ slug, source: readFileSync(new URL(`${slug}.dygram`, folder), 'utf8') }),
);
const ASK =
  'context C { n<number>: 0 }\n' +
  'init begin\n' +
  'task think { prompt: "set C.n to 7" }\n' +
  'state done\n' +
  'begin -> think\n' +
  'think -writes-> C\n' +
  'think -> think\n';
const write = (n: number) => ({ turns: [{ calls: [{ name: 'write_C', input: { data: { n } } }] }] });

/** A session whose clock stands still, so that no progress is told and answers hold everything. */
function begin() {
  return callsOver(core, still);
}

/** What was opened must be a document. */
async function decode(fragment: string): Promise<{ document: LinkDocument }> {
  const opened = await decodeLink(fragment);
  assert.ok(opened.kind === 'document');
  return opened;
}

async function opened(source: string, settings: AgentSettings = {}) {
  const call = begin();
  await call('edit', { source, files: {}, entry: 'machine.dygram' });
  await call('start', settings, {});
  return call;
}

async function linkOf(call: Call) {
  const link = await call('link');
  assert.equal(link.ok, true, link.error?.message);
  return documentOf(
    { source: link.run.s, files: {}, entry: 'machine.dygram' },
    link.run as Partial<LinkRun>,
    null,
    core.version().rules,
  );
}

async function through(document: LinkDocument) {
  const call = begin();
  const { record } = recordOfLink((await decode(await encode(document))).document);
  return { call, answer: await call('restore', record, null, {}) };
}

const look = async (call: Call) => (await call('snapshot', {})).snapshot;
const where = ({ position, view }: Seen) => ({
  tick: position.tick,
  action: position.action,
  outcome: view.outcome.kind,
  paths: Object.fromEntries(view.paths.map(({ id, node, status, context }) => [id, { node, status, context }])),
});
/** What a run is, whatever its actions were called. */
const state = ({ view: { paths, contexts, outcome, tick, nodes, pending, forces } }: Seen) =>
  JSON.stringify({ paths, contexts, outcome, tick, nodes, pending, forces });
const reported = (events: Loose<Event>[]) =>
  JSON.stringify(events.filter(({ kind }) => kind !== 'noRecording').map(({ seq, step, ...event }) => event));

for (const { name, fragment, position, replay, leftOut } of GOLDEN.filter((entry) => entry.position)) {
  test(`golden link ${name} opens at its position`, async () => {
    const { record } = recordOfLink((await decode(fragment)).document);
    const answer = await begin()('restore', record, null, {});
    assert.deepEqual(where(answer.snapshot), position);
    assert.deepEqual([answer.ok, answer.error?.data.code, answer.leftOut], [replay === undefined, replay, leftOut]);
  });
}

test('what was left out of a run of earlier rules is no part of its record, and is told once', async () => {
  const ENDED = 'run: e on a path that has ended, rules 1, is left out';
  const { document, position } = present(GOLDEN.find(({ name }) => name === ENDED));
  const { record } = recordOfLink(document);
  const [left, kept] = record.t;
  const inner = supervise(() => new InThreadWorker({ clock: still }), handWatch());
  const engine = loose(inner);
  const restoreWhole = () => {
    const { record, at } = present(inner.runRecord());
    return engine.restore(record, at, {}, () => {});
  };
  const answer = await engine.restore(record, null, {}, () => {});
  assert.deepEqual([answer.ok, answer.leftOut, engine.branchRecord().t], [true, 1, [kept]]);
  const again = await restoreWhole();
  assert.deepEqual([again.ok, again.leftOut, where(again.snapshot)], [true, undefined, position]);
  // On a branch of its own; the branches together go on as a saved run.
  const branch: BranchRecord = { from: { branch: 'b1', tick: 2, action: 0 }, r: { l: [] }, t: [left], k: 3 };
  const both = await engine.restore({ ...record, b: [branch] }, { tick: 3, action: 0, branch: 'b2' }, {}, () => {});
  assert.deepEqual([both.ok, both.leftOut, typeof engine.runRecord().record.w], [true, 2, 'string']);
  const back = await restoreWhole();
  assert.deepEqual(
    [back.ok, back.leftOut, back.snapshot.branches.length, where(back.snapshot)],
    [true, undefined, 2, where(both.snapshot)],
  );
});

test('a record without rules is of the oldest; one of rules 2 stops where it is refused', async () => {
  const {
    record: { v, ...record },
  } = recordOfLink(present(GOLDEN.find(({ name }) => name === 'run: e on a path that has ended, rules 2')).document);
  assert.equal(v, 2);
  assert.equal((await begin()('restore', record, null, {})).leftOut, 1);
  assert.equal((await begin()('restore', { ...record, v }, null, {})).error.data.code, 'path-ended');
});

for (const { slug, source } of GALLERY) {
  test(`${slug} goes through a link with its run`, async () => {
    const call = await opened(source);
    await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
    const before = await look(call);
    const document = await linkOf(call);
    assert.equal(document.r?.l, undefined, 'its scripts and the auto agent give every reply again');
    const { call: other, answer } = await through(document);
    assert.equal(answer.ok, true);
    const after = await look(other);
    assert.deepEqual([after.view, after.events], [before.view, before.events]);
  });
}

test('runs with changed settings, replies by hand, edits and branches go through a link', async () => {
  const random = generator(11);
  let stored = 0;
  for (const { slug, source } of [...GALLERY, ...GALLERY, ...GALLERY]) {
    const call = await opened(source, MODES[random(3)]);
    const deeds = await play(call, random);
    const before = await look(call);
    const document = await linkOf(call);
    stored += document.r?.l?.length ?? 0;
    const { call: other, answer } = await through(document);
    const about = `${slug}: ${deeds.join(', ')}`;
    assert.equal(answer.ok, true, about);
    const after = await look(other);
    assert.equal(state(after), state(before), about);
    assert.equal(reported(after.events), reported(before.events), about);
  }
  assert.ok(stored > 20, `only ${stored} replies were stored`);
});

const MODES: AgentSettings[] = [{}, { m: 'auto' }, { m: 'manual' }];

/** Does what visitors do, in some order. */
async function play(call: Call, random: Random) {
  const deeds: string[] = [];
  let snapshot = await look(call);
  const act = async (name: CallName, ...args: unknown[]) => {
    deeds.push([name, ...args].map((arg) => JSON.stringify(arg)).join(' '));
    await call(name, ...args, {});
    snapshot = await look(call);
  };
  for (let n = 0; n < 14; n += 1) {
    const { agents, requests } = snapshot.pending;
    const path = snapshot.view.paths.at(0);
    const what = random(9);
    if (what < 3) await act('step');
    else if (what === 3) await act('settings', MODES[random(3)]);
    else if (what === 4 && agents.length > 0) {
      const { id, transitions } = agents[random(agents.length)];
      const turn = transitions.length > 0 ? { calls: [{ name: transitions[0].tool, input: {} }] } : { text: 'hm' };
      await act(
        'reply',
        id,
        random(4) === 0
          ? { error: { message: 'no', retryable: random(2) === 0 } }
          : { turns: [turn], final: random(2) === 0 },
      );
    } else if (what === 5 && requests.length > 0)
      await act('answer', requests[random(requests.length)].id, random(2) === 0 ? 'yes' : { error: 'no' });
    else if (what === 6 && random(3) === 0) await act('back', 1 + random(2));
    else if (what === 7 && path) {
      const [context, fields] =
        Object.entries(path.context).find(([, values]) =>
          Object.values(values).some((value) => typeof value === 'number'),
        ) ?? [];
      const field = Object.keys(fields ?? {}).find((name) => typeof fields?.[name] === 'number');
      if (field) await act('setContext', path.id, `${context}.${field}`, random(9));
    } else if (what === 8 && snapshot.view.edges.length > 0 && random(2) === 0)
      await act('force', '*', snapshot.view.edges[random(snapshot.view.edges.length)].id, 'skip');
  }
  return deeds;
}

test('of a node with a stored reply every reply is stored, of others none', async () => {
  const call = await opened(
    `${ASK.replace('think -> think', 'think -> other')}task other { prompt: "set C.n to 1" }\n` +
      'other -writes-> C\n' +
      'other -> think\n',
    { n: { think: 'manual' } },
  );
  await call('step', {});
  await call('step', {});
  await call('reply', 'agent-1-1', write(3), {});
  await call('settings', {}, {});
  for (let i = 0; i < 3; i += 1) await call('step', {});
  const { r, t, k } = await linkOf(call);
  assert.deepEqual([r?.l?.map(([, node]) => node), t, k], [['think', 'think'], [[2, 'r', 0]], 5]);
});

test('a request of a node with stored replies waits when none is left, until another agent is chosen', async () => {
  const call = await opened(ASK, { m: 'manual' });
  await call('step', {});
  await call('step', {});
  await call('reply', 'agent-1-1', write(3), {});
  await call('settings', {}, {});
  const { call: other, answer } = await through(await linkOf(call));
  assert.equal(answer.ok, true);
  const { snapshot } = await other('step', {});
  const [request] = snapshot.pending.agents;
  assert.match(snapshot.unanswered[request.id], /no reply/);
  assert.ok(snapshot.events.some(({ kind }) => kind === 'noRecording'));
  assert.deepEqual((await other('settings', { m: 'auto' }, {})).snapshot.pending.agents, []);
});

test('replies by hand are listed again when their run is opened again', async () => {
  const call = await opened(ASK, { m: 'manual' });
  await call('step', {});
  await call('step', {});
  await call('reply', 'agent-1-1', write(3), {});
  const { answer } = await through(await linkOf(call));
  assert.ok(answer.ok);
  assert.deepEqual(
    answer.snapshot.replies.map(({ request, mode, reply }) => [request, mode, JSON.stringify(reply)]),
    [['agent-1-1', 'manual', JSON.stringify(write(3))]],
  );
});

test('a request that was asked in vain still waits when the link is opened', async () => {
  const call = await opened(ASK, { m: 'manual' });
  await call('step', {});
  await call('step', {});
  await call('cancel', '1', {});
  await call('settings', {}, {});
  const document = await linkOf(call);
  assert.deepEqual(document.r, { n: { think: 'manual' } });
  const { call: other } = await through(document);
  assert.equal(state(await look(other)), state(await look(call)));
});

test('a saved run and a played recording can be shared, though nobody knows their settings', async () => {
  const call = await opened(ASK, { n: { think: { write: { C: { n: '=C.n + 2' } } } } });
  for (let i = 0; i < 4; i += 1) await call('step', {});
  const saved = begin();
  await saved('resume', await call('export', 'saved'), false, {});
  const recorded = await opened(ASK);
  await recorded('playRecording', JSON.parse(await call('export', 'recording')), false, {});
  for (const one of [saved, recorded]) {
    const { call: other, answer } = await through(await linkOf(one));
    assert.equal(answer.ok, true);
    assert.equal(state(await look(other)), state(await look(one)));
  }
});

test('a link carries the name of its branch', async () => {
  const call = await opened(ASK);
  assert.equal((await linkOf(call)).n, undefined);
  await call('fork', 0, null, {});
  await call('renameBranch', 'b2', 'Why it waits', {});
  await call('step', {});
  const { call: other } = await through(await linkOf(call));
  assert.deepEqual(
    (await look(other)).branches.map(({ name }) => name),
    ['Why it waits'],
  );
  assert.equal((await linkOf(other)).n, 'Why it waits');
});

test('a link carries the run up to the cursor only', async () => {
  const call = await opened(ASK);
  for (let i = 0; i < 4; i += 1) await call('step', {});
  await call('back', 2, {});
  assert.equal((await linkOf(call)).k, 2);
});

test('a trace replays to the same events and the same end', async () => {
  const call = await opened(ASK);
  for (let i = 0; i < 3; i += 1) await call('step', {});
  const trace = JSON.parse(await call('export', 'trace'));
  const { call: other } = await through(await linkOf(call));
  assert.equal(compareTraces(trace, JSON.parse(await other('export', 'trace'))), null);
  await other('step', {});
  assert.deepEqual(loose(compareTraces(trace, JSON.parse(await other('export', 'trace')))).was, null);
});

test('a replay that is stopped keeps the position reached', async () => {
  const source = 'machine "Ring" { maxSteps: 5000; maxNodeInvocations: 5000 }\ninit a\nstate b\na -> b\nb -> a\n';
  // Progress is due after a tenth of a second of this clock, long before the 4,000 ticks are played.
  const session = sessionOver(core, working());
  const { ok, stopped, snapshot } = await session.call(
    'restore',
    [{ s: source, r: { l: [] }, t: [], k: 4000 }, null, {}],
    () => session.pause(),
  );
  assert.deepEqual([ok, stopped], [true, true]);
  assert.ok(snapshot.position.tick > 0 && snapshot.position.tick < 4000);
});

function generator(seed: number) {
  let at = seed;
  return (n: number) => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return Math.floor((at / 2 ** 32) * n);
  };
}

for (const { slug, source } of GALLERY) {
  test(`${slug}: a comment, blank lines and the formatter keep the run; its link carries the new text`, async () => {
    const call = await opened(source);
    await call('step', {});
    await call('step', {});
    const before = await look(call);
    const formatted = core.Machine.parse(source).format();
    const texts = [`// first\n${source}`, `\n\n${source}\n\n// last`, ...(formatted.ok ? [formatted.text] : [])];
    for (const text of texts) {
      assert.equal((await call('edit', { source: text, files: {}, entry: 'machine.dygram' })).ofRun, true);
      const now = await look(call);
      assert.equal(now.source, text);
      assert.equal(state(now), state(before));
      const document = await linkOf(call);
      assert.equal(document.s, text);
      const { call: other, answer } = await through(document);
      assert.equal(answer.ok, true, answer.error?.message);
      assert.equal(state(await look(other)), state(before));
      assert.equal(reported((await look(other)).events), reported(before.events));
    }
    assert.equal(
      (await call('edit', { source: `${source}\ntask added\n`, files: {}, entry: 'machine.dygram' })).ofRun,
      false,
    );
    assert.equal((await look(call)).source, texts.at(-1));
  });
}

test('a text with errors is not taken for that of the run, even if it means the same so far', async () => {
  const text = `${ASK}\nstate spare`;
  const call = await opened(text);
  await call('step', {});
  const { ofRun, errors } = await call('edit', { source: `${text} {`, files: {}, entry: 'machine.dygram' });
  assert.deepEqual({ ofRun, errors }, { ofRun: false, errors: 1 });
  assert.equal((await look(call)).source, text);
  assert.equal((await call('edit', { source: `${text} {}`, files: {}, entry: 'machine.dygram' })).ofRun, true);
});

test('a run that was opened from a saved one takes another text of the same machine, and is kept with it', async () => {
  const call = await opened(ASK);
  await call('step', {});
  await call('step', {});
  const saved = await call('export', 'saved');
  const again = begin();
  await again('resume', saved, false, {});
  const text = `// mine\n${ASK}`;
  assert.equal((await again('edit', { source: text, files: {}, entry: 'machine.dygram' })).ofRun, true);
  assert.equal(JSON.parse(await again('export', 'saved')).source, text);
  assert.equal((await linkOf(again)).s, text);
});
