// What Mermaid's diagrams have in common: front matter, directives, comments, texts.

import type { MachineText } from './machine-text.ts';
import { Scanner } from './scanner.ts';
import type { PendingLoss } from './statechart.ts';
import { ImportError } from './types.ts';

export const STYLES = 'the drawing has its own colors';
export const LAYOUT = 'the drawing is laid out anew';
export const LINK = 'nodes are no links';

/** Directives, comments and statements without meaning: a loss or a comment each. */
export interface Aside {
  loss?: PendingLoss;
  comment?: string;
}

const FENCE = /[ \t]*(?:```|~~~)[^\n]*\n/y;
const FRONT_MATTER = /---[ \t]*\r?\n/y;

/** A scanner at the first word of the diagram. @param machine gets the title */
export function openDiagram(text: string, machine: MachineText): { scanner: Scanner; isFenced: boolean } {
  const scanner = new Scanner(text);
  scanner.take(/[\s\uFEFF]+/y);
  const isFenced = scanner.take(FENCE) !== null;
  scanner.take(/\s+/y);
  if (scanner.take(FRONT_MATTER)) readFrontMatter(scanner, machine);
  for (;;) {
    scanner.take(/[\s\uFEFF]+/y);
    const aside = takeAside(scanner);
    if (aside === null) return { scanner, isFenced };
    place(aside, machine);
  }
}

/** Above the header. */
export function place({ loss, comment }: Aside, machine: MachineText) {
  if (loss) machine.lose(null, loss.line, loss.what, loss.why);
  if (comment) machine.comments.push(comment);
}

/** The title, and settings, which are one loss. */
function readFrontMatter(scanner: Scanner, machine: MachineText) {
  const settings: { line: number; text: string }[] = [];
  while (!scanner.isAtEnd) {
    const { line } = scanner;
    const text = scanner.restOfLine().trim();
    scanner.take(/\n/y);
    const title = /^title\s*:\s*(.*)$/.exec(text)?.[1];
    if (text === '---') {
      const [first] = settings;
      if (first) machine.lose(null, first.line, settings.map((one) => one.text).join(' '), STYLES);
      return;
    }
    if (title !== undefined && machine.title === undefined) machine.title = title.replace(/^(["'])(.*)\1$/, '$2');
    else if (text !== '') settings.push({ line, text });
  }
  throw new ImportError('syntax', 'the front matter has no end: `---` is missing', 1, 1);
}

/** A directive or a comment. */
export function takeAside(scanner: Scanner): Aside | null {
  const { line } = scanner;
  if (scanner.take(/%%\{/y)) {
    const inside = scanner.takeUntil('}%%');
    if (inside === null) throw scanner.error('a directive has no end: `}%%` is missing');
    return { loss: { line, what: `%%{${inside}}%%`, why: STYLES } };
  }
  if (!scanner.take(/%%/y)) return null;
  const comment = scanner.restOfLine().trim();
  return comment === '' ? {} : { comment };
}

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  hash: '#',
  semi: ';',
  colon: ':',
  num: '#',
  equals: '=',
  lpar: '(',
  rpar: ')',
  lbrack: '[',
  rbrack: ']',
};

const TAGS = `a b big blockquote center code div em font h[1-6] hr i img li ol p pre s small span strong sub sup table
  td th tr tt u ul`;
const MARKUP = new RegExp(`</?(?:${TAGS.split(/\s+/).join('|')})(?:\\s[^<>]*)?/?>`, 'gi');

/** A label without entities and markup. */
export const plainText = (text: string) =>
  text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(MARKUP, '')
    .replace(/[#&](?:#?(\d{1,7})|#?x([\da-f]{1,6})|([a-z]{2,8}));/gi, (entity, code, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
      const point = code !== undefined ? Number(code) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : entity;
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
