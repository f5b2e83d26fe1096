// `round` in stubs: it counts the visits of a node by all paths, from the run itself, wherever a reply is asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentNodes } from '../../src/core/agent-nodes.ts';
import { decode, encode } from '../../src/link/codec.ts';
import { documentOf } from '../../src/link/share.ts';
import { recordOfLink } from '../../src/link/session-record.ts';
import { scripted } from '../../src/plugins/agents.ts';
import { core } from './core.ts';
import { callsOver } from '../session.ts';
import { still } from '../clock.ts';
import { loose, present } from '../loose.ts';
import type { Run } from '../../pkg/tracklight.js';
import type { AgentReply, AgentRequest, Event, LinkRun } from '../../src/protocol/types.ts';

const only = (source: string) => ({ source, files: {}, entry: 'machine.dygram' });
const LAPS =
  'context Laps { n<number>: 0 }\n' +
  'context Seen { round<number>: 0; by<string>: "" }\n' +
  'init begin\n' +
  'task look { prompt: "Look"; stub: [\n' +
  '  { when: "round == 1", write: { Seen: { round: "=round", by: "first" } } },\n' +
  '  { when: "round % 2 == 0", write: { Seen: { round: "=round", by: "even" } } },\n' +
  '  { write: { Seen: { round: "=round", by: "odd" } } }\n' +
  '] }\n' +
  'task count { prompt: "add 1 to Laps.n" }\n' +
  'end done\n' +
  'begin -@async(2)-> look\n' +
  'look -writes-> Seen\n' +
  'look -@join-> count\n' +
  'count -writes-> Laps\n' +
  'count -when: "Laps.n < 3"-> begin\n' +
  'count -> done\n';
/** What was written in each visit, in order. */
const EXPECTED = ['1 first', '2 even', '3 odd', '4 even', '5 odd', '6 even'];

const written = (events: unknown) =>
  loose(events as Event[])
    .filter(({ kind, name }) => kind === 'toolCalled' && name === 'write_Seen')
    .map(({ input }) => `${input.data.round} ${input.data.by}`);

test('the page: in a run, after going back, and in what a link opens', async () => {
  const call = callsOver(core, still);
  await call('edit', only(LAPS));
  await call('start', {}, {});
  await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
  const { snapshot } = await call('snapshot', {});
  assert.deepEqual(written(snapshot.events), EXPECTED);
  assert.equal(snapshot.view.outcome.kind, 'completed');

  const { run } = await call('link');
  const document = documentOf(only(LAPS), run as Partial<LinkRun>, null, core.version().rules);
  assert.equal(document.r?.l, undefined, 'its scripts give every reply again');
  for (const k of [3, 5, document.k ?? 0]) {
    const opened = await decode(await encode({ ...document, k }));
    assert.ok(opened.kind === 'document');
    const other = callsOver(core, still);
    const answer = await other('restore', recordOfLink(opened.document).record, null, {});
    assert.equal(answer.ok, true);
    // It goes on from there as if it had never stopped.
    await other('run', { ticksPerSecond: null, maxTicks: 200 }, {});
    assert.deepEqual(written((await other('snapshot', {})).snapshot.events), EXPECTED, `opened at ${k}`);
  }
});

/** Plays a run to its end. */
function play(run: Run, agent = scripted({})) {
  for (let i = 0; i < 200 && run.view().outcome.kind === 'running'; i += 1) {
    const { agents } = run.pending() as { agents: AgentRequest[] };
    if (agents.length === 0) run.step();
    for (const request of agents) present(run.reply(request.id, agent(request, { run }) as AgentReply));
  }
}

test('the npm package: in a run, after going back, and in one that was saved and resumed', () => {
  const machine = core.Machine.parse(LAPS);
  const run = machine.start();
  play(run);
  assert.deepEqual(written(run.events()), EXPECTED);

  const half = machine.start();
  while (written(half.events()).length < 3) {
    const { agents } = half.pending() as { agents: AgentRequest[] };
    if (agents.length === 0) half.step();
    const [request] = agents;
    if (request) half.reply(request.id, scripted({})(request, { run: half }));
  }
  const resumed = core.Machine.resume(half.save({ timeline: 'none' }));
  assert.ok(resumed.ok);
  play(resumed.run);
  assert.deepEqual(written(resumed.run.events()), EXPECTED.slice(3));

  half.goto(2);
  play(half);
  assert.deepEqual(written(half.events()), EXPECTED);
});

test('nodes that every path enters only once are told to the page', () => {
  const reported = (source: string) => {
    const machine = core.Machine.parse(source);
    return agentNodes(machine, machine.start().view()).flatMap(({ id, newPathsOnly }) => (newPathsOnly ? [id] : []));
  };
  assert.deepEqual(reported(LAPS), ['look']);
  const task = 'task t { prompt: "x" }\n';
  assert.deepEqual(reported(`init a\n${task}a -@async(2)-> t -> t\n`), []);
  assert.deepEqual(reported(`init a\n${task}a -> t -> a\n`), []);
  assert.deepEqual(reported(`context C { l: [1, 2] }\ninit a\n${task}a -@map(C.l)-> t\n`), ['t']);
  // The path that forked at the node goes on behind the join, and comes back.
  assert.deepEqual(reported(`init a\n${task}task u { prompt: "y" }\na -@async-> t\nt -@async(2)-> u -@join-> t\n`), [
    'u',
  ]);
});
