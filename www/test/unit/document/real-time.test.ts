// The clock of a run that follows the wall clock: when it moves, and by how much.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RealTime } from '../../../src/document/real-time.ts';
import { testStore } from '../store.ts';
import type { RunClock } from '../../../src/run/run-store.ts';

/** A run with a clock, of which the timers are due at these times. */
function page(...due: number[]) {
  const store = testStore();
  let now = 1_000_000;
  let wait: { end: number; act: () => void } | null = null;
  let clock: RunClock | null = null;
  let step = 0;
  const run = { clock: 0, due };
  const passed: number[] = [];
  let resumed = 0;
  const show = (branch = 'b1') => {
    step += 1;
    const timers = run.due.map((due) => ({ path: '1', node: 'a', edge: 'e', due, left: Math.max(0, due - run.clock) }));
    const snapshot = { position: { step, branch, atTip: true }, view: { clock: run.clock, timers } };
    store.set({ run: { ...store.state.run, snapshot } as never });
  };
  const elapse = (ms: number) => {
    const first = Math.min(...run.due);
    const moved = Math.min(ms, Math.max(0, first - run.clock));
    run.clock += moved;
    run.due = run.due.filter((due) => due > run.clock);
    passed.push(ms);
    return moved;
  };
  const running = {
    followClock: (given: RunClock | null) => (clock = given),
    catchUp: async () => {
      const ms = Math.ceil(clock?.lag() ?? 0);
      if (ms < 1) return null;
      clock?.moved(elapse(ms));
      show();
      return null;
    },
    resumeAfterAnswer: async () => void (resumed += 1),
  };
  const after = (ms: number, act: () => void) => {
    const own = { end: now + ms, act };
    wait = own;
    return () => {
      if (wait === own) wait = null;
    };
  };
  new RealTime({ store, running, clock: { now: () => now, after } } as never);
  return {
    store,
    run,
    passed,
    show,
    elapse,
    lag: () => clock?.lag() ?? 0,
    isWaiting: () => wait !== null,
    resumed: () => resumed,
    turn: (on: boolean) => store.set({ settings: { ...store.state.settings, realTime: on } } as never),
    async pass(ms: number) {
      now += ms;
      while (wait && wait.end <= now) {
        const { act } = wait;
        wait = null;
        act();
        await new Promise(setImmediate);
      }
    },
  };
}

test('world 3: by default the clock stands still', async () => {
  const { show, pass, passed, isWaiting, lag } = page(1000);
  show();
  await pass(5000);
  assert.deepEqual([passed, isWaiting(), lag()], [[], false, 0]);
});

test('in real time a timer fires when it is due, and the run goes on', async () => {
  const { show, turn, pass, passed, run, resumed } = page(1000);
  turn(true);
  show();
  await pass(999);
  assert.deepEqual(passed, []);
  await pass(1);
  assert.deepEqual([passed, run.clock, resumed()], [[1000], 1000, 1]);
});

test('several timers fire one after the other, each at its time', async () => {
  const { show, turn, pass, run, isWaiting } = page(1000, 1500);
  turn(true);
  show();
  await pass(1200);
  assert.deepEqual([run.clock, run.due], [1000, [1500]]);
  await pass(300);
  assert.deepEqual([run.clock, run.due, isWaiting()], [1500, [], false]);
});

test('time that was skipped is not waited for, and what passed before is kept', async () => {
  const { show, turn, pass, run, elapse, lag } = page(1000, 5000);
  turn(true);
  show();
  await pass(400);
  elapse(1000);
  show();
  assert.deepEqual([run.clock, lag()], [1000, 400]);
  await pass(3600);
  assert.deepEqual([run.clock, run.due], [5000, []]);
});

test('the clock does not follow while no timer runs, nor what passed before it was turned on', async () => {
  const { show, turn, pass, run, lag } = page(1000);
  show();
  await pass(700);
  turn(true);
  assert.equal(lag(), 0);
  await pass(999);
  assert.equal(run.clock, 0);
  await pass(1);
  assert.deepEqual([run.clock, lag()], [1000, 0]);
});

test('turned off, it waits no more', async () => {
  const { show, turn, pass, passed, isWaiting } = page(1000);
  turn(true);
  show();
  turn(false);
  await pass(2000);
  assert.deepEqual([passed, isWaiting()], [[], false]);
});
