// The worker's side of exploring: one exploration at a time, in batches between which a cancel is heard.

import type { ExploreAnswer, ExploreProgress, ExploreRequest, Explored } from '../protocol/explore.ts';
import type { Sources } from '../protocol/types.ts';

type Core = Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>;
export interface Port {
  postMessage(message: ExploreAnswer): void;
  onmessage: ((event: { data: ExploreRequest }) => void) | null;
}
interface Clock {
  now(): number;
  /** Lets messages arrive. */
  sleep(ms: number): Promise<void>;
}

/** A batch takes about so long. */
const BATCH_MS = 40;
const FIRST_BATCH = 20;
/** A batch says little about the next one. */
const MAX_GROWTH = 4;
const PROGRESS_MS = 150;

export function serveExplorer(core: Core, port: Port, clock: Clock) {
  let isCanceled = false;
  port.onmessage = ({ data }) => {
    if ('cancel' in data) isCanceled = true;
    else if ('hash' in data) answer(data.id, async () => hashOf(core, data.hash));
    else {
      isCanceled = false;
      answer(data.id, () => explore(core, data.explore, clock, report, () => isCanceled));
    }
  };
  const report = (progress: ExploreProgress) => port.postMessage({ progress });
  function answer(re: number, work: () => Promise<Explored | string>) {
    work().then(
      (value) => port.postMessage({ re, value }),
      (error) => port.postMessage({ re, error: error instanceof Error ? error.message : String(error) }),
    );
  }
}

function hashOf({ Machine }: Core, { source, files, entry }: Sources) {
  const machine = Machine.parse(source, files, entry);
  try {
    return machine.hash;
  } finally {
    machine.free();
  }
}

async function explore(
  { Machine }: Core,
  { sources: { source, files, entry }, input, bounds }: Extract<ExploreRequest, { explore: object }>['explore'],
  clock: Clock,
  report: (progress: ExploreProgress) => void,
  isCanceled: () => boolean,
): Promise<Explored> {
  const machine = Machine.parse(source, files, entry);
  const { faults, states } = bounds;
  const exploration = machine.explore({ faults, states, ...(input ? { input } : {}) });
  try {
    const begun = clock.now();
    let stopped: Explored['stopped'] = null;
    let reported = begun;
    for (let size = FIRST_BATCH; ; ) {
      const before = clock.now();
      const progress = exploration.advance(size);
      if (progress.done) break;
      const now = clock.now();
      const fitting = Math.round((size * BATCH_MS) / Math.max(now - before, 1));
      size = Math.min(Math.max(1, fitting), size * MAX_GROWTH);
      if (now - begun >= bounds.seconds * 1000) stopped = 'time';
      if (now - reported >= PROGRESS_MS) {
        const { states, actions } = progress;
        report({ states, actions, statesPerSecond: (states * 1000) / (now - begun) });
        reported = now;
      }
      await clock.sleep(0);
      if (isCanceled()) stopped = 'canceled';
      if (stopped) {
        exploration.stop('ms');
        break;
      }
    }
    return { result: exploration.result(), hash: machine.hash, stopped, bounds };
  } finally {
    exploration.free();
    machine.free();
  }
}
