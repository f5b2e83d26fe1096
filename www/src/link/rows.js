// @ts-check
// Rows as texts that spreadsheets read.

import { quoted } from './csv.js';

/**
 * Comma-separated values by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front.
 * @param {readonly string[]} columns @param {(string | number)[][]} rows
 */
export function csvOf(columns, rows) {
  return `${[columns, ...rows].map((row) => row.map((value) => quoted(guarded(value))).join(',')).join('\r\n')}\r\n`;
}

/** Tab-separated, for the clipboard. @param {readonly string[]} columns @param {(string | number)[][]} rows */
export function tabsOf(columns, rows) {
  return [columns, ...rows].map((row) => row.map((value) => guarded(value).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}

/** Numbers are no formulas, whatever their sign. @param {string | number} value */
function guarded(value) {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
}
