// From a key press to the command it means. A chord is its modifiers and its key, `Mod+Shift+F`; Mod is Ctrl, on Apple
// Cmd. Which key does what stands with the commands.

import type { Command } from './commands.ts';

interface Press {
  key: string;
  code?: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}
/** Where a press happened. `region`: see `regions.ts`; `typing`: keys write there. */
interface Place {
  region: string;
  typing: boolean;
}
/** What the visitor changed: chords by command, none for a command that is off. */
interface Own {
  keys: Record<string, string[]>;
  single: boolean;
}

export const APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];
/** Where single keys work if a command does not say otherwise. */
const SURFACES = ['run', 'diagram', 'timeline'];

/** @returns null for a modifier alone, and for the other system's Mod */
export function chordOf(
  { key, code = '', altKey, ctrlKey, metaKey, shiftKey }: Press,
  apple: boolean = APPLE,
): string | null {
  if (MODIFIERS.includes(key) || (apple ? ctrlKey : metaKey)) return null;
  // With Alt a key may give another letter, so its place counts.
  const letter = altKey && /^Key[A-Z]$/.test(code) ? code.slice(3) : key.length === 1 ? key.toUpperCase() : key;
  // Shift is how a sign is typed, not a part of it.
  const sign = key.length === 1 && !/[a-z0-9 ]/i.test(key) && !altKey;
  return [
    ctrlKey || metaKey ? 'Mod' : '',
    altKey ? 'Alt' : '',
    shiftKey && !sign ? 'Shift' : '',
    letter === ' ' ? 'Space' : letter,
  ]
    .filter(Boolean)
    .join('+');
}

/** Whether a chord is one character, which a text field would take as text. */
export const isSingle = (chord: string) => chord.length === 1;

/** The chords of a command as they are now. */
export function keysOf(command: Command, own: Own) {
  const keys = (!command.fixed && own.keys[command.id]) || command.keys;
  return own.single || command.fixed ? keys : keys.filter((chord) => !isSingle(chord));
}

/** The command of a chord at a place, or null. */
export function commandFor(commands: Command[], chord: string, place: Place, own: Own) {
  return (
    commands.find(
      (command) => !command.fixed && keysOf(command, own).includes(chord) && worksAt(command, chord, place),
    ) ?? null
  );
}

function worksAt({ where, single }: Command, chord: string, { region, typing }: Place) {
  if (where !== 'page') return !typing && where === region;
  if (!isSingle(chord)) return true;
  return !typing && (single === 'page' || (single ? single === region : SURFACES.includes(region)));
}

/**
 * The command that has a chord already where another one would get it.
 * @param id of the one that asks
 */
export function clashOf(commands: Command[], chord: string, id: string, own: Own) {
  const asks = commands.find((command) => command.id === id);
  const place = (command: Command | undefined) =>
    !command ? 'page' : command.where !== 'page' ? command.where : isSingle(chord) ? (command.single ?? 'run') : 'page';
  const mine = place(asks);
  const meet = (otherPlace: string) =>
    mine === otherPlace ||
    mine === 'page' ||
    otherPlace === 'page' ||
    (mine === 'run' ? SURFACES.includes(otherPlace) : otherPlace === 'run' && SURFACES.includes(mine));
  return (
    commands.find((command) => command.id !== id && keysOf(command, own).includes(chord) && meet(place(command))) ??
    null
  );
}

/** A chord as its keys are labelled. */
export function labelsOf(chord: string, apple: boolean = APPLE): string[] {
  return chord
    .split(/\+(?=.)/)
    .map((key) => (key === 'Mod' ? (apple ? '⌘' : 'Ctrl') : key === 'Alt' && apple ? '⌥' : (NAMES[key] ?? key)));
}

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  ContextMenu: 'Menu',
};
