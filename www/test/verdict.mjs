// What a second try of browser tests means.

/** @typedef {{ file: string, name: string }} Case */

/**
 * Tests that may need their second try, by name, each with the reason. Keep it empty: find the cause instead.
 * @type {Record<string, string>}
 */
export const EXCUSED = {};

/**
 * A test that passes only alone is unsteady, which is a fault like any other: it fails the run unless it is excused.
 * @param {Case[]} failed in the first try
 * @param {Case[] | null} again those of them that failed alone too; null if there was no second try
 * @param {Record<string, string>} [excused]
 * @returns {{ passes: boolean, lines: string[] }} a line for each test that was tried again
 */
export function verdict(failed, again, excused = EXCUSED) {
  if (again === null) return { passes: failed.length === 0, lines: [] };
  let passes = true;
  const lines = failed.map((one) => {
    const reason = Object.hasOwn(excused, one.name) ? excused[one.name] : null;
    const twice = again.includes(one);
    if (twice || reason === null) passes = false;
    if (twice) return `✖ failed twice: ${one.name}`;
    return reason === null ? `✖ unsteady: failed, then passed alone: ${one.name}` : `⚠ unsteady, excused: ${one.name} (${reason})`;
  });
  return { passes, lines };
}
