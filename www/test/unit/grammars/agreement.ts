// How far a highlighter colours machines as the core does: character by character, over the gallery and the guides.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { core } from '../../wasm/core.ts';
import { CLASSES, type Class } from '../../../src/grammars/classes.ts';

export interface Part {
  from: number;
  to: number;
  /** What the highlighter calls it. */
  name: string;
}
export type Vocabulary = keyof (typeof CLASSES)['comment'];

const TOP = fileURLToPath(new URL('../../../..', import.meta.url));

/** The machines of the gallery, and the `dygram` blocks of the guides and the README. */
export function machines(): { name: string; text: string }[] {
  const gallery = readdirSync(`${TOP}www/examples`)
    .filter((name) => name.endsWith('.dygram'))
    .map((name) => ({ name, text: readFileSync(`${TOP}www/examples/${name}`, 'utf8') }));
  const guides = readdirSync(`${TOP}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const blocks = ['README.md', ...guides].flatMap((name) =>
    [...readFileSync(TOP + name, 'utf8').matchAll(/^```dygram\b.*\n([^]*?)^```$/gm)].map(([, text = ''], index) => ({
      name: `${name} ${index + 1}`,
      text,
    })),
  );
  return [...gallery, ...blocks];
}

/** The name of each character, where it has one. */
export function spread(length: number, parts: Iterable<Part>): (string | undefined)[] {
  const names: (string | undefined)[] = Array.from({ length });
  for (const { from, to, name } of parts) names.fill(name, from, to);
  return names;
}

export interface Agreement {
  /** Characters that are no white space. */
  characters: number;
  equal: number;
  /** Of the core's keywords and strings. */
  exact: { characters: number; equal: number };
  /** Each run of characters that differs, for whoever mends the table. */
  differences: string[];
}

/** Compares what a highlighter makes of all machines with the core's tokens, in the highlighter's own words. */
export function agreement(vocabulary: Vocabulary, partsOf: (text: string) => Iterable<Part>): Agreement {
  const sum: Agreement = { characters: 0, equal: 0, exact: { characters: 0, equal: 0 }, differences: [] };
  for (const { name, text } of machines()) {
    const machine = core.Machine.parse(text);
    const tokens = machine.tokens();
    const classes = spread(
      text.length,
      tokens.map((token) => ({ ...token, name: token.class })),
    );
    const expected = classes.map((name) => name && (CLASSES[name as Class]?.[vocabulary] ?? name));
    const found = spread(text.length, partsOf(text));
    let open = '';
    for (let at = 0; at <= text.length; at += 1) {
      const [wanted, given] = [expected[at], found[at]];
      const counts = at < text.length && !/\s/.test(text[at] as string);
      const isEqual = wanted === given;
      if (counts) {
        sum.characters += 1;
        sum.equal += Number(isEqual);
        if (classes[at] === 'keyword' || classes[at] === 'string') {
          sum.exact.characters += 1;
          sum.exact.equal += Number(isEqual);
        }
        if (!isEqual) open += text[at];
      }
      if (open && (isEqual || !counts)) {
        const line = text.slice(0, at).split('\n').length;
        sum.differences.push(`${name}:${line}: ${open} is ${expected[at - 1]}, not ${found[at - 1]}`);
        open = '';
      }
    }
    machine.free();
  }
  return sum;
}

/** Prints the figure, and holds it to what the grammars promise. */
export function checkAgreement(engine: string, { characters, equal, exact, differences }: Agreement): void {
  console.log(
    `${engine}: ${((100 * equal) / characters).toFixed(3)} % of ${characters} characters coloured as the core does`,
  );
  const some = differences.slice(0, 20).join('\n');
  assert.ok(characters > 20_000 && exact.characters > 4000, `only ${characters} characters were compared`);
  assert.ok(equal / characters >= 0.98, some);
  assert.equal(exact.equal, exact.characters, some);
}
