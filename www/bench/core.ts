// Figures of the built core in Node: a ring of 1,000 agent-free nodes, the drawing of it, and many paths on it.
//
//   node www/bench/core.ts
import { loadavg } from 'node:os';
import { Machine } from '../test/wasm/core.ts';
import { best, ring } from './shared/measure.ts';

const NODES = 1000;
const ROUNDS = 10_000;
const PATHS = 100;
const TICKS = 1000;

const row = (what: string, value: number, unit: string, bound: string) =>
  console.log(`${what.padEnd(44)} ${value.toFixed(value < 10 ? 2 : 1).padStart(8)} ${unit}   bound ${bound}`);

const parse = best(20, () => {
  const machine = Machine.parse(ring(NODES));
  machine.diagnostics();
  machine.free();
});
row(`parse of ${NODES} nodes, diagnostics included`, parse, 'ms', '60 ms');

const machine = Machine.parse(ring(NODES));
const run = machine.start();
const act = (value: number) => {
  const set = run.setContext('1', 'C.n', value);
  const step = run.step();
  if (!set.ok || !step.ok) throw new Error(JSON.stringify([set, step]));
};
for (let i = 0; i < 1000; i++) act(i);
const from = performance.now();
for (let i = 0; i < ROUNDS; i++) act(i);
row(`setContext + step, mean of ${ROUNDS}`, ((performance.now() - from) * 1000) / ROUNDS, 'µs', '60 µs');

row(
  'dot() of that run',
  best(40, () => run.dot()),
  'ms',
  '10 ms',
);
row(
  'overlay() of that run',
  best(40, () => run.overlay()),
  'ms',
  'none',
);
row(
  'view() of that run',
  best(10, () => run.view()),
  'ms',
  'none',
);

/** The ring of `benches/scale.rs` with so many starts, each a path that goes around by itself. */
const busy = (paths: number) =>
  `${ring(NODES)}\n${Array.from({ length: paths }, (_, i) => `init i${i}; i${i} -> s${i}`).join('\n')}`;
const crowd = Machine.parse(busy(PATHS)).start();
const tick = () => {
  const { ok, error } = crowd.step();
  if (!ok) throw new Error(JSON.stringify(error));
};
for (let i = 0; i < 10; i++) tick();
const active = crowd.view().paths.filter(({ status }) => status === 'active').length;
if (active !== PATHS) throw new Error(`${active} active paths`);
const started = performance.now();
for (let i = 0; i < TICKS; i++) tick();
row(`one tick of ${active} active paths, mean of ${TICKS}`, (performance.now() - started) / TICKS, 'ms', '3 ms');
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
