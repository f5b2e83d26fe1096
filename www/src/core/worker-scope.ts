// How the file of a worker begins: in a worker it serves; in a page that may not start one it offers to.

/** What a worker has, and a port of the page. */
export interface Scope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}
export type Serve = (scope: Scope) => void;
export interface ServerOffer {
  name: string;
  serve: Serve;
}

/** On the document, while the file runs. */
export const SERVER_EVENT = 'tracklight-server';

export function serveOrOffer(name: string, serve: Serve) {
  if ('document' in globalThis) document.dispatchEvent(new CustomEvent(SERVER_EVENT, { detail: { name, serve } }));
  else serve(self as unknown as Scope);
}
