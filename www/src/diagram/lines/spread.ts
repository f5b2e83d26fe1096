// Places things in a row: each as near as possible to where it wants to be, in order, with gaps between them.

/**
 * @param wishes where each wants to be, in the order in which they must stand
 * @param gaps what each must keep from the one before it; the first is not read
 * @param low the first is not below it
 * @param high the last is not above it
 * @returns their places; gaps shrink where there is no room for them
 */
export function spread(wishes: number[], gaps: number[], low: number, high: number): number[] {
  const needed = gaps.slice(1).reduce((sum, gap) => sum + gap, 0);
  const scale = needed > high - low ? Math.max(0, high - low) / needed : 1;
  // With the gaps taken away, each must only be at or after the one before it.
  let before = 0;
  const offsets = wishes.map((_, i) => (before += i === 0 ? 0 : (gaps[i] ?? 0) * scale));
  const groups: { sum: number; count: number }[] = [];
  wishes.forEach((wish, i) => {
    let group = { sum: wish - (offsets[i] ?? 0), count: 1 };
    for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
      group = { sum: group.sum + last.sum, count: group.count + last.count };
      groups.pop();
    }
    groups.push(group);
  });
  const most = Math.max(low, high - before);
  return groups
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.min(most, Math.max(low, sum / count))))
    .map((place, i) => place + (offsets[i] ?? 0));
}
