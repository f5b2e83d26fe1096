// `tracklight check` and `tracklight fmt`.

import { Option, type Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { EXIT, readText, write, type Output } from './command-line.ts';
import { findingsOf, positionOf, readMachine, type Finding, type MachineFile } from './machine-file.ts';
import { strings } from './strings.ts';

export function addCheckCommands(program: Command, { out, error }: Output, exit: (code: number) => void) {
  program
    .command('check')
    .description(strings.says.check)
    .argument('<files...>')
    .option('--strict', strings.says.strict)
    .option('--explore', strings.says.explore)
    .addOption(
      new Option('--format <format>', strings.says.checkFormat).choices(['text', 'json', 'github']).default('text'),
    )
    .action(async (files: string[], options) => exit(await check(files, options, out)));
  program
    .command('fmt')
    .description(strings.says.fmt)
    .argument('<files...>')
    .option('--check', strings.says.fmtCheck)
    .action(async (files: string[], { check = false }) => exit(await format(files, check, out, error)));
}

async function check(
  files: string[],
  { strict, explore, format }: { strict?: true; explore?: true; format: 'text' | 'json' | 'github' },
  out: Output['out'],
): Promise<number> {
  await core.default();
  const found: Finding[] = [];
  let fails = false;
  for (const file of files) {
    const texts = readMachine(file);
    const machine = core.Machine.parse(texts.source, texts.files, texts.entry);
    const diagnostics = findingsOf(machine, file, texts);
    const explored = explore ? exploredIn(machine, file, texts) : [];
    machine.free();
    found.push(...diagnostics, ...explored);
    fails ||= diagnostics.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
    fails ||= explored.some(({ severity }) => severity !== 'info');
  }
  if (format === 'json') out(`${JSON.stringify(found, null, 2)}\n`);
  else for (const finding of found) out(`${(format === 'github' ? annotation : line)(finding)}\n`);
  if (format === 'text') out(`${strings.checked(files.length, found)}\n`);
  return fails ? EXIT.failed : EXIT.ok;
}

/** Actions between two looks at whether everything was tried. */
const BATCH = 10_000;

/** What goes wrong for certain replies, and whether not everything was tried. */
function exploredIn(machine: core.Machine, file: string, texts: MachineFile): Finding[] {
  const exploration = machine.explore();
  while (!exploration.advance(BATCH).done);
  const { findings, cut, cutFields, states } = exploration.result();
  exploration.free();
  const found: Finding[] = findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ kind, severity, message, span }) => ({ ...positionOf(file, texts, span), severity, code: kind, message }));
  if (cut.length === 0) return found;
  const message = strings.notExplored(states, cut.includes('states'), cutFields);
  return [...found, { ...positionOf(file, texts, null), severity: 'info', code: 'explore-cut', message }];
}

const line = ({ file, line, column, severity, code, message, hint }: Finding) =>
  `${file}:${line}:${column}: ${severity}: ${message} [${code}]${hint === undefined ? '' : `\n  ${hint}`}`;

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
function annotation({ file, line, column, severity, code, message }: Finding) {
  const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const kind = severity === 'info' ? 'notice' : severity;
  return `::${kind} file=${property(file)},line=${line},col=${column},title=${property(code)}::${escaped(message)}`;
}

async function format(files: string[], isCheck: boolean, out: Output['out'], error: Output['error']): Promise<number> {
  await core.default();
  let fails = false;
  for (const file of files) {
    const source = readText(file);
    const machine = core.Machine.parse(source);
    const formatted = machine.format();
    machine.free();
    if (!formatted.ok) {
      fails = true;
      error(`tracklight: ${file}: ${formatted.error.message}\n`);
    } else if (formatted.text !== source) {
      fails ||= isCheck;
      out(`${isCheck ? strings.wouldFormat(file) : strings.formatted(file)}\n`);
      if (!isCheck) write(file, formatted.text);
    }
  }
  return fails ? EXIT.failed : EXIT.ok;
}
