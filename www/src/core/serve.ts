// The worker's side of the protocol: takes requests from a port, passes them to a session, and posts the results.

import { packed } from '../protocol/bulk.ts';
import { isNewestOnly, isPause, isRequest, type Report, type Request } from '../protocol/messages.ts';
import { describe } from './refusals.ts';
import type { Session } from './session.ts';

export interface Port {
  postMessage(message: Report, transfer?: Transferable[]): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/**
 * @param rest yields to the message queue
 * @param begins hears of each request before it is worked on
 */
export function serve(
  session: Session,
  port: Port,
  rest: (ms: number) => Promise<void>,
  begins: (request: number) => void = () => {},
) {
  const waiting: Request[] = [];
  let draining = false;
  /** The last of the waiting requests that a pause is meant for as well: it is repeated behind it. */
  let paused: Request | undefined;

  port.onmessage = ({ data }) => {
    if (isPause(data)) {
      paused = waiting.at(-1);
      return session.pause();
    }
    if (!isRequest(data)) return;
    if (isNewestOnly(data.call)) dropOlder(data.call);
    waiting.push(data);
    if (!draining) void drain();
  };

  function dropOlder(call: string) {
    for (let i = waiting.length - 1; i >= 0; i -= 1) {
      if (waiting[i].call !== call) continue;
      port.postMessage({ re: waiting[i].id, value: null });
      waiting.splice(i, 1);
    }
  }

  // One request a turn of the loop, so that a newer text can overtake an older one that still waits.
  async function drain() {
    draining = true;
    await rest(0);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      begins(next.id);
      void answer(next);
      if (next === paused) session.pause();
      await rest(0);
    }
    draining = false;
  }

  async function answer({ id, call, args }: Request) {
    const progress = (snapshot: unknown) => port.postMessage({ re: id, progress: packed(snapshot) });
    try {
      const value = await session.call(call, args, progress);
      port.postMessage({ re: id, value: packed(value) }, transferable(value));
    } catch (error) {
      port.postMessage({ re: id, error: describe(error) });
    }
  }
}

/** @param value packed tokens go over without a copy */
function transferable(value: unknown) {
  const tokens = typeof value === 'object' && value !== null && 'tokens' in value ? value.tokens : null;
  return tokens instanceof Uint32Array ? [tokens.buffer] : [];
}
