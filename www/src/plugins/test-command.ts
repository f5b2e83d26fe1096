// `tracklight test`: tests of machines as data.

import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { isRecord } from '../protocol/plain-data.ts';
import { RunnerError, runMachine } from '../runner/index.ts';
import { EXIT, FileError, readJson, type Output } from './command-line.ts';
import { readMachine, type MachineFile } from './machine-file.ts';
import { RenderError } from './error.ts';
import { openStubRun, stepOn } from './run.ts';
import { strings } from './strings.ts';
import type { AgentReply, Json, View } from '../../pkg/tracklight.js';

interface Expectations {
  /** `completed`, `failed`, `cancelled`, `blocked`, or `running` for a run that waits. */
  outcome?: string;
  /** The nodes where paths are or ended. */
  at?: string | string[];
  /** By `Context.field`. */
  values?: Record<string, Json>;
  /** By node. */
  visits?: Record<string, number>;
}
interface MachineTest {
  input?: Record<string, Record<string, Json>>;
  /** By node: the replies of its agent, in order. */
  replies?: Record<string, AgentReply[]>;
  /** By node, in the form of the attribute `stub`. */
  stubs?: Record<string, Json>;
  expect: Expectations;
}

const MEMBERS = ['input', 'replies', 'stubs', 'expect'];
const EXPECTATIONS = ['outcome', 'at', 'values', 'visits'];
const TEST_FILE = /\.test\.dygram\.json$/;

export function addTestCommand(program: Command, output: Output, exit: (code: number) => void) {
  program
    .command('test')
    .description(strings.says.test)
    .argument('[paths...]', strings.says.testPaths)
    .action(async (paths: string[]) => exit(await runTests(paths.length === 0 ? ['.'] : paths, output)));
}

async function runTests(paths: string[], { out, error }: Output): Promise<number> {
  await core.default();
  const tests = [...new Set(paths.flatMap(testsOf))].sort();
  if (tests.length === 0) throw new FileError(strings.noTests);
  let failed = 0;
  for (const file of tests) {
    const { test, machine } = readTest(file);
    const differences = await differencesOf(machine, test);
    out(`${differences.length === 0 ? 'ok' : 'not ok'} ${file}\n`);
    for (const difference of differences) error(`  ${difference}\n`);
    if (differences.length > 0) failed += 1;
  }
  out(`${strings.tested(tests.length, failed)}\n`);
  return failed > 0 ? EXIT.failed : EXIT.ok;
}

/** The tests that a path names: itself, those of a machine, or all below a folder. */
function testsOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new FileError(strings.notThere(path));
  if (found.isDirectory())
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return /^(\.|node_modules$)/.test(entry.name) ? [] : testsOf(inner);
      return TEST_FILE.test(entry.name) ? [inner] : [];
    });
  if (TEST_FILE.test(path)) return [path];
  const name = `${basename(path).replace(/\.dygram$/, '')}.`;
  const own = readdirSync(dirname(path)).filter((other) => other.startsWith(name) && TEST_FILE.test(other));
  if (own.length === 0) throw new FileError(strings.noTestsOf(path, join(dirname(path), `${name}test.dygram.json`)));
  return own.map((other) => join(dirname(path), other));
}

/** `door.dygram` for `door.test.dygram.json` and `door.late.test.dygram.json`: the longest name that is there. */
function machineOf(file: string): string {
  const parts = basename(file).replace(TEST_FILE, '').split('.');
  for (let most = parts.length; most > 0; most -= 1) {
    const path = join(dirname(file), `${parts.slice(0, most).join('.')}.dygram`);
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  }
  throw new FileError(strings.noMachineOf(file));
}

