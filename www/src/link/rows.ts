// Rows as text that spreadsheets can read.

import { quoted } from './csv.ts';

/**
 * Comma-separated values by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function csvOf(columns: readonly string[], rows: (string | number)[][]) {
  return `${[columns, ...rows].map((row) => row.map((value) => quoted(guarded(value))).join(',')).join('\r\n')}\r\n`;
}

/** Tab-separated, for the clipboard. */
export function tabsOf(columns: readonly string[], rows: (string | number)[][]) {
  return [columns, ...rows]
    .map((row) => row.map((value) => guarded(value).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** Numbers are no formulas, whatever their sign. */
function guarded(value: string | number) {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
}
