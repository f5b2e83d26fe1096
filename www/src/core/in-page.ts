// A worker's code in the page, where the host's policy allows no worker: messages go over a channel, so that each is a
// turn of the event loop of its own.

import type { StartedWorker } from './any-worker.ts';

interface Scope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** @param load what the worker would run, given its scope */
export async function inPage(load: () => Promise<(scope: Scope) => void>): Promise<StartedWorker> {
  const serve = await load();
  const { port1, port2 } = new MessageChannel();
  const started: StartedWorker = {
    postMessage: (message, transfer = []) => port1.postMessage(message, transfer),
    terminate: () => port1.close(),
    onmessage: null,
    onerror: null,
  };
  port1.onmessage = (event) => started.onmessage?.(event);
  serve(port2 as unknown as Scope);
  return started;
}
