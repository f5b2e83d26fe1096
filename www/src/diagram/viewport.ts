// Where the drawing stands in its stage: moves, glides, fits. The arithmetic is in zoom.ts.

import {
  MARGIN,
  below,
  enlarge,
  firstView,
  fit,
  leastScale,
  READABLE_SCALE,
  reveal,
  zoomAt,
  type Camera,
} from './zoom.ts';
import { pageScale } from './stage-point.ts';
import type { Box } from './geometry.ts';

/** A followed node is brought back within this time. */
const GLIDE_MS = 150;
/** What bars may take of the height of a stage: the drawing needs the rest. */
const MOST_COVERED = 0.5;

/** Pixels at the sides of the stage. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The part of a stage that nothing lies over. Where bars would take most of its height, they lie over the drawing. */
export function freePart({ width, height }: { width: number; height: number }, insets: Insets): Box {
  const part = Math.min(1, (height * MOST_COVERED) / Math.max(1, insets.top + insets.bottom));
  return {
    x: insets.left,
    y: insets.top * part,
    width: Math.max(1, width - insets.left - insets.right),
    height: height - (insets.top + insets.bottom) * part,
  };
}

/** A camera of a part of the stage is one of the stage, and the other way round. */
const fromPart = (camera: Camera, part: Box): Camera => ({ ...camera, x: camera.x + part.x, y: camera.y + part.y });
const toPart = (camera: Camera, part: Box): Camera => ({ ...camera, x: camera.x - part.x, y: camera.y - part.y });

/** When a view that is too small to be read is enlarged where it shows an element. */
export type Enlarges = 'never' | 'whenMoved' | 'always';

let reduced: MediaQueryList | undefined;

/** Whether nothing shall move by itself. */
export const isStill = () => {
  reduced ??= matchMedia('(prefers-reduced-motion: reduce)');
  return reduced.matches || document.documentElement.dataset.motion === 'reduce';
};

export class Viewport {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  /** What the view was fitted to, as long as nobody has moved it. */
  fitted: '' | 'first' | 'whole' = 'first';
  /** Pixels that are seen, as far as they were told; null while none is. */
  size: {
    width: number;
    height: number;
  } | null = null;
  /** What bars and others take of the stage. */
  insets: () => Insets = () => NO_INSETS;
  /** What else would lie over the drawing under a camera, at the top of the stage and in its pixels. */
  covers: (camera: Camera) => readonly Box[] = () => [];
  #stage: () => SVGSVGElement | null;
  #moved: () => void;
  /** The frame of a glide that is under way. */
  #glide = 0;

  constructor(stage: () => SVGSVGElement | null, moved: () => void) {
    this.#stage = stage;
    this.#moved = moved;
  }

