// What the shell of the page says: header, menus, layouts, status line.

import { count } from '../strings.ts';

export const shellStrings = {
  name: 'Tracklight',
  core: (core: string, rules: number) => `core ${core}, rules ${rules}`,
  close: 'Close',
  backTo: (dialog: string) => `Back to ${dialog}`,
  boundary: { code: 'Width of the source', side: 'Width of the panels', time: 'Height of the timeline' },
  pixels: (n: number) => count(n, 'pixel'),
  start: 'Tracklight, start page',
  regions: { header: 'Header' },
  palette: 'Search or run a command',
  examples: 'Examples',
  share: 'Share',
  settings: 'Settings',
  help: 'Help',
  more: 'Examples, view, export, settings, help',
  view: 'View',
  layout: 'Layout',
  theme: 'Theme',
  themes: { auto: 'Match system', light: 'Light', dark: 'Dark' },
  parts: { side: 'Panels', time: 'Timeline' },
  full: 'Full screen diagram',
  resetSizes: 'Reset sizes',
  inlineValues: 'Inline values',
  wrap: 'Wrap long lines',
  export: 'Export',
  closeNotice: 'Close notice',
  noDrawing: 'The diagram is not there.',
  panels: 'Panels',
  waiting: (n: number) => `${n} waiting for you`,
  openPanels: 'Open panels',
  closePanels: 'Close panels',
  panes: { code: 'Code', diagram: 'Diagram', run: 'Timeline', panels: 'Panels' },
  noNodes: 'No nodes',
  version: (core: string) => `Tracklight ${core.replace(/\+.*$/, '')}`,
};

/** Of code that comes late, and of errors that nobody expected. */
export const loadStrings = {
  unreachable: 'Part of the page could not be loaded. Check your connection.',
  broken: 'Part of the page could not be started. Your changes are saved before it reloads.',
  outdated: 'A new version is available.',
  uncaught: (message: string) => `Something went wrong: ${message}`,
};

/** What is read out when the run changes. */
export const liveStrings = {
  running: 'Running.',
  at: (at: string) => `Step ${at}.`,
  moved: (path: string, from: string, to: string) => `path ${path} moved from ${from} to ${to}.`,
  value: (field: string, value: string) => `${field} is now ${value}.`,
  asks: (path: string, query: string) => `path ${path} asks: ${query}`,
};
