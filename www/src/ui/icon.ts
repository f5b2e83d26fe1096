// Line icons of one weight, drawn on a 16 by 16 grid. Always decoration: the label is on the control.

import { html } from 'lit';

/** Those of a run and of a drawing, wherever they are shown. */
const PATHS: Record<string, string> = {
  reset: 'M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v2.7h2.7',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  forward: 'M6 3.5 10.5 8 6 12.5',
  step: 'M3.5 3.5v9l6.5-4.5zM12.8 3.5v9',
  run: 'M4.5 3v10l8-5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  plus: 'M8 3.5v9M3.5 8h9',
  minus: 'M3.5 8h9',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  follow: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3',
  find: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M10.2 10.2l3.2 3.2',
  full: 'M9.5 2.5h4v4M13.5 2.5 9.3 6.7M6.5 13.5h-4v-4M2.5 13.5l4.2-4.2',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  more: 'M3.4 8h.1M8 8h.1M12.6 8h.1',
  check: 'm3.5 8.5 3 3 6-7',
  close: 'm4 4 8 8M12 4l-8 8',
  save: 'M8 2.5v7M5.2 7 8 9.8 10.8 7M3 10.5v3h10v-3',
  link:
    'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.7.7' +
    'M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.7-.7',
};

/** More of them, by name. */
export function addIcons(paths: Record<string, string>) {
  Object.assign(PATHS, paths);
}

/** A small arrow behind the word of what opens a list. */
export const chevron = () => icon('down', 'chevron');

/** Icons that are an area, not a line. */
const SOLID = new Set(['run', 'stop']);

export const icon = (name: string, more = '') =>
  html`<svg
    class="icon ${SOLID.has(name) ? 'solid' : ''} ${more}"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
  >
    <path d=${PATHS[name] ?? ''} />
  </svg>`;
