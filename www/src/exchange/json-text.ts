// JSON with the lines of its values.

import { parseExpressionAt, type Expression } from 'acorn';
import { ImportError } from './types.ts';
import { valueOfExpression } from './script-tree.ts';
import type { Value } from './script-value.ts';

/** @throws {ImportError} with line and column */
export function readJson(text: string): Value {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  try {
    JSON.parse(text.slice(start));
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    // What follows quotes the text.
    throw syntaxError(text, start, message.replace(/,? \.{0,3}".*$/s, ''));
  }
  return valueOfExpression(expressionAt(text, start), text);
}

/** @throws {ImportError} with line and column */
export function expressionAt(text: string, start: number): Expression {
  try {
    return parseExpressionAt(text, start, { ecmaVersion: 'latest', locations: true });
  } catch (thrown) {
    throw parserError(thrown);
  }
}

/** What acorn throws, as an error of ours. */
export function parserError(thrown: unknown): unknown {
  const { message, loc } = thrown as { message: string; loc?: { line: number; column: number } };
  if (!loc) return thrown;
  const text = message.replace(/ \(\d+:\d+\)$/, '');
  if (text.startsWith('Not enough stack space'))
    return new ImportError('refused', 'nested too deep', loc.line, loc.column + 1);
  return new ImportError('syntax', text, loc.line, loc.column + 1);
}

/** Where the text stops being JSON, as far as JavaScript's parser knows. */
function syntaxError(text: string, start: number, message: string): ImportError {
  try {
    const { end } = expressionAt(text, start);
    const rest = text.slice(end).search(/\S/);
    const at = rest < 0 ? start : end + rest;
    const before = text.slice(0, at).split('\n');
    return new ImportError('syntax', message, before.length, (before.at(-1)?.length ?? 0) + 1);
  } catch (thrown) {
    if (!(thrown instanceof ImportError) || thrown.code !== 'syntax') throw thrown;
    return new ImportError('syntax', message, thrown.line, thrown.column);
  }
}
