// A drag from a handle: a line follows the pointer, what lies under it is told, Escape cancels before anything else.

/** Moves below this many pixels are a press. */
const STILL = 4;

export interface DragActs {
  /** @param under the topmost element of the drawing */
  move(at: { x: number; y: number }, under: Element | null): void;
  drop(at: { x: number; y: number }, under: Element | null): void;
  press(): void;
  /** It ended, however. */
  end(): void;
}

/**
 * Follows a pointer that went down on a handle.
 * @param under what of the drawing is at a place of the window
 */
export function drag(event: PointerEvent, under: (x: number, y: number) => Element | null, acts: DragActs) {
  if (event.button !== 0) return;
  const handle = event.currentTarget as HTMLElement;
  const off = new AbortController();
  const { signal } = off;
  let isDragged = false;
  event.preventDefault();
  event.stopPropagation();
  handle.setPointerCapture(event.pointerId);
  const end = () => {
    off.abort();
    if (handle.hasPointerCapture(event.pointerId)) handle.releasePointerCapture(event.pointerId);
    acts.end();
  };
  handle.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y, pointerId }) => {
      if (pointerId !== event.pointerId) return;
      if (!isDragged && Math.hypot(x - event.clientX, y - event.clientY) < STILL) return;
      isDragged = true;
      acts.move({ x, y }, under(x, y));
    },
    { signal },
  );
  handle.addEventListener(
    'pointerup',
    ({ clientX: x, clientY: y, pointerId }) => {
      if (pointerId !== event.pointerId) return;
      end();
      if (isDragged) acts.drop({ x, y }, under(x, y));
      else acts.press();
    },
    { signal },
  );
  for (const name of ['pointercancel', 'lostpointercapture'] as const)
    handle.addEventListener(name, () => !signal.aborted && end(), { signal });
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopImmediatePropagation();
      end();
    },
    { signal, capture: true },
  );
}
