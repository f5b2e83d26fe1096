// @ts-check
// How much is kept: which versions are thinned out, and which go when there is no room. Pure functions of the entries.

/** @typedef {import('./versions.js').VersionEntry} VersionEntry */

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
 * @param {VersionEntry[]} entries @param {number} now
 */
export function superfluous(entries, now) {
  const days = new Set();
  let kept = 0;
  return automatic(entries).reverse().filter(({ time }) => {
    const day = Math.floor(time / DAY_MS);
    const thinned = now - time > WEEK_MS && days.has(day);
    days.add(day);
    if (!thinned) kept += 1;
    return thinned || kept > MOST;
  });
}

/**
 * The oldest automatic versions, as many as are needed to free so much.
 * @param {VersionEntry[]} entries of all documents @param {number} size
 */
export function oldest(entries, size) {
  let freed = 0;
  return automatic(entries).filter((entry) => {
    const wanted = freed < size;
    freed += entry.size;
    return wanted;
  });
}

/**
 * What has to go for the soft cap.
 * @param {VersionEntry[]} versions @param {{ size: number }[]} drafts
 */
export function beyondCap(versions, drafts) {
  const over = used(versions, drafts) - SOFT_CAP;
  return over > 0 ? oldest(versions, over) : [];
}

/** @param {{ size: number }[]} versions @param {{ size: number }[]} drafts */
export function used(versions, drafts) {
  return [...versions, ...drafts].reduce((sum, { size }) => sum + size, 0);
}

/** The oldest first. @param {VersionEntry[]} entries */
export function automatic(entries) {
  return entries.filter(({ name }) => name === null).sort((a, b) => a.time - b.time);
}

/**
 * Writes; on refusal makes room among the automatic versions and tries once more.
 * @param {{ list(): Promise<VersionEntry[]>, drop(entries: VersionEntry[]): Promise<void> }} versions
 * @param {number} size of what is written
 * @param {() => Promise<void>} write
 */
export async function writeWithRoom(versions, size, write) {
  try {
    await write();
  } catch (error) {
    const going = isFull(error) ? oldest(await versions.list(), Math.max(2 * size, LEAST)) : [];
    if (going.length === 0) throw error;
    await versions.drop(going);
    await write();
  }
}

/** Whether the browser refused for want of room. @param {unknown} error */
export function isFull(error) {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
