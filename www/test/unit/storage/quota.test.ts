// Room: what goes first, what never goes, and what is said when there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SOFT_CAP_CHARACTERS,
  versionsBeyondCap,
  oldestVersions,
  excessVersions,
  writeWithRoom,
} from '../../../src/storage/quota.ts';
import { browser, full, settled, tab } from '../fake-storage.ts';

const DAY = 86_400_000;
const NOW = 1_700_000_000_000;
const version = (time: number, name: string | null = null, size = 10) => ({ id: 'd', time, name, why: 'edits', size });

test('the last fifty automatic versions stay, and every named one', () => {
  const all = Array.from({ length: 70 }, (_, i) => version(NOW - i * 1000, i % 7 === 6 ? `v${i}` : null));
  const going = excessVersions(all, NOW);
  assert.equal(going.length, 10);
  assert.ok(going.every(({ name, time }) => name === null && time < NOW - 57_000));
});

test('after a week one automatic version a day stays, the last of it', () => {
  const noon = Math.floor(NOW / DAY) * DAY + DAY / 2;
  const all = [
    version(noon - 1),
    version(noon - 2),
    version(noon - 8 * DAY),
    version(noon - 8 * DAY - 1),
    version(noon - 8 * DAY - 2, 'mine'),
    version(noon - 9 * DAY),
  ];
  assert.deepEqual(
    excessVersions(all, noon).map(({ time }) => time),
    [noon - 8 * DAY - 1],
  );
});

test('beyond the soft cap the oldest automatic versions go, and no more than needed', () => {
  const mib = 2 ** 20;
  const all = [version(1, 'named', mib), version(2, null, mib), version(3, null, mib), version(4, null, mib)];
  assert.deepEqual(versionsBeyondCap(all, [{ size: SOFT_CAP_CHARACTERS - 4 * mib }]), []);
  assert.deepEqual(
    versionsBeyondCap(all, [{ size: SOFT_CAP_CHARACTERS - 3 * mib + 1 }]).map(({ time }) => time),
    [2, 3],
  );
  assert.deepEqual(
    oldestVersions(all, 1).map(({ time }) => time),
    [2],
  );
});

test('a refused write is tried once more after the oldest automatic versions are gone', async () => {
  const dropped: number[] = [];
  let tries = 0;
  const versions = {
    list: async () => [version(2), version(1), version(0, 'named')],
    drop: async (entries: { time: number }[]) => void dropped.push(...entries.map(({ time }) => time)),
  };
  await writeWithRoom(versions, 5, async () => {
    tries += 1;
    if (tries === 1) throw full();
  });
  assert.deepEqual([tries, dropped], [2, [1, 2]]);
  await assert.rejects(
    writeWithRoom({ ...versions, list: async () => [] }, 5, async () => {
      throw full();
    }),
    { name: 'QuotaExceededError' },
  );
  await assert.rejects(
    writeWithRoom(versions, 5, async () => {
      throw new Error('other');
    }),
    /other/,
  );
});

test('a full browser makes room for the text among its versions', async () => {
  const shared = browser({ room: 3000 });
  const { type, autosave, history, store } = tab(shared);
  type('a'.repeat(500));
  await autosave.flush();
  for (let i = 0; i < 2; i += 1) {
    type(`${'b'.repeat(500)}${i}`);
    await autosave.flush();
    history.keep('format');
    await settled();
  }
  type('c'.repeat(1200));
  await autosave.flush();
  assert.equal(store.state.saveStatus, 'saved');
  assert.equal([...shared.docs.values()][0].document.s.length, 1200);
});

test('when nothing can go, the state is storage full, with a download and a way out; freed room is used', async () => {
  let room = 400;
  const shared = browser({ refuse: () => (room < 1000 ? full() : null) });
  const { type, autosave, documents, store, saved } = tab(shared);
  type('d'.repeat(800));
  await autosave.flush();
  assert.equal(store.state.saveStatus, 'full');
  assert.deepEqual(
    store.state.notices[0].acts.map(({ action }) => action.type),
    ['downloadAll', 'dialog'],
  );
  documents.act({ type: 'downloadAll' });
  assert.deepEqual(saved, [['machine.dygram', 'd'.repeat(800)]]);
  room = 5000;
  documents.act({ type: 'cleanUp' });
  await settled();
  assert.equal(store.state.saveStatus, 'saved');
});
