// Expressions and templates of the language as code of another one.

import { translateExpression, type Dialect } from './expression.ts';
import { fieldOf, type ContextFacts, type Step } from './step-graph.ts';

export interface Target extends Dialect {
  /** The value of a field. @param rest what is inside of it */
  field(context: ContextFacts, name: string, rest: string[]): string;
  /** A name of the language: `declined`, `event.data.amount`. Null: it has no counterpart. */
  builtIn(path: string[]): string | null;
  has(value: string): string;
  size(value: string): string;
  string(value: string): string;
  contains(value: string, part: string): string;
  startsWith(value: string, part: string): string;
  endsWith(value: string, part: string): string;
  /** Texts and expressions in turn, as one text. */
  template(parts: (string | { code: string })[]): string;
}

const TESTS = ['contains', 'startsWith', 'endsWith'] as const;

/** @returns null if it has no counterpart */
export function codeOf(text: string, step: Step | null, contexts: ContextFacts[], target: Target): string | null {
  const name = (path: string[]) => {
    const found = fieldOf(contexts, step, path);
    const [field, ...rest] = found?.rest ?? [];
    if (found && field !== undefined) return target.field(found.context, field, rest);
    return found ? null : target.builtIn(path);
  };
  const call = (called: string, args: string[]): string | null => {
    const words = called.split('.');
    const method = words.pop() ?? '';
    const subject = words.length > 0 ? name(words) : args[0];
    if (subject === null || subject === undefined) return null;
    const [argument, ...others] = words.length > 0 ? args : args.slice(1);
    if (method === 'has' && argument === undefined) return target.has(subject);
    if ((method === 'size' || method === 'string') && argument === undefined) return target[method](subject);
    const test = TESTS.find((one) => one === method);
    return test !== undefined && argument !== undefined && others.length === 0 ? target[test](subject, argument) : null;
  };
  return translateExpression(text, { name, call }, target);
}

const PLACEHOLDER = /\{\{([^]*?)\}\}/g;

/** A text with placeholders; those without counterpart stay as they are. */
export function templateCodeOf(text: string, step: Step, contexts: ContextFacts[], target: Target): string {
  const parts: (string | { code: string })[] = [];
  let from = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    const code = codeOf(found[1] ?? '', step, contexts, target);
    if (code === null) continue;
    parts.push(text.slice(from, found.index), { code });
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return target.template(parts);
}
