// Locks between tabs by messages, for pages without `navigator.locks`: browsers have these in secure contexts only, and
// a page on plain http is not one. A closed tab does not answer, so its locks are free. Unlike with Web Locks, two tabs
// can have the same lock for a while, when the first is too busy to answer. Then the second loses it again.

import { newId } from '../protocol/new-id.ts';
import { broadcastChannel } from './channel.ts';

/** The part of the browser's `LockManager` that is used. */
export interface Locks {
  request(name: string, options: LockOptions, run: (lock: Lock | null) => Promise<unknown> | null): Promise<unknown>;
}
/** Asks for a lock, says that the sender has it, or takes it from the tab that has it. */
interface Message {
  type: 'ask' | 'held' | 'steal';
  name: string;
  /** The id of the request: the sender's own, or for `held` the one it answers. */
  ask: string;
}
interface HeldLock {
  requestId: string;
  lose(): void;
}
interface PendingRequest {
  name: string;
  deny(): void;
}

/** A tab that has a lock answers within this time. */
const ANSWER_TIMEOUT_MS = 300;
/** How long a tab that waits for a lock waits before it asks again. */
const RETRY_MS = 100;

/** Undefined where tabs cannot find out about each other. */
export function openTabLocks(): Locks | undefined {
  if (navigator.locks) return navigator.locks;
  const channel = broadcastChannel('locks');
  return channel ? new ChannelLocks(channel) : undefined;
}

export class ChannelLocks implements Locks {
  readonly #channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** The locks of this tab, by name. */
  readonly #heldLocks: Map<string, HeldLock> = new Map();
  /** The requests of this tab that may still be denied, by id. */
  readonly #pendingRequests: Map<string, PendingRequest> = new Map();

  constructor(channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>) {
    this.#channel = channel;
    channel.onmessage = ({ data }) => this.#onMessage(data);
  }

  async request(
    name: string,
    { ifAvailable, steal, signal }: LockOptions,
    run: (lock: Lock | null) => Promise<unknown> | null,
  ): Promise<unknown> {
    for (;;) {
      const requestId = newRequestId();
      if (steal) this.#post({ type: 'steal', name, ask: requestId });
      if (steal || (await this.#isFree(name, requestId))) return this.#runWithLock(name, requestId, run);
      if (ifAvailable) return run(null);
      await new Promise((retry) => setTimeout(retry, RETRY_MS));
      signal?.throwIfAborted();
    }
  }

  /** Asks the other tabs. */
  #isFree(name: string, requestId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isFree: boolean) => {
        clearTimeout(timeout);
        this.#pendingRequests.delete(requestId);
        resolve(isFree);
      };
      const timeout = setTimeout(() => end(true), ANSWER_TIMEOUT_MS);
      this.#pendingRequests.set(requestId, { name, deny: () => end(false) });
      this.#post({ type: 'ask', name, ask: requestId });
    });
  }

  /** Resolves with what `run` returns. Rejects as soon as another tab takes the lock away. */
  #runWithLock(name: string, requestId: string, run: (lock: Lock) => Promise<unknown> | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        release();
        reject(new DOMException('another tab took the lock', 'AbortError'));
      };
      const heldLock = { requestId, lose };
      const release = () => {
        if (this.#heldLocks.get(name) === heldLock) this.#heldLocks.delete(name);
      };
      this.#heldLocks.set(name, heldLock);
      Promise.resolve(run({ name, mode: 'exclusive' }))
        .finally(release)
        .then(resolve, reject);
    });
  }

  #post(message: Message) {
    this.#channel.postMessage(message);
  }

  #onMessage({ type, name, ask }: Message) {
    const heldLock = this.#heldLocks.get(name);
    const rivals = [...this.#pendingRequests].filter(([, request]) => request.name === name);
    if (type === 'steal') {
      heldLock?.lose();
      for (const [, { deny }] of rivals) deny();
    } else if (type === 'held') {
      this.#pendingRequests.get(ask)?.deny();
      // The tab that had the lock was too busy to answer in time.
      if (heldLock?.requestId === ask) heldLock.lose();
    } else if (heldLock || rivals.some(([id]) => id < ask)) this.#post({ type: 'held', name, ask });
    // Of two tabs that ask at once, the one that began first gets the lock.
    else for (const [, { deny }] of rivals) deny();
  }
}

/** Ids sort by the time of the request. */
const newRequestId = () => `${Date.now()} ${newId()}`;
