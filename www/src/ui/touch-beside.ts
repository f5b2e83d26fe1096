// A touch beside an open menu closes it and does nothing else: what lies below the finger is not pressed. With a mouse
// the focus leaves, which closes it too.

/** Of a touch, after it has begun. */
const LATER_EVENTS = ['pointerup', 'mousedown', 'mouseup', 'click'];

/** Nothing hears of a touch from here on. @param event its `pointerdown` */
export function ignoreTouch(event: Event) {
  if (!isTouch(event)) return;
  event.stopPropagation();
  const end = new AbortController();
  const listen = (types: string[], onTouch: (event: Event) => void) => {
    for (const type of types) addEventListener(type, onTouch, { capture: true, signal: end.signal });
  };
  listen(LATER_EVENTS, (rest) => {
    rest.preventDefault();
    rest.stopPropagation();
    if (rest.type === 'click') end.abort();
  });
  // It scrolls, or no click came of it.
  listen(['pointercancel', 'pointerdown', 'keydown'], () => end.abort());
}

/** Watches what is open, until the signal ends. */
export function onTouchOutside(open: Element, close: () => void, signal: AbortSignal) {
  const onTouch = (event: Event) => {
    const isClosed = open instanceof HTMLDetailsElement && !open.open;
    if (!open.isConnected || isClosed || !isTouch(event) || event.composedPath().includes(open)) return;
    close();
    ignoreTouch(event);
  };
  addEventListener('pointerdown', onTouch, { capture: true, signal });
}

const isTouch = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';
