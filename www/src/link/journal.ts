// Journals of `tracklight/runner` as texts: a line of JSON for each entry, the header first.

import { isRecord, parseJson } from '../protocol/plain-data.ts';
import type { Json } from '../protocol/types.ts';

export const JOURNAL_FORMAT = 'tracklight-journal';

export type JournalText =
  /** `isTorn`: the last line is incomplete and left out. */
  | { ok: true; entries: Json[]; isTorn: boolean }
  /** A line that is not JSON, from 1. */
  | { ok: false; line: number };

/** Whether a text begins with the header of a journal. */
export function isJournal(text: string): boolean {
  const end = text.indexOf('\n');
  const header = parseJson(end < 0 ? text : text.slice(0, end));
  return isRecord(header) && header.format === JOURNAL_FORMAT;
}

export function readJournalText(text: string): JournalText {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const entries: Json[] = [];
  for (const [i, line] of lines.entries()) {
    const entry = parseJson(line);
    if (entry !== undefined) entries.push(entry as Json);
    else if (i === lines.length - 1 && i > 0) return { ok: true, entries, isTorn: true };
    else return { ok: false, line: i + 1 };
  }
  return { ok: true, entries, isTorn: false };
}
