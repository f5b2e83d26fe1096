// Pointer gestures over the stage: drag and wheel pan, two fingers and Mod+wheel zoom, pressing without moving is a
// click.

import { pointInStage } from './stage-point.ts';
import type { Camera } from './zoom.ts';

interface Gestures {
  camera: () => Camera;
  move: (camera: Camera) => void;
  zoom: (scale: number, at: { x: number; y: number }) => void;
  /** @param adds whether Shift was held */
  click: (target: Element, twice: boolean, adds: boolean) => void;
  wheel: () => Wheel;
  /** What stands at a point and scrolls by itself: by pixels, up or down; null where the drawing moves. */
  scroller: (at: { x: number; y: number }) => ((by: number) => void) | null;
}

/** What a wheel does: it pans, and zooms with Ctrl or Cmd; it zooms; it zooms with Ctrl or Cmd only; nothing. */
export type Wheel = 'pan' | 'zoom' | 'held' | 'none';

/** Moves below this many pixels are a click. */
const STILL = 4;

/** Pixels of a line, for wheels that count in lines. */
const LINE = 20;

/** The last click where there is none. */
const NEVER = { time: -Infinity, target: null as Element | null };

/** Listens on the stage; returns the function that stops listening. */
export function listen(stage: SVGSVGElement, gestures: Gestures): () => void {
  const off = new AbortController();
  const { signal } = off;
  const fingers: Map<number, { x: number; y: number }> = new Map();
  let start: {
    x: number;
    y: number;
    camera: Camera;
    distance: number;
    target: Element;
    scroll: ((by: number) => void) | null;
  } | null = null;
  /** How far it was scrolled. */
  let scrolled = 0;
  let moved = false;
  let lastClick = NEVER;

  const place = (event: PointerEvent | WheelEvent) => pointInStage(stage, event.clientX, event.clientY);
  const grip = () => {
    const points = [...fingers.values()];
    const [a, b] = points;
    if (!a) return { x: 0, y: 0, distance: 0 };
    if (!b) return { x: a.x, y: a.y, distance: 0 };
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const restart = (target: Element) => {
    const at = grip();
    start = { ...at, camera: gestures.camera(), target, scroll: gestures.scroller(at) };
    scrolled = 0;
  };

  stage.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      if (fingers.size === 0) moved = false;
      fingers.set(event.pointerId, place(event));
      restart(event.target);
    },
    { signal },
  );

  stage.addEventListener(
    'pointermove',
    (event) => {
      if (!fingers.has(event.pointerId) || !start) return;
      fingers.set(event.pointerId, place(event));
      const now = grip();
      if (!moved && fingers.size === 1 && Math.hypot(now.x - start.x, now.y - start.y) < STILL) return;
      if (!moved) stage.setPointerCapture(event.pointerId);
      moved = true;
      if (start.scroll) {
        start.scroll(start.y - now.y - scrolled);
        scrolled = start.y - now.y;
        return;
      }
      gestures.move({
        scale: start.camera.scale,
        x: start.camera.x + now.x - start.x,
        y: start.camera.y + now.y - start.y,
      });
      if (start.distance > 0 && now.distance > 0) {
        gestures.zoom((start.camera.scale * now.distance) / start.distance, now);
      }
    },
    { signal },
  );

  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || !start) return;
    if (fingers.size > 0) {
      restart(start.target);
      return;
    }
    if (!moved && event.type === 'pointerup') {
      const twice = lastClick.target === start.target && event.timeStamp - lastClick.time < 400;
      lastClick = { time: event.timeStamp, target: start.target };
      gestures.click(start.target, twice, event.shiftKey);
    }
    start = null;
  };
  stage.addEventListener('pointerup', lift, { signal });
  // With a press elsewhere between them, two presses are no double one.
  stage.ownerDocument.addEventListener(
    'pointerdown',
    (event) => {
      if (!event.composedPath().includes(stage)) lastClick = NEVER;
    },
    { signal, capture: true },
  );
  stage.addEventListener('pointercancel', lift, { signal });
  // The click that follows a tap on a node or edge would press what has opened below the finger meanwhile.
  stage.addEventListener(
    'touchend',
    (event) => {
      const drawn = event.target instanceof Element && event.target.closest('.node, .edge, .cluster');
      if (drawn && !moved && fingers.size === 0 && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );

  stage.addEventListener(
    'wheel',
    (event) => {
      const wheel = gestures.wheel();
      // Pinch on a touch pad arrives as a wheel with Ctrl.
      const held = event.ctrlKey || event.metaKey;
      // What is not ours scrolls the page.
      if (wheel === 'none' || (wheel === 'held' && !held)) return;
      const scroll = held ? null : gestures.scroller(place(event));
      if (scroll) {
        event.preventDefault();
        scroll(event.deltaMode === 1 ? event.deltaY * LINE : event.deltaY);
        return;
      }
      if (!held && wheel === 'pan') {
        event.preventDefault();
        const camera = gestures.camera();
        gestures.move({ scale: camera.scale, x: camera.x - event.deltaX, y: camera.y - event.deltaY });
        return;
      }
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002));
      gestures.zoom(gestures.camera().scale * factor, place(event));
    },
    { signal, passive: false },
  );

  return () => off.abort();
}
