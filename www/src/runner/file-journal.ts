// A journal in a file: a line of JSON for each entry.

import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '../protocol/plain-data.ts';
import { RunnerError, systemReason } from './error.ts';
import { lockFile } from './lock-file.ts';
import { strings } from './strings.ts';
import type { Journal, JournalEntry } from './journal.ts';

const NEWLINE = 10;

export interface FileJournalOptions {
  /** Called if the last line is incomplete. By default a warning of the process. */
  onNotice?: (text: string) => void;
}

/**
 * A journal in a file that is made when it is missing. An entry is kept once the system has written it to the disk.
 * While a run uses it, `<path>.lock` keeps other writers away.
 */
export function fileJournal(path: string, options: FileJournalOptions = {}): Required<Journal> {
  const { onNotice = (text) => process.emitWarning(text, 'TracklightJournal') } = options;
  let file: { handle: FileHandle; size: number; unlock: () => Promise<void> } | null = null;

  /** @returns the bytes of the file and how many of them are complete lines */
  async function load() {
    const bytes = await readFile(path).catch((thrown) => {
      if (thrown.code === 'ENOENT') return Buffer.alloc(0);
      throw unavailable(path, thrown);
    });
    const header = bytes.indexOf(NEWLINE);
    if (header >= 0 && parseJson(bytes.toString('utf8', 0, header)) === undefined)
      throw new RunnerError('bad-journal', strings.notJournal(path));
    const size = soundSize(bytes);
    if (size < bytes.length) onNotice(strings.tornLine(path));
    return { bytes, size };
  }

  async function openFile() {
    const unlock = await lockFile(path).catch((thrown) => {
      throw unavailable(path, thrown);
    });
    try {
      const { bytes, size } = await load();
      const handle = await open(path, 'a');
      if (size < bytes.length) await handle.truncate(size);
      if (bytes.length === 0) await syncFolder(dirname(path));
      return { handle, size, unlock };
    } catch (thrown) {
      await unlock();
      throw unavailable(path, thrown);
    }
  }

  return {
    async open() {
      file ??= await openFile();
    },
    async append(entry) {
      file ??= await openFile();
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        await file.handle.appendFile(line);
        await file.handle.datasync();
      } catch (thrown) {
        // What was written of the line goes. If that fails too, the line is torn, and the next reader drops it.
        await file.handle.truncate(file.size).catch(() => {});
        throw thrown;
      }
      file.size += line.length;
    },
    async *read() {
      const { bytes, size } = await load();
      for (let from = 0, line = 1; from < size; line += 1) {
        const to = bytes.indexOf(NEWLINE, from);
        const entry = parseJson(bytes.toString('utf8', from, to));
        if (entry === undefined)
          throw new RunnerError('bad-journal', strings.brokenLine(path, line), { data: { line } });
        yield entry as JournalEntry;
        from = to + 1;
      }
    },
    async close() {
      const closing = file;
      file = null;
      await closing?.handle.close();
      await closing?.unlock();
    },
  };
}

const unavailable = (path: string, thrown: unknown) =>
  thrown instanceof RunnerError
    ? thrown
    : new RunnerError('journal-unavailable', strings.journalUnavailable(path, systemReason(thrown)), { cause: thrown });

/** Up to the end of the last complete line. */
function soundSize(bytes: Buffer): number {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  if (end === 0) return 0;
  const start = end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1;
  return parseJson(bytes.toString('utf8', start, end)) === undefined ? start : end;
}

/** A new file is there after a crash only when its folder was written too. Some systems cannot do that to a folder. */
async function syncFolder(path: string) {
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
