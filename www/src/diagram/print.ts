// The drawing on paper: in the light theme, as wide as the page and never enlarged. If it would be too small to
// read, the outline is printed instead.

import type { Box } from './geometry.ts';

/** Pixels of a page's width: A4 with usual margins. */
const PAGE = 700;
/** Below this scale the outline is printed. */
const LEAST = 0.6;

interface Printed {
  stage: () => SVGSVGElement | null;
  /** Of the whole drawing. */
  box: () => Box | null;
}

/** Prepares the stage before printing, and puts everything back; returns the function that stops listening. */
export function listenToPrint({ stage, box }: Printed) {
  const off = new AbortController();
  const root = document.documentElement;
  let back: (() => void) | null = null;
  window.addEventListener(
    'beforeprint',
    () => {
      const [svg, whole] = [stage(), box()];
      const lens = svg?.querySelector('.lens');
      const frame = svg?.parentElement;
      if (!svg || !whole || !lens || !frame) return;
      const [theme, transform] = [root.dataset.theme, lens.getAttribute('transform')];
      const small = whole.width * LEAST > PAGE;
      root.dataset.theme = 'light';
      lens.removeAttribute('transform');
      svg.setAttribute('viewBox', [whole.x, whole.y, whole.width, whole.height].join(' '));
      frame.classList.add(small ? 'as-outline' : 'as-drawing');
      frame.style.setProperty('--print-width', `${Math.ceil(whole.width)}px`);
      back = () => {
        if (theme !== undefined) root.dataset.theme = theme;
        if (transform !== null) lens.setAttribute('transform', transform);
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
