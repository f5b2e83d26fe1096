// The drawing on paper: in the light theme, as wide as the page and never enlarged. If it would be too small to
// read, our own page prints the outline instead.

import type { Box } from './geometry.ts';

/** Pixels of a page's width: A4 with usual margins. */
const PAGE = 700;
/** Below this scale the outline is printed. */
const LEAST = 0.6;

interface Printed {
  stage: () => SVGSVGElement | null;
  /** Of the whole drawing. */
  box: () => Box | null;
  /** Whether the page is ours: others have a theme of their own. */
  isOwnPage: () => boolean;
}

/** Prepares the stage before printing, and puts everything back; returns the function that stops listening. */
export function listenToPrint({ stage, box, isOwnPage }: Printed) {
  const off = new AbortController();
  const root = document.documentElement;
  let back: (() => void) | null = null;
  window.addEventListener(
    'beforeprint',
    () => {
      const [svg, whole] = [stage(), box()];
      const frame = svg?.parentElement;
      if (!svg || !whole || !frame) return;
      const { theme } = root.dataset;
      // Lines to the rail move with the drawing where both are in it.
      const moved = [...svg.querySelectorAll(':is(.lens, .wires)[transform]')];
      const transforms = moved.map((layer) => layer.getAttribute('transform') ?? '');
      const small = isOwnPage() && whole.width * LEAST > PAGE;
      if (isOwnPage()) root.dataset.theme = 'light';
      for (const layer of moved) layer.removeAttribute('transform');
      svg.setAttribute('viewBox', [whole.x, whole.y, whole.width, whole.height].join(' '));
      frame.classList.add(small ? 'as-outline' : 'as-drawing');
      frame.style.setProperty('--print-width', `${Math.ceil(whole.width)}px`);
      back = () => {
        if (theme !== undefined) root.dataset.theme = theme;
        for (const [i, layer] of moved.entries()) layer.setAttribute('transform', transforms[i] ?? '');
        svg.removeAttribute('viewBox');
        frame.classList.remove('as-outline', 'as-drawing');
      };
    },
    { signal: off.signal },
  );
  window.addEventListener(
    'afterprint',
    () => {
      back?.();
      back = null;
    },
    { signal: off.signal },
  );
  return () => off.abort();
}
