// Questions about the current run that do not change it.

import { NO_RUN } from './refusals.ts';
import { written } from './run-files.ts';
import type { RunSession } from './run-session.ts';
import type { Queries } from '../protocol/messages.ts';

interface Asked {
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version'>;
  live: RunSession | null;
}

const none = { ok: false as const, error: NO_RUN };

export const RUN_QUERIES: Queries<Asked> = {
  export: ({ core, live }, [kind]) => (live === null ? null : written(core, live, kind)),
  prompt: ({ live }, [request]) => (live === null ? null : live.run.prompt(request)),
  outputs: ({ live }) => (live === null ? [] : live.run.outputs()),
  branchEntries: ({ live }, [branch]) => (live === null ? [] : live.run.entries(branch)),
  diff: ({ live }, [a, b]) => (live === null ? none : live.run.diff(a, b)),
  evaluate: ({ live }, [path, expression]) => (live === null ? none : live.run.evaluate(path, expression)),
};
