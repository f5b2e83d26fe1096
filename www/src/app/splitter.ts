// A boundary between two regions: dragged, moved by arrows in steps of 16 pixels, to its ends by Home and End, and
// back to its default by a double click or Enter.

import { html } from 'lit';
import { shellStrings } from './strings.ts';
import type { Boundary, ShellState } from '../workspace/shown.ts';
import type { Action } from '../workspace/state.ts';

const STEP = 16;
/** From this width on the regions grow with the window. */
const WIDE = 1360;
const SMALLEST = { code: 240, side: 240, time: 44 };
/** What the rest of the page keeps, in pixels. */
const REST = { code: 560, side: 560, time: 260 };
/** The key that makes the region larger, and the one that makes it smaller. */
const KEYS = { code: ['ArrowRight', 'ArrowLeft'], side: ['ArrowLeft', 'ArrowRight'], time: ['ArrowUp', 'ArrowDown'] };

/** @param of the region that it sizes; it stands inside of it */
export function splitter(of: Boundary, shell: ShellState, dispatch: (action: Action) => void) {
  const now = shell.sizes[shell.layout]?.[of];
  const upright = of !== 'time';
  const largest = Math.max(SMALLEST[of], (upright ? window.innerWidth : window.innerHeight) - REST[of]);
  const clamp = (size: number) => Math.min(largest, Math.max(SMALLEST[of], size));
  const set = (to: number | null) => dispatch({ type: 'size', of, to: to === null ? null : clamp(to) });
  const sizeOf = (bar: Element) => {
    const box = bar.parentElement?.getBoundingClientRect();
    return (upright ? box?.width : box?.height) ?? 0;
  };
  const key = (event: KeyboardEvent) => {
    const size = sizeOf(event.currentTarget as Element);
    const [more, less] = KEYS[of];
    const to = { [more]: size + STEP, [less]: size - STEP, Home: SMALLEST[of], End: largest, Enter: null }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(to);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const bar = event.currentTarget as HTMLElement;
    const from = upright ? event.clientX : event.clientY;
    const size = sizeOf(bar);
    const sign = of === 'code' ? 1 : -1;
    const move = (to: PointerEvent) => {
      const by = (upright ? to.clientX : to.clientY) - from;
      if (by !== 0) set(size + sign * by);
    };
    const end = () => {
      bar.removeEventListener('pointermove', move);
      bar.classList.remove('moving');
    };
    bar.setPointerCapture(event.pointerId);
    bar.classList.add('moving');
    bar.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      bar.addEventListener(name, end, { once: true });
  };
  return html`<div
    class="boundary at-${of}"
    role="separator"
    tabindex="0"
    aria-orientation=${upright ? 'vertical' : 'horizontal'}
    aria-label=${shellStrings.boundary[of]}
    title=${shellStrings.boundary[of]}
    aria-valuemin=${SMALLEST[of]}
    aria-valuemax=${largest}
    aria-valuenow=${Math.round(clamp(now ?? DEFAULTS[of](shell.layout)))}
    aria-valuetext=${shellStrings.pixels(Math.round(clamp(now ?? DEFAULTS[of](shell.layout))))}
    @keydown=${key}
    @pointerdown=${down}
    @dblclick=${() => set(null)}
  ></div>`;
}

/** The sizes of the style sheet, for those who hear them. */
const DEFAULTS = {
  code: () =>
    window.innerWidth >= WIDE
      ? Math.min(520, Math.max(376, window.innerWidth * 0.31))
      : window.innerWidth >= 1200
        ? 376
        : 368,
  side: () => (window.innerWidth >= WIDE ? Math.min(420, Math.max(340, window.innerWidth * 0.25)) : 340),
  time: (layout: string) =>
    layout === 'split' ? (window.innerWidth >= WIDE ? 204 : 168) : layout === 'run' ? window.innerHeight * 0.4 : 44,
};

/** Gives the page its sizes, through the object model: the policy forbids style attributes. */
export function applySizes(page: HTMLElement, shell: ShellState) {
  for (const of of ['code', 'side', 'time'] as const) {
    const size = shell.sizes[shell.layout]?.[of];
    if (size === undefined) page.style.removeProperty(`--${of}`);
    else page.style.setProperty(`--${of}`, `${size}px`);
  }
}
