// A process that is killed in the middle of a run, and another one that goes on.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { full } from '../../full.ts';
import { fileJournal, memoryJournal, resumeMachine, runMachine, type MachineRun } from '../../../src/runner/index.ts';
import { MACHINE, notingAgent } from './killed-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-killed-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const POINTS = 40;
const MOMENTS = ['before', 'during', 'after'];

/** What a run came to. Its steps are numbered in the order in which replies came. */
const stateOf = ({ outcome, usage, view: { contexts, nodes, paths, counters } }: MachineRun) =>
  JSON.parse(
    JSON.stringify(
      {
        outcome,
        usage,
        contexts,
        nodes,
        counters,
        paths: paths.map(({ id, node, status, visits, context }) => ({ id, node, status, visits, context })),
      },
      (key, value) => (key === 'version' ? undefined : value),
    ),
  );

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);

test('exchange_3_killed at any point, a run comes to the same state and repeats no call that was kept', async () => {
  const whole = memoryJournal();
  const calls: string[] = [];
  const uninterrupted = await runMachine(MACHINE, { journal: whole, agent: notingAgent((key) => calls.push(key)) });
  assert.equal(uninterrupted.outcome.kind, 'completed');
  assert.equal(calls.length, 12);
  const wanted = stateOf(uninterrupted);
  const program = new URL('./killed-run.ts', import.meta.url).pathname;
  for (let point = 0; point < POINTS; point += full ? 1 : 8) {
    const entry = 2 + Math.floor((point * (whole.lines.length - 1)) / POINTS);
    const moment = MOMENTS[point % MOMENTS.length];
    const [journal, noted] = [join(folder, `${point}.jsonl`), join(folder, `${point}.calls`)];
    const { signal, stderr } = spawnSync(
      process.execPath,
      [...process.execArgv, program, journal, noted, String(entry), moment],
      { encoding: 'utf8' },
    );
    assert.equal(signal, 'SIGKILL', stderr);
    const kept = linesOf(journal).flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
    assert.equal(kept.length, moment === 'after' ? entry : entry - 1);
    const again: string[] = [];
    const run = await resumeMachine(fileJournal(journal, { onNotice: () => {} }), {
      agent: notingAgent((key) => again.push(key)),
    });
    assert.deepEqual(stateOf(run), wanted, `${moment} entry ${entry}`);
    const replied = new Set(
      kept.filter(({ kind }) => kind === 'reply').map(({ request }) => `${kept[0].run}/${request}`),
    );
    assert.deepEqual(
      again.filter((key) => replied.has(key)),
      [],
    );
    assert.equal(new Set([...linesOf(noted), ...again]).size, 12, 'what is called again has the key that it had');
  }
});
