// Fan-out and joins through the public classes: what an embedder sees of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '../loose.ts';
import { kinds, reply, start, type Run } from './core.ts';

const SURVEY = `context Plot { trees: ["alder", "birch"] }
context Find { height: 0 }
context Report { heights: [] }
state start; task measure { prompt: "Measure {{ item }}" }; state filed
measure -writes-> Find
start -@map(Plot.trees)-> measure
measure -@join(survey) @gather(from: Find.height; into: Report.heights)-> filed`;

const height = (value: number) => reply(['write_Find', { data: { height: value } }]);
const paths = (run: Run) => run.view().paths.map(({ id, status, node }) => `${id} ${status} at ${node}`);

test('a list spawns its paths, and the join makes one of them again', () => {
  const run = start(SURVEY);
  assert.deepEqual(kinds(run.step()), ['nodeEntered', 'spawned', 'pathForked']);
  assert.deepEqual(paths(run), ['1 forked at start', '1.1 active at measure', '1.2 active at measure']);
  run.step();
  const [first, second] = run.pending().agents;
  assert.deepEqual([first.prompt, second.map], ['Measure alder', { item: 'birch', index: 1, total: 2 }]);

  assert.ok(kinds(run.reply(second.id, height(9))).includes('parked'));
  const [join] = run.view().joins;
  assert.deepEqual(join, {
    key: 'survey',
    id: 'survey',
    generation: 0,
    mode: 'all',
    have: 1,
    need: 2,
    parked: ['1.2'],
    missing: ['1.1'],
    waited: 0,
  });
  const parked = run.view().paths[2];
  assert.deepEqual(
    [parked.status, parked.join, parked.edge, parked.reason],
    ['parked', 'survey', 'e2', 'join survey: 1 of 2 arrived'],
  );
  const overlay = run.overlay();
  assert.deepEqual(
    [overlay.cells.t2.text.replace(/^.* ‖/, '‖'), overlay.cells.t2.title],
    ['‖ 1/2', 'join survey: 1 of 2 arrived'],
  );
  assert.ok(overlay.edges.e2.classes.includes('r-parked'));
  assert.ok(run.dot().includes('ID="t2"'));
  const refused = run.stepPath('1.2');
  assert.equal(refused.error.code, 'path-parked');

  const seen = kinds(run.reply(first.id, height(4)));
  assert.deepEqual(seen.slice(-7), [
    'joinFired',
    'pathRevived',
    'merged',
    'contextWritten',
    'pathMerged',
    'pathMerged',
    'moved',
  ]);
  assert.deepEqual(paths(run), ['1 active at filed', '1.1 merged at measure', '1.2 merged at measure']);
  assert.deepEqual(run.view().paths[0].context.Report.heights, [4, 9]);
  assert.equal(run.view().paths[2].mergedInto, '1');
  assert.equal(run.view().joins[0].generation, 1);
});

test('an agent spawns with a tool', () => {
  const run = start('task t { prompt: "go" }; state a; state u\nt -@async-> a; t -> u');
  run.step();
  const [request] = run.pending().agents;
  const tool = present(request.tools.find(({ kind }) => kind === 'spawn'));
  assert.deepEqual([tool.name, tool.target], ['spawn_async_to_a', 'a']);
  const done = run.reply(request.id, reply(['spawn_async_to_a', {}]));
  assert.deepEqual(done.results[0].result, {
    success: true,
    action: 'spawn_async',
    target: 'a',
    paths: ['1.1'],
    status: 'spawned',
  });
  assert.deepEqual(paths(run), ['1 active at u', '1.1 active at a']);
});

test('a join that is missing a path says which and why', () => {
  const run = start(`context C { go: false }
state start; state a; state check; state end
start -@async-> a; start -@async-> check
a -@join(b)-> end; check -@join(b) when: C.go-> end`);
  run.step();
  run.step();
  const { error } = run.step();
  assert.equal(error.code, 'run-blocked');
  assert.match(
    error.message,
    /join `b`: 1 of 2 arrived; waiting for path 1\.2, blocked at `check`: no condition is true/,
  );
  assert.equal(run.view().outcome.report.joins[0].missing[0].path, '1.2');
});

test('time passes at a join when idle ticks are asked for', () => {
  const run = start(`state start; task a { prompt: "go" }; task b { prompt: "go" }; state end
start -@async-> a; start -@async-> b
a -@join(id: x; timeout: 2; onTimeout: proceed)-> end; b -@join(id: x)-> end`);
  run.step();
  run.step();
  run.reply('agent-1.1-1', reply());
  assert.equal(run.step().error.code, 'agent-pending');
  assert.deepEqual(kinds(run.step({ idle: true })), []);
  assert.ok(kinds(run.step({ idle: true })).includes('joinFired'));
  assert.deepEqual(paths(run), ['1 active at end', '1.1 merged at a', '1.2 cancelled at b']);
});
