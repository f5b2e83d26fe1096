// Which tabs of a bar, or buttons of a strip, have room. Pure.

/**
 * Which of them fit before More, from the first. The chosen one is always shown, and one with a badge goes last: it has
 * something to tell.
 * @param tabs their sizes along the bar, and whether they have a badge
 * @param chosen its place among them, -1 for none
 */
export function fitting(tabs: { size: number; badged: boolean }[], room: number, chosen: number): Set<number> {
  const shown = new Set(tabs.keys());
  let total = tabs.reduce((sum, { size }) => sum + size, 0);
  for (const badged of [false, true])
    for (let i = tabs.length - 1; i >= 0 && total > room; i -= 1) {
      const tab = tabs[i];
      if (!tab || i === chosen || tab.badged !== badged) continue;
      shown.delete(i);
      total -= tab.size;
    }
  return shown;
}
