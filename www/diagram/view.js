// @ts-check
// The camera over a drawing: place and scale of the drawing inside its stage. Pure arithmetic; the element applies it.

/** @typedef {{ x: number, y: number, scale: number }} Camera */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

export const MIN_SCALE = 0.1;
export const MAX_SCALE = 4;
/** Space that Fit leaves around the drawing, in pixels. */
const MARGIN = 24;
/** Fit does not enlarge beyond this, so that a machine of two nodes does not fill the wall. */
const MAX_FIT = 1.6;

/** @param {number} scale */
const clampScale = (scale) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/**
 * The camera that shows the whole drawing in the middle of the stage.
 * @param {Box} drawing in drawing units
 * @param {{ width: number, height: number }} stage in pixels
 * @returns {Camera}
 */
export function fit(drawing, stage) {
  const wide = Math.max(1, stage.width - 2 * MARGIN);
  const high = Math.max(1, stage.height - 2 * MARGIN);
  const scale = clampScale(Math.min(MAX_FIT, wide / Math.max(1, drawing.width), high / Math.max(1, drawing.height)));
  return {
    scale,
    x: (stage.width - drawing.width * scale) / 2 - drawing.x * scale,
    y: (stage.height - drawing.height * scale) / 2 - drawing.y * scale,
  };
}

/** Below these scales the values can not be read, on a phone held near and on a screen: a first view rather shows a part. */
const READABLE = { narrow: 0.6, wide: 0.55 };
/** Stages below this width are narrow. */
const NARROW = 500;

/**
 * The first view of a drawing: all of it if that can be read, else a readable part around one point.
 * @param {Box} drawing
 * @param {{ width: number, height: number }} stage
 * @param {{ x: number, y: number } | null} around
 * @returns {Camera}
 */
export function firstView(drawing, stage, around) {
  const whole = fit(drawing, stage);
  const scale = stage.width < NARROW ? READABLE.narrow : READABLE.wide;
  if (whole.scale >= scale || !around) return whole;
  // Held inside the drawing, so that no more of the stage stays empty than needed.
  const place = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ room) => {
    if (size * scale <= room - 2 * MARGIN) return (room - size * scale) / 2 - from * scale;
    return Math.min(MARGIN - from * scale, Math.max(room - MARGIN - (from + size) * scale, room / 2 - at * scale));
  };
  return { scale, x: place(around.x, drawing.x, drawing.width, stage.width), y: place(around.y, drawing.y, drawing.height, stage.height) };
}

/**
 * Another scale with one point of the stage held still.
 * @param {Camera} camera
 * @param {number} scale
 * @param {{ x: number, y: number }} at in pixels of the stage
 * @returns {Camera}
 */
export function zoomAt(camera, scale, at) {
  const next = clampScale(scale);
  const factor = next / camera.scale;
  return { scale: next, x: at.x - (at.x - camera.x) * factor, y: at.y - (at.y - camera.y) * factor };
}

/**
 * The camera after a new layout: one anchor keeps its place on screen.
 * @param {Camera} camera
 * @param {{ x: number, y: number }} before the anchor in the old drawing
 * @param {{ x: number, y: number }} after the same in the new one
 * @returns {Camera}
 */
export function keepAnchor(camera, before, after) {
  return { scale: camera.scale, x: camera.x + (before.x - after.x) * camera.scale, y: camera.y + (before.y - after.y) * camera.scale };
}

/**
 * The camera that brings a box into the stage, moved as little as possible; the same one when it is inside already.
 * @param {Camera} camera
 * @param {Box} box in drawing units
 * @param {{ width: number, height: number }} stage
 * @returns {Camera}
 */
export function reveal(camera, box, stage) {
  const shift = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ size) => {
    if (from >= 0 && to <= size) return 0;
    if (to - from > size - 2 * MARGIN) return size / 2 - (from + to) / 2;
    return from < MARGIN ? MARGIN - from : size - MARGIN - to;
  };
  const left = box.x * camera.scale + camera.x;
  const top = box.y * camera.scale + camera.y;
  return {
    scale: camera.scale,
    x: camera.x + shift(left, left + box.width * camera.scale, stage.width),
    y: camera.y + shift(top, top + box.height * camera.scale, stage.height),
  };
}
