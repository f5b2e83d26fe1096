// Questions about the current run that do not change it.

import { NO_RUN } from './refusals.ts';
import { written } from './run-files.ts';
import type { RunSession } from './run-session.ts';

const LOOKS = ['diff', 'export', 'evaluate', 'branchEntries', 'prompt', 'outputs'] as const;

export function isLook(call: string): call is (typeof LOOKS)[number] {
  return (LOOKS as readonly string[]).includes(call);
}

export function lookAt(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version'>,
  live: RunSession | null,
  call: (typeof LOOKS)[number],
  [a, b]: any[],
) {
  switch (call) {
    case 'export':
      return live === null ? null : written(core, live, a);
    case 'prompt':
      return live === null ? null : live.run.prompt(a);
    case 'outputs':
      return live === null ? [] : live.run.outputs();
    case 'branchEntries':
      return live === null ? [] : live.run.entries(a);
    default:
      if (live === null) return { ok: false, error: NO_RUN };
      return call === 'diff' ? live.run.diff(a, b) : live.run.evaluate(a, b);
  }
}
