// What the commands share: where they write to, files, errors, and options by kind.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { fileJournal } from '../runner/index.ts';
import { messageOf, systemReason } from '../runner/error.ts';
import { strings } from './strings.ts';
import type { Answer, InfoRequest } from '../../pkg/tracklight.js';

/** Where the command writes to, for tests. */
export interface Output {
  out(content: string | Uint8Array): void;
  error(text: string): void;
  /** Whether `out` is a terminal, which shows colors. */
  isTerminal?: boolean;
  /** Asks the user at the terminal; undefined leaves the question open. Without it, all questions stay open. */
  ask?: (question: Asked) => Promise<Answer | undefined>;
}

/** What is asked: a text, one of some texts, or the fields of a form. */
export type Asked = Pick<InfoRequest, 'query' | 'options' | 'form'>;

export const EXIT = { ok: 0, failed: 1, waiting: 2, usage: 64 } as const;

/** Wrong usage. */
export class UsageError extends Error {}
/** A file that cannot be read or written, or what is in it. */
export class FileError extends Error {}

/** @param file `-`: standard input */
export function readText(file: string): string {
  const text = utf8(readBytes(file));
  if (text === null) throw new FileError(strings.notText(file));
  return text;
}

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (thrown) {
    throw new FileError(strings.unreadable(file, systemReason(thrown)));
  }
}

/** @returns null for other encodings: writing such a page would change its text */
export function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The JSON in a file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (thrown) {
    if (thrown instanceof FileError) throw thrown;
    throw new FileError(strings.notJsonFile(file, messageOf(thrown)));
  }
}

export function write(file: string, content: string | Uint8Array) {
  try {
    writeFileSync(file, content);
  } catch (thrown) {
    throw new FileError(strings.unwritable(file, systemReason(thrown)));
  }
}

export function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (thrown) {
    throw new FileError(strings.unwritable(folder, systemReason(thrown)));
  }
}

/** Writes to the file of `--output`, or prints. */
export function writeOrPrint(target: string | undefined, content: string | Uint8Array, out: Output['out']) {
  if (target === undefined || target === '-') out(content);
  else write(target, content);
}

/** Kinds of option values. */
export function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError(strings.needsNumber);
  return Number(value);
}

export function positive(value: string): number {
  if (!(Number(value) > 0 && Number(value) < Infinity)) throw new InvalidArgumentError(strings.needsPositive);
  return Number(value);
}

export function address(value: string): string {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw new InvalidArgumentError(strings.notAddress);
  const { origin, pathname } = new URL(value);
  return origin + pathname;
}

/** A journal in a file, which need not be there; a torn line is a warning. */
export const journalAt = (path: string, { error }: Output) =>
  fileJournal(path, { onNotice: (text) => error(`tracklight: ${text}\n`) });

/** The journal of a run that there is. */
export function existingJournal(path: string, output: Output) {
  if (!existsSync(path)) throw new FileError(strings.notThere(path));
  return journalAt(path, output);
}
