// Expressions of other notations as expressions of the language, and the reverse: operators, literals, names, and the
// functions that a reader knows. Anything else is not translated.

import { literalText } from './text.ts';

/** How the target writes what languages write differently. */
export interface Dialect {
  literal(value: string | boolean | null): string;
  binary(operator: string, left: string, right: string): string;
  not(operand: string): string;
  conditional(condition: string, yes: string, no: string): string;
}

/** The language's own expressions. */
const OWN: Dialect = {
  literal: literalText,
  binary: (operator, left, right) => `${left} ${operator} ${right}`,
  not: (operand) => `!${operand}`,
  conditional: (condition, yes, no) => `${condition} ? ${yes} : ${no}`,
};

export interface Names {
  /** What a chain of names means here; null if nothing. */
  name(path: string[]): string | null;
  /** What a call means here; null if nothing. @param args translated */
  call?(name: string, args: string[]): string | null;
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/u.source;
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/u.source;
const NAME = /\$*[\p{XIDS}_$][\p{XIDC}$]*/u.source;
const SIGN = /===|!==|==|!=|<=|>=|<>|&&|\|\||[\-+*\/%<>=!?:\(\)\[\].,]/u.source;
const TOKEN = new RegExp(`\\s*(?:(${NUMBER})|(${STRING})|(${NAME})|(${SIGN}))`, 'uy');
/** Deeper expressions are left alone. */
const MAX_DEPTH = 40;

type Kind = 'number' | 'string' | 'name' | 'sign' | 'end';
interface Token {
  kind: Kind;
  text: string;
}

/** From the weakest. */
const BINARY: Record<string, [power: number, operator: string]> = {
  '||': [1, '||'],
  or: [1, '||'],
  '&&': [2, '&&'],
  and: [2, '&&'],
  '==': [3, '=='],
  '===': [3, '=='],
  '=': [3, '=='],
  '!=': [3, '!='],
  '!==': [3, '!='],
  '<>': [3, '!='],
  '<': [3, '<'],
  '<=': [3, '<='],
  '>': [3, '>'],
  '>=': [3, '>='],
  in: [3, 'in'],
  '+': [4, '+'],
  '-': [4, '-'],
  '*': [5, '*'],
  '/': [5, '/'],
  '%': [5, '%'],
};

/** Thrown inside this file alone. */
class NotTranslated extends Error {}

/** @returns null if the language has no counterpart */
export function translateExpression(text: string, names: Names, dialect: Dialect = OWN): string | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  try {
    const parser = new Parser(tokens, names, dialect);
    const translated = parser.conditional(0);
    return parser.isAtEnd ? translated : null;
  } catch (thrown) {
    if (thrown instanceof NotTranslated) return null;
    throw thrown;
  }
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end; ) {
    const found = TOKEN.exec(text);
    if (!found) {
      TOKEN.lastIndex = 0;
      return null;
    }
    const [, number, string, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens.length === 0 ? null : tokens;
}

class Parser {
  readonly #tokens: Token[];
  readonly #names: Names;
  readonly #dialect: Dialect;
  #at = 0;

  constructor(tokens: Token[], names: Names, dialect: Dialect) {
    this.#tokens = tokens;
    this.#names = names;
    this.#dialect = dialect;
  }

  get isAtEnd() {
    return this.#at >= this.#tokens.length;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#next;
    if (kind !== 'sign' || text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string) {
    if (!this.#take(sign)) throw new NotTranslated();
  }

  conditional(depth: number): string {
    if (depth > MAX_DEPTH) throw new NotTranslated();
    const condition = this.#binary(1, depth + 1);
    if (!this.#take('?')) return condition;
    const yes = this.conditional(depth + 1);
    this.#expect(':');
    return this.#dialect.conditional(condition, yes, this.conditional(depth + 1));
  }

  #binary(weakest: number, depth: number): string {
    let left = this.#unary(depth + 1);
    for (;;) {
      const { kind, text } = this.#next;
      const found = kind === 'sign' || kind === 'name' ? BINARY[Object.hasOwn(BINARY, text) ? text : ''] : undefined;
      if (!found || found[0] < weakest) return left;
      this.#at += 1;
      left = this.#dialect.binary(found[1], left, this.#binary(found[0] + 1, depth + 1));
    }
  }

  #unary(depth: number): string {
    if (depth > MAX_DEPTH) throw new NotTranslated();
    const { kind, text } = this.#next;
    if (this.#take('!')) return this.#dialect.not(this.#unary(depth + 1));
    if (kind === 'name' && text === 'not') {
      this.#at += 1;
      return this.#dialect.not(this.#unary(depth + 1));
    }
    if (this.#take('-')) return `-${this.#unary(depth + 1)}`;
    return this.#primary(depth + 1);
  }

  #primary(depth: number): string {
    if (depth > MAX_DEPTH) throw new NotTranslated();
    if (this.#take('(')) {
      const inner = this.conditional(depth + 1);
      this.#expect(')');
      return `(${inner})`;
    }
    if (this.#take('[')) return `[${this.#list(']', depth).join(', ')}]`;
    const { kind, text } = this.#next;
    this.#at += 1;
    if (kind === 'number') return String(Number(text));
    if (kind === 'string') return this.#dialect.literal(text.slice(1, -1).replace(/\\(.)/gs, '$1'));
    if (kind !== 'name') throw new NotTranslated();
    if (text === 'true' || text === 'false') return this.#dialect.literal(text === 'true');
    if (text === 'null' || text === 'undefined') return this.#dialect.literal(null);
    return this.#name(text, depth);
  }

  #list(end: string, depth: number): string[] {
    const items: string[] = [];
    if (this.#take(end)) return items;
    do items.push(this.conditional(depth + 1));
    while (this.#take(','));
    this.#expect(end);
    return items;
  }

  #name(first: string, depth: number): string {
    const path = [first];
    let suffix = '';
    for (;;) {
      if (suffix === '' && this.#take('(')) {
        const args = this.#list(')', depth);
        const called = this.#names.call?.(path.join('.'), args) ?? null;
        if (called === null) throw new NotTranslated();
        return called;
      }
      if (suffix === '' && this.#take('.')) {
        const { kind, text } = this.#next;
        if (kind !== 'name') throw new NotTranslated();
        this.#at += 1;
        path.push(text);
      } else if (this.#take('[')) {
        suffix += `[${this.conditional(depth + 1)}]`;
        this.#expect(']');
      } else break;
    }
    const name = this.#names.name(path);
    if (name === null) throw new NotTranslated();
    return name + suffix;
  }
}
