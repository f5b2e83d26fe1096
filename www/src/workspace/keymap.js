// @ts-check
// From a key press to the command it means. A chord is its modifiers and its key, `Mod+Shift+F`; Mod is Ctrl, on Apple Cmd.

/** @typedef {import('./commands.js').Command} Command */
/** @typedef {{ key: string, code?: string, altKey: boolean, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean }} Press */
/** Where a press happened. @typedef {{ region: string, typing: boolean }} Place `region`: see `regions.js`; `typing`: keys write there */
/** What the visitor changed: chords by command, none for a command that is off. @typedef {{ keys: Record<string, string[]>, single: boolean }} Own */

export const APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];
/** Where single keys work if a command does not say otherwise. */
const SURFACES = ['run', 'diagram', 'timeline'];

/** @param {Press} press @param {boolean} [apple] @returns {string | null} null for a modifier alone, and for the other system's Mod */
export function chordOf({ key, code = '', altKey, ctrlKey, metaKey, shiftKey }, apple = APPLE) {
  if (MODIFIERS.includes(key) || (apple ? ctrlKey : metaKey)) return null;
  // With Alt a key may give another letter, so its place counts.
  const letter = altKey && /^Key[A-Z]$/.test(code) ? code.slice(3) : key.length === 1 ? key.toUpperCase() : key;
  // Shift is how a sign is typed, not a part of it.
  const sign = key.length === 1 && !/[a-z0-9 ]/i.test(key) && !altKey;
  return [ctrlKey || metaKey ? 'Mod' : '', altKey ? 'Alt' : '', shiftKey && !sign ? 'Shift' : '', letter === ' ' ? 'Space' : letter].filter(Boolean).join('+');
}

/** Whether a chord is one character, which a text field would take as text. @param {string} chord */
export const isSingle = (chord) => chord.length === 1;

/** The chords of a command as they are now. @param {Command} command @param {Own} own */
export function keysOf(command, own) {
  const keys = (!command.fixed && own.keys[command.id]) || command.keys;
  return own.single || command.fixed ? keys : keys.filter((chord) => !isSingle(chord));
}

/**
 * The command of a chord at a place, or null.
 * @param {Command[]} commands @param {string} chord @param {Place} place @param {Own} own
 */
export function commandFor(commands, chord, place, own) {
  return commands.find((command) => !command.fixed && keysOf(command, own).includes(chord) && worksAt(command, chord, place)) ?? null;
}

/** @param {Command} command @param {string} chord @param {Place} place */
function worksAt({ where, single }, chord, { region, typing }) {
  if (where !== 'page') return !typing && where === region;
  if (!isSingle(chord)) return true;
  return !typing && (single === 'page' || (single ? single === region : SURFACES.includes(region)));
}

/**
 * The command that has a chord already where another one would get it.
 * @param {Command[]} commands @param {string} chord @param {string} id of the one that asks @param {Own} own
 */
export function clashOf(commands, chord, id, own) {
  const asks = commands.find((one) => one.id === id);
  const place = (/** @type {Command | undefined} */ one) => (!one ? 'page' : one.where !== 'page' ? one.where : isSingle(chord) ? one.single ?? 'run' : 'page');
  const mine = place(asks);
  const meet = (/** @type {string} */ other) => mine === other || mine === 'page' || other === 'page' || (mine === 'run' ? SURFACES.includes(other) : other === 'run' && SURFACES.includes(mine));
  return commands.find((one) => one.id !== id && keysOf(one, own).includes(chord) && meet(place(one))) ?? null;
}

/** A chord as its keys are labelled. @param {string} chord @param {boolean} [apple] @returns {string[]} */
export function labelsOf(chord, apple = APPLE) {
  return chord.split(/\+(?=.)/).map((key) => (key === 'Mod' ? (apple ? '⌘' : 'Ctrl') : key === 'Alt' && apple ? '⌥' : NAMES[key] ?? key));
}

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', PageUp: 'Page Up', PageDown: 'Page Down', Escape: 'Esc', ContextMenu: 'Menu' };
