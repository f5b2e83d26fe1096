// One layout in hand, one waiting, the newest wins; a worker that hangs is ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutQueue as Queue } from '../../../src/diagram/layout.ts';
import { loose, present } from '../../loose.ts';

interface Job {
  id: number;
  dot: string;
}
type Worker = ReturnType<ConstructorParameters<typeof Queue>[0]['spawn']>;

const queueOf = (options: ConstructorParameters<typeof Queue>[0]) => loose(new Queue(options));

/** Answers only when told to. */
class HandWorker {
  sent: Job[] = [];
  ended = false;
  onmessage: Worker['onmessage'] = null;
  onerror: Worker['onerror'] = null;

  postMessage(data: unknown) {
    this.sent.push(data as Job);
  }

  terminate() {
    this.ended = true;
  }

  loaded() {
    this.onmessage?.({ data: { ready: true } } as MessageEvent);
  }

  answer(svg: string, id = present(this.sent.at(-1)).id) {
    this.onmessage?.({ data: { id, svg } } as MessageEvent);
  }
}

function bench() {
  const workers: HandWorker[] = [];
  const spawn = () => {
    const worker = new HandWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, spawn };
}

test('a job is answered with its drawing', async () => {
  const { workers, spawn } = bench();
  const job = queueOf({ spawn }).layout('digraph {}');
  workers[0].answer('<svg/>');
  assert.equal((await job).svg, '<svg/>');
});

test('of the jobs that wait only the newest is laid out', async () => {
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn });
  const [first, second, third] = ['a', 'b', 'c'].map((dot) => queue.layout(dot));
  assert.equal(await second, null);
  workers[0].answer('A');
  assert.equal((await first).svg, 'A');
  workers[0].answer('C');
  assert.equal((await third).svg, 'C');
  assert.deepEqual(
    workers[0].sent.map((job) => job.dot),
    ['a', 'c'],
  );
});

test('an answer to an earlier job is not taken for the present one', async () => {
  const { workers, spawn } = bench();
  const job = queueOf({ spawn }).layout('a');
  workers[0].answer('old', 99);
  workers[0].answer('new');
  assert.equal((await job).svg, 'new');
});

test('a job that takes too long is given up, and the next one gets a new worker', async () => {
  const { workers, spawn } = bench();
  let slow = 0;
  const queue = queueOf({
    spawn,
    onSlow: () => {
      slow += 1;
    },
    limits: { slow: 1, kill: 5, start: 2 ** 30 },
  });
  const job = queue.layout('a');
  workers[0].loaded();
  assert.match((await job).error, /took longer/);
  assert.deepEqual([slow, workers[0].ended], [1, true]);
  const next = queue.layout('b');
  workers[1].answer('B');
  assert.equal((await next).svg, 'B');
});

test('the time that Graphviz takes to load is not taken from the first job', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 10, start: 100 } });
  const job = queue.layout('a');
  t.mock.timers.tick(99);
  assert.equal(workers[0].ended, false);
  workers[0].loaded();
  t.mock.timers.tick(9);
  assert.equal(workers[0].ended, false);
  workers[0].answer('A');
  assert.equal((await job).svg, 'A');
  const next = queue.layout('b');
  t.mock.timers.tick(10);
  assert.match((await next).error, /took longer/);
  assert.equal(workers[0].ended, true);
});

test('a Graphviz that does not load is given up, and so is the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 10, start: 100 } });
  for (const i of [0, 1]) {
    const job = queue.layout('a');
    t.mock.timers.tick(100);
    assert.match((await job).error, /did not load/);
    assert.equal(workers[i].ended, true);
  }
});

test('a worker that stops is an error of its job', async () => {
  const { workers, spawn } = bench();
  const job = queueOf({ spawn }).layout('a');
  workers[0].onerror?.({ message: 'out of memory' } as ErrorEvent);
  assert.match((await job).error, /out of memory/);
});

test('a worker that cannot start is an error of its job', async () => {
  const queue = queueOf({
    spawn: () => {
      throw new Error('blocked');
    },
  });
  assert.match((await queue.layout('a')).error, /blocked/);
});

test('closing leaves no job unanswered', async () => {
  const { spawn } = bench();
  const queue = queueOf({ spawn });
  const jobs = [queue.layout('a'), queue.layout('b')];
  queue.close();
  assert.deepEqual(await Promise.all(jobs), [null, null]);
});
