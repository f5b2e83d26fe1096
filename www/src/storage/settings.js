// @ts-check
// What the visitor chose, kept in this browser: one JSON object, unknown keys kept. Works without storage, forgetting.

const KEY = 'tracklight:settings';

/**
 * The settings that parts of the page read from `state.settings`. Theme, speed and the hint strip have places of their
 * own in the state.
 * @typedef {object} Settings
 * @property {'auto' | 'TB' | 'LR'} direction of the drawing; `auto` leaves it to the machine
 * @property {number} fontSize of the editor, px
 * @property {'auto' | 'reduce'} motion `auto` follows the system
 * @property {boolean} ghosts values of the run at the ends of lines in the editor
 * @property {boolean} formatOnSave whether keeping a version formats the shown file first
 * @property {boolean} sync the address follows the document and the position
 * @property {boolean} realWaits a retry waits as long as the core says, at speeds below max
 * @property {boolean} minimap a small picture of the whole, where only a part of the drawing is seen
 * @property {boolean} follow the drawing keeps the current node in view
 */

/** @type {Settings} */
export const DEFAULTS = { direction: 'auto', fontSize: 13, motion: 'auto', ghosts: true, formatOnSave: false, sync: false, follow: true, minimap: true, realWaits: false };
export const FONT_SIZES = [11, 12, 13, 14, 15, 16, 18, 20, 24];
const ALLOWED = { direction: ['auto', 'TB', 'LR'], fontSize: FONT_SIZES, motion: ['auto', 'reduce'] };

/** @param {Record<string, unknown>} stored @returns {Settings} what is stored as far as it makes sense, else the default */
export function settingsFrom(stored) {
  const valid = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = stored[name];
    const allowed = /** @type {Record<string, unknown[]>} */ (ALLOWED)[name];
    const fits = allowed ? allowed.includes(value) : typeof value === typeof usual;
    return [name, fits ? value : usual];
  });
  return Object.fromEntries(valid);
}

/** @returns {Record<string, unknown>} */
export function readSettings() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, unknown>} part */
export function writeSettings(part) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSettings(), ...part }));
  } catch {
    // No storage, or none left: the choice holds until the page is left.
  }
}

/** All that was chosen is forgotten. */
export function clearSettings() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Whether a draft is opened next: the head of the page reads it before the database can be asked. @param {boolean} there */
export function noteDraft(there) {
  try {
    if (there) localStorage.setItem('tracklight:draft', '1');
    else localStorage.removeItem('tracklight:draft');
  } catch {
    // The first picture is shown for a moment in place of the draft.
  }
}
