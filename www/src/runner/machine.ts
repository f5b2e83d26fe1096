// The core, and what a host needs to know of a machine before it runs.

import * as core from '../../pkg/tracklight.js';
import { RunnerError } from './error.ts';
import { strings } from './strings.ts';
import type { Json, Machine, Outcome } from '../../pkg/tracklight.js';

let ready: Promise<unknown> | null = null;

export async function loadCore() {
  ready ??= core.default();
  await ready;
  return core.Machine;
}

/** Why a run did not start. */
export function startErrors(outcome: Outcome): RunnerError {
  const errors = outcome.kind === 'notStarted' ? outcome.errors : [];
  const why = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  return new RunnerError('not-started', strings.notStarted(why || strings.nothingToRun), {
    data: errors as unknown as Json,
  });
}

/** @throws RunnerError for a machine with errors, which is freed */
export function checked(machine: Machine): Machine {
  const errors = machine.diagnostics().filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return machine;
  const line = machine.source.slice(0, first.from).split('\n').length;
  machine.free();
  throw new RunnerError('source-errors', strings.sourceErrors(errors.length, line, first.message), {
    data: errors as unknown as Json,
  });
}

/** What the machine asks of its host. */
export function policyOf(machine: Machine, hasTimeout: boolean) {
  // Hardly any machine asks, and its JSON costs as much as a step.
  if (!/concurrent|timeout/i.test(machine.source)) return { machineConcurrency: Infinity, hasTimeout };
  const { annotations = [], attributes } = machine.toJSON() as {
    annotations?: { name: string; value?: unknown }[];
    attributes: { name: string }[];
  };
  const most = Number(annotations.find(({ name }) => name === 'concurrent')?.value);
  return {
    machineConcurrency: most >= 1 ? Math.floor(most) : Infinity,
    hasTimeout: hasTimeout || attributes.some(({ name }) => name === 'timeout'),
  };
}
