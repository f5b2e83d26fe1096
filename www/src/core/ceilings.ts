// The limits of this page for any run: live paths, paths in all, events. A run that reaches one stops there, and the
// page says so; nothing is lost.

import type { StartOptions } from '../../pkg/tracklight.js';
import type { Ceiling, Inputs } from '../protocol/types.ts';

/** Live paths. The core keeps to it as to the machine's own `maxPaths`. */
export const MAX_LIVE_PATHS = 2000;
/** Paths in all, those that are over with them. */
export const MAX_PATHS = 5_000;
export const MAX_EVENTS = 500_000;
/** Pending agent calls and questions that a snapshot carries. The next ones follow when these are answered. */
export const MAX_PENDING = 100;

/**
 * Options of a start under the ceiling.
 * @param asked live paths that the machine allows
 */
export function startOptions(input: Inputs | undefined, asked: number): StartOptions {
  return {
    ...(input === undefined ? {} : { input }),
    ...(asked > MAX_LIVE_PATHS ? { limits: { maxPaths: MAX_LIVE_PATHS } } : {}),
  };
}

/** @returns what keeps a run from going on */
export function reachedCeiling({ spawned, events }: { spawned: number; events: number }): Ceiling | null {
  if (spawned >= MAX_PATHS) return { kind: 'paths', most: MAX_PATHS };
  return events >= MAX_EVENTS ? { kind: 'events', most: MAX_EVENTS } : null;
}

/**
 * A saved run under the ceiling: its limit of live paths is lowered.
 * @returns the text, and how many live paths it has
 */
export function withLoweredLimits(saved: string): { text: string; livePaths: number } {
  const file = parsed(saved);
  if (file === null) return { text: saved, livePaths: 0 };
  let changed = false;
  const lower = (limits: Limited['limits']) => {
    if (!limits?.maxPaths || limits.maxPaths <= MAX_LIVE_PATHS) return;
    limits.maxPaths = MAX_LIVE_PATHS;
    changed = true;
  };
  lower(file.options?.limits);
  for (const state of [file.state, file.timeline?.base]) lower(state?.limits);
  if (changed) file.options = { ...file.options, limits: { ...file.options?.limits, maxPaths: MAX_LIVE_PATHS } };
  const paths = Array.isArray(file.state?.paths) ? file.state.paths : [];
  return {
    text: changed ? JSON.stringify(file) : saved,
    livePaths: paths.filter((path) => !path?.status || !OVER.includes(path.status)).length,
  };
}

interface Limited {
  limits?: { maxPaths?: number };
}
/** What of a saved run is read here. Anything may stand in a text from outside. */
interface Saved {
  options?: Limited;
  state?: Limited & { paths?: ({ status?: string } | null)[] };
  timeline?: { base?: Limited };
}

/** @returns null for no object, which the core refuses in its own words */
function parsed(text: string): Saved | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Statuses of paths that are over. */
const OVER = ['completed', 'failed', 'cancelled', 'merged', 'forked'];
