// Exploring the machines of the gallery, and one that counts for ever: situations, actions, actions in a second in the
// built core and in native code, and bytes for each situation in the built core. The native figures come from
// benches/scale.rs; either counts the time of the processor where the system tells it.
//
//   node --import ./www/node_modules/tsx/dist/loader.mjs www/bench/explore.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { core } from '../test/wasm/core.ts';
import { examples } from '../test/examples.ts';

const ENDLESS = `state tick @set(C.n: C.n + 1)
state tock @set(C.n: C.n * 1)
context C { n<number>: 0 }
end done
tick -> tock
tock -when: "C.n % 2 == 3"-> done
tock -> tick`;
const STATES = 5_000;
/** Memory grows by pages, so fewer situations say nothing. */
const LEAST_STATES = 300;
/** How long each machine is explored, as in native code. */
const EXPLORED_MS = 200;

/** The native actions in a second, by file. */
function native(files: string[]): Map<string, { actions: number; rate: number }> {
  const run = ['bench', '--quiet', '--locked', '--bench', 'scale', '--', 'explore', String(STATES), ...files];
  const lines = execFileSync('cargo', run, { encoding: 'utf8', cwd: new URL('../..', import.meta.url) });
  const rows = lines.split('\n').map((line) => line.split('\t'));
  return new Map(rows.map(([file = '', actions, rate]) => [file, { actions: Number(actions), rate: Number(rate) }]));
}

/** Milliseconds that this thread has had a processor; where that is not known, those of the clock. */
function now() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

const { memory } = core.initSync({
  module: readFileSync(new URL('../pkg/tracklight_bg.wasm', import.meta.url)),
});
const row = (cells: (string | number)[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(22) : String(cell).padStart(12))).join(''));
const folder = mkdtempSync(join(tmpdir(), 'tracklight-explore-'));
try {
  const endless = join(folder, 'endless.dygram');
  writeFileSync(endless, ENDLESS);
  const machines = [
    ...examples.map(({ slug }) => ({
      slug,
      file: fileURLToPath(new URL(`../examples/${slug}.dygram`, import.meta.url)),
    })),
    { slug: '(endless)', file: endless },
  ];
  const natively = native(machines.map(({ file }) => file));
  row(['machine', 'situations', 'actions', 'wasm, /s', 'native, /s', 'ratio', 'bytes each', '  cut']);
  const ratios: number[] = [];
  for (const { slug, file } of machines) {
    const machine = core.Machine.parse(readFileSync(file, 'utf8'));
    const before = memory.buffer.byteLength;
    // The first one is not freed: the next machine must not grow into its memory.
    const kept = machine.explore({ states: STATES });
    while (!kept.advance(10_000).done);
    const bytes = memory.buffer.byteLength - before;
    const { states, actions, cut } = kept.result();
    let [rounds, milliseconds] = [0, 0];
    for (; milliseconds < EXPLORED_MS; rounds += 1) {
      const exploration = machine.explore({ states: STATES });
      const begun = now();
      while (!exploration.advance(10_000).done);
      milliseconds += now() - begun;
      exploration.free();
    }
    const own = natively.get(file);
    if (own?.actions !== actions)
      throw new Error(`${slug}: ${own?.actions} actions in native code, ${actions} in wasm`);
    const rate = Math.round((1000 * rounds * actions) / milliseconds);
    ratios.push(own.rate / rate);
    const each = states < LEAST_STATES ? '' : Math.round(bytes / states);
    row([slug, states, actions, rate, own.rate, (own.rate / rate).toFixed(1), each, `  ${cut.join(' ')}`]);
  }
  const median = ratios.sort((a, b) => a - b).at(ratios.length >> 1) ?? 0;
  console.log(`native code is ${median.toFixed(1)} times as fast, in the median   bound 3`);
} finally {
  rmSync(folder, { recursive: true });
}
