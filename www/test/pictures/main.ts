// Prints what the drawings promise, with what is measured: over the gallery and the machines of this folder, from top
// to bottom and from left to right, light and dark, at several steps of their runs, in the built page.
//
//   node www/test/pictures/main.ts [--against=FOLDER] [kettle m02 …]      all machines by default
//
// `--against` names the folder that another build was made into, `dist/` of another checkout: its figures stand beside,
// and layouts are timed in turn. Ends with 1 when something is not kept to.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CLAIMS, type Finding, type Result } from './claims.ts';
import { machines } from './machine.ts';
import { timeLayouts } from './times.ts';
import { measureMachines, type Figures } from './walk.ts';

/** Of each claim that is not kept. */
const SHOWN_FINDINGS = 8;

const given = process.argv.slice(2);
const against = given.find((argument) => argument.startsWith('--against='))?.slice('--against='.length);
const names = given.filter((argument) => !argument.startsWith('--'));

function print(results: { claim: string; bound: string; own: Result; other: Result | null }[]) {
  const verdict = ({ isKept }: Result) => (isKept === null ? '–' : isKept ? 'ok' : 'NOT');
  const head = ['claim', 'bound', 'measured', ...(against ? ['other build'] : []), 'ok'];
  const lines = results.map(({ claim, bound, own, other }) => [
    claim,
    bound,
    own.measured,
    ...(other ? [other.measured] : []),
    verdict(own),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const { claim, own } of results) {
    if (own.isKept !== false || own.findings.length === 0) continue;
    console.log(`\n${claim}:`);
    const lines = linesOf(own.findings);
    for (const line of lines.slice(0, SHOWN_FINDINGS)) console.log(`  ${line}`);
    if (lines.length > SHOWN_FINDINGS) console.log(`  and ${lines.length - SHOWN_FINDINGS} more`);
  }
}

/** One line for what is alike at several steps of a drawing. */
function linesOf(findings: Finding[]): string[] {
  const steps: Map<string, string[]> = new Map();
  for (const { drawing, step, text } of findings) {
    const line = `${drawing}: ${text.replace(/\s+/g, ' ')}`;
    steps.set(line, [...(steps.get(line) ?? []), step]);
  }
  return [...steps].map(([line, at]) => (at.every((step) => step === '') ? line : `${line} (step ${at.join(', ')})`));
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function chosenMachines() {
  try {
    return machines(names);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const chosen = chosenMachines();
const folder = against && resolve(against);
if (folder && !existsSync(join(folder, 'index.html'))) fail(`there is no built site in ${folder}`);
const report = (build: string) => (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${build} ${text}`);
};
const own = await measureMachines(chosen, { report: report('this build:') });
const other: Figures | null = folder ? await measureMachines(chosen, { folder, report: report('other build:') }) : null;
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const times = other && (await timeLayouts(own.layouts, other.layouts));
const results = CLAIMS.map(({ claim, bound, check }) => ({
  claim,
  bound,
  own: check(own, times),
  other: other && check(other, null),
}));
print(results);
process.exitCode = results.some(({ own: { isKept } }) => isKept === false) ? 1 : 0;
