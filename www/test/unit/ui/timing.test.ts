// What waits for a pause, and what comes no more often than it may.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { debounce, throttle } from '../../../src/ui/timing.ts';
import { FakeClock } from '../../clock.ts';

function setUp(kind: typeof debounce | typeof throttle) {
  const clock = new FakeClock();
  const calls: [string, number][] = [];
  const call = kind((text: string) => calls.push([text, clock.now()]), 100, clock);
  return { clock, calls, call };
}

test('a debounced call comes after a pause, with the last arguments', () => {
  const { clock, calls, call } = setUp(debounce);
  call('a');
  clock.pass(99);
  call('b');
  clock.pass(99);
  assert.deepEqual(calls, []);
  clock.pass(1);
  assert.deepEqual(calls, [['b', 199]]);
  clock.pass(500);
  assert.equal(calls.length, 1);
});

test('a throttled call comes at once, and the last of those that follow when it may', () => {
  const { clock, calls, call } = setUp(throttle);
  call('a');
  clock.pass(30);
  call('b');
  clock.pass(30);
  call('c');
  clock.pass(200);
  call('d');
  assert.deepEqual(calls, [
    ['a', 0],
    ['c', 100],
    ['d', 260],
  ]);
});

test('a delayed call is dropped or made at once when asked, and then not made again', () => {
  for (const kind of [debounce, throttle]) {
    const { clock, calls, call } = setUp(kind);
    call('a');
    call.flush();
    call('b');
    call.cancel();
    clock.pass(500);
    assert.deepEqual(calls, [['a', 0]]);
    call.flush();
    call('c');
    call('d');
    call.flush();
    clock.pass(500);
    assert.equal(calls.at(-1)?.[0], 'd');
    assert.equal(calls.filter(([text]) => text === 'd').length, 1);
  }
});

test('a call that is made while another one is running waits anew', () => {
  const clock = new FakeClock();
  const times: number[] = [];
  const call = debounce(
    () => {
      times.push(clock.now());
      if (times.length < 3) call();
    },
    100,
    clock,
  );
  call();
  clock.pass(1000);
  assert.deepEqual(times, [100, 200, 300]);
});

test('a call is pending until it is made or dropped', () => {
  for (const kind of [debounce, throttle]) {
    const { clock, call } = setUp(kind);
    assert.equal(call.isPending(), false);
    call('a');
    call('b');
    assert.equal(call.isPending(), true);
    call.cancel();
    assert.equal(call.isPending(), false);
    call('c');
    clock.pass(500);
    assert.equal(call.isPending(), false);
  }
});

test('how long a debounced call waits may depend on its arguments', () => {
  const clock = new FakeClock();
  const calls: [string, number][] = [];
  const call = debounce(
    (text: string) => calls.push([text, clock.now()]),
    (text) => text.length,
    clock,
  );
  call('slow');
  call('a');
  clock.pass(500);
  assert.deepEqual(calls, [['a', 1]]);
});
