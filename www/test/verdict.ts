// What a second try of browser tests means.

export interface Case {
  file: string;
  name: string;
  /** Why it failed. */
  error?: string;
}

/** Tests that may need their second try, by name, each with the reason. Keep it empty: find the cause instead. */
export const EXCUSED: Record<string, string> = {};

/**
 * A test that passes only alone is unsteady, which is a fault like any other: it fails the run unless it is excused.
 * @param failed in the first try
 * @param again those of them that failed alone too; null if there was no second try
 * @returns a line for each test that was tried again, and why it failed at first: the end of a log is what is read
 */
export function verdict(
  failed: Case[],
  again: Case[] | null,
  excused: Record<string, string> = EXCUSED,
): { passes: boolean; lines: string[] } {
  if (again === null) return { passes: failed.length === 0, lines: [] };
  let passes = true;
  const lines = failed.flatMap((one) => {
    const why = one.error === undefined ? [] : [one.error.replace(/^/gm, '    ')];
    const reason = Object.hasOwn(excused, one.name) ? excused[one.name] : null;
    const twice = again.includes(one);
    if (twice || reason === null) passes = false;
    if (twice) return [`✖ failed twice: ${one.name}`, ...why];
    return reason === null
      ? [`✖ unsteady: failed, then passed alone: ${one.name}`, ...why]
      : [`⚠ unsteady, excused: ${one.name} (${reason})`, ...why];
  });
  return { passes, lines };
}
