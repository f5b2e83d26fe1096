// Machines as programs of other notations, for tests.

import { readdirSync, readFileSync } from 'node:fs';
import { Machine } from '../../../pkg/tracklight.js';
import { machineFacts } from '../../../src/core/machine-facts.ts';
import type { Exported, MachineFacts } from '../../../src/exchange/step-graph.ts';

export function exported(source: string, write: (facts: MachineFacts) => Exported): Exported {
  const machine = Machine.parse(source);
  try {
    return write(machineFacts(machine));
  } finally {
    machine.free();
  }
}

const EXAMPLES = new URL('../../../examples/', import.meta.url);

/** The machines of the gallery by name. */
export const gallery = (): [string, string][] =>
  readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.dygram'))
    .map((name) => [name.replace('.dygram', ''), readFileSync(new URL(name, EXAMPLES), 'utf8')]);
