// Where an open menu stands: inside what clips it, and clear of what its page wants to be seen. Anchor positioning is
// not in all browsers yet, and `@floating-ui/dom` (6 KB gzipped; this and `touch-beside` are 1.5) knows neither what is
// to stay visible nor lists that end within a row.

/** A rectangle on the screen, in its pixels. */
export type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Asks the page for what a menu shall not cover; the page fills in `clear`. */
export const MENU_OPEN = 'menu-open';
export type MenuOpenEvent = CustomEvent<{ clear: Rect | null }>;

/** Between a menu and what it keeps clear of. */
const GAP_PX = 8;
/** A menu that is cut shorter than this is of no use. */
const MIN_MENU_HEIGHT_PX = 160;
/** So much of a menu stays below or above its button, so that they are seen to belong together. */
const OVERLAP_PX = 8;

/**
 * How a menu moves from where its style sheet puts it.
 * @param bounds what clips it
 * @param clear what it shall not cover, where another place is free
 * @returns `shift` to the right; `height` where it has to be shorter, and its list scrolls
 */
export function menuPosition({
  list,
  button,
  bounds,
  clear,
}: {
  list: Rect;
  button: Rect;
  bounds: Rect;
  clear: Rect | null;
}): { shift: number; height: number | null } {
  const up = list.bottom <= button.top;
  const from = up ? Math.max(list.top, bounds.top + GAP_PX) : list.top;
  const to = up ? list.bottom : Math.min(list.bottom, bounds.bottom - GAP_PX);
  const height = to - from < list.bottom - list.top ? to - from : null;
  const width = list.right - list.left;
  const within = Math.min(
    Math.max(list.left, bounds.left + GAP_PX),
    Math.max(bounds.left, bounds.right - GAP_PX - width),
  );
  const usual = { shift: within - list.left, height };
  const covers = (left: number) =>
    clear !== null && left < clear.right && left + width > clear.left && from < clear.bottom && to > clear.top;
  if (!clear || !covers(within)) return usual;
  const [beside] = [clear.left - GAP_PX - width, clear.right + GAP_PX]
    .filter(
      (left) =>
        left >= bounds.left &&
        left + width <= bounds.right &&
        left <= button.right - OVERLAP_PX &&
        left + width >= button.left + OVERLAP_PX,
    )
    .sort((a, b) => Math.abs(a - list.left) - Math.abs(b - list.left));
  if (beside !== undefined) return { shift: beside - list.left, height };
  const shorter = up ? to - clear.bottom - GAP_PX : clear.top - GAP_PX - from;
  return shorter >= MIN_MENU_HEIGHT_PX ? { ...usual, height: shorter } : usual;
}

/**
 * How high a menu that scrolls is: it ends in the middle of a row, or nobody sees that there are more.
 * @param room for it, from its top
 * @param rows of its list, from its top
 */
export function endingInRow(room: number, rows: Pick<Rect, 'top' | 'bottom'>[]): number {
  const middles = rows.map(({ top, bottom }) => (top + bottom) / 2).filter((middle) => middle <= room);
  return middles.at(-1) ?? room;
}

/** What is cut off, unlike what can be scrolled to. */
const HIDES = new Set(['hidden', 'clip']);

/** What clips an element: the window, and boxes around it that hide what stands out of them. */
function boundsOf(element: Element): Rect {
  const bounds = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let box = outside(element); box; box = outside(box)) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const { left, top, right, bottom } = box.getBoundingClientRect();
    if (HIDES.has(overflowX)) {
      bounds.left = Math.max(bounds.left, left);
      bounds.right = Math.min(bounds.right, right);
    }
    if (HIDES.has(overflowY)) {
      bounds.top = Math.max(bounds.top, top);
      bounds.bottom = Math.min(bounds.bottom, bottom);
    }
  }
  return bounds;
}

function outside(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** The button of a menu was pressed: before the list is painted, it gets its place. */
export function placeMenu(event: Event) {
  const details = (event.currentTarget as Element).closest('details');
  requestAnimationFrame(() => {
    const list = details?.querySelector<HTMLElement>('.items');
    const button = details?.querySelector('summary');
    if (!details?.open || !list || !button) return;
    list.style.removeProperty('translate');
    list.style.removeProperty('max-height');
    list.scrollTop = 0;
    const asked: MenuOpenEvent = new CustomEvent(MENU_OPEN, {
      bubbles: true,
      composed: true,
      detail: { clear: null },
    });
    details.dispatchEvent(asked);
    const box = list.getBoundingClientRect();
    const { shift, height } = menuPosition({
      list: box,
      button: button.getBoundingClientRect(),
      bounds: boundsOf(details),
      clear: asked.detail.clear,
    });
    if (shift !== 0) list.style.setProperty('translate', `${shift}px 0`);
    const room = height ?? box.height;
    if (list.scrollHeight <= room) return;
    const rows = [...list.querySelectorAll('button, label')].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return { top: top - box.top, bottom: bottom - box.top };
    });
    list.style.setProperty('max-height', `${Math.floor(endingInRow(room, rows))}px`);
  });
}
