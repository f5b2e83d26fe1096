// The session over the real core: start values, fields, edits of the context graph, and both after a restore.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as core from '../../pkg/tracklight.js';
import { callsOver } from '../session.ts';
import './core.ts';
import { working } from '../clock.ts';
import type { Inputs } from '../../src/protocol/types.ts';

const SOURCE = `machine "Desk" { contextBudget: 700 }
input Site { name<string> @minLength(3) }
context Note { text: "n" }
Note *--> Site
task ask { prompt: "go" }; state done
ask -> done
ask -reads-> Site
ask -reads-> Note`;

async function opened(input: Inputs | undefined) {
  const call = callsOver(core, working());
  await call('edit', { source: SOURCE, files: {}, entry: 'machine.dygram' });
  const started = await call('start', { m: 'manual' }, {}, input);
  return { call, started };
}

test('start values that the machine does not take are left out, and wrong ones are found beforehand', async () => {
  const { call, started } = await opened({ Site: { name: 'Mill', gone: 1 }, Gone: { x: 1 }, Note: { free: true } });
  assert.deepEqual(started.snapshot.input, { Site: { name: 'Mill' }, Note: { free: true } });
  assert.deepEqual(started.snapshot.view.paths[0].context.Site, { name: 'Mill' });
  assert.deepEqual(
    (await call('check', 'Site', { name: 'x' })).map(({ pointer, code }) => [pointer, code]),
    [['/name', 'min-length']],
  );
  assert.deepEqual(await call('check', 'Site', { name: 'Ox bow' }), []);
  const { hash, contexts } = await call('fields');
  assert.equal(hash, started.snapshot.view.machineHash);
  assert.deepEqual(
    contexts.map(({ id, role }) => [id, role]),
    [
      ['Site', 'input'],
      ['Note', 'state'],
    ],
  );
});

test('an edit of the graph makes no position and shows in the open request at once', async () => {
  const { call } = await opened({ Site: { name: 'Mill' } });
  const before = (await call('step', {})).snapshot;
  const edited = await call('graphEdit', { op: 'state', node: 'ctx:1/Site', state: 'HIDDEN' }, {});
  assert.deepEqual(edited.result, { ok: true, changed: true });
  assert.deepEqual(edited.snapshot.position, before.position);
  assert.equal(edited.snapshot.graphRevision, before.graphRevision + 1);
  const { projection } = await call('projection', '1', {});
  assert.deepEqual(edited.snapshot.pending.agents[0].projection, projection);
  assert.deepEqual(
    projection.handles.map(({ id, reason }) => [id, reason]),
    [['ctx:1/Site', 'hidden']],
  );
  const refused = await call('graphEdit', { op: 'link', parent: 'ctx:1/Site', child: 'ctx:1/Note' }, {});
  assert.deepEqual(
    [refused.error.code, refused.error.data.cycle],
    ['cycle', ['ctx:1/Site', 'ctx:1/Note', 'ctx:1/Site']],
  );
  const misused = await call('graphEdit', { op: 'state', node: 'run', state: 'OPEN' }, {});
  assert.deepEqual([misused.ok, misused.error.code], [false, 'bad-argument']);
});

test('a budget is never exceeded, and one that is none is refused', async () => {
  const { call } = await opened({ Site: { name: 'Mill' } });
  for (const budget of [0, 1, 7, 20, 500, 8000, 1_000_000]) {
    const { projection } = await call('projection', '1', { budget });
    assert.ok(projection.total <= budget, String(budget));
    assert.equal(
      projection.total,
      projection.sections.reduce((sum, { tokens }) => sum + tokens, 0),
    );
  }
  assert.equal((await call('projection', '1', {})).projection.budget, 700);
  assert.equal((await call('projection', '1', { budget: 1_000_001 })).error.code, 'bad-budget');
});

test('a restored record brings start values and the edited graph with its views', async () => {
  const g = [
    { op: 'group', title: 'Mine', parents: ['machine'], children: ['ctx:1/Note'] },
    { op: 'saveView', name: 'v' },
    { op: 'state', node: 'nowhere', state: 'ALL' },
    { op: 'budget', tokens: 40 },
  ];
  const { call } = await opened(undefined);
  const { snapshot } = await call(
    'restore',
    { s: SOURCE, i: { Site: { name: 'Mill' } }, r: { m: 'manual', l: [] }, t: [], k: 1, g },
    null,
    {},
  );
  assert.deepEqual(snapshot.input, { Site: { name: 'Mill' } });
  const { graph, views } = await call('graph');
  assert.equal(graph.budget, 40);
  assert.equal(graph.nodes.find(({ id }) => id === 'grp:1')?.title, 'Mine');
  assert.deepEqual(
    views.map(({ name }) => name),
    ['v'],
  );
});
