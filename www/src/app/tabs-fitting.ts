// Which tabs have room. Pure.

/**
 * Which tabs fit before More, from the left. The chosen one is always shown.
 * @param widths of the tabs
 * @param chosen its place among them, -1 for none
 */
export function fitting(widths: number[], room: number, chosen: number): Set<number> {
  const shown = new Set(widths.keys());
  let total = widths.reduce((sum, width) => sum + width, 0);
  for (let i = widths.length - 1; i >= 0 && total > room; i -= 1) {
    if (i === chosen) continue;
    shown.delete(i);
    total -= widths[i] ?? 0;
  }
  return shown;
}
