// A worker's code in the page, where the host's policy allows no worker: messages go over a channel, so that each is a
// turn of the event loop of its own.

import { SERVER_EVENT, type Scope, type Serve, type ServerOffer } from './worker-scope.ts';
import { allowWorker } from './worker-policy.ts';
import type { StartedWorker } from './any-worker.ts';

/** @param load what the worker would run, given its scope */
export async function inPage(load: () => Promise<Serve>): Promise<StartedWorker> {
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

/** What was loaded, by address: a file runs once in a page. */
const servers: Map<string, Serve> = new Map();

/**
 * Loads a worker's file into the page. Not by an import: bundlers would follow it, and build the file a second time.
 * @param address of a worker of this build, never from data
 */
export function loadServer(name: string, address: string): Promise<Serve> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      document.removeEventListener(SERVER_EVENT, onOffer);
      script.remove();
      const serve = servers.get(address);
      if (serve) resolve(serve);
      else reject(error ?? new Error(`${address}: the file does not run`));
    };
    const onOffer = (event: Event) => {
      const { detail } = event as CustomEvent<ServerOffer>;
      if (detail.name === name) servers.set(address, detail.serve);
    };
    const script = document.createElement('script');
    if (servers.has(address)) return end();
    document.addEventListener(SERVER_EVENT, onOffer);
    script.type = 'module';
    script.src = allowWorker(address);
    script.addEventListener('load', () => end());
    script.addEventListener('error', () => end(new Error(`${address}: the file did not come`)));
    document.head.append(script);
  });
}
