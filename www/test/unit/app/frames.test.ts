// One rendering a frame, on frames that the test makes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames } from '../../../src/app/frames.ts';

/** Frames made by hand. */
function byHand() {
  let waiting: (() => void)[] = [];
  return {
    frame: (act: () => void) => waiting.push(act),
    async next() {
      const due = waiting;
      waiting = [];
      for (const act of due) act();
      await Promise.resolve();
    },
  };
}

test('the first rendering of a frame is made at once, the next with the next frame, and no frame has two', async () => {
  const clock = byHand();
  const frames = new Frames(clock.frame);
  const rendered: number[] = [];
  let now = 0;
  const render = () => {
    const turn = frames.turn();
    if (turn === undefined) rendered.push(now);
    return turn?.then(() => {
      rendered.push(now);
    });
  };
  const next = async () => {
    now += 1;
    await clock.next();
  };

  assert.equal(render(), undefined);
  let waits = render();
  assert.deepEqual(rendered, [0]);
  await next();
  await waits;
  assert.deepEqual(rendered, [0, 1]);
  waits = render();
  assert.deepEqual(rendered, [0, 1], 'the frame has had its rendering');
  await next();
  await waits;
  assert.deepEqual(rendered, [0, 1, 2]);
  await next();
  await next();
  assert.equal(render(), undefined, 'frames without a rendering leave the next one free');
  assert.deepEqual(rendered, [0, 1, 2, 4]);
});
