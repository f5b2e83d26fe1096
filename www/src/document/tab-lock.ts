// Makes sure that one tab at a time edits a draft, by a lock of the browser, and exchanges messages with other tabs.
// Without locks every tab may edit.

import { storageName } from '../protocol/storage-names.ts';
import { ChannelLocks, type Locks } from '../storage/channel-locks.ts';
import type { Channel, Message } from '../storage/channel.ts';
import type { Notice } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { savingStrings } from './strings.ts';

const LOCK_TIMEOUT_MS = 3_000;

export const EDITED_ELSEWHERE: Omit<Notice, 'id'> = {
  kind: 'info',
  text: savingStrings.elsewhere,
  acts: [{ label: savingStrings.editHere, action: { type: 'editHere' } }],
  ofDocument: true,
};

export interface TabLockDependencies {
  store: Store;
  /** Undefined where tabs cannot find out about each other. */
  locks: Locks | undefined;
  channel: Channel;
  /** How long another tab has for saving and releasing a draft. Then the lock is taken from it. */
  lockTimeoutMs?: number;
  /** Saves what is not saved yet, before another tab gets the draft. */
  save: () => Promise<void>;
  hasUnsavedWork: () => boolean;
  onDraftChanged: (id: string) => void;
  onAllDeleted: () => void;
}

export class TabLock {
  readonly #deps: TabLockDependencies;
  /** The draft that this tab has the lock of. */
  #lockedId: string | null = null;
  #releaseLock = () => {};

  constructor(deps: TabLockDependencies) {
    this.#deps = deps;
    deps.channel.onMessage = (message) => void this.#onMessage(message);
    deps.store.watch(
      ({ document }) => document.id,
      (_, { document }) => !document.draft && this.release(),
    );
  }

  /** Whether two tabs can never edit a draft at the same time. */
  get isExclusive() {
    const { locks } = this.#deps;
    return locks !== undefined && !(locks instanceof ChannelLocks);
  }

  /**
   * Gets the lock of a draft and releases the one before. Returns false when another tab has it.
   * @param timeoutMs how long another tab has for releasing it; then the lock is taken from that tab. By default that
   * tab keeps it
   */
  async acquire(id: string, timeoutMs: number = 0): Promise<boolean> {
    if (id === this.#lockedId) return true;
    this.release();
    const isAcquired = await this.#request(id, timeoutMs);
    if (isAcquired) this.#lockedId = id;
    return isAcquired;
  }

  /** Asks the tab that edits a draft for it, and gets the lock in any case. */
  async takeOver(id: string): Promise<boolean> {
    this.#deps.channel.post({ type: 'want', id });
    return this.acquire(id, this.#deps.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
  }

  release() {
    this.#lockedId = null;
    this.#releaseLock();
    this.#releaseLock = () => {};
  }

  announceChange(id: string) {
    this.#deps.channel.post({ type: 'changed', id });
  }

  announceDeletionOfAll() {
    this.#deps.channel.post({ type: 'wiped' });
  }

  async #request(id: string, timeoutMs: number) {
    const { locks } = this.#deps;
    if (!locks) return true;
    if (timeoutMs <= 0) return this.#requestLock(locks, id, { ifAvailable: true });
    return (
      (await this.#requestLock(locks, id, { signal: AbortSignal.timeout(timeoutMs) })) ||
      this.#requestLock(locks, id, { steal: true })
    );
  }

  #requestLock(locks: Locks, id: string, options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      locks
        .request(storageName(`doc:${id}`), options, (lock) => {
          resolve(lock !== null);
          return (
            lock &&
            new Promise((release: (value: void) => void) => {
              this.#releaseLock = release;
            })
          );
        })
        .catch((error) => {
          // The lock was not granted in time, or another tab took it later. Locks that do not work at all stop nobody.
          resolve(!(error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)));
          if (this.#lockedId !== id) return;
          this.#lockedId = null;
          this.#makeReadOnly(id);
        });
    });
  }

  async #onMessage(message: Message) {
    const { document } = this.#deps.store.state;
    switch (message.type) {
      case 'want':
        if (message.id !== document.draft || document.locked) return;
        await this.#deps.save();
        this.#makeReadOnly(message.id);
        this.release();
        break;
      case 'changed':
        this.#deps.onDraftChanged(message.id);
        break;
      case 'wiped':
        this.#deps.onAllDeleted();
        break;
    }
  }

  /** Another tab edits the draft from now on. */
  #makeReadOnly(id: string) {
    const { store, hasUnsavedWork } = this.#deps;
    const { document } = store.state;
    if (document.draft !== id || document.locked) return;
    if (hasUnsavedWork()) {
      // A text that could not be saved stays editable, as a machine of its own.
      store.set({ document: { ...document, draft: null } });
      store.notify({ kind: 'warning', text: savingStrings.taken, ofDocument: true });
    } else {
      store.set({ document: { ...document, locked: true, edited: false }, saveStatus: 'locked' });
      store.notify(EDITED_ELSEWHERE);
    }
  }
}
