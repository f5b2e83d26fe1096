// A machine in a file, with the files that it imports.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathOf } from '../protocol/files.ts';
import { FileError, readText } from './command-line.ts';
import { strings } from './strings.ts';
import type { Diagnostic, Machine, Span } from '../../pkg/tracklight.js';

export interface MachineFile {
  source: string;
  /** Texts of imports by their path from the folder of the file. */
  files: Record<string, string>;
  entry: string;
}

const IMPORTS = /^\s*import\b[^"'\n]*["']([^"'\n]+)["']/gm;

/** @throws FileError for a file that cannot be read; an import that is missing is left to the diagnostics */
export function readMachine(file: string): MachineFile {
  const source = readText(file);
  const folder = dirname(file);
  const files: Record<string, string> = {};
  const collect = (text: string, from: string) => {
    for (const [, typed = ''] of text.matchAll(IMPORTS)) {
      const named = pathOf(join(from, typed).replaceAll('\\', '/'));
      if ('error' in named || Object.hasOwn(files, named.path) || !existsSync(join(folder, named.path))) continue;
      files[named.path] = readText(join(folder, named.path));
      collect(files[named.path] ?? '', dirname(named.path));
    }
  };
  collect(source, '');
  return { source, files, entry: basename(file) };
}

export interface Finding {
  file: string;
  line: number;
  column: number;
  severity: Diagnostic['severity'];
  code: string;
  message: string;
  hint?: string;
}

/** The diagnostics of a machine, with the places that editors show. */
export const findingsOf = (machine: Pick<Machine, 'diagnostics'>, file: string, texts: MachineFile): Finding[] =>
  machine.diagnostics().map(({ severity, code, message, hint, ...span }) => ({
    ...positionOf(file, texts, span),
    severity,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
  }));

/** @throws FileError with the first error of a machine that has some */
export function refuseErrors(machine: Pick<Machine, 'diagnostics'>, file: string, texts: MachineFile) {
  const errors = findingsOf(machine, file, texts).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first)
    throw new FileError(
      strings.machineErrors(first.file, first.line, first.column, first.message, errors.length, file),
    );
}

/** Where a span begins, as editors show it; the start of the file without one. */
export function positionOf(
  file: string,
  { source, files }: MachineFile,
  span: Span | null,
): Pick<Finding, 'file' | 'line' | 'column'> {
  const imported = span?.file;
  const before = (imported === undefined ? source : (files[imported] ?? '')).slice(0, span?.from ?? 0).split('\n');
  return {
    file: imported === undefined ? file : join(dirname(file), imported),
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
  };
}
