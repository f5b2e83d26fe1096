// Runs the parts of a gate, side by side where they are independent, and ends with a table of what each cost and the
// slowest tests. `make quick`, `make test` and `make test-all` start it.
//
//   node www/test/gate.ts quick|test|all

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CpuGroup } from './cpu-group.ts';
import type { Result } from './report-events.mjs';

const GATES = ['quick', 'test', 'all'] as const;
type Gate = (typeof GATES)[number];

interface Part {
  name: string;
  /** Which gates it belongs to. */
  in: readonly Gate[];
  /** Make's target, or a whole command. */
  command: string[];
  needs: string[];
  /** Uses all processors: nothing runs beside it. */
  alone?: true;
}

const EVERY = GATES;
const FULL: readonly Gate[] = ['test', 'all'];
const build = (step: string) => ['node', 'www/build/build.mjs', step];
const dependencies = (what: string) => ['node', 'www/build/dependencies.mjs', what];
const make = (target: string) => ['make', '--no-print-directory', target];
const setup = (...names: string[]) => ['node', 'www/build/setup.mjs', ...names];

/** In the order in which they start, where the order is free: what others wait for and what takes long comes first. */
const PARTS: Part[] = [
  { name: 'set-up', in: FULL, command: setup('compiler', 'bindgen', 'graphviz', 'browser', 'sqlite'), needs: [] },
  {
    name: 'set-up of the rest',
    in: ['all'],
    command: setup('firefox', 'webkit', 'mkdocs', 'sphinx', 'hugo', 'jekyll', 'mdbook', 'python'),
    needs: ['set-up'],
  },
  { name: 'cached dependencies', in: FULL, command: dependencies('restore'), needs: ['set-up'] },
  { name: 'native tests', in: EVERY, command: make('native-test'), needs: ['cached dependencies'] },
  { name: 'wasm', in: EVERY, command: build('wasm'), needs: ['cached dependencies'] },
  { name: 'site', in: EVERY, command: build('site'), needs: ['wasm'] },
  { name: 'npm package', in: FULL, command: build('package'), needs: ['site'] },
  { name: 'guides', in: FULL, command: build('docs'), needs: ['npm package'] },
  { name: 'Python package', in: ['all'], command: build('python'), needs: ['npm package', 'set-up of the rest'] },
  { name: 'format', in: EVERY, command: make('format-check'), needs: [] },
  { name: 'types', in: EVERY, command: make('types'), needs: ['site'] },
  { name: 'sizes', in: FULL, command: ['node', 'www/build/sizes.mjs'], needs: ['site'] },
  // Cargo locks its folder, so that both compile one after the other.
  { name: 'lint', in: EVERY, command: make('lint'), needs: ['native tests'] },
  { name: 'lint for wasm32', in: ['all'], command: build('lint'), needs: ['wasm'] },
  { name: 'dependencies to cache', in: FULL, command: dependencies('store'), needs: ['lint', 'wasm'] },
  { name: 'tests in Node', in: EVERY, command: make('node-test'), needs: ['guides', 'wasm'], alone: true },
  { name: 'page in Node', in: FULL, command: make('page-test'), needs: ['guides', 'wasm'], alone: true },
  {
    name: 'browser tests',
    in: FULL,
    command: make('browser-test'),
    needs: ['guides', 'Python package', 'set-up of the rest'],
    alone: true,
  },
  {
    name: 'tests of the packages',
    in: ['all'],
    command: make('package-test'),
    needs: ['guides', 'Python package'],
    alone: true,
  },
];

const SLOWEST = 10;
const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(top, 'target/gate');

interface Outcome {
  part: Part;
  failed: boolean;
  wall: number;
  /** null where the system does not count it. */
  cpu: number | null;
  tests: Result[];
}

const gate = GATES.find((one) => one === process.argv[2]);
if (!gate) throw new Error(`which gate? ${GATES.join(', ')}`);
const began = performance.now();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const outcomes = await runParts(partsOf(gate));
report(outcomes);
process.exitCode = outcomes.every(({ failed }) => !failed) ? 0 : 1;

/** The parts of a gate; of what a gate leaves out nobody waits for it. */
function partsOf(gate: Gate): Part[] {
  const parts = PARTS.filter((part) => part.in.includes(gate)).filter((part) => isWanted(gate, part));
  return parts.map((part) => ({ ...part, needs: part.needs.filter((name) => parts.some((one) => one.name === name)) }));
}

