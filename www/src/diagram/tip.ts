// The page's own tooltips over the drawing; their texts are the titles of the overlay.

/** In pixels of the stage. */
export interface Tip { text: string; x: number; y: number }

/** Space between tip and pointer, and between tip and the edge of the stage. */
const GAP = 14;
const EDGE = 8;

/** The tip of what is under the pointer; null when there is nothing to say, or a drag is going on. */
export function tipAt(event: PointerEvent, stage: Element): Tip | null {
  if (event.buttons || !(event.target instanceof Element)) return null;
  const group = event.target.closest('[data-title]');
  const text = group instanceof SVGElement ? (group.dataset.title ?? '').trim() : '';
  if (!text) return null;
  const box = stage.getBoundingClientRect();
  return { text, x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Puts a tip beside its point, inside the stage. */
export function placeTip(tip: HTMLElement, stage: Element, at: Tip) {
  const box = stage.getBoundingClientRect();
  const below = at.y + GAP + tip.offsetHeight < box.height;
  tip.style.left = `${Math.max(EDGE, Math.min(at.x + GAP, box.width - tip.offsetWidth - EDGE))}px`;
  tip.style.top = `${below ? at.y + GAP : Math.max(EDGE, at.y - tip.offsetHeight - GAP)}px`;
}
