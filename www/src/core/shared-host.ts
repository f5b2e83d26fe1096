// Serves sessions over one core: in a worker, or in the page where no worker may be started.

import { core, load, type PartAddresses } from './parts.ts';
import { SLICE_UNITS_IN_PAGE, withLessWork } from './less-work.ts';
import { SLICE_UNITS } from './pacer.ts';
import { sleep } from './yield.ts';
import { serve, type Port } from './serve.ts';
import { Session } from './session.ts';
import type { Scope } from './worker-scope.ts';

/** `open` comes with the session's port. */
export type HostMessage = { boot: PartAddresses } | { open: number } | { close: number };
/** Posted before work begins: on a call of a session, or, where `call` is null, on the next slice of one. */
export interface Work {
  session: number;
  call: number | null;
}
/** The first step is painted before the rest of the core comes. */
const REST_DELAY_MS = 500;
/** Calls that go on with a run. */
const RUNS = ['step', 'run'];

export function serveSessions(scope: Scope) {
  const sessions: Map<number, { session: Session | null; port: MessagePort }> = new Map();
  let loaded: ReturnType<typeof load> | null = null;
  /** Downloads the rest of the core, once a run goes on. */
  let follow: (() => Promise<void>) | null = null;
  let following: Promise<void> | null = null;
  /** A worker that hangs is ended; the page itself cannot be. */
  const isInPage = 'document' in globalThis;
  const hostCore = isInPage ? withLessWork(core) : core;
  const sliceUnits = isInPage ? SLICE_UNITS_IN_PAGE : SLICE_UNITS;

  async function open(id: number, port: MessagePort) {
    sessions.set(id, { session: null, port });
    try {
      follow = await loaded;
    } catch (error) {
      port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
      return;
    }
    const session = sessions.get(id);
    if (!session) return;
    const reportWork = (call: number | null) => scope.postMessage({ session: id, call } satisfies Work);
    const sleepThenReport = async (ms: number) => {
      await sleep(ms);
      reportWork(null);
    };
    session.session = new Session(hostCore, { now: () => performance.now(), sleep: sleepThenReport, sliceUnits });
    serve(patient(session.session), port as Port, sleep, reportWork);
    port.postMessage({ ready: true });
  }

  let isScheduled = false;
  const startFollowing = () => {
    if (isScheduled) return;
    isScheduled = true;
    void sleep(REST_DELAY_MS).then(() => {
      following = follow?.() ?? null;
    });
  };

  /** A session whose calls wait while the rest is on its way: who needed it would ask for it again. */
  const patient = (session: Session): Pick<Session, 'call' | 'pause'> => ({
    pause: () => session.pause(),
    call: async (name, args, progress) => {
      await following;
      const value = await session.call(name, args, progress);
      if (RUNS.includes(name)) startFollowing();
      return value;
    },
  });

  scope.onmessage = ({ data, ports }: MessageEvent<HostMessage>) => {
    if ('boot' in data) {
      loaded ??= load(data.boot, undefined, true);
      loaded.catch(() => {});
    } else if ('open' in data && ports[0]) void open(data.open, ports[0]);
    else if ('close' in data) {
      const session = sessions.get(data.close);
      sessions.delete(data.close);
      session?.port.close();
      session?.session?.free();
    }
  };
  scope.postMessage({ up: true });
}
