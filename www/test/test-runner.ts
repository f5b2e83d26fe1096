// Runs test files in two processes, in each of them one after another: what a file has loaded and compiled, the next
// one finds, in Node and in a browser that stays open. What failed is run once more, alone, as a diagnosis: what passes
// then is unsteady. Both fail the run; `verdict.ts` has the rule and the list of excused tests.
//
//   node www/test/test-runner.ts (folder | file) ...     `*.full.test.ts` of a folder only for `make test-all`

import { fork } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { full } from './full.ts';
import { Results, type Result } from './report-events.mjs';
import { verdict, type Case } from './verdict.ts';

const WORKERS = 2;
/** More than these have one cause, which a second try does not tell. */
const MOST_AGAIN = 5;
/** A file that takes longer hangs. */
const HANGS_MS = 20 * 60_000;

const WORKER = fileURLToPath(new URL('test-worker.ts', import.meta.url));
const REPORTER = fileURLToPath(new URL('report-events.mjs', import.meta.url));

const files = process.argv.slice(2).flatMap(filesOf);
// The largest first: a long one at the end would run alone.
const failed = await runAll(files.sort((a, b) => statSync(b).size - statSync(a).size));
let again: Case[] | null = null;
if (failed.length > 0 && failed.length <= MOST_AGAIN) {
  console.log('\n· once more, alone, what failed');
  again = [];
  for (const one of failed) if (!(await passesAlone(one))) again.push(one);
}
const { passes, lines } = verdict(failed, again);
for (const line of lines) console.log(line);
process.exitCode = passes ? 0 : 1;

/** The file, or those of a folder and of the folders in it. */
function filesOf(path: string): string[] {
  const whole = resolve(path);
  if (!statSync(whole).isDirectory()) return [whole];
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && (full || !name.endsWith('.full.test.ts')))
    .map((name) => join(whole, name));
}

/** @returns what failed */
async function runAll(files: string[]): Promise<Case[]> {
  const waiting = [...files];
  const results: Result[] = [];
  const workers = Array.from({ length: Math.min(WORKERS, files.length) }, async () => {
    // A worker that ends early leaves files, which a new one takes.
    while (waiting.length > 0) await work(waiting, results);
  });
  await Promise.all(workers);
  const lines = results.map((result) => `${JSON.stringify(result)}\n`);
  if (process.env.TEST_RESULTS) writeFileSync(process.env.TEST_RESULTS, lines.join(''));
  const failures = results.filter(({ error }) => error !== undefined);
  console.log(`${results.length - failures.length} passed, ${failures.length} failed`);
  return failures;
}

/** Lets one process take files until none are left, or until it ends. */
function work(waiting: string[], results: Result[]): Promise<void> {
  return new Promise((done) => {
    // As a process of this program's own test, it would report to that one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = fork(WORKER, { execArgv: [...process.execArgv, `--test-reporter=${REPORTER}`], env });
    const inHand = new Map<string, Result[]>();
    let hangs: ReturnType<typeof setTimeout> | undefined;
    const finish = (file: string, problem?: string) => {
      const own = inHand.get(file) ?? [];
      if (problem) own.push({ file, name: file, ms: 0, error: problem });
      if (own.length === 0) own.push({ file, name: file, ms: 0, error: 'the file has no test' });
      print(file, own);
      results.push(...own);
      inHand.delete(file);
    };
    /** Whether it asks for a file, and none is left. */
    let idle = false;
    child.on('message', (message: Result | { ended: string } | 'next') => {
      if (message === 'next') {
        clearTimeout(hangs);
        const file = waiting.shift();
        hangs = setTimeout(() => child.kill('SIGKILL'), HANGS_MS);
        if (file === undefined) idle = true;
        else {
          inHand.set(file, []);
          child.send(file);
        }
      } else if ('ended' in message) finish(message.ended);
      else {
        const [file = '', ...titles] = message.name.split(' › ');
        inHand.get(file)?.push({ ...message, file, name: titles.join(' › ') || file });
      }
      // Results come behind the request for the next file.
      if (idle && inHand.size === 0) child.send(null as unknown as string);
    });
    // Nothing is told any more; what a test has left open does not keep the process.
    child.on('disconnect', () => child.kill());
    child.on('exit', (code, signal) => {
      clearTimeout(hangs);
      for (const file of inHand.keys()) finish(file, `its process ended with ${signal ?? code}`);
      done();
    });
  });
}

function print(file: string, own: Result[]) {
  console.log(`▶ ${relative(process.cwd(), file)}`);
  for (const { name, ms, error } of own) {
    console.log(`  ${error === undefined ? '✔' : '✖'} ${name} (${Math.round(ms)} ms)`);
    if (error !== undefined) console.log(error.replace(/^/gm, '    '));
  }
}

/** Whether a test, or a file that broke as a whole, passes in a process of its own. */
async function passesAlone({ file, name }: Case) {
  const whole = name === file;
  const only = whole ? {} : { testNamePatterns: [exactly(name)] };
  const results = new Results();
  const all: Result[] = [];
  for await (const event of run({ files: [file], concurrency: 1, timeout: HANGS_MS, ...only })) {
    const result = results.of(event as { type: string; data: unknown });
    if (result) all.push(result);
  }
  return (
    all.every(({ error }) => error === undefined) && (whole ? all.length > 0 : all.some((one) => one.name === name))
  );
}

function exactly(name: string) {
  return new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
}
