// `tracklight check` and `tracklight fmt`.

import { Option, type Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { EXIT, readText, write, type Output } from './command-line.ts';
import { findingsOf, readMachine, type Finding } from './machine-file.ts';
import { strings } from './strings.ts';

export function addCheckCommands(program: Command, { out, error }: Output, exit: (code: number) => void) {
  program
    .command('check')
    .description(strings.says.check)
    .argument('<files...>')
    .option('--strict', strings.says.strict)
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
  { strict, format }: { strict?: true; format: 'text' | 'json' | 'github' },
  out: Output['out'],
): Promise<number> {
  await core.default();
  const found = files.flatMap((file) => {
    const texts = readMachine(file);
    const machine = core.Machine.parse(texts.source, texts.files, texts.entry);
    const findings = findingsOf(machine, file, texts);
    machine.free();
    return findings;
  });
  if (format === 'json') out(`${JSON.stringify(found, null, 2)}\n`);
  else for (const finding of found) out(`${(format === 'github' ? annotation : line)(finding)}\n`);
  const fails = found.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
  if (format === 'text') out(`${strings.checked(files.length, found.length)}\n`);
  return fails ? EXIT.failed : EXIT.ok;
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
