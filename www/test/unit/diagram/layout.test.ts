// One layout in hand, one waiting, the newest wins; a worker that hangs is ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instance } from '@viz-js/viz';
import * as core from '../../../pkg/tracklight.js';
import { LayoutQueue as Queue } from '../../../src/diagram/layout.ts';
import { simplerDot } from '../../../src/diagram/simpler-dot.ts';
import { loose, present } from '../../loose.ts';

interface Job {
  id: number;
  dots: string[];
}
type Worker = ReturnType<ConstructorParameters<typeof Queue>[0]['spawn']>;

const queueOf = (options: ConstructorParameters<typeof Queue>[0]) => loose(new Queue(options));

const LABELED = 'digraph {\n  "a" -> "b" [id="e0" label=<x>];\n}\n';
/** Texts that look like edges, labels and their ends. */
const LABELS = `machine "Labels"
context Kept { count<number>: 0, label<string>: "a -> b" }
task a "x\\" -> \\"y label=<z>" { prompt: "b -> c" }
task b "say \\"label=<q>\\" -> done"
group inner { state d }
a -"if a > b, label=<b> [c]"-> b
b -writes-> Kept.count
b -"go \\\\ <b>on</b>"-> d
d -> b`;

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
    this.onmessage?.({ data: { id, svgs: [svg] } } as MessageEvent);
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
  const job = queueOf({ spawn }).layout(['digraph {}']);
  workers[0].answer('<svg/>');
  assert.deepEqual((await job).svgs, ['<svg/>']);
});

test('of the jobs that wait only the newest is laid out', async () => {
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn });
  const [first, second, third] = ['a', 'b', 'c'].map((dot) => queue.layout([dot]));
  assert.equal(await second, null);
  workers[0].answer('A');
  assert.deepEqual((await first).svgs, ['A']);
  workers[0].answer('C');
  assert.deepEqual((await third).svgs, ['C']);
  assert.deepEqual(
    workers[0].sent.map((job) => job.dots[0]),
    ['a', 'c'],
  );
});

test('an answer to an earlier job is not taken for the present one', async () => {
  const { workers, spawn } = bench();
  const job = queueOf({ spawn }).layout(['a']);
  workers[0].answer('old', 99);
  workers[0].answer('new');
  assert.deepEqual((await job).svgs, ['new']);
});

test('a job that takes too long is tried once more, simpler, and then given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  let slow = 0;
  const queue = queueOf({
    spawn,
    onSlow: () => {
      slow += 1;
    },
    limits: { slow: 1, kill: 5, start: 100 },
  });
  const job = queue.layout([LABELED]);
  workers[0].loaded();
  t.mock.timers.tick(5);
  assert.equal(workers[0].ended, true);
  assert.deepEqual([workers[0].sent[0]?.dots[0], workers[1].sent[0]?.dots[0]], [LABELED, simplerDot(LABELED)]);
  // Its own time begins when Graphviz has come.
  t.mock.timers.tick(99);
  workers[1].loaded();
  t.mock.timers.tick(5);
  assert.match((await job).error, /took longer/);
  assert.deepEqual([slow, workers[1].ended], [1, true]);
  const next = queue.layout(['b']);
  workers[2].answer('B');
  assert.deepEqual(await next, { id: 2, svgs: ['B'] });
});

test('a drawing that the second attempt made is said to be simplified', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 5, start: 100 } });
  const job = queue.layout([LABELED]);
  workers[0].loaded();
  t.mock.timers.tick(5);
  // The worker that was ended says nothing any more.
  workers[0].answer('late');
  workers[1].loaded();
  workers[1].answer('A');
  assert.deepEqual(await job, { id: 1, svgs: ['A'], isSimplified: true });
});

test('a job that a newer one of its owner follows, or whose owner has left, is not tried again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 5, start: 100 } });
  const [owner, other] = [{}, {}];
  const jobs = [queue.layout(['a'], { owner }), queue.layout(['b'], { owner }), queue.layout(['c'], { owner: other })];
  workers[0].loaded();
  t.mock.timers.tick(5);
  assert.match((await jobs[0]).error, /took longer/);
  assert.deepEqual(
    workers[1].sent.map(({ dots }) => dots[0]),
    ['b'],
  );
  workers[1].loaded();
  queue.close(owner);
  t.mock.timers.tick(5);
  assert.deepEqual(
    workers[2].sent.map(({ dots }) => dots[0]),
    ['c'],
  );
});

test('a simpler drawing has straight edges without labels, and all else', async () => {
  await core.default();
  const machine = core.Machine.parse(LABELS);
  const dot = machine.dot({});
  machine.free();
  const simpler = simplerDot(dot);
  const viz = await instance();
  const [full, plain] = [dot, simpler].map((text) => {
    const drawn = viz.render(text, { format: 'json' });
    assert.equal(drawn.status, 'success', drawn.errors.map(({ message }) => message).join());
    return JSON.parse(drawn.output ?? '{}');
  });
  const nodes = (of: { objects: { id: string; label: unknown }[] }) => of.objects.map(({ id, label }) => [id, label]);
  const edges = (of: { edges: { id: string }[] }) => of.edges.map(({ id }) => id);
  assert.deepEqual([nodes(plain), edges(plain)], [nodes(full), edges(full)]);
  assert.equal(full.edges.filter((edge: { label?: string }) => edge.label).length, 2);
  assert.equal(plain.edges.filter((edge: { label?: string }) => edge.label).length, 0);
  assert.equal(plain.splines, 'line');
});

test('the time that Graphviz takes to load is not taken from the first job', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 10, start: 100 } });
  const job = queue.layout(['a']);
  t.mock.timers.tick(99);
  assert.equal(workers[0].ended, false);
  workers[0].loaded();
  t.mock.timers.tick(9);
  assert.equal(workers[0].ended, false);
  workers[0].answer('A');
  assert.deepEqual((await job).svgs, ['A']);
  const next = queue.layout(['b']);
  t.mock.timers.tick(10);
  assert.equal(workers[0].ended, true);
  workers[1].loaded();
  t.mock.timers.tick(10);
  assert.match((await next).error, /took longer/);
});

test('a Graphviz that does not load is given up, and so is the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, spawn } = bench();
  const queue = queueOf({ spawn, limits: { slow: 1, kill: 10, start: 100 } });
  for (const i of [0, 1]) {
    const job = queue.layout(['a']);
    t.mock.timers.tick(100);
    assert.match((await job).error, /did not load/);
    assert.equal(workers[i].ended, true);
  }
});

test('a worker that stops is an error of its job', async () => {
  const { workers, spawn } = bench();
  const job = queueOf({ spawn }).layout(['a']);
  workers[0].onerror?.({ message: 'out of memory' } as ErrorEvent);
  assert.match((await job).error, /out of memory/);
});

test('a worker that cannot start is an error of its job', async () => {
  const queue = queueOf({
    spawn: () => {
      throw new Error('blocked');
    },
  });
  assert.match((await queue.layout(['a'])).error, /blocked/);
});

test('closing leaves no job unanswered', async () => {
  const { spawn } = bench();
  const queue = queueOf({ spawn });
  const jobs = [queue.layout(['a']), queue.layout(['b'])];
  queue.close();
  assert.deepEqual(await Promise.all(jobs), [null, null]);
});
