// The run and its machine as texts for export.

import { markOf } from '../protocol/database-mark.ts';
import type { RunSession } from './run-session.ts';
import type { ExportKind, PackedTokens, RunDatabase, Sources } from '../protocol/types.ts';
import type { Machine, Run } from '../../pkg/tracklight.js';

export function written(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version'>,
  live: RunSession,
  kind: ExportKind,
): string {
  const { run } = live;
  switch (kind) {
    case 'saved':
      return run.save();
    case 'recording':
      return pretty(run.recording());
    case 'dot':
      return run.dot();
    case 'machine':
      return ofMachine(core, live, (machine) => pretty(machine.toJSON()));
    case 'database':
      return ofMachine(core, live, (machine) => JSON.stringify(database(machine, run)));
    case 'trace':
      return ofMachine(core, live, ({ title, hash }) =>
        pretty({ rules: core.version().rules, machine: { title, hash }, events: run.events(), final: run.view() }),
      );
  }
}

function ofMachine(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>,
  { run, sources }: RunSession,
  write: (machine: Machine) => string,
) {
  const machine = core.Machine.parse(run.source(), sources.files, sources.entry);
  try {
    return write(machine);
  } finally {
    machine.free();
  }
}

/** The run at the cursor as tables and rows, and what its machine says about them. */
function database(machine: Machine, run: Run): RunDatabase {
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

/** What the core finds in texts that are not edited here. */
export function inspect(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>,
  { source, files, entry }: Sources,
) {
  const machine = core.Machine.parse(source, files, entry);
  try {
    return machine.diagnostics();
  } finally {
    machine.free();
  }
}

/** The tokens of a text that is not edited here. */
export function highlight(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>,
  source: string,
): PackedTokens {
  const machine = core.Machine.parse(source);
  try {
    return { source, ...machine.packedTokens() };
  } finally {
    machine.free();
  }
}

/** The drawing of texts that are not edited here, small, from top to bottom and from left to right. */
export function sketch(
  core: Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>,
  { source, files, entry }: Sources,
  most: number,
): { nodes: number; dots: string[] } {
  const machine = core.Machine.parse(source, files, entry);
  try {
    const { nodes } = machine.counts();
    const directions = nodes > 0 && nodes <= most ? (['TB', 'LR'] as const) : [];
    return {
      nodes,
      dots: directions.map((direction) => machine.dot({ direction, detail: 'compact', heading: false })),
    };
  } finally {
    machine.free();
  }
}
