// The worker's side of the protocol: takes the calls from a port, passes them to a session, and posts the answers.

import { pack } from '../protocol/bulk.ts';
import { isNewestOnly, isPause, isRequest, type Report, type Request } from '../protocol/messages.ts';
import { describe } from './refusals.ts';
import type { Session } from './session.ts';

export interface Port {
  postMessage(message: Report, transfer?: Transferable[]): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/**
 * @param sleep yields to the message queue
 * @param onBegin called with the id of each request before it is performed
 */
export function serve(
  session: Pick<Session, 'call' | 'pause'>,
  port: Port,
  sleep: (ms: number) => Promise<void>,
  onBegin: (request: number) => void = () => {},
) {
  const queue: Request[] = [];
  let isDraining = false;
  /** The last waiting request when a pause came. The pause is repeated after it, because it is meant for it too. */
  let lastPausedRequest: Request | undefined;

  port.onmessage = ({ data }) => {
    if (isPause(data)) {
      lastPausedRequest = queue.at(-1);
      return session.pause();
    }
    if (!isRequest(data)) return;
    if (isNewestOnly(data.call)) dropOlder(data.call);
    queue.push(data);
    if (!isDraining) void drain();
  };

  function dropOlder(call: string) {
    for (let i = queue.length - 1; i >= 0; i -= 1) {
      if (queue[i].call !== call) continue;
      port.postMessage({ re: queue[i].id, value: null });
      queue.splice(i, 1);
    }
  }

  // Performs one request in each turn of the event loop, so that a newer text can replace one that still waits.
  async function drain() {
    isDraining = true;
    await sleep(0);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      onBegin(next.id);
      void answer(next);
      if (next === lastPausedRequest) session.pause();
      await sleep(0);
    }
    isDraining = false;
  }

  async function answer({ id, call, args }: Request) {
    const progress = (snapshot: unknown) => port.postMessage({ re: id, progress: pack(snapshot) });
    try {
      const value = await session.call(call, args, progress);
      port.postMessage({ re: id, value: pack(value) }, transferable(value));
    } catch (error) {
      port.postMessage({ re: id, error: describe(error) });
    }
  }
}

/** Packed tokens are transferred without a copy. */
function transferable(value: unknown) {
  const tokens = typeof value === 'object' && value !== null && 'tokens' in value ? value.tokens : null;
  return tokens instanceof Uint32Array ? [tokens.buffer] : [];
}
