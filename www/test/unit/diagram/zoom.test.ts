// The camera over the drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePart, NO_INSETS } from '../../../src/diagram/viewport.ts';
import {
  below,
  enlarge,
  firstView,
  fit,
  keepAnchor,
  leastScale,
  MAX_SCALE,
  READABLE_SCALE,
  reveal,
  zoomAt,
} from '../../../src/diagram/zoom.ts';

const stage = { width: 800, height: 600 };
const drawing = { x: 0, y: 0, width: 400, height: 300 };
const onScreen = (camera: { x: number; y: number; scale: number }, point: { x: number; y: number }) => ({
  x: point.x * camera.scale + camera.x,
  y: point.y * camera.scale + camera.y,
});

test('fit puts the middle of the drawing into the middle of the stage', () => {
  const camera = fit(drawing, stage, 1);
  assert.deepEqual(onScreen(camera, { x: 200, y: 150 }), { x: 400, y: 300 });
});

test('fit leaves a margin of 16 pixels', () => {
  const camera = fit({ x: 0, y: 0, width: 4000, height: 10 }, stage, 1);
  // Below the least scale four pixels are enough.
  assert.equal(onScreen(camera, { x: 0, y: 0 }).x, 4);
  assert.equal(onScreen(fit({ x: 0, y: 0, width: 700, height: 10 }, stage, 1), { x: 0, y: 0 }).x, 16);
});

test('zooming holds the point under the pointer still', () => {
  const camera = fit(drawing, stage, 1);
  const at = { x: 100, y: 80 };
  const inDrawing = { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
  const after = onScreen(zoomAt(camera, camera.scale * 2, at), inDrawing);
  assert.ok(Math.hypot(after.x - at.x, after.y - at.y) < 1e-9);
});

test('the scale has an end', () => {
  assert.equal(zoomAt(fit(drawing, stage, 1), 1000, { x: 0, y: 0 }).scale, MAX_SCALE);
});

test('an anchor keeps its place when the layout moves it', () => {
  const camera = fit(drawing, stage, 1);
  const [before, after] = [
    { x: 10, y: 20 },
    { x: 300, y: 5 },
  ];
  const kept = onScreen(keepAnchor(camera, before, after), after);
  const had = onScreen(camera, before);
  assert.ok(Math.hypot(kept.x - had.x, kept.y - had.y) < 1e-9);
});

test('a card too small to be read is enlarged in the middle; of a larger one the upper left corner is shown', () => {
  const far = { x: 3, y: 4, scale: 0.2 };
  const card = { x: 3000, y: 100, width: 120, height: 60 };
  const near = enlarge(far, card, stage);
  assert.ok(near.scale * 12 >= 11);
  const middle = onScreen(near, { x: 3060, y: 130 });
  assert.ok(Math.hypot(middle.x - 400, middle.y - 300) < 1e-9);
  const group = enlarge(far, { x: 3000, y: 100, width: 9000, height: 9000 }, stage);
  const corner = onScreen(group, { x: 3000, y: 100 });
  assert.ok(Math.hypot(corner.x - 16, corner.y - 16) < 1e-9);
  for (const scale of [READABLE_SCALE, 2]) assert.equal(enlarge({ ...far, scale }, card, stage).scale, scale);
});

test('what is inside the stage is not moved to be revealed', () => {
  const camera = fit(drawing, stage, 1);
  assert.deepEqual(reveal(camera, { x: 10, y: 10, width: 20, height: 20 }, stage), camera);
});

test('what is outside comes just inside', () => {
  const camera = { x: 0, y: 0, scale: 1 };
  assert.equal(reveal(camera, { x: 900, y: 10, width: 50, height: 20 }, stage).x, 800 - 16 - 950);
});

test('a drawing too wide to be read whole is shown in part, around its anchor', () => {
  const wide = { x: 0, y: 0, width: 4000, height: 200 };
  const camera = firstView(wide, stage, 0.92, { x: 2000, y: 100 });
  assert.ok(camera.scale > fit(wide, stage, 0.92).scale);
  assert.equal(Math.round(onScreen(camera, { x: 2000, y: 100 }).x), 400);
});

test('of what has no room its beginning is shown, and shown again it stays', () => {
  const box = { x: 100, y: 300, width: 200, height: 2000 };
  const camera = reveal({ x: 0, y: 0, scale: 1 }, box, stage);
  assert.equal(onScreen(camera, { x: 0, y: 300 }).y, 16);
  assert.deepEqual(reveal(camera, box, stage), camera);
});

test('what the head of a module would cover is brought below it', () => {
  const camera = { x: 0, y: 0, scale: 1 };
  const heads = [
    { x: 0, y: 0, width: 400, height: 26 },
    { x: 0, y: 26, width: 300, height: 26 },
  ];
  const card = { x: 100, y: 16, width: 100, height: 40 };
  assert.equal(below(camera, card, heads).y, 40);
  assert.equal(below(camera, { ...card, x: 320 }, heads).y, 14);
  assert.deepEqual(below(camera, { ...card, x: 500 }, heads), camera);
  assert.deepEqual(below(camera, { ...card, y: 60 }, heads), camera);
});

test('Fit shows all of a drawing, however large, and zooming out from there makes nothing larger', () => {
  const camera = fit({ x: 0, y: 0, width: 20_000, height: 90 }, stage, 0.92);
  assert.ok(onScreen(camera, { x: 20_000, y: 0 }).x <= 800);
  assert.equal(zoomAt(camera, camera.scale * 0.8, { x: 0, y: 0 }).scale, camera.scale);
  assert.ok(zoomAt(camera, camera.scale * 1.25, { x: 0, y: 0 }).scale > camera.scale);
});

test('the free part of a stage is what bars leave of it, at least half of its height', () => {
  const room = { width: 800, height: 600 };
  assert.deepEqual(freePart(room, NO_INSETS), { x: 0, y: 0, ...room });
  assert.deepEqual(freePart(room, { top: 40, right: 300, bottom: 56, left: 20 }), {
    x: 20,
    y: 40,
    width: 480,
    height: 504,
  });
  assert.deepEqual(freePart({ width: 300, height: 100 }, { ...NO_INSETS, top: 40, bottom: 60 }), {
    x: 0,
    y: 20,
    width: 300,
    height: 50,
  });
});

test('a machine of few nodes is fitted at full size or not at all, one of many a little smaller', () => {
  assert.equal(leastScale(8, { width: 632 }), 1);
  assert.equal(leastScale(9, { width: 632 }), 0.92);
  assert.equal(leastScale(3, { width: 390 }), 0.92);
  // The margin gives way before the scale does.
  assert.equal(fit({ x: 0, y: 0, width: 790, height: 10 }, stage, 1).scale, 1);
  assert.equal(firstView({ x: 0, y: 0, width: 860, height: 10 }, stage, 1, { x: 0, y: 0 }).scale, 1);
});
