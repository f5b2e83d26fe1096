// Runs the browser tests, two files at a time. What failed is run once more, alone, as a diagnosis: what passes then is
// unsteady. Both fail the run; `verdict.ts` has the rule and the list of excused tests.
//
//   node www/test/browser-tests.ts [file ...]     all of test/e2e by default

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { verdict, type Case } from './verdict.ts';

/** More than these have one cause, which a second try does not tell. */
const MOST_AGAIN = 5;
/** A file that takes longer hangs. */
const HANGS_MS = 20 * 60_000;

const FOLDER = fileURLToPath(new URL('e2e/', import.meta.url));
const named = process.argv.slice(2).map((file) => resolve(file));
const files =
  named.length > 0
    ? named
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.test.ts'))
        .sort()
        .map((name) => FOLDER + name);

const failed = (await results({ files, concurrency: 2 })).failed;
let again: Case[] | null = null;
if (failed.length > 0 && failed.length <= MOST_AGAIN) {
  console.log('\n· once more, alone, what failed');
  again = [];
  for (const one of failed) if (!(await passes(one))) again.push(one);
}
const { passes: fine, lines } = verdict(failed, again);
for (const line of lines) console.log(line);
process.exitCode = fine ? 0 : 1;

async function passes({ file, name }: Case) {
  // A file that broke as a whole carries its own name.
  const whole = name === file;
  const { passed, failed } = await results({
    files: [file],
    concurrency: 1,
    ...(whole ? {} : { testNamePatterns: [exactly(name)] }),
  });
  return failed.length === 0 && (whole ? passed.length > 0 : passed.some((one) => one.name === name));
}

async function results(options: NonNullable<Parameters<typeof run>[0]>): Promise<{ passed: Case[]; failed: Case[] }> {
  const passed: Case[] = [];
  const failed: Case[] = [];
  const events = run({ timeout: HANGS_MS, ...options });
  events.on('test:pass', ({ name, file, nesting, skip }) => {
    if (nesting === 0 && skip === undefined) passed.push({ file: file ?? '', name });
  });
  events.on('test:fail', ({ name, file, nesting, details }) => {
    const { cause } = details.error;
    if (nesting === 0)
      failed.push({ file: file ?? '', name, error: String((cause as Error | undefined)?.stack ?? cause) });
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return { passed, failed };
}

function exactly(name: string) {
  return new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
}
