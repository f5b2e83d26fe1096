// Times and sizes as people read them.

const DAY_MS = 86_400_000;

/** The time of day, with the date where it is not today. @param time ms */
export function ago(time: number, now: number = Date.now()) {
  const at = new Date(time);
  const clock = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === new Date(now).toDateString()) return clock;
  const year = now - time > 300 * DAY_MS ? { year: 'numeric' as const } : {};
  return `${at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', ...year })}, ${clock}`;
}

/** @param size in characters, which are mostly bytes */
export function sizeOf(size: number) {
  return size < 1000
    ? `${size} B`
    : size < 1_000_000
      ? `${(size / 1000).toFixed(1)} KB`
      : `${(size / 1_000_000).toFixed(1)} MB`;
}
