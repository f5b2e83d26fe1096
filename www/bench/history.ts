// A long past in the built core: what 100,000 actions cost in memory, what moving about in them costs in time, and what
// an agent is shown of a large context graph.
//
//   node www/bench/history.ts
import { loadavg } from 'node:os';
import init from '../pkg/tracklight.js';
import { Machine } from '../test/wasm/core.ts';
import { best, median } from './shared/measure.ts';

const ACTIONS = 100_000;
const EARLY = 100;
const LATE = 99_900;
/** Calls of one measurement, and measurements of which the middle one counts. */
const CALLS = 100;
const REPEATS = 21;

const { memory } = await init();
const megabytes = () => memory.buffer.byteLength / 1e6;
const row = (what: string, value: number, unit: string, bound: string) =>
  console.log(`${what.padEnd(52)} ${value.toFixed(value < 10 ? 2 : 1).padStart(8)} ${unit.padEnd(3)} bound ${bound}`);
const must = <T extends { ok: boolean }>(result: T) => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result;
};

const machine = Machine.parse('context C { n: 0; a: 1; b: "x"; c: true }\nstate s\ns -writes-> C');
const run = machine.start();
must(run.setContext('1', 'C.n', -1));
const before = megabytes();
const from = performance.now();
for (let i = 1; i < ACTIONS; i++) must(run.setContext('1', 'C.n', i));
row(`setContext, mean of ${ACTIONS}`, ((performance.now() - from) * 1000) / ACTIONS, 'µs', 'none');
row(`wasm memory grown by ${ACTIONS} setContext`, megabytes() - before, 'MB', '100 MB');
row('  of one action', ((megabytes() - before) * 1e6) / ACTIONS, 'B', '1,000 B');

/** Microseconds of one call, the middle of several means. Branches and checkpoints that a call leaves behind stay. */
function each(prepare: () => unknown, act: (i: number) => { ok: boolean }) {
  const mean = () => {
    let spent = 0;
    for (let i = 0; i < CALLS; i++) {
      prepare();
      const start = performance.now();
      must(act(i));
      spent += performance.now() - start;
    }
    return (spent * 1000) / CALLS;
  };
  mean();
  return median(Array.from({ length: REPEATS }, mean));
}

const home = () => must(run.goto(ACTIONS, 'b1'));
const at = (step: number) => () => must(run.goto(step, 'b1'));
/** A call of each kind at a step; what it needs beforehand is not measured. */
const CALLED: Record<string, (step: number) => number> = {
  goto: (step) => each(home, () => run.goto(step, 'b1')),
  checkpoint: (step) => each(at(step), (i) => run.checkpoint(`c${i}`)),
  restore: (step) => (at(step)(), run.checkpoint('here'), each(home, () => run.restore('here'))),
  fork: (step) => each(home, () => run.fork(step)),
  'first action away from the tip': (step) => each(at(step), () => run.setContext('1', 'C.n', -1)),
};
for (const [what, measure] of Object.entries(CALLED)) {
  const [early, late] = [measure(EARLY), measure(LATE)];
  const bound = what.startsWith('first') ? 'none' : '50 µs';
  row(`${what} at step ${EARLY}`, early, 'µs', bound);
  row(`${what} at step ${LATE}`, late, 'µs', bound);
  row('  late / early', late / early, '×', 'about 1');
}
row(
  'back(1)',
  each(home, () => run.back(1)),
  'µs',
  '50 µs',
);
run.free();

/** A box of contexts that one task reads: every context with its fields is a node of the graph. */
const graph = (nodes: number) =>
  [
    ...Array.from(
      { length: nodes },
      (_, i) => `context C${i} { text: "what is known of place ${i}, in a few words"; n: ${i} }`,
    ),
    'task t { prompt: "go" }',
    ...Array.from({ length: nodes }, (_, i) => `t -reads-> C${i}`),
  ].join('\n');
// Beside the contexts there are the run, the machine, its notices and the path.
const wide = Machine.parse(graph(996)).start();
const { length } = wide.graph().nodes;
row(
  `projection of ${length} graph nodes`,
  best(50, () => must(wide.projection('1'))),
  'ms',
  '5 ms',
);
row(
  'graph() of them',
  best(20, () => wide.graph()),
  'ms',
  'none',
);
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
