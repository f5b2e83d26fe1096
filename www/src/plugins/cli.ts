#!/usr/bin/env node
// The command line: `tracklight render`, `pictures`, `page`, `prerender`, `import` and `fences`.

import { cpSync, mkdirSync, readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder, packageVersion, pageFiles } from './package.ts';
import {
  RenderError,
  loadRenderer,
  readRunScript,
  type FileOptions,
  type RenderOptions,
  type Renderer,
} from './render.ts';
import { strings } from './strings.ts';

/** Where the command writes to, for tests. */
export interface Output {
  out(content: string | Uint8Array): void;
  error(text: string): void;
}

/** Wrong usage: exit code 2. */
class UsageError extends Error {}
/** A file that cannot be read or written: exit code 1. */
class FileError extends Error {}

const FORMATS = ['svg', 'dot'] as const;
const DIRECTIONS = ['TB', 'LR'] as const;
const THEMES = ['light', 'dark', 'auto'] as const;
/** Pixels of a PNG for one of the SVG. */
const SCALE = 2;
const SHORT_OPTIONS: Record<string, string> = { '-o': '--output', '-h': '--help', '-v': '--version', '-q': '--quiet' };

/** @returns the exit code */
type Command = (words: string[], out: Output['out'], error: Output['error']) => Promise<number>;
const COMMANDS: Record<keyof typeof strings.usage, Command> = {
  render,
  prerender: prerenderFolder,
  pictures,
  page,
  import: importFile,
  fences,
};
const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

/** @param words what stands behind the command @returns the exit code */
export async function main(words: string[], { out, error }: Output): Promise<number> {
  const [command, ...rest] = words;
  try {
    if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
      (command === undefined ? error : out)(strings.usageOfAll + strings.usageEnd);
      return command === undefined ? 2 : 0;
    }
    if (command === '--version' || command === '-v') {
      out(`${packageVersion()}\n`);
      return 0;
    }
    if (!isCommand(command)) throw new UsageError(strings.unknownCommand(command));
    if (rest.some((word) => word === '--help' || word === '-h')) {
      out(strings.usage[command] + strings.usageEnd);
      return 0;
    }
    return await COMMANDS[command](rest, out, error);
  } catch (thrown) {
    if (thrown instanceof UsageError) error(`tracklight: ${thrown.message}\n${strings.seeHelp}\n`);
    else if (thrown instanceof FileError || thrown instanceof RenderError) error(`tracklight: ${thrown.message}\n`);
    else throw thrown;
    return thrown instanceof UsageError ? 2 : 1;
  }
}

/** Options by name, and what stands without one. @param flags options without a value */
function parseOptions(
  words: string[],
  known: string[],
  flags: string[],
): { options: Map<string, string>; operands: string[] } {
  const options: Map<string, string> = new Map();
  const others: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (word === '--') return { options, operands: [...others, ...words.slice(i + 1)] };
    if (!word.startsWith('-') || word === '-') {
      others.push(word);
      continue;
    }
    const at = word.startsWith('--') ? word.indexOf('=') : -1;
    const given = at < 0 ? word : word.slice(0, at);
    const name = SHORT_OPTIONS[given] ?? given;
    if (flags.includes(name)) options.set(name, '');
    else if (!known.includes(name)) throw new UsageError(strings.unknownOption(given));
    else {
      const value = at < 0 ? words[++i] : word.slice(at + 1);
      if (value === undefined) throw new UsageError(strings.needsValue(given));
      options.set(name, value);
    }
  }
  return { options, operands: others };
}

function oneOf<T extends string>(options: Map<string, string>, name: string, values: readonly T[]): T | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  const found = values.find((one) => one === value);
  if (found === undefined) throw new UsageError(strings.needsOne(name, values));
  return found;
}

