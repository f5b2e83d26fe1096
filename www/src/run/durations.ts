// Durations in short words, as the page says them: "5 d", "2 h 30 min".

/** Milliseconds of each unit, the largest first. */
const UNITS: readonly [unit: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
];

/** A span in its two largest units. */
export function durationWords(ms: number): string {
  const first = UNITS.findIndex(([, size]) => ms >= size);
  if (first < 0) return '0 s';
  let left = ms;
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, size]) => {
    const n = Math.floor(left / size);
    left -= n * size;
    return n > 0 ? [`${n} ${unit}`] : [];
  });
  return parts.join(' ');
}

/** A duration as it was written, `2d`, with its unit apart. */
export const writtenDuration = (text: string) => text.trim().replace(/^([\d.]+)\s*([a-z]+)$/iu, '$1 $2');
