// Calls about the current run that do not change it, its exports, and what the core says of texts that are not edited.

import { markOf } from '../protocol/database-mark.ts';
import { endOf } from '../protocol/run-end.ts';
import { machineFacts } from './machine-facts.ts';
import { atStep } from './past-step.ts';
import { partsOf } from './picture.ts';
import { NO_RUN } from './refusals.ts';
import type { RunSession } from './run-session.ts';
import type { JournalEntry, Machine, Run } from '../../pkg/tracklight.js';
import type { CallHandlers, Calls } from '../protocol/messages.ts';
import type { ExportKind, Json, PackedTokens, RunDatabase, Sources } from '../protocol/types.ts';

type Core = Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version'>;

const none = { ok: false as const, error: NO_RUN };

export const RUN_QUERIES: CallHandlers<{ core: Core; session: RunSession | null }> = {
  export: ({ core, session }, [kind]) => (session === null ? null : exportText(core, session, kind)),
  prompt: ({ session }, [request]) => (session === null ? null : session.run.prompt(request)),
  outputs: ({ session }) => (session === null ? [] : session.run.outputs()),
  branchPast: ({ session }, [branch]) => branchPast(session?.run, branch),
  diff: ({ session }, [a, b]) => (session === null ? none : session.run.diff(a, b)),
  evaluate: ({ session }, [path, expression]) => (session === null ? none : session.run.evaluate(path, expression)),
};

/** What happened on a branch, at the cursor or not. */
function branchPast(run: Run | undefined, branch: string): Calls['branchPast']['answer'] {
  const entries = run?.entries(branch) ?? [];
  const read = () => run && { events: run.events(), end: endOf(run.view()) };
  const past = run && atStep(run, entries.at(-1)?.step ?? 0, read, branch);
  return { entries, ...(past && 'events' in past ? past : { events: [], end: 'running' }) };
}

export function exportText(core: Core, session: RunSession, kind: ExportKind): string {
  const { run } = session;
  switch (kind) {
    case 'saved':
      return run.save();
    case 'recording':
      return pretty(run.recording());
    case 'dot':
      return run.dot();
    case 'parts':
      return JSON.stringify(partsOf(run, {}));
    case 'machine':
      return withMachine(core, session, (machine) => pretty(machine.toJSON()));
    case 'facts':
      return withMachine(core, session, (machine) => JSON.stringify(machineFacts(machine)));
    case 'database':
      return withMachine(core, session, (machine) => JSON.stringify(databaseOf(machine, run)));
    case 'trace':
      return withMachine(core, session, ({ title, hash }) =>
        pretty({ rules: core.version().rules, machine: { title, hash }, events: run.events(), final: run.view() }),
      );
  }
}

function withMachine(core: Pick<Core, 'Machine'>, { run, sources }: RunSession, write: (machine: Machine) => string) {
  const machine = core.Machine.parse(run.source(), sources.files, sources.entry);
  try {
    return write(machine);
  } finally {
    machine.free();
  }
}

/** The run at the cursor as tables and rows, with the schema of its machine. */
function databaseOf(machine: Machine, run: Run): RunDatabase {
  const view = run.view();
  const { step, tick, action } = view;
  const { ddl, statements, script } = run.sql();
  return {
    mark: markOf(view),
    title: machine.title ?? '',
    step,
    tick,
    action,
    ddl,
    statements,
    script,
    plain: machine.ddl() ?? '',
    outputs: machine
      .contexts()
      .filter(({ role }) => role === 'output')
      .flatMap(({ id }) => machine.tables({ layout: 'run', context: id })?.slice(0, 1) ?? []),
    collisions: machine.diagnostics().filter(({ code }) => code === 'sql-name-collision'),
  };
}

function pretty(value: unknown) {
  return JSON.stringify(value, null, 1);
}

/** The diagnostics of texts that are not the edited ones. */
export function inspect(core: Pick<Core, 'Machine'>, { source, files, entry }: Sources) {
  const machine = core.Machine.parse(source, files, entry);
  try {
    return machine.diagnostics();
  } finally {
    machine.free();
  }
}

/** The tokens of a text that is not the edited one. */
export function highlight(core: Pick<Core, 'Machine'>, source: string): PackedTokens {
  const machine = core.Machine.parse(source);
  try {
    return { source, ...machine.packedTokens() };
  } finally {
    machine.free();
  }
}

/** The compact drawings of texts that are not the edited ones, from top to bottom and from left to right. */
export function sketch(
  core: Pick<Core, 'Machine'>,
  { source, files, entry }: Sources,
  maxNodes: number,
): { nodes: number; dots: string[] } {
  const machine = core.Machine.parse(source, files, entry);
  try {
    const { nodes } = machine.counts();
    const directions = nodes > 0 && nodes <= maxNodes ? (['TB', 'LR'] as const) : [];
    return {
      nodes,
      dots: directions.map((direction) => machine.drawing({ direction, detail: 'compact', heading: false }).flow.dot),
    };
  } finally {
    machine.free();
  }
}

/** The run that the entries of a journal make again, with its whole timeline, as a saved run. */
export function savedFromJournal(
  core: Pick<Core, 'Machine'>,
  entries: Json[],
  force: boolean,
): Calls['savedFromJournal']['answer'] {
  const made = core.Machine.replay(entries as unknown as JournalEntry[], { force });
  if (!made.ok) return made;
  try {
    return { ok: true, saved: made.run.save() };
  } finally {
    made.run.free();
    made.machine.free();
  }
}
