// Where the drawing stands in its stage: moves, glides, fits. The arithmetic is in view.ts.

import {
  clearOf,
  enlarge,
  firstView,
  fit,
  leastScale,
  READABLE_SCALE,
  reveal,
  zoomAt,
  type Box,
  type Camera,
} from './zoom.ts';

/** A followed node is brought back within this time. */
const GLIDE_MS = 150;
/** What the view buttons and a mark at the foot of a node take of the stage, for what is brought into view. */
const BELOW = 56;

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
  /** The part of the stage that the minimap covers, in its pixels. */
  covered: () => Box | null = () => null;
  #stage: () => SVGSVGElement | null;
  #moved: () => void;
  /** The frame of a glide that is under way. */
  #glide = 0;

  constructor(stage: () => SVGSVGElement | null, moved: () => void) {
    this.#stage = stage;
    this.#moved = moved;
  }

  /** Pixels of the stage that are seen; null while none is. */
  get room() {
    const room = this.#stage()?.parentElement?.querySelector('.seen')?.getBoundingClientRect();
    return room && room.width > 0 && room.height > 0 ? room : null;
  }

  /** The room above the view buttons, which would cover a drawing that is fitted. */
  get #free() {
    const { room } = this;
    const tools = this.#stage()?.parentElement?.querySelector('.tools')?.getBoundingClientRect();
    if (!room || !tools?.height) return room;
    return { width: room.width, height: Math.max(room.height / 2, tools.top - room.top) };
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
    const room = this.#free;
    if (room) this.move(fit(box, room, leastScale(nodes, room)), 'whole');
  }

  first({ box, nodes }: { box: Box; nodes: number }, around: { x: number; y: number } | null) {
    const room = this.#free;
    if (room) this.move(firstView(box, room, leastScale(nodes, room), around), 'first');
  }

  /**
   * Moves as little as is needed to show a box.
   * @param how a view that follows, gliding or at once, is still one that nobody has moved
   * @param enlarges when a view that is too small to be read is enlarged
   */
  reveal(box: Box | null, how: 'now' | 'glide' | 'follow' | 'leap', enlarges: Enlarges = 'never') {
    const { camera } = this;
    const room = this.size ?? this.room;
    if (!box || !room) return;
    const stage = { width: room.width, height: Math.max(room.height / 2, room.height - BELOW) };
    let to = clearOf(reveal(camera, box, stage), box, this.covered());
    const isInView = to.x === camera.x && to.y === camera.y;
    if (camera.scale < READABLE_SCALE && (enlarges === 'always' || (enlarges === 'whenMoved' && !isInView)))
      to = clearOf(enlarge(camera, box, stage), box, this.covered());
    else if (isInView) return;
    const fitted = to.scale === camera.scale && (how === 'follow' || how === 'leap') ? this.fitted : '';
    if (how === 'now' || how === 'leap') this.move(to, fitted);
    else this.glide(to, fitted);
  }

  /** @param point of the drawing that comes to the middle, in a scale that can be read */
  centre(point: { x: number; y: number } | null) {
    const { room } = this;
    const scale = Math.max(this.camera.scale, READABLE_SCALE);
    if (room && point) this.glide({ scale, x: room.width / 2 - point.x * scale, y: room.height / 2 - point.y * scale });
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
