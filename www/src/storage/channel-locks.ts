// Locks between tabs by messages, for pages without `navigator.locks`: browsers have these in secure contexts only, and
// a page on plain http is not one. A tab that is gone does not answer, so its locks are free. Unlike with Web Locks,
// two tabs can both have a lock for a while, when the first is too busy to answer: the second one loses it again.

import { newId } from '../protocol/new-id.ts';

/** The part of the browser's `LockManager` that is used. */
export interface Locks {
  request(name: string, options: LockOptions, run: (lock: Lock | null) => Promise<unknown> | null): Promise<unknown>;
}
/** `ask` is the id of the request that a tab asks with, or that it is answered. */
interface Message {
  type: 'ask' | 'held' | 'steal';
  name: string;
  ask: string;
}
interface Held {
  ask: string;
  lose(): void;
}

/** A tab that has the lock answers by then. */
const ANSWER_TIMEOUT_MS = 300;
/** How often a tab that waits asks again. */
const RETRY_MS = 100;

export class ChannelLocks implements Locks {
  #channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  /** By name. */
  #held: Map<string, Held> = new Map();
  /** By ask. */
  #asking: Map<string, { name: string; deny(): void }> = new Map();

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
      const ask = newAsk();
      if (steal) this.#post({ type: 'steal', name, ask });
      if (steal || (await this.#isFree(name, ask))) return this.#hold(name, ask, run);
      if (ifAvailable) return run(null);
      await new Promise((retry) => setTimeout(retry, RETRY_MS));
      signal?.throwIfAborted();
    }
  }

  /** Asks the other tabs. */
  #isFree(name: string, ask: string): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (free: boolean) => {
        clearTimeout(timeout);
        this.#asking.delete(ask);
        resolve(free);
      };
      const timeout = setTimeout(() => end(true), ANSWER_TIMEOUT_MS);
      this.#asking.set(ask, { name, deny: () => end(false) });
      this.#post({ type: 'ask', name, ask });
    });
  }

  /** @returns what `run` does; rejects as soon as another tab takes the lock away */
  #hold(name: string, ask: string, run: (lock: Lock) => Promise<unknown> | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        release();
        reject(new DOMException('another tab took the lock', 'AbortError'));
      };
      const held = { ask, lose };
      const release = () => {
        if (this.#held.get(name) === held) this.#held.delete(name);
      };
      this.#held.set(name, held);
      Promise.resolve(run({ name, mode: 'exclusive' }))
        .finally(release)
        .then(resolve, reject);
    });
  }

  #post(message: Message) {
    this.#channel.postMessage(message);
  }

  #onMessage({ type, name, ask }: Message) {
    const held = this.#held.get(name);
    const asking = [...this.#asking].filter(([, one]) => one.name === name);
    if (type === 'steal') {
      held?.lose();
      for (const [, { deny }] of asking) deny();
    } else if (type === 'held') {
      this.#asking.get(ask)?.deny();
      // The tab that had the lock was too busy to answer in time.
      if (held?.ask === ask) held.lose();
    } else if (held || asking.some(([own]) => own < ask)) this.#post({ type: 'held', name, ask });
    // Of two tabs that ask at once, the one that began first gets the lock.
    else for (const [, { deny }] of asking) deny();
  }
}

/** Sorts by time. */
const newAsk = () => `${Date.now()} ${newId()}`;
