// Compares the output of this checkout's core with that of another's, byte by byte: for a change that is meant to
// change nothing, such as a renaming. `make same AGAINST=…`, or:
//
//   node www/test/same.ts FOLDER          compares the wasm packages as built; ends with 1 if any output differs
//   node www/test/same.ts --print FOLDER  prints the outputs of the package in FOLDER
//
// Both cores get the machines, links and stub agents of this checkout, so every difference comes from the core.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { replayRun } from '../src/core/restore.ts';
import { RunSession } from '../src/core/run-session.ts';
import { EditedText, hostFactsReader } from '../src/core/text.ts';
import { decode } from '../src/link/codec.ts';
import { recordOfLink } from '../src/link/session-record.ts';
import { openRun, stepOn } from '../src/plugins/run.ts';

type Core = typeof import('../pkg/tracklight.js');
export type Output = [subject: string, position: string, kind: string, text: string];
type Print = (position: string, kind: string, value: unknown) => void;

const SCRIPT = fileURLToPath(import.meta.url);
const HERE = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLES = join(HERE, 'www/examples');
const STEPS = 12;
/** How many characters are shown before a difference, and from it on. */
const [SHOWN_BEFORE, SHOWN_AFTER] = [24, 48];
const PACE = { yieldIfNeeded: async () => {}, wait: async () => {} };
const packageOf = (folder: string) => join(folder, 'www/pkg/tracklight.js');

async function printOutputs(folder: string) {
  const core: Core = await import(pathToFileURL(packageOf(folder)).href);
  core.initSync({ module: readFileSync(join(folder, 'www/pkg/tracklight_bg.wasm')) });
  console.log(core.version().core);
  for (const name of readdirSync(EXAMPLES).filter((name) => name.endsWith('.dygram')))
    await printSubject(name, (print) => printMachine(core, readFileSync(join(EXAMPLES, name), 'utf8'), print));
  for (const { name, fragment } of JSON.parse(readFileSync(join(HERE, 'tests/fixtures/links.json'), 'utf8')))
    await printSubject(`link "${name}"`, (print) => printLink(core, fragment, print));
}

/** Prints a line for each output. An exception is an output too. */
async function printSubject(subject: string, printAll: (print: Print) => void | Promise<void>) {
  const print: Print = (position, kind, value) => {
    const output: Output = [subject, position, kind, typeof value === 'string' ? value : JSON.stringify(value)];
    console.log(JSON.stringify(output));
  };
  try {
    await printAll(print);
  } catch (error) {
    print('end', 'exception', String(error));
  }
}

function printMachine(core: Core, source: string, print: Print) {
  const machine = core.Machine.parse(source);
  print('text', 'canonical JSON', machine.toJSON());
  print('text', 'hash', machine.hash);
  print('text', 'diagnostics', machine.diagnostics());
  print('text', 'DOT', machine.dot());
  print('text', 'overlay', machine.overlay());
  machine.free();
  const session = openRun(core, source);
  const { run } = session;
  for (let step = 0, seq = 0; step <= STEPS; step += 1) {
    if (step > 0 && stepOn(session) === null) break;
    const view = run.view();
    print(`step ${step}`, 'DOT', run.dot());
    print(`step ${step}`, 'overlay', run.overlay());
    print(`step ${step}`, 'view', view);
    print(`step ${step}`, 'events', run.events(seq));
    // A save names the core that wrote it.
    print(`step ${step}`, 'save', run.save().replace(core.version().core, '…'));
    seq = view.seq;
  }
  session.free();
}

/** Opens a link as the page does, without drawing it: `drawing()` is missing in earlier cores. */
async function printLink(core: Core, fragment: string, print: Print) {
  const opened = await decode(fragment);
  if (opened.kind === 'example') return print('opened', 'example', opened);
  const { sources, record } = recordOfLink(opened.document);
  const text = new EditedText(core, sources);
  const { m, n } = record.r;
  const session = new RunSession(text.start(record.i), sources, hostFactsReader(core, text), { m, n }, PACE);
  text.free();
  print('opened', 'outcome', await replayRun(session, record, async () => 'on'));
  print('opened', 'view', session.run.view());
  print('opened', 'events', session.run.events());
  session.free();
}

/** @returns a line for each subject and kind with differences, about the first of them */
export function compare(here: Output[], there: Output[]) {
  const byKey = (outputs: Output[]) =>
    new Map(outputs.map(([subject, position, kind, text]) => [JSON.stringify([subject, kind, position]), text]));
  const [own, other] = [byKey(here), byKey(there)];
  const keys = [...new Set([...own.keys(), ...other.keys()])];
  const differing = keys.filter((key) => own.get(key) !== other.get(key));
  const groups = new Map<string, string[]>();
  for (const key of differing) {
    const name = JSON.parse(key).slice(0, 2).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  const lines = [...groups].map(([name, [first, ...rest]]) => {
    const position = `${JSON.parse(first)[2]}${rest.length > 0 ? ` and ${rest.length} more` : ''}`;
    return `${name}, ${position}: ${firstDifference(own.get(first), other.get(first))}`;
  });
  return { lines, compared: keys.length, differing: differing.length };
}

function firstDifference(here: string | undefined, there: string | undefined) {
  if (here === undefined || there === undefined) return `only ${here === undefined ? 'there' : 'here'}`;
  let at = 0;
  while (here[at] === there[at]) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - SHOWN_BEFORE), at + SHOWN_AFTER));
  return `at character ${at}, here ${around(here)}, there ${around(there)}`;
}

async function readOutputs(folder: string): Promise<{ version: string; outputs: Output[] }> {
  const args = [...process.execArgv, SCRIPT, '--print', folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: Number.POSITIVE_INFINITY });
  const [version, ...lines] = stdout.trimEnd().split('\n');
  return { version, outputs: lines.map((line) => JSON.parse(line)) };
}

function fail(problem: string) {
  console.error(problem);
  process.exitCode = 2;
}

async function main(other: string) {
  const unbuilt = [HERE, other].find((folder) => !existsSync(packageOf(folder)));
  if (unbuilt !== undefined) return fail(`${unbuilt} has no wasm package: run \`node www/build/build.mjs wasm\` there`);
  const [here, there] = await Promise.all([HERE, other].map(readOutputs));
  const { lines, compared, differing } = compare(here.outputs, there.outputs);
  console.log([...lines, `here ${here.version}, there ${there.version}`].join('\n'));
  console.log(`${compared} outputs compared, ${differing} differ`);
  if (differing > 0) process.exitCode = 1;
}

if (process.argv[1] === SCRIPT) {
  const [first, second] = process.argv.slice(2);
  if (first === '--print') await printOutputs(resolve(second));
  else if (first) await main(resolve(first));
  else fail('AGAINST=… names the folder of another checkout');
}
