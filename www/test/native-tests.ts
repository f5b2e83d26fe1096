// Runs the native tests. Cargo compiles them and runs those of the documentation; the others run here, because only
// then they tell how long each took.
//
//   node www/test/native-tests.ts [part of a name ...]     all of them by default

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { full } from './full.ts';
import type { Result } from './report-events.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const names = process.argv.slice(2);
const results: Result[] = [];
// With full counts, what the compiler spends on optimizing is saved several times over.
const env = full ? { ...process.env, CARGO_PROFILE_DEV_OPT_LEVEL: '1' } : process.env;
let failed = false;

for (const { program, source } of compiled()) if (!(await run(program, source))) failed = true;
if (names.length === 0) {
  const { status } = spawnSync('cargo', ['test', '--locked', '--doc'], { cwd: top, env, stdio: 'inherit' });
  if (status !== 0) failed = true;
}
if (process.env.TEST_RESULTS)
  appendFileSync(process.env.TEST_RESULTS, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
process.exitCode = failed ? 1 : 0;

/** The test programs. */
function compiled(): { program: string; source: string }[] {
  const args = ['test', '--locked', '--lib', '--tests', '--no-run', '--message-format=json-render-diagnostics'];
  const { status, stdout } = spawnSync('cargo', args, {
    cwd: top,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  if (status !== 0) process.exit(1);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { reason: string; executable?: string | null; target?: { src_path: string } })
    .flatMap(({ reason, executable, target }) =>
      reason === 'compiler-artifact' && executable && target
        ? [{ program: executable, source: relative(top, target.src_path) }]
        : [],
    );
}

/** @param source of the program, to name it by @returns whether all its tests passed */
async function run(program: string, source: string): Promise<boolean> {
  console.log(`▶ ${source}`);
  // How long a test took is still an unstable option of Rust's test programs.
  const child = spawn(program, ['-Zunstable-options', '--report-time', ...names], {
    cwd: top,
    env: { ...process.env, RUSTC_BOOTSTRAP: '1', CARGO_MANIFEST_DIR: top },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const test = /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED) <([\d.]+)s>$/.exec(line);
    if (!test) continue;
    const [, name = '', outcome, seconds] = test;
    const error = outcome === 'ok' ? {} : { error: 'failed' };
    results.push({ file: source, name, ms: Number(seconds) * 1000, ...error });
  }
  return child.exitCode === 0 || (await new Promise((ended) => child.once('close', (code) => ended(code === 0))));
}
