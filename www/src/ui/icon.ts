// Line icons of one weight, drawn on a 16 by 16 grid. Always decoration: the label is on the control.

import { html } from 'lit';

const PATHS: Record<string, string> = {
  reset: 'M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v2.7h2.7',
  back: 'M10 3.5 5.5 8l4.5 4.5M3.5 3.5v9',
  forward: 'M6 3.5 10.5 8 6 12.5M12.5 3.5v9',
  step: 'M5.5 3.5 10 8l-4.5 4.5',
  run: 'M4.5 3v10l8-5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  plus: 'M8 3.5v9M3.5 8h9',
  minus: 'M3.5 8h9',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  one: 'M4 5.2 5.6 4v8M11 5.2 12.6 4v8M8.3 6.6v.1M8.3 9.9v.1',
  follow: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3',
  find: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M10.2 10.2l3.2 3.2',
  full: 'M9.5 2.5h4v4M13.5 2.5 9.3 6.7M6.5 13.5h-4v-4M2.5 13.5l4.2-4.2',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  right: 'M6 3.5 10.5 8 6 12.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.3 3v10',
  layers: 'm8 2.2 5.8 3L8 8.2l-5.8-3zM2.4 8.1 8 11l5.6-2.9M2.4 10.8 8 13.7l5.6-2.9',
  close: 'm4 4 8 8M12 4l-8 8',
  share: 'M8 9.5v-7M5.2 5 8 2.2 10.8 5M3.5 8.5v4.7h9V8.5',
  light:
    'M8 5.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M8 1.6v1.3M8 13.1v1.3M1.6 8h1.3M13.1 8h1.3M3.5 3.5l.9.9M11.6 11.6l.9.9M12.5 3.5l-.9.9M4.4 11.6l-.9.9',
  dark: 'M12.9 9.6A5.4 5.4 0 0 1 6.4 3.1a5.4 5.4 0 1 0 6.5 6.5z',
  auto: 'M8 2.4a5.6 5.6 0 1 0 0 11.2zM8 2.4a5.6 5.6 0 0 1 0 11.2',
  book: 'M3 3.2h4.2c.5 0 .8.3.8.8v9c0-.6-.4-1-1-1H3zM13 3.2H8.8c-.5 0-.8.3-.8.8v9c0-.6.4-1 1-1h4z',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  diagram: 'M2.5 2.5h4.5v3.5h-4.5zM9 10h4.5v3.5H9zM4.7 6v5.7H9',
  panels: 'M2.5 3h11v10h-11zM9.5 3v10',
  play: 'M2.5 12.5h11M2.5 8h7M2.5 3.5h4M11.5 3v4.5',
  format: 'M2.5 3.5h11M5.5 6.5h8M5.5 9.5h5M2.5 12.5h11',
  more: 'M3.4 8h.1M8 8h.1M12.6 8h.1',
  save: 'M8 2.5v7M5.2 7 8 9.8 10.8 7M3 10.5v3h10v-3',
  copy: 'M5.5 5.5h7.5v7.5H5.5zM3 10.5V3h7.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.7.7M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.7-.7',
  gear: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
  help: 'M5.8 6.1a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12v.1M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8',
  split: 'M2.5 3h11v10h-11zM6.2 3v10M10 3v10',
  edit: 'm3 13 .7-3 6.8-6.8 2.3 2.3L6 12.3z',
};

export const icon = (name: string) =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d=${PATHS[name] ?? ''} /></svg>`;
