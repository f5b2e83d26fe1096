// Texts and values as the language writes them.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The formatter breaks longer lines. */
export const MAX_LINE = 100;
export const INDENT = '  ';

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** A string in double quotes. Control characters other than line breaks and tabs become spaces. */
export const quoted = (text: string) =>
  `"${text.replace(/[\\"\n\t\r]|[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? ' ')}"`;

/** A text on one line, for comments. */
export const onOneLine = (text: string) => text.replace(/[\s\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ').trim();

const IDENTIFIER = /^[\p{XIDS}_][\p{XIDC}]*$/u;
export const isIdentifier = (text: string) => IDENTIFIER.test(text);

/** An identifier that reads like the text: other characters become `_`. */
export function identifier(text: string, otherwise = 'node'): string {
  if (isIdentifier(text)) return text;
  const parts = text
    .normalize('NFKC')
    .replace(/[^\p{XIDC}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (parts === '') return otherwise;
  return isIdentifier(parts) ? parts : `_${parts}`;
}

/** The name of an event: identifiers with dots between. */
export const eventName = (text: string) =>
  text
    .split('.')
    .map((part) => identifier(part, 'event'))
    .join('.');

/** A value at the given indentation, which begins in the given column. @param rest what follows it on the line */
export function valueText(value: Json, indent: string, column: number, rest = 0): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return numberText(value);
  const inline = inlineText(value);
  if (column + inline.length + rest <= MAX_LINE) return inline;
  const inner = indent + INDENT;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${valueText(item, inner, inner.length, 1)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([name, entry]) => {
    const key = `${inner}${keyText(name)}: `;
    return key + valueText(entry, inner, key.length);
  });
  return `{\n${entries.join('\n')}\n${indent}}`;
}

const numberText = (value: number | boolean | null) =>
  typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value);

export const keyText = (name: string) => (isIdentifier(name) ? name : quoted(name));

function inlineText(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return numberText(value);
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`;
  const entries = Object.entries(value).map(([name, entry]) => `${keyText(name)}: ${inlineText(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join('; ')} }`;
}

const UNITS: [string, number][] = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];

/** @param ms an integer, from 1 */
export function durationText(ms: number): string {
  for (const [unit, length] of UNITS) if (ms % length === 0) return `${ms / length}${unit}`;
  return `${ms}ms`;
}

/** A literal in an expression. Strings are in single quotes, as expressions are in double ones. */
export function literalText(value: Json): string {
  if (typeof value === 'string')
    return `'${value.replace(/[\\'\n\t\r]/g, (sign) => (sign === "'" ? "\\'" : (ESCAPES[sign] ?? sign)))}'`;
  if (typeof value !== 'object' || value === null) return numberText(value);
  if (Array.isArray(value)) return `[${value.map(literalText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, entry]) => `${literalText(name)}: ${literalText(entry)}`)
    .join(', ')}}`;
}
