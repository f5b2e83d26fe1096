// One core worker for all machines of a host page. It starts with the first session and ends with the last. A machine
// that the worker was lost by has a worker of its own from then on.

import address from './shared.worker.ts?worker&url';
import first from '../../pkg/parts/first_bg.wasm?url';
import rest from '../../pkg/parts/rest_bg.wasm?url';
import { AnyWorker, waysOf, type Way } from './any-worker.ts';
import { inPage } from './in-page.ts';
import { tryLoad } from '../load/load.ts';
import { supervise } from './calls.ts';
import { CorePool } from './pool.ts';
import type { Say } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

let way: Way['name'] | null = null;

/** How the core runs in this page, once it does. */
export const coreRuns = () => way;

function spawn() {
  const inThread = () => inPage(() => tryLoad(() => import('./shared-host.ts')).then(({ host }) => host));
  const ways = waysOf('core', address, inThread);
  const worker = new AnyWorker(ways, (name) => {
    way = name;
  });
  const at = (path: string) => new URL(path, import.meta.url).href;
  worker.postMessage({ boot: { first: at(first), rest: at(rest) } });
  return worker;
}

const shared = new CorePool(spawn);

/** How many machines of this page use the shared worker. */
export const sharing = () => shared.size;

/** A session on the shared worker. @param say words of notices */
export function connectShared(say: Say): Engine {
  let lane: ReturnType<CorePool['lane']> | null = null;
  let alone = false;
  const open = () => {
    alone ||= lane?.guilty === true;
    // Code in the page cannot be ended: it does not answer while it is busy.
    lane = (alone && way !== 'page' ? new CorePool(spawn) : shared).lane();
    return lane;
  };
  const every = (ms: number, tick: () => void) => {
    const timer = setInterval(() => {
      if (way !== 'page') tick();
    }, ms);
    return () => clearInterval(timer);
  };
  return supervise(open, { now: () => performance.now(), every }, say);
}