  get #seen(): HTMLElement | null | undefined {
    return this.#stage()?.parentElement?.querySelector<HTMLElement>('.seen');
  }

  /** Where the seen part of the stage is in the window; null while none is. */
  get place(): DOMRect | null {
    return this.room ? (this.#seen?.getBoundingClientRect() ?? null) : null;
  }

  /** Pixels of the stage that are seen, before a page scales it, as slides do; null while none is. */
  get room() {
    const seen = this.#seen;
    if (!seen) return null;
    const { width, height } = seen.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = seen;
    if (offsetWidth === 0 || offsetHeight === 0) return null;
    return { width: width / pageScale(width, offsetWidth), height: height / pageScale(height, offsetHeight) };
  }

  /** The part of the stage that nothing lies over; null while none is seen. */
  get free(): Box | null {
    const room = this.size ?? this.room;
    return room && freePart(room, this.insets());
  }

  move(camera: Camera, fitted: Viewport['fitted'] = '') {
    cancelAnimationFrame(this.#glide);
    this.#put(camera);
    this.fitted = fitted;
    this.#moved();
  }

  #put(camera: Camera) {
    this.camera = camera;
    this.#stage()
      ?.querySelector('.lens')
      ?.setAttribute('transform', `translate(${camera.x} ${camera.y}) scale(${camera.scale})`);
  }

  /** There in a short while, or at once where motion is not wanted. */
  glide(to: Camera, fitted?: Viewport['fitted']) {
    const from = this.camera;
    if (isStill()) {
      this.move(to, fitted);
      return;
    }
    const began = performance.now();
    const frame = (now: number) => {
      const done = Math.min(1, Math.max(0, now - began) / GLIDE_MS);
      const eased = done * (2 - done);
      const between = (a: number, b: number) => (done < 1 ? a + (b - a) * eased : b);
      const camera = {
        scale: between(from.scale, to.scale),
        x: between(from.x, to.x),
        y: between(from.y, to.y),
      };
      this.move(camera, fitted);
      if (done < 1) this.#glide = requestAnimationFrame(frame);
    };
    cancelAnimationFrame(this.#glide);
    this.#glide = requestAnimationFrame(frame);
  }

  fit({ box, nodes }: { box: Box; nodes: number }) {
    const { free } = this;
    if (free) this.move(fromPart(fit(box, free, leastScale(nodes, free)), free), 'whole');
  }

  first({ box, nodes }: { box: Box; nodes: number }, around: { x: number; y: number } | null) {
    const { free } = this;
    if (free) this.move(fromPart(firstView(box, free, leastScale(nodes, free), around), free), 'first');
  }

  /**
   * The first view in a column of another page, as a picture stands there: in the middle, or from its upper left corner
   * where it has no room, with the bars over it.
   * @param around is seen
   */
  begin(box: Box, scale: number, around: Box | null) {
    const room = this.size ?? this.room;
    if (!room) return;
    const place = (from: number, size: number, all: number) =>
      (size * scale <= all - 2 * MARGIN ? (all - size * scale) / 2 : MARGIN) - from * scale;
    const camera = {
      scale,
      x: place(box.x, box.width, room.width),
      y: place(box.y, box.height, room.height),
    };
    this.move(around ? reveal(camera, around, room) : camera, 'first');
  }

  /** Whether a box is seen without moving anything. @param insets what is not seen of the stage */
  shows(box: Box, insets: Insets): boolean {
    const room = this.size ?? this.room;
    const { x, y, scale } = this.camera;
    return (
      room !== null &&
      box.x * scale + x >= insets.left &&
      box.y * scale + y >= insets.top &&
      (box.x + box.width) * scale + x <= room.width - insets.right &&
      (box.y + box.height) * scale + y <= room.height - insets.bottom
    );
  }

  /**
   * Moves as little as is needed to show a box.
   * @param how a view that follows, gliding or at once, is still one that nobody has moved
   * @param enlarges when a view that is too small to be read is enlarged
   */
  reveal(box: Box | null, how: 'now' | 'glide' | 'follow' | 'leap', enlarges: Enlarges = 'never') {
    const { camera, free } = this;
    if (!box || !free) return;
    const clear = (part: Camera) => {
      const whole = fromPart(part, free);
      return below(whole, box, this.covers(whole));
    };
    let to = clear(reveal(toPart(camera, free), box, free));
    // There and back again the numbers may differ by a rounding.
    const isInView = Math.hypot(to.x - camera.x, to.y - camera.y) < 0.01;
    if (camera.scale < READABLE_SCALE && (enlarges === 'always' || (enlarges === 'whenMoved' && !isInView)))
      to = clear(enlarge(toPart(camera, free), box, free));
    else if (isInView) return;
    const fitted = to.scale === camera.scale && (how === 'follow' || how === 'leap') ? this.fitted : '';
    if (how === 'now' || how === 'leap') this.move(to, fitted);
    else this.glide(to, fitted);
  }

  /** @param point of the drawing that comes to the middle, in a scale that can be read */
  centre(point: { x: number; y: number } | null) {
    const { free } = this;
    const scale = Math.max(this.camera.scale, READABLE_SCALE);
    if (free && point)
      this.glide({
        scale,
        x: free.x + free.width / 2 - point.x * scale,
        y: free.y + free.height / 2 - point.y * scale,
      });
  }

  /** @param scale around the middle of the stage */
  zoom(scale: number) {
    const { room } = this;
    if (room) this.move(zoomAt(this.camera, scale, { x: room.width / 2, y: room.height / 2 }));
  }

  /** The point of the drawing that is in the middle of the stage. */
  get middle() {
    const { room } = this;
    const { x, y, scale } = this.camera;
    return room ? { x: (room.width / 2 - x) / scale, y: (room.height / 2 - y) / scale } : null;
  }
}
