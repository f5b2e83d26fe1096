// Questions about the current run that do not change it.

import { atStep } from './past-step.ts';
import { NO_RUN } from './refusals.ts';
import { written } from './run-files.ts';
import type { RunSession } from './run-session.ts';
import type { Run } from '../../pkg/tracklight.js';
import { endOf } from '../protocol/run-end.ts';
import type { Calls, Queries } from '../protocol/messages.ts';

interface Asked {
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version'>;
  live: RunSession | null;
}

const none = { ok: false as const, error: NO_RUN };

export const RUN_QUERIES: Queries<Asked> = {
  export: ({ core, live }, [kind]) => (live === null ? null : written(core, live, kind)),
  prompt: ({ live }, [request]) => (live === null ? null : live.run.prompt(request)),
  outputs: ({ live }) => (live === null ? [] : live.run.outputs()),
  branchPast: ({ live }, [branch]) => pastOf(live?.run, branch),
  diff: ({ live }, [a, b]) => (live === null ? none : live.run.diff(a, b)),
  evaluate: ({ live }, [path, expression]) => (live === null ? none : live.run.evaluate(path, expression)),
};

/** What happened on a branch, which need not be the one at the cursor. */
function pastOf(run: Run | undefined, branch: string): Calls['branchPast']['answer'] {
  const entries = run?.entries(branch) ?? [];
  const look = () => run && { events: run.events(), end: endOf(run.view()) };
  const there = run && atStep(run, entries.at(-1)?.step ?? 0, look, branch);
  return { entries, ...(there && 'events' in there ? there : { events: [], end: 'running' }) };
}
