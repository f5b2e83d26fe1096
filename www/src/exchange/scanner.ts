// Reads a text from front to back by regular expressions, and knows the line.

import { ImportError } from './types.ts';

export class Scanner {
  readonly text: string;
  #at: number;
  #line: number;
  #lineStart: number;
  /** Of all that was read. */
  tokens = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.#at = 0;
    this.#line = 1;
    this.#lineStart = 0;
    this.moveTo(at);
  }

  get at() {
    return this.#at;
  }

  get line() {
    return this.#line;
  }

  get isAtEnd() {
    return this.#at >= this.text.length;
  }

  /** Forwards only. */
  moveTo(at: number) {
    for (let i = this.text.indexOf('\n', this.#at); i >= 0 && i < at; i = this.text.indexOf('\n', i + 1)) {
      this.#line += 1;
      this.#lineStart = i + 1;
    }
    this.#at = at;
  }

  /** @param pattern sticky */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.tokens += 1;
    this.moveTo(this.#at + found[0].length);
    return found;
  }

  /** @param pattern sticky */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.text);
  }

  /** The text before the next `end`, which is consumed too. Null if there is none. */
  takeUntil(end: string): string | null {
    const to = this.text.indexOf(end, this.#at);
    if (to < 0) return null;
    const taken = this.text.slice(this.#at, to);
    this.tokens += 1;
    this.moveTo(to + end.length);
    return taken;
  }

  restOfLine(): string {
    return this.take(/[^\n]*/y)?.[0] ?? '';
  }

  error(message: string): ImportError {
    return new ImportError('syntax', message, this.#line, this.#at - this.#lineStart + 1);
  }

  /** The next signs, for messages. */
  get preview(): string {
    const rest = /\S*[^\n]{0,20}/y;
    rest.lastIndex = this.#at;
    const text = (rest.exec(this.text)?.[0] ?? '').slice(0, 30).trim();
    return text === '' ? 'the end' : `\`${text}\``;
  }
}
