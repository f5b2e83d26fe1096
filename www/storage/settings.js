// @ts-check
// What the visitor chose, kept in this browser: one JSON object, unknown keys kept. Works without storage, forgetting.

const KEY = 'tracklight:settings';

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
