#!/usr/bin/env node
// The command line: `tracklight render` and `tracklight prerender`.

import { cpSync, readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageVersion } from './package.ts';
import { isPageFile } from './page-files.ts';
import { RenderError, loadRenderer, readRunScript, type FileOptions } from './render.ts';
import { strings } from './strings.ts';

/** Where the command writes to, for tests. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** Wrong usage: exit code 2. */
class UsageError extends Error {}
/** A file that cannot be read or written: exit code 1. */
class FileError extends Error {}

const FORMATS = ['svg', 'dot'] as const;
const DIRECTIONS = ['TB', 'LR'] as const;
const THEMES = ['light', 'auto'] as const;
const SHORT_OPTIONS: Record<string, string> = { '-o': '--output', '-h': '--help', '-v': '--version', '-q': '--quiet' };

/** @param words what stands behind the command @returns the exit code */
export async function main(words: string[], { out, error }: Output): Promise<number> {
  const [command, ...rest] = words;
  try {
    if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
      (command === undefined ? error : out)(strings.usage);
      return command === undefined ? 2 : 0;
    }
    if (command === '--version' || command === '-v') {
      out(`${packageVersion()}\n`);
      return 0;
    }
    if (command === 'render') await render(rest, out, error);
    else if (command === 'prerender') return await prerenderFolder(rest, out, error);
    else throw new UsageError(strings.unknownCommand(command));
    return 0;
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

async function render(words: string[], out: Output['out'], error: Output['error']) {
  const known = ['--output', '--format', '--tick', '--run', '--direction', '--theme', '--from', '--to', '--seconds'];
  const { options, operands } = parseOptions(words, known, ['--animate', '--once']);
  const [file, extra] = operands;
  if (file === undefined) throw new UsageError(strings.noFile);
  if (extra !== undefined) throw new UsageError(strings.extra(extra));
  const format = oneOf(options, '--format', FORMATS) ?? 'svg';
  const direction = oneOf(options, '--direction', DIRECTIONS);
  const theme = oneOf(options, '--theme', THEMES);
  const [tick, from, to] = ['--tick', '--from', '--to'].map((name) => numberOf(options, name));
  const seconds = Number(options.get('--seconds') ?? '1.5');
  if (!(seconds > 0 && seconds < Infinity)) throw new UsageError(strings.needsPositive('--seconds'));
  const script = options.get('--run');
  const given: FileOptions = {
    ...(tick === undefined ? {} : { tick }),
    ...(script === undefined ? {} : { run: readRunScript(readText(script)) }),
    ...(direction ? { direction } : {}),
    ...(theme ? { theme } : {}),
  };
  const source = readText(file);
  const renderer = await loadRenderer();
  for (const { severity, line, message } of renderer.check(source))
    if (severity === 'error') error(`${file}:${line}: ${message}\n`);
  const moving = { ...given, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const text =
    format === 'dot'
      ? `${renderer.dot(source, given).trimEnd()}\n`
      : options.has('--animate')
        ? renderer.animate(source, { ...moving, seconds, loop: !options.has('--once') })
        : renderer.file(source, given);
  const target = options.get('--output');
  if (target === undefined || target === '-') out(text);
  else write(target, text);
}

function numberOf(options: Map<string, string>, name: string): number | undefined {
  const value = options.get(name);
  if (value !== undefined && !/^\d+$/.test(value)) throw new UsageError(strings.needsNumber(name));
  return value === undefined ? undefined : Number(value);
}

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
    if (!/\.html?$/i.test(name) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
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

function addressOf(options: Map<string, string>, name: string): string | undefined {
  const value = options.get(name);
  if (value !== undefined && !(URL.canParse(value) && /^https?:/i.test(value)))
    throw new UsageError(strings.notAddress(name, value));
  return value;
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
  const from = fileURLToPath(new URL('.', import.meta.url));
  try {
    for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (isPageFile(name.replaceAll(sep, '/'))) cpSync(join(from, name), join(to, name), { recursive: true });
    }
  } catch (thrown) {
    throw new FileError(strings.unwritable(to, reasonOf(thrown)));
  }
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

const readText = (file: string) => readBytes(file).toString('utf8');

/** @returns null for other encodings: writing such a page would change its text */
function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (thrown) {
    throw new FileError(strings.unreadable(file, reasonOf(thrown)));
  }
}

function write(file: string, text: string) {
  try {
    writeFileSync(file, text);
  } catch (thrown) {
    throw new FileError(strings.unwritable(file, reasonOf(thrown)));
  }
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}
