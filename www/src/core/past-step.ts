// Looks at an earlier step of the branch: the cursor goes there and comes back, and moving it changes nothing.

import type { Moved, Run } from '../../pkg/tracklight.js';

/** @returns what `look` gives, or why the cursor cannot go there */
export function atStep<T>(run: Run, step: number, look: () => T): T | Extract<Moved, { ok: false }> {
  const here = run.back(0);
  if (!here.ok || here.step === step) return look();
  const moved = run.goto(step);
  if (!moved.ok) return moved;
  try {
    return look();
  } finally {
    run.goto(here.step, here.branch);
  }
}
