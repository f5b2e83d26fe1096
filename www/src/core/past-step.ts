// Reads from another step, of any branch: moves the cursor there and back, which changes nothing else.

import type { Moved, Run } from '../../pkg/tracklight.js';

/** @returns the result of `read`, or why the cursor cannot be moved there */
export function atStep<T>(run: Run, step: number, read: () => T, branch?: string): T | Extract<Moved, { ok: false }> {
  const here = run.back(0);
  if (!here.ok || (here.step === step && (branch ?? here.branch) === here.branch)) return read();
  const moved = run.goto(step, branch);
  if (!moved.ok) return moved;
  try {
    return read();
  } finally {
    run.goto(here.step, here.branch);
  }
}
