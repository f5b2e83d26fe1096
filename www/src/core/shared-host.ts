// Serves sessions over one core: in a worker, or in the page where no worker may be started.

import { core, load, type Addresses } from './parts.ts';
import { withLessWork } from './less-work.ts';
import { rest } from './yield.ts';
import { serve, type Port } from './serve.ts';
import { Session } from './session.ts';

/** `open` comes with the session's port. */
export type HostMessage = { boot: Addresses } | { open: number } | { close: number };
/** Told before it begins: work on a call of a session, or, where `call` is null, on what one of its calls left over. */
export interface Work {
  at: number;
  call: number | null;
}
interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export function host(scope: Scope) {
  const sessions: Map<number, { session: Session | null; port: MessagePort }> = new Map();
  let loaded: Promise<void> | null = null;
  /** A worker that hangs is ended; the page itself cannot be. */
  const able = 'document' in globalThis ? withLessWork(core) : core;

  async function open(id: number, port: MessagePort) {
    sessions.set(id, { session: null, port });
    try {
      await loaded;
    } catch (error) {
      port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
      return;
    }
    const held = sessions.get(id);
    if (!held) return;
    const works = (call: number | null) => scope.postMessage({ at: id, call } satisfies Work);
    const restThenWork = async (ms: number) => {
      await rest(ms);
      works(null);
    };
    held.session = new Session(able, { now: () => performance.now(), rest: restThenWork });
    serve(held.session, port as Port, rest, works);
    port.postMessage({ ready: true });
  }

  scope.onmessage = ({ data, ports }: MessageEvent<HostMessage>) => {
    if ('boot' in data) {
      loaded ??= load(data.boot);
      loaded.catch(() => {});
    } else if ('open' in data && ports[0]) void open(data.open, ports[0]);
    else if ('close' in data) {
      const held = sessions.get(data.close);
      sessions.delete(data.close);
      held?.port.close();
      held?.session?.free();
    }
  };
  scope.postMessage({ up: true });
}
