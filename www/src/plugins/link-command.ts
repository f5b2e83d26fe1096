// `tracklight link`: the run of a journal as a share link.

import type { Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { linkRun } from '../core/link-run.ts';
import { Pacer } from '../core/pacer.ts';
import { RunSession } from '../core/run-session.ts';
import { EditedText, hostFactsReader } from '../core/text.ts';
import { encode } from '../link/codec.ts';
import { LinkError } from '../link/error.ts';
import { documentOf } from '../link/share.ts';
import { ENTRY } from '../protocol/sources.ts';
import { readRun } from '../runner/index.ts';
import { FileError, address, existingJournal, type Output } from './command-line.ts';
import { strings } from './strings.ts';
import type { JournalHeader, Run } from '../../pkg/tracklight.js';
import type { LinkRun, Sources } from '../protocol/types.ts';

export function addLinkCommand(program: Command, output: Output) {
  program
    .command('link')
    .description(strings.says.link)
    .argument('<journal>', strings.says.journalFile)
    .option('--page <address>', strings.says.linkPage, address)
    .action(async (file: string, { page = '' }: { page?: string }) => {
      output.out(`${page}${await fragmentOf(file, output)}\n`);
    });
}

async function fragmentOf(file: string, output: Output): Promise<string> {
  const { machine, run, entries } = await readRun(existingJournal(file, output));
  machine.free();
  const { source, files, entry = ENTRY } = entries[0] as JournalHeader;
  const sources = { source, files, entry };
  try {
    const document = documentOf(sources, await runMembers(run, sources), null, core.version().rules);
    return await encode(document);
  } catch (thrown) {
    if (thrown instanceof LinkError) throw new FileError(strings.linkTooLarge(thrown.detail, thrown.over));
    throw thrown;
  }
}

async function runMembers(run: Run, sources: Sources): Promise<LinkRun> {
  const pacer = new Pacer({ now: () => performance.now(), sleep: async () => {} });
  const text = new EditedText(core, sources);
  // It frees the run.
  const session = new RunSession(run, sources, hostFactsReader(core, text), {}, pacer);
  try {
    const made = await linkRun(core, session, pacer, () => false);
    if (made?.ok) return made.run;
    throw new FileError(strings.noRunLink(made?.error.message ?? ''));
  } finally {
    session.free();
    text.free();
  }
}
