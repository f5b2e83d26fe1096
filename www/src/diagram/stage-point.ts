// Points of the window in pixels of the stage. A page may scale an element by a transform, as slides do: then a pixel
// of the stage is not one of the window.

/**
 * Window pixels in one of an element's own.
 * @param seen what the window shows of it @param own how wide it is laid out, in whole pixels
 */
export const pageScale = (seen: number, own: number) => (own === 0 || Math.abs(seen - own) < 1 ? 1 : seen / own);

/** A point of the window in the stage. */
export function pointInStage(stage: Element, x: number, y: number) {
  const { left, top, width } = stage.getBoundingClientRect();
  const scale = pageScale(width, stage.clientWidth);
  return { x: (x - left) / scale, y: (y - top) / scale };
}
