// How much is stored, and which versions are deleted for want of room.

import type { VersionEntry } from './versions.ts';

/** For all drafts and versions together. The browser's own limit lies far above it. */
export const SOFT_CAP_CHARACTERS = 20 * 2 ** 20;
/** Freed at least, so that the next write fits as well. */
const MIN_FREED_CHARACTERS = 2 ** 20;
/** Of one draft. */
const MAX_AUTOMATIC_VERSIONS = 50;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * The automatic versions of one draft that are deleted in any case: all beyond the newest 50, and, once they are older
 * than a week, all but the last of each day.
 */
export function excessVersions(entries: VersionEntry[], now: number) {
  const days = new Set();
  let remaining = 0;
  return automaticVersions(entries)
    .reverse()
    .filter(({ time }) => {
      const day = Math.floor(time / DAY_MS);
      const isThinnedOut = now - time > WEEK_MS && days.has(day);
      days.add(day);
      if (!isThinnedOut) remaining += 1;
      return isThinnedOut || remaining > MAX_AUTOMATIC_VERSIONS;
    });
}

/**
 * The oldest automatic versions, as many as free so many characters.
 * @param entries of all drafts
 */
export function oldestVersions(entries: VersionEntry[], size: number) {
  let freed = 0;
  return automaticVersions(entries).filter((entry) => {
    const isNeeded = freed < size;
    freed += entry.size;
    return isNeeded;
  });
}

/** The oldest automatic versions, as many as exceed the soft cap. */
export function versionsBeyondCap(versions: VersionEntry[], drafts: { size: number }[]) {
  const excess = totalCharacters(versions, drafts) - SOFT_CAP_CHARACTERS;
  return excess > 0 ? oldestVersions(versions, excess) : [];
}

export function totalCharacters(versions: { size: number }[], drafts: { size: number }[]) {
  return [...versions, ...drafts].reduce((sum, { size }) => sum + size, 0);
}

/** Oldest first. */
export function automaticVersions(entries: VersionEntry[]) {
  return entries.filter(({ name }) => name === null).sort((a, b) => a.time - b.time);
}

/**
 * Writes. If there is no room, deletes the oldest automatic versions and tries once more.
 * @param size in characters, of what is written
 */
export async function writeWithRoom(
  versions: { list(): Promise<VersionEntry[]>; drop(entries: VersionEntry[]): Promise<void> },
  size: number,
  write: () => Promise<void>,
) {
  try {
    await write();
  } catch (error) {
    const excess = isFull(error) ? oldestVersions(await versions.list(), Math.max(2 * size, MIN_FREED_CHARACTERS)) : [];
    if (excess.length === 0) throw error;
    await versions.drop(excess);
    await write();
  }
}

/** Whether the browser refused a write for want of room. */
export function isFull(error: unknown) {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
