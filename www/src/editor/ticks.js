// @ts-check
// Words of the core have names in back ticks.

/**
 * @param {string} text
 * @returns {{ text: string, code: boolean }[]} a tick without its partner stays as it is
 */
export function tickedParts(text) {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/** The words without their ticks. @param {string} text */
export const unticked = (text) => tickedParts(text).map((part) => part.text).join('');
