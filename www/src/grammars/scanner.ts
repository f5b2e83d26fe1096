// Reads a text by the table, line by line: for the highlighters whose own grammars cannot hold states within states.

import type { Class } from './classes.ts';
import { STATES, type Rule, type State } from './table.ts';

/** The states around a place, the innermost last. */
export type Stack = string[];

/** A state as one expression: its end, then its rules, a group each. */
interface Reader extends State {
  name: string;
  pattern: RegExp;
}

const readers: Map<string, Reader> = new Map(
  Object.entries(STATES).map(([name, state]) => [name, reader(name, state)]),
);

function reader(name: string, state: State): Reader {
  // A state without an end has an expression there that matches nothing.
  const matches = [state.end?.match ?? '(?!)', ...state.rules.map(({ match }) => match)];
  return { ...state, name, pattern: new RegExp(matches.map((match) => `(${match})`).join('|'), 'y') };
}

export const initialStack = (): Stack => ['start'];

function innermost(stack: Stack): Reader {
  return readers.get(stack.at(-1) ?? 'start') as Reader;
}

/** Leaves the states that end with their line. */
export function endLine(stack: Stack): void {
  while (innermost(stack).isLine) stack.pop();
}

function tokenAt(line: string, from: number, stack: Stack): { to: number; rule: Partial<Rule>; isEnd: boolean } | null {
  const { pattern, end, rules } = innermost(stack);
  pattern.lastIndex = from;
  const groups = pattern.exec(line);
  if (groups === null) return null;
  const at = groups.findIndex((group, index) => index > 0 && group !== undefined) - 1;
  return { to: pattern.lastIndex, rule: at === 0 ? { class: end?.class } : (rules[at - 1] ?? {}), isEnd: at === 0 };
}

/** The next part of a line, from a place before its end. The stack becomes that behind the part. */
export function scan(line: string, from: number, stack: Stack): { to: number; class: Class | null } {
  let token = tokenAt(line, from, stack);
  // An empty end: what stands here belongs to the state around.
  while (token?.to === from) {
    stack.pop();
    token = tokenAt(line, from, stack);
  }
  if (token) {
    if (token.isEnd) stack.pop();
    if (token.rule.begins !== undefined) stack.push(token.rule.begins);
    return { to: token.to, class: token.rule.class ?? null };
  }
  // What no rule matches is one part, up to what one does.
  let to = from + 1;
  while (to < line.length && tokenAt(line, to, stack) === null) to += 1;
  return { to, class: innermost(stack).text ?? null };
}

export interface Token {
  from: number;
  to: number;
  class: Class;
}

/** The tokens of a text, in order. */
export function tokensOf(text: string): Token[] {
  const stack = initialStack();
  const tokens: Token[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    for (let at = 0; at < line.length; ) {
      const part = scan(line, at, stack);
      if (part.class !== null) add(tokens, { from: start + at, to: start + part.to, class: part.class });
      at = part.to;
    }
    endLine(stack);
    start += line.length + 1;
  }
  return tokens;
}

/** Neighbors of one class, such as the parts of a text, are one token. */
function add(tokens: Token[], token: Token) {
  const last = tokens.at(-1);
  if (last?.class === token.class && last.to === token.from) last.to = token.to;
  else tokens.push(token);
}
