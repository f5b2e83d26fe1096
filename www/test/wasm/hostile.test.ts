// What the fuzz target of links keeps, and a first stretch of what it makes: refused or replayed, never more than that.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { sessionOver } from '../session.ts';
import { sleep } from '../../src/core/yield.ts';
import * as core from '../../pkg/tracklight.js';
import { Opener, changed, numbers, seeds } from '../fuzz/hostile.ts';

before(() => core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) }));

test('every document that fuzzing kept is refused or replayed, and the next good link opens', async () => {
  const opener = new Opener(core);
  for (const document of await seeds()) {
    await opener.open(document);
    assert.ok(await opener.isWell(), JSON.stringify(document).slice(0, 200));
  }
});

test('changed documents are refused or replayed, and the next good link opens', async () => {
  const opener = new Opener(core);
  const begin = await seeds();
  const random = numbers(3);
  let readable = 0;
  for (let run = 0; run < 400; run += 1)
    if (await opener.open(changed(begin[random(begin.length)], random))) readable += 1;
  assert.ok(await opener.isWell());
  assert.ok(readable > 30, `${readable} were read`);
});

test('a run keeps to the ceiling of live paths whatever its machine asks for; that of all ends it', async () => {
  const s =
    'machine "x" { maxPaths: 1000000; maxSteps: 10000000; maxNodeInvocations: 1000000 }\ninit i\ni -> i @async(2)';
  let reports = 0;
  const session = sessionOver(core, { now: () => 0, sleep });
  const answer = await session.call('restore', [{ s, r: { l: [] }, t: [], k: 1000 }, null, {}], () => {
    reports += 1;
  });
  const { view, ceiling } = answer.snapshot;
  assert.equal(answer.error.code, 'replay');
  assert.match(answer.error.message, /this page holds at most 5000 paths of a run/);
  assert.deepEqual([view.limits.maxPaths, ceiling], [2000, { kind: 'paths', most: 5000 }]);
  assert.equal(reports, 0);
  assert.ok(view.paths.filter(({ status }) => !['failed', 'forked', 'completed'].includes(status)).length <= 2000);
  const again = await session.call('step', [{}]);
  assert.equal(again.error.code, 'page-ceiling');
});

test('a fork beyond the ceiling fails in words; a snapshot has the first pending calls and their number', async () => {
  const machine = (count: number) =>
    `machine "x" { maxPaths: 1000000 }\ninit i\ntask t { prompt: "go" }\ni -> t @async(${count})`;
  const session = sessionOver(core, { now: () => 0, sleep });
  const failed = await session.call('restore', [{ s: machine(10_000), r: { l: [] }, t: [], k: 1 }, null, {}], () => {});
  assert.deepEqual(failed.snapshot.ceiling, { kind: 'live', most: 2000, asked: 1_000_000 });
  const waiting = await session.call(
    'restore',
    [{ s: machine(1500), r: { m: 'manual', l: [] }, t: [], k: 2 }, null, {}],
    () => {},
  );
  const { pending } = waiting.snapshot;
  assert.ok(pending.counts.agents > 100, `${pending.counts.agents} wait`);
  assert.equal(pending.agents.length, 100);
});

test('a saved run with more live paths than a page holds is refused with its number', async () => {
  const machine = core.Machine.parse('machine "x" { maxPaths: 100000 }\ninit i\nstate b\ni -> b @async(3000)');
  const run = machine.start();
  run.step();
  const session = sessionOver(core, { now: () => 0, sleep });
  const answer = await session.call('resume', [run.save(), false, {}], () => {});
  assert.deepEqual([answer.ok, answer.error.code], [false, 'page-ceiling']);
  assert.match(answer.error.message, /3000 live paths/);
});
