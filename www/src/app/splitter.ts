// A boundary between two regions: dragged, moved by arrows in steps of 16 pixels, to its ends by Home and End, and
// back to its default by a double click or Enter.

import { html } from 'lit';
import { shellStrings } from './strings.ts';
import type { Boundary, ShellState } from '../store/shown.ts';
import type { Action } from '../store/state.ts';

const ARROW_STEP_PX = 16;
/** From this width on the regions grow with the window. */
const GROWING_FROM_PX = 1360;
/** From this width on the panels stand beside the drawing. */
const THREE_COLUMNS_FROM_PX = 1200;
/** What the strip of the panels takes with a wide font; grid.css has it as well. */
const STRIP_PX = 56;
/** Of the timeline: its scrubber and three rows. */
const TIMELINE_PX = 132;
const MIN_SIZES_PX = { code: 240, side: 240, time: 44 };
/** What the run bar needs, in pixels; grid.css has it as well. */
const RUN_BAR_WIDTH_PX = 360;
/** What the rest of the page keeps, in pixels. */
const RESERVED_PX = { upright: 560, time: 260 };
/** The key that makes the region larger, and the one that makes it smaller. */
const KEYS = { code: ['ArrowRight', 'ArrowLeft'], side: ['ArrowLeft', 'ArrowRight'], time: ['ArrowUp', 'ArrowDown'] };

/** @param of the region that it sizes; it stands inside of it */
export function splitter(of: Boundary, shell: ShellState, dispatch: (action: Action) => void) {
  const upright = of !== 'time';
  const { smallest, largest } = limitsOf(of, shell, window);
  const clamp = (size: number) => Math.min(largest, Math.max(smallest, size));
  const now = Math.round(clamp(sizeIn(shell, of, window)));
  const set = (to: number | null) => dispatch({ type: 'size', of, to: to === null ? null : clamp(to) });
  const sizeOf = (bar: Element) => {
    const box = bar.parentElement?.getBoundingClientRect();
    return (upright ? box?.width : box?.height) ?? 0;
  };
  const key = (event: KeyboardEvent) => {
    const size = sizeOf(event.currentTarget as Element);
    const [more, less] = KEYS[of];
    const to = {
      [more]: size + ARROW_STEP_PX,
      [less]: size - ARROW_STEP_PX,
      Home: smallest,
      End: largest,
      Enter: null,
    }[event.key];
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
    bar.focus();
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
    aria-valuemin=${smallest}
    aria-valuemax=${largest}
    aria-valuenow=${now}
    aria-valuetext=${shellStrings.pixels(now)}
    @keydown=${key}
    @pointerdown=${down}
    @mousedown=${(event: Event) => event.preventDefault()}
    @dblclick=${() => set(null)}
  ></div>`;
}

interface Room {
  innerWidth: number;
  innerHeight: number;
}

/** How small and how large a region can be made: what stands beside it keeps its room, the run bar first. */
export function limitsOf(
  of: Boundary,
  shell: Pick<ShellState, 'layout' | 'sizes' | 'closed' | 'panelOpen'>,
  room: Room,
) {
  const { layout, closed, panelOpen } = shell;
  const { innerWidth: width, innerHeight: height } = room;
  // Beside the source alone, the run bar stands over the panels.
  const smallest = of === 'side' && layout === 'code' ? RUN_BAR_WIDTH_PX : MIN_SIZES_PX[of];
  const limits = (rest: number) => ({ smallest, largest: Math.max(smallest, rest) });
  if (of === 'time') return limits(height - RESERVED_PX.time);
  if (layout !== 'split' || width < THREE_COLUMNS_FROM_PX) return limits(width - RESERVED_PX.upright);
  const isHidden = closed.includes('side');
  const both = width - RUN_BAR_WIDTH_PX - (isHidden ? 0 : STRIP_PX);
  const least = isHidden || !panelOpen ? 0 : MIN_SIZES_PX.side;
  const code = Math.min(sizeIn(shell, 'code', room), both - least);
  const side = least && Math.min(sizeIn(shell, 'side', room), both - code);
  return limits(both - (of === 'code' ? side : code));
}

/** The size that was chosen, or that of the style sheet. */
function sizeIn({ layout, sizes }: Pick<ShellState, 'layout' | 'sizes'>, of: Boundary, room: Room) {
  return sizes[layout]?.[of] ?? DEFAULTS[of](room, layout);
}

const DEFAULTS = {
  code: ({ innerWidth: width }: Room) =>
    width >= GROWING_FROM_PX ? Math.min(520, Math.max(376, width * 0.31)) : width >= THREE_COLUMNS_FROM_PX ? 376 : 368,
  side: ({ innerWidth: width }: Room) => (width >= GROWING_FROM_PX ? Math.min(420, Math.max(340, width * 0.25)) : 340),
  time: (_: Room, layout: string) => (layout === 'split' ? TIMELINE_PX : layout === 'run' ? 320 : 44),
};

/** Gives the page its sizes, through the object model: the policy forbids style attributes. */
export function applySizes(page: HTMLElement, shell: ShellState) {
  for (const of of ['code', 'side', 'time'] as const) {
    const size = shell.sizes[shell.layout]?.[of];
    if (size === undefined) page.style.removeProperty(`--${of}`);
    else page.style.setProperty(`--${of}`, `${size}px`);
  }
}
