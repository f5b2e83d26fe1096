// The language for Prism, and for what is built on it, such as refractor and prism-react-renderer: `dygram(Prism)`.

import { CLASSES, type Class } from './classes.ts';
import { tokensOf, type Token } from './scanner.ts';

let known: { text: string; tokens: Token[] } = { text: '', tokens: [] };

/** What Prism asks for the next token of a class: regular expressions have no states, so it answers from the table. */
class ClassPattern extends RegExp {
  readonly class: Class;

  constructor(name: Class) {
    // With `g`, which Prism looks for, it is asked with the whole text and not for pieces of it.
    super('', 'g');
    this.class = name;
  }

  override exec(text: string): RegExpExecArray | null {
    if (known.text !== text) known = { text, tokens: tokensOf(text) };
    const next = known.tokens.find((token) => token.class === this.class && token.from >= this.lastIndex);
    if (next === undefined) return null;
    return Object.assign([text.slice(next.from, next.to)] as [string], { index: next.from, input: text });
  }
}

/** Adds the language `dygram`. */
export default function dygram(Prism: { languages: object }): void {
  const grammar = Object.keys(CLASSES).map((key) => {
    const name = key as Class;
    const token = { pattern: new ClassPattern(name), greedy: true, alias: CLASSES[name].prism };
    return [`dygram-${name}`, token];
  });
  Object.assign(Prism.languages, { dygram: Object.fromEntries(grammar) });
}

dygram.displayName = 'dygram';
dygram.aliases = [] as string[];