/** While working, native tests are for who changed what they read, and Node's take the wasm package as built. */
function isWanted(gate: Gate, { name }: Part) {
  if (gate !== 'quick') return true;
  if (name === 'wasm' || name === 'site') return !existsSync(join(top, 'www/pkg/parts/tracklight.js'));
  if (name !== 'native tests') return true;
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: top, encoding: 'utf8' });
  const changed = stdout.split('\n').map((line) => line.slice(3));
  const wanted = changed.some((path) =>
    /^(src|tests|fuzz\/seeds|docs|www\/examples)\/|^(Cargo\.|build\.rs)/.test(path),
  );
  if (!wanted) console.log('· nothing changed that the native tests read');
  return wanted;
}

/** Starts each part as soon as what it needs has passed and a processor is free. */
async function runParts(parts: Part[]): Promise<Outcome[]> {
  const done: Outcome[] = [];
  const running = new Map<Part, Promise<void>>();
  const passed = (name: string) => done.some(({ part, failed }) => part.name === name && !failed);
  const started = (part: Part) => running.has(part) || done.some((one) => one.part === part);
  for (;;) {
    for (const part of parts) {
      const alone = part.alone || [...running.keys()].some((one) => one.alone);
      const free = alone ? running.size === 0 : running.size < availableParallelism();
      if (started(part) || !free || !part.needs.every(passed)) continue;
      running.set(
        part,
        runPart(part).then((outcome) => {
          running.delete(part);
          done.push(outcome);
        }),
      );
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  for (const part of parts) if (!started(part)) done.push({ part, failed: true, wall: 0, cpu: null, tests: [] });
  return parts.map((part) => done.find((one) => one.part === part) as Outcome);
}

async function runPart(part: Part): Promise<Outcome> {
  const file = join(folder, `${part.name.replaceAll(' ', '-')}.jsonl`);
  const group = CpuGroup.create(`${process.pid}-${part.name.replaceAll(' ', '-')}`);
  const start = performance.now();
  console.log(`· ${part.name}: started`);
  const env = { ...process.env, TEST_RESULTS: file, ...(gate === 'all' ? { TRACKLIGHT_TESTS: 'full' } : {}) };
  const [program = '', ...args] = group ? group.wrap(part.command) : part.command;
  const child = spawn(program, args, { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // What runs side by side is shown one after the other.
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  const wall = (performance.now() - start) / 1000;
  process.stdout.write(Buffer.concat(output));
  console.log(`· ${part.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${wall.toFixed(0)} s`);
  return { part, failed: code !== 0, wall, cpu: group ? group.end() : null, tests: readResults(file) };
}

function readResults(file: string): Result[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The part has no tests.
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);
}

/** Prints the table and the slowest tests, and writes the list of all tests. */
function report(outcomes: Outcome[]) {
  const wall = (performance.now() - began) / 1000;
  const seconds = (value: number | null) => (value === null ? '–' : value.toFixed(0)).padStart(7);
  const row = (name: string, tests: number, wall: number, cpu: number | null, note = '') =>
    console.log(`  ${name.padEnd(24)}${String(tests || '').padStart(7)}${seconds(wall)}${seconds(cpu)}  ${note}`);
  console.log(`\n  ${'part'.padEnd(24)}  tests wall s  CPU s`);
  for (const { part, tests, wall, cpu, failed } of outcomes)
    row(part.name, tests.length, wall, cpu, failed ? (wall > 0 ? 'FAILED' : 'not started') : '');
  const all = outcomes.flatMap(({ part, tests }) => tests.map((one) => ({ ...one, part: part.name })));
  const cpu = outcomes.reduce((sum, one) => sum + (one.cpu ?? 0), 0);
  row('all', all.length, wall, outcomes.some((one) => one.cpu !== null) ? cpu : null);

  console.log('\n  the slowest tests');
  for (const { ms, name, file } of all.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name} (${relative(top, file)})`);
  const list = all.map(({ part, file, name }) => ({ part, file: relative(top, file), name }));
  writeFileSync(join(folder, 'tests.json'), `${JSON.stringify(list, null, 1)}\n`);

  const bad = all.filter(({ error }) => error !== undefined);
  if (bad.length > 0) console.log('\n  failed');
  for (const { name, file } of bad) console.log(`  ✖ ${name} (${relative(top, file)})`);
  console.log(`\n${all.length - bad.length} passed, ${bad.length} failed`);
}
