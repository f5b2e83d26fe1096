// Code that comes late: attempts with waits between them, what is waited for, and what the user is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileError, fetchFile } from '../../../src/load/files.ts';
import { LoadError, Loader, type LoadFailure } from '../../../src/load/load.ts';

/** A module that does not come so many times, and what became of it. */
function failing(times: number, { error = new FileError('a.js: status 500', false) as Error, newer = false } = {}) {
  const waits: number[] = [];
  const failures: LoadFailure[] = [];
  const attempts = { count: 0 };
  const loader = new Loader({
    wait: async (ms) => void waits.push(ms),
    isOutdated: async () => newer,
  });
  const importModule = async () => {
    attempts.count += 1;
    if (attempts.count <= times) throw error;
    return 'module';
  };
  loader.onFailure = (failure) => failures.push(failure);
  return { loader, importModule, waits, failures, attempts };
}
const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('what fails once comes with the next attempt, and nobody is told', async () => {
  const { loader, importModule, waits, failures } = failing(1);
  assert.equal(await loader.load(importModule), 'module');
  assert.deepEqual([waits, failures], [[250], []]);
});

test('what keeps failing is told after three attempts, and comes when it is tried again', async () => {
  const { loader, importModule, waits, failures, attempts } = failing(4);
  let waiting = 0;
  const loaded = loader.load(importModule, () => {
    waiting += 1;
  });
  await settled();
  assert.deepEqual([attempts.count, waits, failures, waiting], [3, [250, 1_000], ['unreachable'], 1]);
  assert.equal(loader.isWaiting, true);
  loader.retry();
  assert.equal(loader.isWaiting, false);
  assert.equal(await loaded, 'module');
  assert.deepEqual([attempts.count, failures], [5, ['unreachable']]);
});

test('all that waits is tried again at once', async () => {
  const { loader, failures } = failing(0);
  let there = false;
  const part = (name: string) => async () => {
    if (!there) throw new FileError(name, false);
    return name;
  };
  const loaded = Promise.all([loader.load(part('a')), loader.load(part('b'))]);
  await settled();
  assert.deepEqual(failures, ['unreachable', 'unreachable']);
  there = true;
  loader.retry();
  assert.deepEqual(await loaded, ['a', 'b']);
});

test('a file that is gone because there is a newer build is told at once', async () => {
  const gone = new FileError('a.js: status 404', true);
  const { loader, importModule, waits, failures } = failing(9, { error: gone, newer: true });
  void loader.load(importModule);
  await settled();
  assert.deepEqual([waits, failures], [[], ['outdated']]);
});

test('a file that is missing in the present build is asked for again', async () => {
  const gone = new FileError('a.js: status 404', true);
  const { loader, importModule, failures } = failing(2, { error: gone });
  assert.equal(await loader.load(importModule), 'module');
  assert.deepEqual(failures, []);
});

test('a module that does not run is no matter of the connection', async () => {
  const { loader, importModule, failures } = failing(9, { error: new TypeError('x is not a function') });
  void loader.load(importModule);
  await settled();
  assert.deepEqual(failures, ['broken']);
});

test('where nobody can be told, a load rejects with its reason', async () => {
  const { loader, importModule } = failing(9);
  loader.onFailure = null;
  await assert.rejects(loader.load(importModule), (error) => {
    assert.ok(error instanceof LoadError);
    assert.deepEqual([error.failure, error.message], ['unreachable', 'a.js: status 500']);
    return true;
  });
});

test('a page, a wrong type and a missing file are no file; what failed is not taken from the cache', async () => {
  const { fetch } = globalThis;
  const caches: unknown[] = [];
  const answers = [
    new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    new Response('{}', { headers: { 'content-type': 'application/json' } }),
    new Response('', { status: 404 }),
    new Response('', { status: 503 }),
    new TypeError('Failed to fetch'),
    new Response('', { headers: { 'content-type': 'text/javascript' } }),
    new Response('', { headers: { 'content-type': 'text/javascript' } }),
  ];
  globalThis.fetch = async (_, options) => {
    caches.push(options?.cache);
    const answer = answers[caches.length - 1];
    if (answer instanceof Response) return answer;
    throw answer;
  };
  try {
    const results: unknown[] = [];
    for (const _ of answers)
      results.push(
        await fetchFile('http://a/assets/a.js').then(
          () => 'file',
          (error) => [error.message, error.isGone],
        ),
      );
    assert.deepEqual(results, [
      ['a.js: a file of type text/html', true],
      ['a.js: a file of type application/json', true],
      ['a.js: status 404', true],
      ['a.js: status 503', false],
      ['a.js: Failed to fetch', false],
      'file',
      'file',
    ]);
    assert.deepEqual(caches, ['default', ...Array(5).fill('no-cache'), 'default']);
  } finally {
    globalThis.fetch = fetch;
  }
});
