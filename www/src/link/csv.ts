// Rows as CSV (RFC 4180). Text that a spreadsheet would take for a formula gets a leading apostrophe; numbers do
// not, so -5 stays -5.

import type { Cell } from '../protocol/types.ts';

/** One record with its line end. NULL is an empty field, the empty text is `""`. */
export function csvRecord(cells: readonly Cell[]) {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + field(cells[i]);
  return `${line}\r\n`;
}

/** The record of column names. */
export const csvHeader = (names: readonly string[]) => csvRecord(names.map((text) => ({ kind: 'text', text })));

function field({ kind, text }: Cell) {
  if (kind === 'null') return '';
  if (kind === 'integer' || kind === 'real') return text;
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return safe === '' ? '""' : quoted(safe);
}

/** A text as a field of CSV, in quotes where it needs them. */
export const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
