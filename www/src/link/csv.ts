// Rows as text for spreadsheets. What a spreadsheet would take for a formula gets a leading apostrophe; numbers do not,
// so -5 stays -5.

import type { Cell } from '../protocol/types.ts';

/** First characters of formulas, also as wide as CJK; spreadsheets skip tabs and line breaks before them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** One record of CSV (RFC 4180) with its line end. NULL is an empty field, the empty text is `""`. */
export function csvRecord(cells: readonly Cell[]) {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + field(cells[i]);
  return `${line}\r\n`;
}

/** The record of column names. */
export const csvHeader = (names: readonly string[]) => csvRecord(names.map(cellOf));

/** Column names and rows as CSV. */
export const csvOf = (columns: readonly string[], rows: (string | number)[][]) =>
  csvHeader(columns) + rows.map((row) => csvRecord(row.map(cellOf))).join('');

/** Tab-separated, for the clipboard. */
export const tabsOf = (columns: readonly string[], rows: (string | number)[][]) =>
  [columns, ...rows]
    .map((row) => row.map((value) => inert(cellOf(value)).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');

const cellOf = (value: string | number): Cell => ({
  kind: typeof value === 'number' ? 'real' : 'text',
  text: String(value),
});

function field(cell: Cell) {
  if (cell.kind === 'null') return '';
  const text = inert(cell);
  if (text === '') return '""';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function inert({ kind, text }: Cell) {
  return kind !== 'integer' && kind !== 'real' && FORMULA.test(text) ? `'${text}` : text;
}
