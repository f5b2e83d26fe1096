// Exploring the machines of the gallery, and one that counts for ever, in the built core: situations, actions, actions
// in a second, and bytes for each situation. The native figures are in benches/scale.rs.
//
//   node --import ./www/node_modules/tsx/dist/loader.mjs www/bench/explore.ts
import { readFileSync } from 'node:fs';
import { core } from '../test/wasm/core.ts';
import { examples } from '../test/examples.ts';

const ENDLESS = `state tick @set(C.n: C.n + 1)
state tock @set(C.n: C.n * 1)
context C { n<number>: 0 }
end done
tick -> tock
tock -when: "C.n % 2 == 3"-> done
tock -> tick`;
const MACHINES = [
  ...examples.map(({ slug }) => ({
    slug,
    source: readFileSync(new URL(`../examples/${slug}.dygram`, import.meta.url), 'utf8'),
  })),
  { slug: '(endless)', source: ENDLESS },
];
/** Memory grows by pages, so fewer situations say nothing. */
const LEAST_STATES = 300;

const { memory } = core.initSync({
  module: readFileSync(new URL('../pkg/tracklight_bg.wasm', import.meta.url)),
});
const row = (cells: (string | number)[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(12))).join(''));
row(['machine', 'situations', 'actions', 'actions/s', 'bytes each', '  cut']);
for (const { slug, source } of MACHINES) {
  const machine = core.Machine.parse(source);
  const before = memory.buffer.byteLength;
  const begun = performance.now();
  const exploration = machine.explore({ states: 5_000 });
  while (!exploration.advance(10_000).done);
  const seconds = (performance.now() - begun) / 1000;
  const { states, actions, cut } = exploration.result();
  // Not freed: the next one must not grow into its memory.
  const bytes = states < LEAST_STATES ? '' : Math.round((memory.buffer.byteLength - before) / states);
  row([slug, states, actions, Math.round(actions / seconds), bytes, `  ${cut.join(' ')}`]);
}
