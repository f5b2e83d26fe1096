// One core worker for all machines of a host page. It starts with the first session and ends with the last. A machine
// whose call crashed or blocked it gets a worker of its own.

import address from './shared.worker.ts?worker&url';
import first from '../../pkg/parts/element-first_bg.wasm?url';
import rest from '../../pkg/parts/element-rest_bg.wasm?url';
import { AnyWorker, startMethodsOf, type StartMethod } from './any-worker.ts';
import { inPage } from './in-page.ts';
import { tryLoad } from '../load/load.ts';
import { PAGE_WATCH, supervise } from './calls.ts';
import { CorePool } from './pool.ts';
import type { Say, Watch } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

let startedBy: StartMethod['name'] | null = null;

/** How the core was started in this page; null before that. */
export const coreStartMethod = () => startedBy;

function spawn() {
  const startInPage = () =>
    inPage(() => tryLoad(() => import('./shared-host.ts')).then(({ serveSessions }) => serveSessions));
  const worker = new AnyWorker(startMethodsOf('core', address, startInPage), (name) => {
    startedBy = name;
  });
  const absolute = (path: string) => new URL(path, import.meta.url).href;
  worker.postMessage({ boot: { first: absolute(first), rest: absolute(rest) } });
  return worker;
}

const shared = new CorePool(spawn, PAGE_WATCH.now);

/** How many machines of this page use the shared worker. */
export const sharedSessionCount = () => shared.size;

/** A session on the shared worker. @param say the texts of notices */
export function connectShared(say: Say): Engine {
  let session: ReturnType<CorePool['openSession']> | null = null;
  let hasLostWorker = false;
  const open = () => {
    hasLostWorker ||= session?.isGuilty === true;
    // Code in the page cannot be ended: it does not answer while it is busy.
    session = (hasLostWorker && startedBy !== 'page' ? new CorePool(spawn, PAGE_WATCH.now) : shared).openSession();
    return session;
  };
  const watch: Watch = {
    now: PAGE_WATCH.now,
    every: (ms, tick) => PAGE_WATCH.every(ms, () => startedBy !== 'page' && tick()),
  };
  return supervise(open, watch, say);
}
