// @ts-nocheck The shapes here are made up, and smaller than the real ones.
// The camera over the drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstView, fit, keepAnchor, MAX_SCALE, reveal, zoomAt } from '../../diagram/view.js';

const stage = { width: 800, height: 600 };
const drawing = { x: 0, y: 0, width: 400, height: 300 };
const onScreen = (camera, point) => ({ x: point.x * camera.scale + camera.x, y: point.y * camera.scale + camera.y });

test('fit puts the middle of the drawing into the middle of the stage', () => {
  const camera = fit(drawing, stage);
  assert.deepEqual(onScreen(camera, { x: 200, y: 150 }), { x: 400, y: 300 });
});

test('fit leaves a margin of 24 pixels', () => {
  const camera = fit({ x: 0, y: 0, width: 4000, height: 10 }, stage);
  assert.equal(onScreen(camera, { x: 0, y: 0 }).x, 24);
});

test('zooming holds the point under the pointer still', () => {
  const camera = fit(drawing, stage);
  const at = { x: 100, y: 80 };
  const inDrawing = { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
  const after = onScreen(zoomAt(camera, camera.scale * 2, at), inDrawing);
  assert.ok(Math.hypot(after.x - at.x, after.y - at.y) < 1e-9);
});

test('the scale has an end', () => {
  assert.equal(zoomAt(fit(drawing, stage), 1000, { x: 0, y: 0 }).scale, MAX_SCALE);
});

test('an anchor keeps its place when the layout moves it', () => {
  const camera = fit(drawing, stage);
  const [before, after] = [{ x: 10, y: 20 }, { x: 300, y: 5 }];
  const kept = onScreen(keepAnchor(camera, before, after), after);
  const had = onScreen(camera, before);
  assert.ok(Math.hypot(kept.x - had.x, kept.y - had.y) < 1e-9);
});

test('what is inside the stage is not moved to be revealed', () => {
  const camera = fit(drawing, stage);
  assert.deepEqual(reveal(camera, { x: 10, y: 10, width: 20, height: 20 }, stage), camera);
});

test('what is outside comes just inside', () => {
  const camera = { x: 0, y: 0, scale: 1 };
  assert.equal(reveal(camera, { x: 900, y: 10, width: 50, height: 20 }, stage).x, 800 - 24 - 950);
});

test('a drawing too wide to be read whole is shown in part, around its anchor', () => {
  const wide = { x: 0, y: 0, width: 4000, height: 200 };
  const camera = firstView(wide, stage, { x: 2000, y: 100 });
  assert.ok(camera.scale > fit(wide, stage).scale);
  assert.equal(Math.round(onScreen(camera, { x: 2000, y: 100 }).x), 400);
});
