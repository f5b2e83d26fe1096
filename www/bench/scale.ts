// From text to drawing in the built core, for machines of growing size; the native figures are in benches/scale.rs.
//
//   node www/bench/scale.ts
import { loadavg } from 'node:os';
import { Machine } from '../test/wasm/core.ts';
import { best, large } from './shared/measure.ts';

const STAGES = ['parse, validate', 'diagnostics()', 'toJSON()', 'dot()', 'dot() of a run'];

/** Least times of the stages in milliseconds. */
function stages(text: string, times: number) {
  const machine = Machine.parse(text);
  const run = machine.start();
  const least = [
    best(times, () => Machine.parse(text).free()),
    best(times, () => machine.diagnostics()),
    best(times, () => machine.toJSON()),
    best(times, () => machine.dot()),
    best(times, () => run.dot()),
  ];
  run.free();
  machine.free();
  return least;
}

const whole = (times: number[]) => times.slice(0, 4).reduce((sum, time) => sum + time, 0);

const times = stages(large(1600, 3000), 10);
console.log('1600 nodes, 3000 edges');
STAGES.forEach((stage, i) => console.log(`  ${stage.padEnd(42)} ${times[i].toFixed(1).padStart(8)} ms`));
console.log(`  ${'text to DOT'.padEnd(42)} ${whole(times).toFixed(1).padStart(8)} ms   bound 120 ms`);

console.log('microseconds per node (twice the nodes may take at most 2.3 times the time)');
console.log(`  ${'nodes'.padStart(6)}${STAGES.map((stage) => stage.padStart(17)).join('')}    twice`);
let before = { nodes: 0, time: 0 };
for (const nodes of [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]) {
  const least = stages(
    large(nodes, Math.floor((nodes * 15) / 8)),
    Math.min(30, Math.max(3, Math.floor(20_000 / nodes))),
  );
  const each = least.map((time) => ((time * 1000) / nodes).toFixed(2).padStart(17)).join('');
  const twice = nodes === 2 * before.nodes ? (whole(least) / before.time).toFixed(2).padStart(9) : '';
  console.log(`  ${String(nodes).padStart(6)}${each}${twice}`);
  before = { nodes, time: whole(least) };
}
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
