// A run made at once, with the agents of the page: for pictures of a later step.

import { RunSession } from '../core/run-session.ts';
import { EditedText, hostFactsReader } from '../core/text.ts';
import { ENTRY } from '../protocol/sources.ts';
import { RenderError } from './error.ts';
import { strings } from './strings.ts';
import type { AgentSettings, Event, Sources } from '../protocol/types.ts';
import type { MachineFile } from './machine-file.ts';
import type { RunScript } from './run-script.ts';

type Core = Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>;

/** Nothing waits: the run completes in one call. */
const PACE = { yieldIfNeeded: async () => {}, wait: async () => {} };

/** The run of a source before its first step. The caller frees it. */
export function openRun(
  core: Core,
  source: string,
  { inputs, stubs, agent }: RunScript = {},
  { files, entry }: Pick<Sources, 'files' | 'entry'> = { files: {}, entry: ENTRY },
): RunSession {
  const text = new EditedText(core, { source, files, entry });
  const settings: AgentSettings = { ...(agent === 'auto' ? { m: 'auto' } : {}), ...(stubs ? { n: stubs } : {}) };
  try {
    return new RunSession(text.start(inputs), text.sources, hostFactsReader(core, text), settings, PACE);
  } finally {
    text.free();
  }
}

/**
 * The run of a machine in a file, with stubs for agents, before its first step. The caller frees it.
 * @throws RenderError for a machine with errors
 */
export function openStubRun(core: Core, { source, files, entry }: MachineFile, script: RunScript): RunSession {
  const machine = core.Machine.parse(source, files, entry);
  const errors = machine.diagnostics().filter(({ severity }) => severity === 'error');
  machine.free();
  if (errors[0] !== undefined) throw new RenderError('run', strings.errors(errors.length, errors[0].message));
  return openRun(core, source, script, { files, entry });
}

/**
 * One step with all replies that it asks for, or what a stub gives by which the run goes on.
 * @returns what happened in it; null if the run has ended or is waiting for a person
 * @throws where it did not start
 */
export function stepOn(session: RunSession): Event[] | null {
  const done = session.perform({ kind: 'step' }, (run) => run.step());
  if (!done.ok && done.error.code === 'run-not-started')
    throw new RenderError('run', strings.notStarted(done.error.message));
  const waits = !done.ok && (done.error.code === 'agent-pending' || done.error.code === 'requests-pending');
  const replies = done.ok || waits ? session.settleNow() : [];
  if (!done.ok && replies.length > 0) return replies;
  if (!done.ok) return session.giveStub();
  return [...done.events, ...replies];
}

/** Goes on until a tick, or until the run ends or waits for a person. */
export function runTo(session: RunSession, tick: number) {
  while (session.run.view().tick < tick && stepOn(session) !== null);
}
