// Runs of machines in a process of Node: `tracklight/runner`.

import { randomUUID } from 'node:crypto';
import type * as core from '../../pkg/tracklight.js';
import { RunnerError } from './error.ts';
import { memoryJournal, type Journal, type JournalEntry } from './journal.ts';
import { checked, loadCore, policyOf, startErrors } from './machine.ts';
import { Runner } from './runner.ts';
import { strings } from './strings.ts';
import type { Machine, Run } from '../../pkg/tracklight.js';
import type { MachineRun, ResumeOptions, RunOptions } from './types.ts';

export { RunnerError } from './error.ts';
export { fileJournal, type FileJournalOptions } from './file-journal.ts';
export { memoryJournal, type Journal, type JournalEntry } from './journal.ts';
export { anthropic, openai, toTools, type ModelOptions, type Tools } from './models.ts';
export type {
  Agent,
  AgentOptions,
  MachineRun,
  ResumeOptions,
  RunOptions,
  RunnerOptions,
  RunnerRequest,
} from './types.ts';

/**
 * Runs a machine until it has ended or waits for people, events or time.
 * @throws RunnerError `source-errors`, `not-started`, `journal-used`, and what stops a run later
 */
export async function runMachine(source: string, options: RunOptions = {}): Promise<MachineRun> {
  const Machine = await loadCore();
  const { journal = memoryJournal(), input, limits, from, files, entry } = options;
  options.signal?.throwIfAborted();
  const machine = checked(Machine.parse(source, files, entry));
  try {
    const run = machine.start({ ...(input && { input }), ...(limits && { limits }), ...(from && { from }) });
    return await begin(machine, run, journal, options);
  } finally {
    machine.free();
  }
}

async function begin(machine: Machine, run: Run, journal: Journal, options: RunOptions): Promise<MachineRun> {
  // A run that did not start has no event.
  if (run.events(0, 1).length === 0) {
    const { outcome } = run.view();
    run.free();
    throw startErrors(outcome);
  }
  const id = randomUUID();
  const at = Date.now();
  try {
    await journal.open?.();
    const first = await journal.read()[Symbol.asyncIterator]().next();
    if (!first.done) throw new RunnerError('journal-used', strings.journalUsed);
    const [header] = run.actions();
    if (header !== undefined) await journal.append({ ...header, run: id, at } as JournalEntry);
  } catch (thrown) {
    run.free();
    await journal.close?.();
    throw thrown;
  }
  options.onStart?.(run.view());
  if (options.onEvent !== undefined) for (const event of run.events()) options.onEvent(event);
  const hasTimeout = options.limits?.timeout !== undefined;
  const outcome = { kind: 'running' as const };
  return new Runner({ run, outcome, journal, options, id, writtenAt: at, ...policyOf(machine, hasTimeout) }).settle();
}

/**
 * Goes on with a run from its journal, in this process or another one. No call is made again whose reply is in the
 * journal.
 * @throws RunnerError `journal-empty`, `journal-locked`, `bad-journal`, `bad-save`, `hash-mismatch`, `rules-mismatch`
 */
export async function resumeMachine(journal: Journal, options: ResumeOptions = {}): Promise<MachineRun> {
  const Machine = await loadCore();
  options.signal?.throwIfAborted();
  await journal.open?.();
  let opened: { machine: Machine; run: Run; entries: JournalEntry[] };
  try {
    opened = await openJournal(Machine, journal, options);
  } catch (thrown) {
    await journal.close?.();
    throw thrown;
  }
  const { machine, run, entries } = opened;
  const header = entries[0] as { run?: string; options?: { limits?: { timeout?: number } } };
  const policy = policyOf(machine, header.options?.limits?.timeout !== undefined);
  machine.free();
  const view = run.view();
  const { outcome } = view;
  options.onStart?.(view);
  const writtenAt = entries.at(-1)?.at ?? Date.now();
  return new Runner({ run, outcome, journal, options, id: header.run ?? '', writtenAt, ...policy }).settle();
}

/** The run in a journal, without going on with it. The caller frees both. */
export async function readRun(journal: Journal, options: Pick<ResumeOptions, 'source' | 'force'> = {}) {
  return openJournal(await loadCore(), journal, options);
}

async function openJournal(
  { parse, replay }: Pick<typeof core.Machine, 'parse' | 'replay'>,
  journal: Journal,
  { source, force = false }: Pick<ResumeOptions, 'source' | 'force'>,
) {
  const entries: JournalEntry[] = [];
  for await (const entry of journal.read()) entries.push(entry);
  if (entries.length === 0) throw new RunnerError('journal-empty', strings.journalEmpty);
  const replayed = replay(entries, { force });
  if (!replayed.ok) {
    const { code, message, data } = replayed.error;
    throw new RunnerError(code, message.startsWith('entry ') ? strings.brokenAt(message) : message, { data });
  }
  const { machine, run } = replayed;
  if (source !== undefined) {
    const expected = parse(source);
    const [journalHash, sourceHash] = [machine.hash, expected.hash];
    expected.free();
    if (journalHash !== sourceHash) {
      machine.free();
      run.free();
      throw new RunnerError('hash-mismatch', strings.otherMachine(journalHash, sourceHash));
    }
  }
  return { machine, run, entries };
}
