// A text that costs more work than its budget: one finding that says so, in the whole package and in the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { WORK_IN_PAGE, withLessWork } from '../../src/core/less-work.ts';
import { Session } from '../../src/core/session.ts';
import { sleep } from '../../src/core/yield.ts';
import { present } from '../loose.ts';
import * as core from '../../pkg/tracklight.js';

before(() => core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) }));

const names = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(', ');
const square = (count: number, label: string) => `${names('a', count)} -"${label}"-> ${names('b', count)}\n`;
/** More than the whole budget: ten thousand edges, each with a long label. */
const BEYOND = square(100, 'x'.repeat(100_000));
/** Within the whole budget, beyond a twentieth of it. */
const FOR_WORKERS = square(120, 'go');

const codes = (machine: core.Machine) => machine.diagnostics().map(({ code }) => code);

test('a text beyond the budget is one finding, and its machine is empty', () => {
  const machine = core.Machine.parse(BEYOND);
  assert.deepEqual(codes(machine), ['too-large']);
  assert.match(
    machine.diagnostics()[0].message,
    /^this is too large: more than \d+ nodes and \d+ edges, with too much/,
  );
  assert.deepEqual(machine.counts(), { nodes: 0, edges: 0, files: [] });
  assert.equal(machine.source, BEYOND);
  assert.equal(machine.format().ok, false);
  assert.match(machine.dot(), /^digraph/);
});

test('the budget is an option, of `parse` and of `resume`', () => {
  assert.equal(core.Machine.parse(FOR_WORKERS).counts().edges, 14_400);
  assert.deepEqual(codes(core.Machine.parse(FOR_WORKERS, undefined, undefined, { work: WORK_IN_PAGE })), ['too-large']);
  assert.throws(() => core.Machine.parse('a', undefined, undefined, { work: 0 }), { code: 'bad-argument' });
  const saved = core.Machine.parse(FOR_WORKERS).start().save();
  assert.equal(core.Machine.resume(saved).ok, true);
  const refused = core.Machine.resume(saved, { work: WORK_IN_PAGE });
  assert.ok(!refused.ok && refused.error.code === 'bad-save' && /too large/.test(refused.error.message));
});

test('without a worker a session reads texts with a twentieth of the budget', async () => {
  const read = async (used: ConstructorParameters<typeof Session>[0]) => {
    const session = new Session(used, { now: () => 0, sleep });
    const sources = { source: FOR_WORKERS, files: {}, entry: 'machine.dygram' };
    const { diagnostics, edges } = present(await session.call('edit', [sources], () => {}));
    return [diagnostics.filter(({ code }) => code === 'too-large').length, edges];
  };
  assert.deepEqual(await read(core), [0, 14_400]);
  assert.deepEqual(await read(withLessWork(core)), [1, 0]);
  assert.equal(WORK_IN_PAGE * 20, 60_000_000);
});
