// Decides which tab may write a draft: one at a time, by a lock of the browser. Without locks, every tab may write.

import { storageName } from '../protocol/storage-names.ts';
import { broadcastChannel } from './channel.ts';
import { ChannelLocks, type Locks } from './channel-locks.ts';

/** @returns undefined where tabs cannot find out about each other */
export function tabLocks(): Locks | undefined {
  if (navigator.locks) return navigator.locks;
  const channel = broadcastChannel('locks');
  return channel ? new ChannelLocks(channel) : undefined;
}

export class Hold {
  #locks: Locks | undefined;
  #id: string | null = null;
  #release = () => {};
  /** Another tab took the draft from this one. */
  lost: (id: string) => void = () => {};

  constructor(locks: Locks | undefined) {
    this.#locks = locks;
  }

  /** Whether two tabs can never have a draft at the same time. */
  get exclusive() {
    return this.#locks !== undefined && !(this.#locks instanceof ChannelLocks);
  }

  /**
   * Takes a draft and lets go of the one before.
   * @param patience how many ms another tab has for letting go of it; then it is taken away. By default it is left to
   * that tab
   * @returns false when another tab has it
   */
  async take(id: string, patience: number = 0): Promise<boolean> {
    if (id === this.#id) return true;
    this.letGo();
    const got =
      !this.#locks ||
      (await this.#request(id, patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true })) ||
      (patience > 0 && (await this.#request(id, { steal: true })));
    if (got) this.#id = id;
    return got;
  }

  #request(id: string, options: LockOptions): Promise<boolean> {
    const locks = this.#locks as Locks;
    return new Promise((answer) => {
      locks
        .request(storageName(`doc:${id}`), options, (lock) => {
          answer(lock !== null);
          return (
            lock &&
            new Promise((release: (value: void) => void) => {
              this.#release = release;
            })
          );
        })
        .catch((error) => {
          // Not granted in time, or granted once and taken away since. Locks that do not work at all keep nobody out.
          answer(!(error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)));
          if (this.#id !== id) return;
          this.#id = null;
          this.lost(id);
        });
    });
  }

  letGo() {
    this.#id = null;
    this.#release();
    this.#release = () => {};
  }
}
