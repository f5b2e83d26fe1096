// What Settings says.

import { count } from '../../strings.ts';

export const settingStrings = {
  look: 'Appearance',
  theme: 'Theme',
  themes: { auto: 'Match system', light: 'Light', dark: 'Dark' },
  motion: 'Motion',
  motions: { auto: 'Match system', reduce: 'Reduced' },
  direction: 'Direction',
  directions: { auto: 'Default', TB: 'Top to bottom', LR: 'Left to right' },
  follow: 'Follow the current node',
  editDrawing: 'Edit in the drawing',
  editor: 'Editor',
  fontSize: 'Editor font size',
  ghosts: 'Inline values',
  wrap: 'Wrap long lines',
  formatOnSave: 'Format when saving a version (Ctrl+S)',
  run: 'Run',
  speed: 'Steps per second',
  fastest: 'Max',
  realWaits: 'Wait for real retry delays, except at max speed',
  realTime: 'Real time',
  aboutTime: 'In real time, timers of a run are due as time passes while this page is open. Otherwise, use Skip.',
  agent: 'Agent and LLM API',
  mode: 'Agent mode',
  about: 'To connect an LLM API, choose it here, then enter the endpoint in the Agent panel.',
  sync: 'Keep the URL in sync',
  storage: 'Local storage',
  meter: 'Storage used',
  use: (docs: number, versions: number, size: string) =>
    `${count(docs, 'machine')}, ${count(versions, 'version')}, ${size}.`,
  cap: 'The oldest autosaves are deleted above 20 MB.',
  clean: (n: number) => `Delete ${count(n, 'autosave')}`,
  cleanTitle: 'Saved versions stay',
  wipe: 'Delete all local data…',
  sure: (n: number) =>
    `This deletes ${count(n, 'machine')} with all versions, and all settings, from this browser. ` +
    'This cannot be undone.',
  yes: 'Delete everything',
};
