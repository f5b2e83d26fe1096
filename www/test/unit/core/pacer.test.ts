// Slices end by their time and by their work: the time alone may be rounded, and in the page nothing else ends them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLICE_UNITS_IN_PAGE, WORK_IN_PAGE } from '../../../src/core/less-work.ts';
import { Pacer, SLICE_MS, SLICE_UNITS } from '../../../src/core/pacer.ts';
import { Session } from '../../../src/core/session.ts';
import { ENTRY } from '../../../src/protocol/sources.ts';
import { loose } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { core } from '../../wasm/core.ts';

/** A clock that stands still, and counts how often work gave way. */
function stopped(sliceUnits?: number) {
  const turns = { count: 0 };
  const clock = {
    now: () => 0,
    sleep: async () => {
      turns.count += 1;
    },
    ...(sliceUnits === undefined ? {} : { sliceUnits }),
  };
  return { clock, turns };
}

test('a slice ends after a number of units, in the page after a twentieth of it', async () => {
  assert.deepEqual([SLICE_UNITS / SLICE_UNITS_IN_PAGE, 60_000_000 / WORK_IN_PAGE], [20, 20]);
  for (const units of [undefined, SLICE_UNITS_IN_PAGE]) {
    const { clock, turns } = stopped(units);
    const pacer = new Pacer(clock);
    pacer.begin(() => {});
    for (let done = 0; done < 10 * (units ?? SLICE_UNITS); done += 10) await pacer.yieldIfNeeded(10);
    assert.equal(turns.count, 10);
  }
});

test('a slice ends after its time, however little was done', async () => {
  let [time, turns] = [0, 0];
  const pacer = new Pacer({ now: () => time, sleep: async () => void (turns += 1) });
  pacer.begin(() => {});
  await pacer.yieldIfNeeded();
  time += SLICE_MS;
  await pacer.yieldIfNeeded();
  await pacer.yieldIfNeeded();
  assert.equal(turns, 1);
});

test('a run gives way after the same steps on every machine, more often in the page', async () => {
  const counts: number[] = [];
  for (const units of [SLICE_UNITS, SLICE_UNITS_IN_PAGE]) {
    const { clock, turns } = stopped(units);
    const session = loose(new Session(core, clock));
    await session.call('edit', [{ source: RING, files: {}, entry: ENTRY }], () => {});
    await session.call('start', [{}, {}], () => {});
    const before = turns.count;
    await session.call('run', [{ ticksPerSecond: null, maxTicks: 500 }, {}], () => {});
    counts.push(turns.count - before);
    session.free();
  }
  const [inWorker = 0, inPage = 0] = counts;
  assert.ok(inWorker >= 1 && inPage >= 15 * inWorker, `${inWorker} turns, in the page ${inPage}`);
});