async function render(words: string[], out: Output['out'], error: Output['error']): Promise<number> {
  const known = [
    ...['--output', '--format', '--tick', '--run', '--direction', '--theme', '--from', '--to', '--seconds'],
    '--scale',
  ];
  const { options, operands } = parseOptions(words, known, ['--animate', '--once', '--png']);
  const [file, extra] = operands;
  if (file === undefined) throw new UsageError(strings.noFile);
  if (extra !== undefined) throw new UsageError(strings.extra(extra));
  const format = oneOf(options, '--format', FORMATS) ?? 'svg';
  const theme = oneOf(options, '--theme', THEMES);
  const [from, to] = ['--from', '--to'].map((name) => numberOf(options, name));
  const seconds = positiveOf(options, '--seconds') ?? 1.5;
  const scale = positiveOf(options, '--scale');
  const isPng = options.has('--png');
  if (isPng && (options.has('--animate') || format === 'dot')) throw new UsageError(strings.pngIsStill);
  if (isPng && theme === 'auto') throw new UsageError(strings.pngNeedsTheme);
  if (!isPng && scale !== undefined) throw new UsageError(strings.scaleIsOfPng);
  const given: FileOptions = { ...runOptionsOf(options), ...(theme ? { theme } : {}) };
  const source = readText(file);
  const renderer = await loadRenderer();
  printErrors(renderer, file, source, error);
  const moving = { ...given, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const draw = () => {
    if (format === 'dot') return `${renderer.dot(source, given).trimEnd()}\n`;
    if (options.has('--animate')) return renderer.animate(source, { ...moving, seconds, loop: !options.has('--once') });
    return renderer.file(source, given);
  };
  const content = isPng ? await (await import('./png.ts')).pngOf(draw(), scale ?? SCALE) : draw();
  const target = options.get('--output');
  if (target === undefined || target === '-') out(content);
  else write(target, content);
  return 0;
}

function printErrors(renderer: Renderer, file: string, source: string, error: Output['error']) {
  for (const { severity, line, message } of renderer.check(source))
    if (severity === 'error') error(`${file}:${line}: ${message}\n`);
}

/** What is drawn: direction, step and run. */
function runOptionsOf(options: Map<string, string>): RenderOptions {
  const direction = oneOf(options, '--direction', DIRECTIONS);
  const tick = numberOf(options, '--tick');
  const script = options.get('--run');
  return {
    ...(tick === undefined ? {} : { tick }),
    ...(script === undefined ? {} : { run: readRunScript(readText(script)) }),
    ...(direction ? { direction } : {}),
  };
}

async function pictures(words: string[], out: Output['out'], error: Output['error']): Promise<number> {
  const { options, operands } = parseOptions(words, [], ['--check', '--quiet']);
  const check = options.has('--check');
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
  if (!options.has('--quiet')) {
    const { pictures, files, drawn } = total;
    out(`${check ? strings.picturesChecked(pictures, files) : strings.picturesDrawn(pictures, files, drawn)}\n`);
  }
  return failed ? 1 : 0;
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

async function page(words: string[], out: Output['out'], error: Output['error']): Promise<number> {
  const known = ['--output', '--url', '--page', '--theme', '--tick', '--run', '--direction'];
  const { options, operands } = parseOptions(words, known, ['--quiet']);
  const folder = options.get('--output');
  if (operands.length === 0) throw new UsageError(strings.noFile);
  if (folder === undefined) throw new UsageError(strings.noOutput);
  const [url, playground] = ['--url', '--page'].map((name) => addressOf(options, name));
  if (url === undefined) throw new UsageError(strings.noUrl);
  const theme = oneOf(options, '--theme', ['light', 'dark'] as const);
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
  if (!options.has('--quiet')) out(`${strings.pagesMade(operands.length, folder)}\n`);
  return 0;
}

function addressOf(options: Map<string, string>, name: string): string | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw new UsageError(strings.notAddress(name, value));
  const { origin, pathname } = new URL(value);
  return origin + pathname;
}

function numberOf(options: Map<string, string>, name: string): number | undefined {
  const value = options.get(name);
  if (value !== undefined && !/^\d+$/.test(value)) throw new UsageError(strings.needsNumber(name));
  return value === undefined ? undefined : Number(value);
}

function positiveOf(options: Map<string, string>, name: string): number | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  if (!(Number(value) > 0 && Number(value) < Infinity)) throw new UsageError(strings.needsPositive(name));
  return Number(value);
}

/** Pages of packages are not the site's. */
const PACKAGES = /(^|[\\/])node_modules[\\/]/;

