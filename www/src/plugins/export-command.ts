// `tracklight export`: machines in other notations.

import { Option, type Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { machineFacts } from '../core/machine-facts.ts';
import { mermaid } from '../diagram/mermaid.ts';
import { writeLangGraph } from '../exchange/write-langgraph.ts';
import { writeXState } from '../exchange/write-xstate.ts';
import { writeOrPrint, type Output } from './command-line.ts';
import { readMachine, refuseErrors } from './machine-file.ts';
import { strings } from './strings.ts';
import type { Machine } from '../../pkg/tracklight.js';

interface Exported {
  text: string;
  losses?: string[];
}

const WRITERS: Record<string, (machine: Machine) => Exported> = {
  mermaid: (machine) => ({ text: mermaid(machine.toJSON() as unknown as Parameters<typeof mermaid>[0]) }),
  xstate: (machine) => writeXState(machineFacts(machine)),
  langgraph: (machine) => writeLangGraph(machineFacts(machine)),
  dot: (machine) => ({ text: `${machine.dot().trimEnd()}\n` }),
  json: (machine) => ({ text: `${JSON.stringify(machine.toJSON(), null, 2)}\n` }),
};

export function addExportCommand(program: Command, { out, error }: Output) {
  const { says } = strings;
  program
    .command('export')
    .description(says.export)
    .argument('<machine.dygram>')
    .addOption(new Option('--to <notation>', says.notation).choices(Object.keys(WRITERS)).makeOptionMandatory())
    .option('-o, --output <file>', says.output)
    .option('-q, --quiet', says.exportQuiet)
    .action(async (file: string, { to, output, quiet }: { to: string; output?: string; quiet?: true }) => {
      const { text, losses = [] } = await exported(file, to);
      if (!quiet) for (const loss of losses) error(`${strings.exportLoss(file, loss)}\n`);
      writeOrPrint(output, text, out);
    });
}

async function exported(file: string, to: string): Promise<Exported> {
  await core.default();
  const texts = readMachine(file);
  const machine = core.Machine.parse(texts.source, texts.files, texts.entry);
  try {
    refuseErrors(machine, file, texts);
    return WRITERS[to]?.(machine) ?? { text: '' };
  } finally {
    machine.free();
  }
}
