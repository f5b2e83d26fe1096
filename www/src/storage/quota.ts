// How much is stored: which versions are thinned out, and which are deleted when there is no room. Pure functions of
// the entries.

import type { VersionEntry } from './versions.ts';

/** Characters of all that is kept; the browser's own limit lies far above it. */
export const SOFT_CAP = 20 * 2 ** 20;
/** What is made room for at least, so that the next write fits as well. */
const LEAST = 2 ** 20;
/** Automatic versions of one document. */
const MOST = 50;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * The automatic versions of one document that are not worth keeping: beyond the last 50, and all but the last of a day
 * once they are older than a week.
 */
export function superfluous(entries: VersionEntry[], now: number) {
  const days = new Set();
  let kept = 0;
  return automatic(entries)
    .reverse()
    .filter(({ time }) => {
      const day = Math.floor(time / DAY_MS);
      const thinned = now - time > WEEK_MS && days.has(day);
      days.add(day);
      if (!thinned) kept += 1;
      return thinned || kept > MOST;
    });
}

/**
 * The oldest automatic versions, as many as are needed to free so much.
 * @param entries of all documents
 */
export function oldest(entries: VersionEntry[], size: number) {
  let freed = 0;
  return automatic(entries).filter((entry) => {
    const wanted = freed < size;
    freed += entry.size;
    return wanted;
  });
}

/** What has to go for the soft cap. */
export function beyondCap(versions: VersionEntry[], drafts: { size: number }[]) {
  const over = used(versions, drafts) - SOFT_CAP;
  return over > 0 ? oldest(versions, over) : [];
}

export function used(versions: { size: number }[], drafts: { size: number }[]) {
  return [...versions, ...drafts].reduce((sum, { size }) => sum + size, 0);
}

/** The oldest first. */
export function automatic(entries: VersionEntry[]) {
  return entries.filter(({ name }) => name === null).sort((a, b) => a.time - b.time);
}

/**
 * Writes; on refusal makes room among the automatic versions and tries once more.
 * @param size of what is written
 */
export async function writeWithRoom(
  versions: { list(): Promise<VersionEntry[]>; drop(entries: VersionEntry[]): Promise<void> },
  size: number,
  write: () => Promise<void>,
) {
  try {
    await write();
  } catch (error) {
    const going = isFull(error) ? oldest(await versions.list(), Math.max(2 * size, LEAST)) : [];
    if (going.length === 0) throw error;
    await versions.drop(going);
    await write();
  }
}

/** Whether the browser refused for want of room. */
export function isFull(error: unknown) {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