async function prerenderFolder(words: string[], out: Output['out'], error: Output['error']): Promise<number> {
  const { options, operands } = parseOptions(words, ['--files', '--page'], ['--quiet', '--all']);
  const [folder, extra] = operands;
  if (folder === undefined) throw new UsageError(strings.noFolder);
  if (extra !== undefined) throw new UsageError(strings.extra(extra));
  const page = addressOf(options, '--page');
  const filesFolder = innerFolderOf(options, '--files');
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
      all: options.has('--all'),
      ...(page === undefined ? {} : { page }),
      ...(filesFolder === undefined ? {} : { files: addressBetween(dirname(name), filesFolder) }),
    });
    for (const key of ['machines', 'pictures', 'notLive'] as const) found[key] += made[key];
    if (made.html !== html) write(path, made.html);
  }
  if (found.machines === 0) {
    error(`${strings.noMachine(found.pages, found.notLive)}\n`);
    return 1;
  }
  if (filesFolder !== undefined) copyPageFiles(join(folder, filesFolder));
  if (!options.has('--quiet')) out(`${strings.prerendered(found)}\n`);
  return failed ? 1 : 0;
}

async function importFile(words: string[], out: Output['out'], error: Output['error']): Promise<number> {
  const { options, operands } = parseOptions(words, ['--output', '--format'], ['--quiet']);
  const [file, extra] = operands;
  if (file === undefined) throw new UsageError(strings.noImport);
  if (extra !== undefined) throw new UsageError(strings.extra(extra));
  const { FORMATS } = await import('../exchange/formats.ts');
  const format = oneOf(
    options,
    '--format',
    FORMATS.map(({ id }) => id),
  );
  const { convert } = await import('./import.ts');
  const converted = convert(file === '-' ? readText(0) : readText(file), format === undefined ? {} : { format });
  if (!converted.ok) {
    const { message, line, column } = converted.error;
    throw new FileError(
      strings.importFailed(file, [line, column].map((n) => (n === undefined ? '' : `:${n}`)).join(''), message),
    );
  }
  if (!options.has('--quiet'))
    for (const { line, what, why } of converted.losses) error(`${strings.importLoss(file, line, what, why)}\n`);
  const target = options.get('--output');
  if (target === undefined || target === '-') out(converted.source);
  else write(target, converted.source);
  return 0;
}

async function fences(words: string[], out: Output['out']): Promise<number> {
  const [extra] = parseOptions(words, [], []).operands;
  if (extra !== undefined) throw new UsageError(strings.extra(extra));
  const { answerFences } = await import('./fence-lines.ts');
  try {
    await answerFences(process.stdin, out, await loadRenderer());
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new FileError(strings.notFence(thrown.message));
  }
  return 0;
}

/** A folder below another, as a path without dots. */
function innerFolderOf(options: Map<string, string>, name: string): string | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  const path = normalize(value).replace(/[/\\]+$/, '');
  if (isAbsolute(path) || path === '.' || path.split(sep).includes('..'))
    throw new UsageError(strings.notInside(name, value));
  return path;
}

/** The address of a folder of a site from the folder of a page. */
const addressBetween = (from: string, to: string) =>
  relative(from, to).split(sep).map(encodeURIComponent).join('/') || '.';

function copyPageFiles(to: string) {
  try {
    for (const name of pageFiles()) cpSync(join(packageFolder, name), join(to, name));
  } catch (thrown) {
    throw new FileError(strings.unwritable(to, reasonOf(thrown)));
  }
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

/** @param file 0: standard input */
function readText(file: string | 0): string {
  const text = utf8(readBytes(file));
  if (text === null) throw new FileError(strings.notText(file || '-'));
  return text;
}

/** @returns null for other encodings: writing such a page would change its text */
function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readBytes(file: string | 0): Buffer {
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw new FileError(strings.unreadable(file || '-', reasonOf(thrown)));
  }
}

function write(file: string, content: string | Uint8Array) {
  try {
    writeFileSync(file, content);
  } catch (thrown) {
    throw new FileError(strings.unwritable(file, reasonOf(thrown)));
  }
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (thrown) {
    throw new FileError(strings.unwritable(folder, reasonOf(thrown)));
  }
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2), {
    out: (content) => process.stdout.write(content),
    error: (text) => process.stderr.write(text),
  });
}
