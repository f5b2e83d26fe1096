// Looks at another step, of the branch or of another one: the cursor goes there and comes back, and moving it changes
// nothing.

import type { Moved, Run } from '../../pkg/tracklight.js';

/** @returns what `look` gives, or why the cursor cannot go there */
export function atStep<T>(run: Run, step: number, look: () => T, branch?: string): T | Extract<Moved, { ok: false }> {
  const here = run.back(0);
  if (!here.ok || (here.step === step && (branch ?? here.branch) === here.branch)) return look();
  const moved = run.goto(step, branch);
  if (!moved.ok) return moved;
  try {
    return look();
  } finally {
    run.goto(here.step, here.branch);
  }
}
