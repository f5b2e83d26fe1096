// The camera over a drawing: place and scale of the drawing inside its stage. Pure arithmetic; the element applies it.

import { overlap, type Box } from './geometry.ts';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export const MIN_SCALE = 0.1;
export const MAX_SCALE = 4;
/** Space around the drawing, in pixels; Fit leaves less before the scale goes below what can be read. */
export const MARGIN = 16;
const LEAST_MARGIN = 4;
/** Fit does not enlarge beyond this, so that a machine of two nodes does not fill the wall. */
const MAX_FIT = 1.25;

/**
 * Below this scale the small print cannot be read: full size for a machine that is seen as a whole, a little less for
 * others.
 */
const LEAST = { few: 1, many: 0.92, nodes: 8 };
/** Below this scale the text of a card, 12 px in full size, is less than 11 px high. */
export const READABLE_SCALE = 11 / 12;
/** Stages below this width are narrow. */
export const NARROW = 500;

/** The least scale of a view that can be read. @param nodes of the drawing */
export const leastScale = (nodes: number, { width }: { width: number }) =>
  nodes <= LEAST.nodes && width >= NARROW ? LEAST.few : LEAST.many;

/**
 * The camera that shows the whole drawing in the middle of the stage.
 * @param drawing in drawing units
 * @param stage in pixels
 * @param least scale that can be read
 */
export function fit(drawing: Box, stage: { width: number; height: number }, least: number): Camera {
  const within = (margin: number) =>
    Math.min(
      MAX_FIT,
      Math.max(1, stage.width - 2 * margin) / Math.max(1, drawing.width),
      Math.max(1, stage.height - 2 * margin) / Math.max(1, drawing.height),
    );
  const scale = Math.max(within(MARGIN), Math.min(least, within(LEAST_MARGIN)));
  return {
    scale,
    x: (stage.width - drawing.width * scale) / 2 - drawing.x * scale,
    y: (stage.height - drawing.height * scale) / 2 - drawing.y * scale,
  };
}

/**
 * The first view of a drawing: all of it if that can be read, else a part in full size around one point.
 * @param least scale that can be read
 */
export function firstView(
  drawing: Box,
  stage: { width: number; height: number },
  least: number,
  around: { x: number; y: number } | null,
): Camera {
  const whole = fit(drawing, stage, least);
  if (whole.scale >= least || !around) return whole;
  // Held inside the drawing, so that no more of the stage stays empty than needed.
  const place = (at: number, from: number, size: number, room: number) =>
    size <= room - 2 * MARGIN
      ? (room - size) / 2 - from
      : Math.min(MARGIN - from, Math.max(room - MARGIN - (from + size), room / 2 - at));
  return {
    scale: 1,
    x: place(around.x, drawing.x, drawing.width, stage.width),
    y: place(around.y, drawing.y, drawing.height, stage.height),
  };
}

/**
 * Another scale with one point of the stage held still.
 * @param at in pixels of the stage
 */
export function zoomAt(camera: Camera, scale: number, at: { x: number; y: number }): Camera {
  // Fit of a large drawing may have gone below the least scale.
  const next = Math.min(MAX_SCALE, Math.max(Math.min(MIN_SCALE, camera.scale), scale));
  const factor = next / camera.scale;
  return { scale: next, x: at.x - (at.x - camera.x) * factor, y: at.y - (at.y - camera.y) * factor };
}

/**
 * The camera after a new layout: one anchor keeps its place on screen.
 * @param before the anchor in the old drawing
 * @param after the same in the new one
 */
export function keepAnchor(camera: Camera, before: { x: number; y: number }, after: { x: number; y: number }): Camera {
  return {
    scale: camera.scale,
    x: camera.x + (before.x - after.x) * camera.scale,
    y: camera.y + (before.y - after.y) * camera.scale,
  };
}

/**
 * The camera that brings a box into the stage, moved as little as possible; the same one when it is inside already.
 * Of a box that has no room, it shows the beginning.
 * @param box in drawing units
 */
export function reveal(camera: Camera, box: Box, stage: { width: number; height: number }): Camera {
  const shift = (from: number, to: number, size: number) => {
    if (from >= 0 && to <= size) return 0;
    return from < MARGIN || to - from > size - 2 * MARGIN ? MARGIN - from : size - MARGIN - to;
  };
  const left = box.x * camera.scale + camera.x;
  const top = box.y * camera.scale + camera.y;
  return {
    scale: camera.scale,
    x: camera.x + shift(left, left + box.width * camera.scale, stage.width),
    y: camera.y + shift(top, top + box.height * camera.scale, stage.height),
  };
}

/**
 * The camera that shows a box in the middle of the stage, enlarged until it can be read; of one that has no room, the
 * upper left corner. The same camera where it can be read already.
 * @param box in drawing units
 */
export function enlarge(camera: Camera, box: Box, stage: { width: number; height: number }): Camera {
  if (camera.scale >= READABLE_SCALE) return camera;
  const scale = READABLE_SCALE;
  const place = (from: number, size: number, room: number) =>
    Math.max(MARGIN, (room - size * scale) / 2) - from * scale;
  return { scale, x: place(box.x, box.width, stage.width), y: place(box.y, box.height, stage.height) };
}

/**
 * A camera under which a box lies below what covers the top of the stage; the same one when nothing covers it.
 * @param box in drawing units
 * @param covers in pixels of the stage
 */
export function below(camera: Camera, box: Box, covers: readonly Box[]): Camera {
  const onScreen = {
    x: box.x * camera.scale + camera.x,
    y: box.y * camera.scale + camera.y,
    width: box.width * camera.scale,
    height: box.height * camera.scale,
  };
  const by = covers
    .filter((cover) => overlap(cover, onScreen))
    .reduce((most, cover) => Math.max(most, cover.y + cover.height + LEAST_MARGIN - onScreen.y), 0);
  return by > 0 ? { ...camera, y: camera.y + by } : camera;
}
