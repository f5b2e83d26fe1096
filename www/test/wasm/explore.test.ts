// Exploring through the package: progress, results, traces that lead where they say, and the worker's side of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { serveExplorer, type Port } from '../../src/core/serve-explorer.ts';
import type { ExploreAnswer } from '../../src/protocol/explore.ts';
import { core } from './core.ts';
import type { ExploreOptions } from '../../pkg/tracklight.js';

const REVIEWERS = readFileSync(new URL('../../examples/two-reviewers.dygram', import.meta.url), 'utf8');
/** Counts for ever: each round is another state. */
const ENDLESS = `state tick @set(C.n: C.n + 1)
state tock @set(C.n: C.n * 1)
context C { n<number>: 0 }
end done
tick -> tock
tock -when: "C.n % 2 == 3"-> done
tock -> tick`;

function explored(source: string, options?: ExploreOptions) {
  const machine = core.Machine.parse(source);
  const exploration = machine.explore(options);
  while (!exploration.advance(100).done);
  const result = exploration.result();
  exploration.free();
  return { machine, result };
}

test('the planted example has its three problems, and each trace leads to its finding', () => {
  const { machine, result } = explored(REVIEWERS);
  assert.equal(result.exhausted, true);
  assert.deepEqual(result.cut, []);
  const problems = result.findings.filter(({ severity }) => severity !== 'info');
  assert.deepEqual(
    problems.map(({ kind, node }) => [kind, node]),
    [
      ['deadlock', 'compare'],
      ['neverCompletes', 'discuss'],
      ['outputIncomplete', 'Note'],
    ],
  );
  assert.equal(
    problems[0].message,
    'If `facts` writes `verdict` = "unsure" and `style` writes `verdict` = "accept", ' +
      'the run is blocked at `compare`: no condition is true.',
  );
  assert.match(problems[1].message, /it stays at `discuss`, where `Talk\.settled` would have to be true for the edge/);
  assert.deepEqual(problems[0].steps, [
    'The run moves to `facts` and `style`.',
    '`facts` writes `verdict` = "unsure".',
    '`style` writes `verdict` = "accept".',
    'The run moves to `compare`.',
    'The run is blocked at `compare`: no condition is true.',
  ]);
  const header = machine.start().actions()[0];
  const ends = problems.map(({ trace }) => {
    const replayed = core.Machine.replay([header, ...trace]);
    return replayed.ok ? replayed.run.view().outcome.kind : replayed.error.message;
  });
  assert.deepEqual(ends, ['blocked', 'running', 'completed']);
  assert.deepEqual(result.outcomes, ['blocked', 'completed', 'failed']);
  assert.equal(result.coverage.nodes.chair, 0);
  assert.ok(result.coverage.nodes.announce > 0);
  assert.deepEqual(new Set(Object.values(result.coverage.conditions).flat()), new Set(['true', 'false']));
});

test('properties of the machine hold, are violated, or are not decided', () => {
  const source = REVIEWERS.replace(
    'agree"',
    `agree" @never(Facts.verdict == "unsure") @reaches(published) @always(errorCount < 9)`,
  );
  const { result } = explored(source);
  assert.deepEqual(
    result.properties.map(({ kind, text, verdict }) => [kind, text, verdict]),
    [
      ['never', 'Facts.verdict == "unsure"', 'violated'],
      ['reaches', 'published', 'violated'],
      ['always', 'errorCount < 9', 'holds'],
    ],
  );
  const violated = result.findings.filter(({ kind }) => kind === 'violated');
  assert.deepEqual(
    violated.map(({ property }) => property),
    ['@never(Facts.verdict == "unsure")', '@reaches(published)'],
  );
  const { result: cut } = explored(source, { states: 3 });
  assert.deepEqual(
    cut.properties.map(({ verdict }) => verdict),
    ['undecided', 'undecided', 'undecided'],
  );
});

test('bounds, a stop and a start that is refused are told', () => {
  const { result } = explored(ENDLESS, { states: 50 });
  assert.deepEqual([result.exhausted, result.states, result.cut], [false, 50, ['states']]);
  const exploration = core.Machine.parse(ENDLESS).explore();
  assert.deepEqual(exploration.advance(10), { done: false, states: 11, actions: 10 });
  exploration.stop('ms');
  assert.equal(exploration.advance(10).done, true);
  assert.deepEqual(exploration.result().cut, ['ms']);
  const refused = explored('context C { n: 1 }').result;
  assert.equal(refused.notStarted?.kind, 'notStarted');
});

test('inputs without a value get one, which is told', () => {
  const { result } = explored('input Claim { amount<number> @minimum(10) }\ninit a; end b\na -> b');
  assert.ok(Number(result.input.Claim.amount) >= 10);
});

test('wrong arguments and freed explorations are refused', () => {
  const machine = core.Machine.parse(ENDLESS);
  assert.throws(() => machine.explore({ faults: -1 }), { code: 'bad-argument' });
  const exploration = machine.explore();
  assert.throws(() => exploration.stop('bored' as 'ms'), { code: 'bad-argument' });
  exploration.free();
  assert.throws(() => exploration.result(), { code: 'freed' });
});

/** The worker's side over a port in this thread, with a clock that stands still until it is moved. */
function worker() {
  const said: ExploreAnswer[] = [];
  const port: Port = { onmessage: null, postMessage: (message) => void said.push(message) };
  const clock = { at: 0, onSleep: () => {} };
  serveExplorer(core, port, {
    now: () => clock.at,
    sleep: async () => clock.onSleep(),
  });
  const send = (data: object) => port.onmessage?.({ data } as Parameters<NonNullable<Port['onmessage']>>[0]);
  const answered = async (id: number) => {
    for (;;) {
      const answer = said.find((message) => 're' in message && message.re === id);
      if (answer) return answer as { value: { result: { cut: string[]; states: number }; stopped: string | null } };
      await new Promise((resume) => void setImmediate(resume));
    }
  };
  return { said, send, clock, answered };
}

const BOUNDS = { faults: 1, states: 20_000, seconds: 5 };
const sources = (source: string) => ({ source, files: {}, entry: 'machine.dygram' });

test('a cancel is heard after the batch in hand', async () => {
  const { send, clock, answered } = worker();
  let batches = 0;
  clock.onSleep = () => {
    batches += 1;
    if (batches === 3) send({ cancel: true });
  };
  send({ id: 1, explore: { sources: sources(ENDLESS), bounds: BOUNDS } });
  const { value } = await answered(1);
  assert.equal(value.stopped, 'canceled');
  assert.deepEqual(value.result.cut, ['ms']);
  assert.equal(batches, 3);
});

test('it stops when its time is up, and reports its progress before', async () => {
  const { said, send, clock, answered } = worker();
  clock.onSleep = () => {
    clock.at += 1_000;
  };
  send({ id: 1, explore: { sources: sources(ENDLESS), bounds: { ...BOUNDS, seconds: 3 } } });
  const { value } = await answered(1);
  assert.equal(value.stopped, 'time');
  const progress = said.filter((message) => 'progress' in message);
  assert.equal(progress.length, 3);
});

test('two texts that mean the same machine have one hash', async () => {
  const { send, answered } = worker();
  send({ id: 1, hash: sources('init a; end b\na -> b') });
  send({ id: 2, hash: sources('// the same\ninit a; end b\na -> b') });
  send({ id: 3, hash: sources('init a; end c\na -> c') });
  const hashes = [];
  for (const id of [1, 2, 3]) hashes.push((await answered(id)).value);
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});
