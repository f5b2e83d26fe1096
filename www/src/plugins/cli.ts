#!/usr/bin/env node
// The command line. The commands that check, run and test machines are in files of their own.

import { cpSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { FORMATS as IMPORT_FORMATS, type FormatId } from '../exchange/formats.ts';
import { RunnerError, messageOf } from '../runner/error.ts';
import { addCheckCommands } from './check-commands.ts';
import {
  EXIT,
  FileError,
  UsageError,
  address,
  makeFolder,
  positive,
  readBytes,
  readText,
  utf8,
  wholeNumber,
  write,
  writeOrPrint,
  type Output,
} from './command-line.ts';
import { addExportCommand } from './export-command.ts';
import { addLinkCommand } from './link-command.ts';
import { packageFolder, packageVersion, pageFiles } from './package.ts';
import {
  RenderError,
  loadRenderer,
  readRunScript,
  type FileOptions,
  type RenderOptions,
  type Renderer,
} from './render.ts';
import { addRunCommands } from './run-commands.ts';
import { strings } from './strings.ts';
import { addTestCommand } from './test-command.ts';

export type { Output } from './command-line.ts';

/** Pixels of a PNG for one of the SVG. */
const SCALE = 2;

/** @param words the arguments of the command line @returns the exit code */
export async function main(words: string[], output: Output): Promise<number> {
  const { error } = output;
  let code: number = EXIT.ok;
  const program = programOf(output, (failed) => {
    code = failed;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (thrown) {
    // Help and version are printed by then, as are the words of what was wrong.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (thrown instanceof UsageError) error(`tracklight: ${thrown.message}\n${strings.seeHelp}\n`);
    else if (thrown instanceof FileError || thrown instanceof RenderError || thrown instanceof RunnerError)
      error(`tracklight: ${thrown.message}\n`);
    else throw thrown;
    return thrown instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

/** @param exit is given the exit code of a command that did not fail */
function programOf(output: Output, exit: (code: number) => void): Command {
  const { out, error } = output;
  const program = new Command('tracklight')
    .description(strings.about)
    .option('-v, --version', strings.says.version)
    .on('option:version', () => {
      out(`${packageVersion()}\n`);
      throw new CommanderError(EXIT.ok, 'commander.version', '');
    })
    .configureOutput({
      writeOut: out,
      writeErr: error,
      outputError: (text, print) => print(`${text.replace(/^error: /, 'tracklight: ')}${strings.seeHelp}\n`),
    })
    .configureHelp({
      helpWidth: 80,
      // The list of commands: names, and what each does in a sentence. Its own help has the rest.
      subcommandTerm: (command) => command.name(),
      subcommandDescription: (command) => /^[^]*?(?=[.:](?:\s|$))/.exec(command.description())?.[0] ?? '',
    })
    .addHelpText('after', strings.afterHelp)
    .helpCommand('help [command]', strings.says.help)
    .exitOverride();
  const { says } = strings;
  const quiet = new Option('-q, --quiet', says.quiet);
  const direction = () => new Option('--direction <direction>', says.direction).choices(['TB', 'LR']);
  const tick = () => new Option('--tick <n>', says.tick).argParser(wholeNumber);
  const script = () => new Option('--run <script.json>', says.script);
  addCheckCommands(program, output, exit);
  addRunCommands(program, output, exit);
  addTestCommand(program, output, exit);
  program
    .command('render')
    .description(says.render)
    .argument('<machine.dygram>')
    .option('-o, --output <file>', says.output)
    .addOption(new Option('--format <format>', says.format).choices(['svg', 'dot']).default('svg'))
    .addOption(new Option('--theme <theme>', says.theme).choices(['light', 'dark', 'auto']))
    .option('--png', says.png)
    .option('--scale <n>', says.scale, positive)
    .addOption(tick())
    .addOption(script())
    .option('--animate', says.animate)
    .option('--from <n>', says.from, wholeNumber)
    .option('--to <n>', says.to, wholeNumber)
    .option('--seconds <n>', says.seconds, positive, 1.5)
    .option('--once', says.once)
    .addOption(direction())
    .action((file, options) => render(file, options, out, error));
  program
    .command('pictures')
    .description(says.pictures)
    .argument('[paths...]', says.picturePaths)
    .option('--check', says.picturesCheck)
    .addOption(quiet)
    .action(async (paths, options) => exit(await pictures(paths, options, out, error)));
  program
    .command('page')
    .description(says.page)
    .argument('<machines...>')
    .requiredOption('-o, --output <folder>', says.pageFolder)
    .requiredOption('--url <address>', says.pageUrl, address)
    .option('--page <address>', says.playground, address)
    .addOption(new Option('--theme <theme>', says.pageTheme).choices(['light', 'dark']))
    .addOption(tick())
    .addOption(script())
    .addOption(direction())
    .addOption(quiet)
    .action((machines, options) => page(machines, options, out, error));
  program
    .command('prerender')
    .description(says.prerender)
    .argument('<folder>')
    .option('--all', says.all)
    .option('--files <name>', says.files, innerFolder)
    .option('--page <address>', says.playground, address)
    .addOption(quiet)
    .action(async (folder, options) => exit(await prerenderFolder(folder, options, out, error)));
  program
    .command('import')
    .description(says.import)
    .argument('<file>', says.importedFile)
    .option('-o, --output <file>', says.output)
    .addOption(new Option('--format <name>', says.importFormat).choices(IMPORT_FORMATS.map(({ id }) => id)))
    .option('-q, --quiet', says.importQuiet)
    .action((file, options) => importFile(file, options, out, error));
  addExportCommand(program, output);
  addLinkCommand(program, output);
  program
    .command('fences')
    .description(says.fences)
    .action(() => fences(out));
  return program;
}

interface DrawnRun {
  tick?: number;
  run?: string;
  direction?: 'TB' | 'LR';
}

interface RenderFlags extends DrawnRun {
  output?: string;
  format: 'svg' | 'dot';
  theme?: FileOptions['theme'];
  png?: true;
  scale?: number;
  animate?: true;
  from?: number;
  to?: number;
  seconds: number;
  once?: true;
}

async function render(file: string, options: RenderFlags, out: Output['out'], error: Output['error']) {
  const { format, theme, png, scale, animate, from, to, seconds, once, output } = options;
  if (png && (animate || format === 'dot')) throw new UsageError(strings.pngIsStill);
  if (png && theme === 'auto') throw new UsageError(strings.pngNeedsTheme);
  if (!png && scale !== undefined) throw new UsageError(strings.scaleIsOfPng);
  const given: FileOptions = { ...runOptionsOf(options), ...(theme ? { theme } : {}) };
  const source = readText(file);
  const renderer = await loadRenderer();
  printErrors(renderer, file, source, error);
  const moving = { ...given, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const draw = () => {
    if (format === 'dot') return `${renderer.dot(source, given).trimEnd()}\n`;
    if (animate) return renderer.animate(source, { ...moving, seconds, loop: !once });
    return renderer.file(source, given);
  };
  writeOrPrint(output, png ? await (await import('./png.ts')).pngOf(draw(), scale ?? SCALE) : draw(), out);
}

function printErrors(renderer: Renderer, file: string, source: string, error: Output['error']) {
  for (const { severity, line, message } of renderer.check(source))
    if (severity === 'error') error(`${file}:${line}: ${message}\n`);
}

/** What is drawn: direction, step and run. */
function runOptionsOf({ direction, tick, run }: DrawnRun): RenderOptions {
  return {
    ...(tick === undefined ? {} : { tick }),
    ...(run === undefined ? {} : { run: readRunScript(readText(run)) }),
    ...(direction ? { direction } : {}),
  };
}

async function pictures(
  operands: string[],
  { check = false, quiet = false }: { check?: boolean; quiet?: boolean },
  out: Output['out'],
  error: Output['error'],
): Promise<number> {
  const { drawPictures } = await import('./pictures.ts');
  const render = await loadRenderer();
  const taken: Map<string, string> = new Map();
  const total = { files: 0, pictures: 0, drawn: 0 };
  let failed = false;
  for (const operand of operands.length === 0 ? ['.'] : operands) {
    const found = statSync(operand, { throwIfNoEntry: false });
    if (!found) throw new FileError(strings.notThere(operand));
    const root = resolve(found.isDirectory() ? operand : dirname(operand));
    for (const file of found.isDirectory() ? markdownBelow(operand) : [operand]) {
      const warn = (message: string, line: number) => {
        failed = true;
        error(`${strings.at(relative('.', file), line, message)}\n`);
      };
      const made = drawPictures(file, readText(file), { render, root, check, warn }, taken);
      total.files += 1;
      total.pictures += made.pictures;
      total.drawn += made.drawn;
    }
  }
  if (taken.size === 0 && !failed) throw new FileError(strings.noPictures(total.files));
  if (!quiet) {
    const { pictures, files, drawn } = total;
    out(`${check ? strings.picturesChecked(pictures, files) : strings.picturesDrawn(pictures, files, drawn)}\n`);
  }
  return failed ? EXIT.failed : EXIT.ok;
}

/** The Markdown files below a folder; not those of packages and of hidden folders. */
function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return /^(\.|node_modules$)/.test(entry.name) ? [] : markdownBelow(path);
      return entry.isFile() && /\.(md|markdown)$/i.test(entry.name) ? [path] : [];
    });
}

interface PageFlags extends DrawnRun {
  output: string;
  url: string;
  page?: string;
  theme?: 'light' | 'dark';
  quiet?: true;
}

async function page(operands: string[], options: PageFlags, out: Output['out'], error: Output['error']) {
  const { output: folder, url, page: playground, theme, quiet } = options;
  const names = operands.map((file) => basename(file).replace(/\.dygram$/i, ''));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(strings.sameName(twice));
  const given = {
    ...runOptionsOf(options),
    // The files are in the folder of this address, with or without a slash at its end.
    url: url.replace(/\/*$/, '/'),
    ...(playground === undefined ? {} : { page: playground }),
    ...(theme ? { theme } : {}),
  };
  const { sharePage } = await import('./share-page.ts');
  const renderer = await loadRenderer();
  for (const [i, file] of operands.entries()) {
    const source = readText(file);
    printErrors(renderer, file, source, error);
    const files = await sharePage(renderer, source, { ...given, name: names[i] ?? '' });
    makeFolder(folder);
    for (const [name, content] of files) write(join(folder, name), content);
  }
  if (!quiet) out(`${strings.pagesMade(operands.length, folder)}\n`);
}

/** Pages of packages are not the site's. */
const PACKAGES = /(^|[\\/])node_modules[\\/]/;

async function prerenderFolder(
  folder: string,
  { all = false, files: filesFolder, page, quiet }: { all?: boolean; files?: string; page?: string; quiet?: true },
  out: Output['out'],
  error: Output['error'],
): Promise<number> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new FileError(strings.notFolder(folder));
  const { prerender } = await import('./prerender.ts');
  const renderer = await loadRenderer();
  let failed = false;
  const found = { pages: 0, machines: 0, pictures: 0, notLive: 0 };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!/\.html?$/i.test(name) || PACKAGES.test(name) || !statSync(path, { throwIfNoEntry: false })?.isFile())
      continue;
    found.pages += 1;
    const warn = (message: string) => {
      failed = true;
      error(`${message}\n`);
    };
    const bytes = readBytes(path);
    const html = utf8(bytes);
    if (html === null) {
      if (/dygram|tracklight-machine/i.test(bytes.toString('latin1').replaceAll('\0', '')))
        warn(strings.at(relative('.', path), null, strings.notUtf8));
      continue;
    }
    const made = prerender(html, {
      render: renderer,
      file: relative('.', path),
      warn,
      all,
      ...(page === undefined ? {} : { page }),
      ...(filesFolder === undefined ? {} : { files: addressBetween(dirname(name), filesFolder) }),
    });
    for (const key of ['machines', 'pictures', 'notLive'] as const) found[key] += made[key];
    if (made.html !== html) write(path, made.html);
  }
  if (found.machines === 0) {
    error(`${strings.noMachine(found.pages, found.notLive)}\n`);
    return EXIT.failed;
  }
  if (filesFolder !== undefined) copyPageFiles(join(folder, filesFolder));
  if (!quiet) out(`${strings.prerendered(found)}\n`);
  return failed ? EXIT.failed : EXIT.ok;
}

async function importFile(
  file: string,
  { output, format, quiet }: { output?: string; format?: FormatId; quiet?: true },
  out: Output['out'],
  error: Output['error'],
) {
  const { convert } = await import('./import.ts');
  const converted = convert(readText(file), format === undefined ? {} : { format });
  if (!converted.ok) {
    const { code, message, line, column } = converted.error;
    const place = [line, column].map((n) => (n === undefined ? '' : `:${n}`)).join('');
    const hint = code === 'unknown-format' ? `\n${strings.nameFormat(IMPORT_FORMATS.map(({ id }) => id))}` : '';
    throw new FileError(`${strings.importFailed(file, place, message)}${hint}`);
  }
  if (!quiet) {
    for (const { line, what, why } of converted.losses) error(`${strings.importLoss(file, line, what, why)}\n`);
    for (const { line, what, why } of converted.additions) error(`${strings.importAddition(file, line, what, why)}\n`);
  }
  writeOrPrint(output, converted.source, out);
}

async function fences(out: Output['out']) {
  const { answerFences } = await import('./fence-lines.ts');
  try {
    await answerFences(process.stdin, out, await loadRenderer());
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new FileError(strings.notFence(thrown.message));
  }
}

/** A folder below another, as a path without dots. */
function innerFolder(value: string): string {
  const path = normalize(value).replace(/[/\\]+$/, '');
  if (isAbsolute(path) || path === '.' || path.split(sep).includes('..'))
    throw new InvalidArgumentError(strings.notInside);
  return path;
}

/** The address of a folder of a site from the folder of a page. */
const addressBetween = (from: string, to: string) =>
  relative(from, to).split(sep).map(encodeURIComponent).join('/') || '.';

function copyPageFiles(to: string) {
  try {
    for (const name of pageFiles()) cpSync(join(packageFolder, name), join(to, name));
  } catch (thrown) {
    throw new FileError(strings.unwritable(to, messageOf(thrown)));
  }
}

/** Whoever reads the output may stop early, as `head` does. The command goes on, and ends with its own exit code. */
function ignoreClosedPipe(stream: NodeJS.WriteStream) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  process.exitCode = await main(process.argv.slice(2), {
    out: (content) => process.stdout.write(content),
    error: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY,
    ...(process.stdin.isTTY && process.stdout.isTTY
      ? { ask: async (question) => (await import('./ask.ts')).askInTerminal(question) }
      : {}),
  });
}
