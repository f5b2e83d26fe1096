// Whether an element is near the viewport, and whether it is seen. Two observers for all elements of a page.

/** So far below the viewport the work begins. */
const NEAR_PX = 400;

type NearListener = (near: boolean, visible: boolean) => void;
interface Seen {
  near: boolean;
  visible: boolean;
  listener: NearListener;
}

const seen: Map<Element, Seen> = new Map();
let observers: IntersectionObserver[] = [];

function observe(margin: number, fact: 'near' | 'visible') {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const entry = seen.get(target);
        if (!entry) continue;
        entry[fact] = isIntersecting;
        entry.listener(entry.near, entry.visible);
      }
    },
    { rootMargin: `${margin}px` },
  );
}

/** @returns ends it */
export function nearViewport(element: Element, listener: NearListener): () => void {
  if (observers.length === 0) observers = [observe(NEAR_PX, 'near'), observe(0, 'visible')];
  seen.set(element, { near: false, visible: false, listener: listener });
  for (const observer of observers) observer.observe(element);
  return () => {
    seen.delete(element);
    for (const observer of observers) observer.unobserve(element);
    if (seen.size > 0) return;
    for (const observer of observers) observer.disconnect();
    observers = [];
  };
}
