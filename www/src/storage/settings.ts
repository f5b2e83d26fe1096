// The user's settings in this browser: one JSON object; unknown keys are preserved. Without storage, settings last
// until the page closes.

import { readStored, sharedName, storageName } from '../protocol/storage-names.ts';

/** The settings in `state.settings`. Theme, speed and the hint strip have places of their own in the state. */
export interface Settings {
  /** Of the drawing; `auto` leaves it to the machine. */
  direction: 'auto' | 'TB' | 'LR';
  /** Of the editor, in px. */
  fontSize: number;
  /** `auto` follows the system. */
  motion: 'auto' | 'reduce';
  /** Values of the run at the ends of lines in the editor. */
  ghosts: boolean;
  /** Whether long lines of the editor are wrapped. */
  wrap: boolean;
  /** Whether the editor still shows how to leave it by keyboard. */
  tabHint: boolean;
  /** Whether saving a version formats the shown file first. */
  formatOnSave: boolean;
  /** The address follows the document and the position. */
  sync: boolean;
  /** A retry waits as long as the core says, at speeds below max. */
  realWaits: boolean;
  /** The clock of a run follows the wall clock while the page is open. */
  realTime: boolean;
  /** A small picture of the whole, where only a part of the drawing is seen. */
  minimap: boolean;
  /** When the lines from cards to their contexts are drawn; `auto`: where they are few, else on demand. */
  wires: 'auto' | 'always' | 'demand';
  /** The machine can be edited by its drawing. */
  editDrawing: boolean;
  /** The drawing keeps the current node in view. */
  follow: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  direction: 'auto',
  fontSize: 13,
  motion: 'auto',
  ghosts: true,
  wrap: true,
  tabHint: true,
  formatOnSave: false,
  sync: false,
  follow: true,
  editDrawing: true,
  minimap: true,
  wires: 'auto',
  realWaits: false,
  realTime: false,
};
export const FONT_SIZES = [11, 12, 13, 14, 15, 16, 18, 20, 24];
const ALLOWED_VALUES = {
  direction: ['auto', 'TB', 'LR'],
  fontSize: FONT_SIZES,
  motion: ['auto', 'reduce'],
  wires: ['auto', 'always', 'demand'],
};

/** The stored values as far as they are valid, else the defaults. */
export function settingsFrom(stored: Record<string, unknown>): Settings {
  const valid = Object.entries(DEFAULT_SETTINGS).map(([name, defaultValue]) => {
    const value = stored[name];
    const allowed = (ALLOWED_VALUES as Record<string, unknown[]>)[name];
    const isValid = allowed ? allowed.includes(value) : typeof value === typeof defaultValue;
    return [name, isValid ? value : defaultValue];
  });
  return Object.fromEntries(valid);
}

export function readSettings(): Record<string, unknown> {
  try {
    const value = JSON.parse(readStored(localStorage, 'settings') ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

export function writeSettings(part: Record<string, unknown>) {
  try {
    localStorage.setItem(storageName('settings'), JSON.stringify({ ...readSettings(), ...part }));
  } catch {
    // Without storage, or without room, the choice lasts until the user leaves the page.
  }
}

/** Deletes all settings. */
export function clearSettings() {
  try {
    for (const name of [storageName('settings'), sharedName('settings')]) localStorage.removeItem(name);
  } catch {
    // Without storage there are none.
  }
}

/** Notes whether the next page opens a draft. Its head reads that before the database is open. */
export function noteHasDraft(hasDraft: boolean) {
  try {
    if (hasDraft) localStorage.setItem(storageName('draft'), '1');
    else localStorage.removeItem(storageName('draft'));
  } catch {
    // The picture of the start example is shown for a moment in place of the draft.
  }
}
