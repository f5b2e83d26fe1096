// Expressions of other notations as expressions of the language: operators, literals, names, and the functions that a
// reader knows. Anything else is not translated.

import { literalText } from './text.ts';

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
export function translateExpression(text: string, names: Names): string | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  try {
    const parser = new Parser(tokens, names);
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
  #at = 0;

  constructor(tokens: Token[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
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
    return `${condition} ? ${yes} : ${this.conditional(depth + 1)}`;
  }

  #binary(weakest: number, depth: number): string {
    let left = this.#unary(depth + 1);
    for (;;) {
      const { kind, text } = this.#next;
      const found = kind === 'sign' || kind === 'name' ? BINARY[Object.hasOwn(BINARY, text) ? text : ''] : undefined;
      if (!found || found[0] < weakest) return left;
      this.#at += 1;
      left = `${left} ${found[1]} ${this.#binary(found[0] + 1, depth + 1)}`;
    }
  }

  #unary(depth: number): string {
    if (depth > MAX_DEPTH) throw new NotTranslated();
    const { kind, text } = this.#next;
    if (this.#take('!')) return `!${this.#unary(depth + 1)}`;
    if (kind === 'name' && text === 'not') {
      this.#at += 1;
      return `!${this.#unary(depth + 1)}`;
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
    const { kind, text } = this.#next;
    this.#at += 1;
    if (kind === 'number') return String(Number(text));
    if (kind === 'string') return literalText(text.slice(1, -1).replace(/\\(.)/gs, '$1'));
    if (kind !== 'name') throw new NotTranslated();
    if (text === 'true' || text === 'false' || text === 'null') return text;
    if (text === 'undefined') return 'null';
    return this.#name(text, depth);
  }

  #name(first: string, depth: number): string {
    const path = [first];
    let suffix = '';
    for (;;) {
      if (suffix === '' && this.#take('(')) {
        const args: string[] = [];
        if (!this.#take(')')) {
          do args.push(this.conditional(depth + 1));
          while (this.#take(','));
          this.#expect(')');
        }
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
