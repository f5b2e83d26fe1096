// One worker for SQL: loaded once, ended by cancel and limit, filled again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndedError, Sql, type Request } from '../../../../src/features/sql/client.ts';
import { loose, present, type Loose } from '../../../loose.ts';

interface Limits {
  query: number;
  grace: number;
  fill: number;
}

/** Answers only when told to. */
class HandWorker {
  sent: Loose<Request>[] = [];
  ended = false;
  onmessage: Worker['onmessage'] = null;
  onerror: Worker['onerror'] = null;

  postMessage(data: Request) {
    this.sent.push(loose(data));
  }

  terminate() {
    this.ended = true;
  }

  say(data: object) {
    this.onmessage?.call(this as never, { data } as MessageEvent);
  }

  answer(value: unknown) {
    this.say({ re: present(this.sent.at(-1)).id, value });
  }

  break(message: string) {
    this.onerror?.call(this as never, { message } as ErrorEvent);
  }
}

function bench(limits?: Limits) {
  const workers: HandWorker[] = [];
  const spawn = () => {
    const worker = new HandWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, sql: new Sql({ spawn, ...(limits ? { limits } : {}) }) };
}

const turn = () => new Promise((done) => setImmediate(done));

/** A worker that is loaded and filled. */
async function filled(limits?: Limits) {
  const { workers, sql } = bench(limits);
  const fill = sql.fill('{}');
  workers[0].say({ ready: true });
  await turn();
  workers[0].answer([]);
  await fill;
  return { workers, sql };
}

test('nothing is sent before SQLite is there, and it is loaded once', async () => {
  const { workers, sql } = bench();
  const fill = sql.fill('{"ddl":""}');
  await turn();
  assert.equal(workers[0].sent.length, 0);
  workers[0].say({ ready: true });
  await turn();
  assert.equal(workers[0].sent[0].database, '{"ddl":""}');
  workers[0].answer([{ name: 'paths' }]);
  assert.deepEqual(await fill, [{ name: 'paths' }]);
  const query = sql.query('SELECT 1');
  await turn();
  workers[0].answer({ ok: true });
  assert.deepEqual(await query, { ok: true });
  assert.equal(workers.length, 1);
});

test('cancel ends the worker, and refill gives a new one the same run', async () => {
  const { workers, sql } = await filled();
  const query = sql.query('SELECT 1');
  await turn();
  sql.cancel();
  await assert.rejects(query, (error) => error instanceof EndedError && error.reason === 'cancelled');
  assert.equal(workers[0].ended, true);
  const again = sql.refill();
  workers[1].say({ ready: true });
  await turn();
  assert.equal(workers[1].sent[0].database, '{}');
  workers[1].answer([]);
  assert.deepEqual(await again, []);
});

test('a worker that does not end by itself is ended, and one that did is given up as well', async () => {
  const hung = await filled({ query: 5, grace: 5, fill: 60_000 });
  await assert.rejects(
    hung.sql.query('SELECT hang()'),
    (error) => error instanceof EndedError && error.reason === 'limit',
  );
  assert.equal(hung.workers[0].ended, true);
  const ended = await filled();
  const query = ended.sql.query('SELECT long()');
  await turn();
  ended.workers[0].answer({ ok: false, limit: true });
  assert.deepEqual(await query, { ok: false, limit: true });
  assert.equal(ended.workers[0].ended, true);
});

test('a worker that fails to load or to start says why, and the next call tries again', async () => {
  const { workers, sql } = bench();
  const first = sql.fill('{}');
  workers[0].say({ failed: 'no wasm here' });
  await assert.rejects(first, /no wasm here/);
  const second = sql.fill('{}');
  workers[1].break('blocked by policy');
  await assert.rejects(second, /blocked by policy/);
  const third = sql.fill('{}');
  workers[2].say({ ready: true });
  await turn();
  workers[2].say({ re: workers[2].sent[0].id, error: 'no such table' });
  await assert.rejects(third, /no such table/);
});

test('cancel while SQLite loads leaves no call waiting', async () => {
  const { sql } = bench();
  const fill = sql.fill('{}');
  sql.cancel();
  await assert.rejects(fill, (error) => error instanceof EndedError && error.reason === 'cancelled');
});

test('a newer copy takes the place of the older, whose late answer is not heard', async () => {
  const { workers, sql } = bench();
  const older = sql.fill('1');
  const received = assert.rejects(older, (error) => error instanceof EndedError && error.reason === 'cancelled');
  workers[0].say({ ready: true });
  await turn();
  const newer = sql.fill('2');
  await turn();
  await received;
  workers[0].say({ re: workers[0].sent[0].id, value: 'old' });
  workers[0].answer('new');
  assert.equal(await newer, 'new');
});

test('after its worker died the next query says so, and a refill gives a new one the same run', async () => {
  for (const die of [
    (worker: HandWorker) => worker.break('out of memory'),
    (worker: HandWorker) => worker.say({ re: present(worker.sent.at(-1)).id, error: 'memory access out of bounds' }),
  ]) {
    const { workers, sql } = await filled();
    const query = sql.query('SELECT 1');
    await turn();
    die(workers[0]);
    await assert.rejects(query);
    assert.equal(workers[0].ended, true);
    await assert.rejects(sql.query('SELECT 1'), (error) => error instanceof EndedError && error.reason === 'died');
    const again = sql.refill();
    workers[1].say({ ready: true });
    await turn();
    workers[1].answer([]);
    assert.deepEqual(await again, []);
  }
});
