// Words of the core have names in back ticks.

/** @returns a tick without its partner stays as it is */
export function tickedParts(text: string): { text: string; code: boolean }[] {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/** The words without their ticks. */
export const unticked = (text: string) => tickedParts(text).map((part) => part.text).join('');
