import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxAround } from '../../../src/diagram/geometry.ts';
import { present } from '../../loose.ts';

const shape = (tagName: string, attributes: Record<string, string>) =>
  ({ tagName, getAttribute: (name: string) => attributes[name] ?? null }) as Element;

test('the box of a polygon lies around its points', () => {
  assert.deepEqual(boxAround(shape('polygon', { points: '54,-36 0,-36 0,-.5 54,0 54,-36' })), {
    x: 0,
    y: -36,
    width: 54,
    height: 36,
  });
});

test('the box of a round rectangle lies around the points of its path', () => {
  const d =
    'M341.03,-7842.2C341.03,-7848.2 335.03,-7854.2 329.03,-7854.2L221.5,-7854.2C209.5,-7848 209.5,-7821 215.5,-7809';
  const { x, y, width, height } = present(boxAround(shape('path', { d })));
  assert.deepEqual([x, y, width.toFixed(2), height.toFixed(1)], [209.5, -7854.2, '131.53', '45.2']);
});

test('the box of an ellipse is as wide as twice its radius', () => {
  assert.deepEqual(boxAround(shape('ellipse', { cx: '27', cy: '-18.5', rx: '27', ry: '18' })), {
    x: 0,
    y: -36.5,
    width: 54,
    height: 36,
  });
});

test('a shape without points has no box', () => {
  assert.equal(boxAround(shape('path', {})), null);
  assert.equal(boxAround(shape('g', {})), null);
});
