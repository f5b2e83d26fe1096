// Locks by messages, for pages without Web Locks. Time passes only as the test says.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ChannelLocks } from '../../../src/storage/channel-locks.ts';

type End = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

/** Tabs of one browser. A tab that is busy gets its messages later. */
function browser() {
  const ends: { end: End; busy: boolean; waiting: unknown[] }[] = [];
  const deliver = (end: End, data: unknown) => (end.onmessage as ((event: unknown) => void) | null)?.({ data });
  return () => {
    const tab = {
      busy: false,
      waiting: [] as unknown[],
      end: {
        onmessage: null,
        postMessage(data: unknown) {
          for (const other of ends)
            if (other !== tab) {
              if (other.busy) other.waiting.push(data);
              else deliver(other.end, data);
            }
        },
      } as End,
    };
    ends.push(tab);
    return {
      locks: new ChannelLocks(tab.end),
      close: () => ends.splice(ends.indexOf(tab), 1),
      setBusy(busy: boolean) {
        tab.busy = busy;
        if (!busy) for (const data of tab.waiting.splice(0)) deliver(tab.end, data);
      },
    };
  };
}

/** Takes a lock until `release`. `got` is null until it is known, `lost` the name of the error that ended it. */
function take(locks: ChannelLocks, options: LockOptions = { ifAvailable: true }) {
  const taken = { got: null as boolean | null, lost: '', release: () => {} };
  locks
    .request('draft', options, (lock) => {
      taken.got = lock !== null;
      return lock && new Promise<void>((release) => void (taken.release = release));
    })
    .catch((error) => {
      taken.lost = error.name;
    });
  return taken;
}

const clocked = (name: string, act: (pass: (ms: number) => Promise<void>) => Promise<void>) =>
  test(name, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const settle = async () => {
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
    };
    try {
      await act(async (ms) => {
        await settle();
        mock.timers.tick(ms);
        await settle();
      });
    } finally {
      mock.timers.reset();
    }
  });

clocked('one tab has the lock, and a second one does not get it until it is released', async (pass) => {
  const open = browser();
  const [first, second] = [open(), open()];
  const held = take(first.locks);
  await pass(300);
  assert.equal(held.got, true);
  const refused = take(second.locks);
  await pass(0);
  assert.equal(refused.got, false);
  held.release();
  await pass(0);
  const later = take(second.locks);
  await pass(300);
  assert.equal(later.got, true);
});

clocked('the lock of a tab that is gone is free', async (pass) => {
  const open = browser();
  const [first, second] = [open(), open()];
  take(first.locks);
  await pass(300);
  first.close();
  const taken = take(second.locks);
  await pass(300);
  assert.equal(taken.got, true);
});

clocked('of two tabs that ask at once, one gets the lock', async (pass) => {
  const open = browser();
  const [first, second] = [open(), open()];
  const asked = [take(first.locks), take(second.locks)];
  await pass(300);
  assert.deepEqual(asked.map(({ got }) => got).sort(), [false, true]);
});

clocked('a tab waits for the lock, as long as it wants to', async (pass) => {
  const open = browser();
  const [first, second, third] = [open(), open(), open()];
  const held = take(first.locks);
  await pass(300);
  const abort = new AbortController();
  const [patient, impatient] = [take(second.locks, {}), take(third.locks, { signal: abort.signal })];
  await pass(100);
  abort.abort();
  await pass(100);
  assert.deepEqual([patient.got, impatient.got, impatient.lost], [null, null, 'AbortError']);
  held.release();
  await pass(100);
  await pass(300);
  assert.equal(patient.got, true);
});

clocked('a lock is stolen, and who had it is told', async (pass) => {
  const open = browser();
  const [first, second] = [open(), open()];
  const held = take(first.locks);
  await pass(300);
  const stolen = take(second.locks, { steal: true });
  await pass(0);
  assert.deepEqual([held.lost, stolen.got, stolen.lost], ['AbortError', true, '']);
  const refused = take(first.locks);
  await pass(0);
  assert.equal(refused.got, false);
});

clocked('a tab that was too busy to answer keeps its lock', async (pass) => {
  const open = browser();
  const [first, second] = [open(), open()];
  const held = take(first.locks);
  await pass(300);
  first.setBusy(true);
  const taken = take(second.locks);
  await pass(300);
  assert.equal(taken.got, true);
  first.setBusy(false);
  await pass(0);
  assert.deepEqual([held.lost, taken.lost], ['', 'AbortError']);
});
