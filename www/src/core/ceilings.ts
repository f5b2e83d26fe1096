// The limits of this page for any run: live paths, paths in all, events. A run that reaches one stops there, and the
// page says so; nothing is lost.

import type { StartOptions } from '../../pkg/tracklight.js';
import type { Ceiling, Inputs } from '../protocol/types.ts';

/** The core enforces it like the machine's own `maxPaths`. */
export const MAX_LIVE_PATHS = 2000;
/** Of all paths, ended ones included. */
export const MAX_PATHS = 5_000;
export const MAX_EVENTS = 500_000;
/** Pending agent calls and questions in a snapshot. The next ones follow when these are answered. */
export const MAX_PENDING = 100;

/**
 * Options of a start under the ceiling.
 * @param maxPaths live paths that the machine allows
 */
export function startOptions(input: Inputs | undefined, maxPaths: number): StartOptions {
  return {
    ...(input === undefined ? {} : { input }),
    ...(maxPaths > MAX_LIVE_PATHS ? { limits: { maxPaths: MAX_LIVE_PATHS } } : {}),
  };
}

/** @returns the ceiling that a run has reached, or null */
export function reachedCeiling({ spawned, events }: { spawned: number; events: number }): Ceiling | null {
  if (spawned >= MAX_PATHS) return { kind: 'paths', most: MAX_PATHS };
  return events >= MAX_EVENTS ? { kind: 'events', most: MAX_EVENTS } : null;
}

/**
 * A saved run under the ceiling: its limit of live paths is lowered.
 * @returns the text, and how many live paths it has
 */
export function withLoweredLimits(saved: string): { text: string; livePaths: number } {
  const file = parseObject(saved);
  if (file === null) return { text: saved, livePaths: 0 };
  let changed = false;
  const lower = (limits: WithLimits['limits']) => {
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
    livePaths: paths.filter((path) => !path?.status || !ENDED_STATUSES.includes(path.status)).length,
  };
}

interface WithLimits {
  limits?: { maxPaths?: number };
}
/** The parts of a saved run that are read here. A text from outside may hold anything. */
interface SavedRun {
  options?: WithLimits;
  state?: WithLimits & { paths?: ({ status?: string } | null)[] };
  timeline?: { base?: WithLimits };
}

/** @returns null for anything but an object; the core refuses it */
function parseObject(text: string): SavedRun | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const ENDED_STATUSES = ['completed', 'failed', 'cancelled', 'merged', 'forked'];