function readTest(file: string): { test: MachineTest; machine: MachineFile } {
  const test = readJson(file);
  const fails = (why: string) => new FileError(`${file}: ${why}`);
  if (!isRecord(test) || !isRecord(test.expect)) throw fails(strings.noExpectations);
  const unknown =
    Object.keys(test).find((name) => !MEMBERS.includes(name)) ??
    Object.keys(test.expect).find((name) => !EXPECTATIONS.includes(name));
  if (unknown !== undefined) throw fails(strings.unknownTestMember(unknown, [...MEMBERS, ...EXPECTATIONS]));
  if (test.replies !== undefined && test.stubs !== undefined) throw fails(strings.repliesOrStubs);
  const { replies = {} } = test;
  if (!isRecord(replies) || !Object.values(replies).every(Array.isArray)) throw fails(strings.repliesAreLists);
  for (const member of [test.input ?? {}, test.stubs ?? {}, test.expect.values ?? {}, test.expect.visits ?? {}])
    if (!isRecord(member)) throw fails(strings.membersAreObjects);
  return { test: test as unknown as MachineTest, machine: readMachine(machineOf(file)) };
}

async function differencesOf(machine: MachineFile, test: MachineTest): Promise<string[]> {
  let view: View;
  try {
    view = test.replies === undefined ? withStubs(machine, test) : await withReplies(machine, test, test.replies);
  } catch (thrown) {
    if (thrown instanceof RunnerError || thrown instanceof RenderError) return [thrown.message];
    throw thrown;
  }
  return compare(view, test.expect);
}

function withStubs(machine: MachineFile, { input, stubs }: MachineTest): View {
  const session = openStubRun(core, machine, { ...(input && { inputs: input }), ...(stubs && { stubs }) });
  try {
    while (stepOn(session) !== null);
    return session.run.view();
  } finally {
    session.free();
  }
}

async function withReplies(
  { source, files, entry }: MachineFile,
  { input }: MachineTest,
  replies: Record<string, AgentReply[]>,
): Promise<View> {
  const left = new Map(Object.entries(replies).map(([node, list]) => [node, [...list]]));
  const run = await runMachine(source, {
    ...(Object.keys(files).length === 0 ? {} : { files, entry }),
    ...(input && { input }),
    clock: 'manual',
    agent: ({ node }) =>
      left.get(node)?.shift() ?? {
        error: { message: strings.noMoreReplies(node), code: 'no-reply', retryable: false },
      },
  });
  await run.close();
  return run.view;
}

/** What differs, one line each. */
function compare(
  { outcome, paths, nodes, contexts }: View,
  { outcome: kind, at, values = {}, visits = {} }: Expectations,
) {
  const differences: string[] = [];
  const expect = (what: string, wanted: unknown, actual: unknown) => {
    if (JSON.stringify(wanted) !== JSON.stringify(actual))
      differences.push(strings.difference(what, JSON.stringify(wanted), JSON.stringify(actual)));
  };
  if (kind !== undefined) expect('outcome', kind, outcome.kind);
  if (at !== undefined) {
    const current = paths.filter(({ status }) => status !== 'forked' && status !== 'merged').map(({ node }) => node);
    expect('at', [at].flat().sort(), [...new Set(current)].sort());
  }
  for (const [name, wanted] of Object.entries(values)) {
    const dot = name.lastIndexOf('.');
    const field = contexts[name.slice(0, dot)]?.fields[name.slice(dot + 1)];
    const actual = field?.values.filter(({ set }) => set).map(({ value }) => value) ?? [];
    // Where paths differ, one of them must have it.
    const found = actual.find((value) => JSON.stringify(sorted(value)) === JSON.stringify(sorted(wanted)));
    expect(name, sorted(wanted), sorted(found ?? actual.at(-1)));
  }
  for (const [node, wanted] of Object.entries(visits)) expect(`visits of ${node}`, wanted, nodes[node]?.visits ?? 0);
  return differences;
}

/** With the keys of objects in one order. */
function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>)
      .sort()
      .map(([key, item]) => [key, sorted(item) ?? null]),
  );
}
