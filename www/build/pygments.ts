// The language for Pygments, as a Python file: from the same table as the grammars of the npm package.

import { CLASSES, type Class } from '../src/grammars/classes.ts';
import { FIRST, STATES, type Rule } from '../src/grammars/table.ts';

/** The file, as it is kept in the Python package. */
export function lexer(): string {
  const states = Object.entries(STATES).map(([name, { end, isLine, text, rules }]) => {
    const own = [
      ...(end ? [entry(end.match, end.class, '#pop')] : []),
      ...(isLine ? [entry('$', null, '#pop')] : []),
      ...rules.map(({ match, class: token, begins }) => entry(match, token, begins)),
    ];
    // What no rule matches, up to what one does.
    const matches = [...(end ? [end] : []), ...rules].map(({ match }) => match);
    const rest = text ? entry(`(?:(?!${matches.join('|')})[\\s\\S])+`, text) : entry('\\s', null);
    const lines = [...own, rest].map((line) => `            ${line},\n`);
    return `        ${python(stateName(name))}: [\n${lines.join('')}        ],\n`;
  });
  const words = new Set(Object.values(CLASSES).map(({ pygments }) => pygments.split('.')[0] as string));
  return `"""The DyGram language for Pygments. Made from www/src/grammars/ by www/build/write-reference.mjs."""

import re

from pygments.lexer import RegexLexer
from pygments.token import ${[...words, 'Text'].sort().join(', ')}

__all__ = ["DygramLexer"]

# What a name may begin with, within brackets.
FIRST = ${escaped(FIRST)}


class DygramLexer(RegexLexer):
    """State machines for agents."""

    name = "DyGram"
    aliases = ["dygram"]
    filenames = ["*.dygram"]
    mimetypes = ["text/x-dygram"]
    flags = re.MULTILINE
    tokens = {
${states.join('')}    }
`;
}

const stateName = (name: string) => (name === 'start' ? 'root' : name);

function entry(match: string, token: Class | null, moves?: Rule['begins'] | '#pop') {
  const kind = token ? CLASSES[token].pygments : 'Text';
  return `(${[python(match), kind, ...(moves === undefined ? [] : [python(moves)])].join(', ')})`;
}

/** A string of Python. */
const python = (text: string) => text.split(FIRST).map(escaped).join(' + FIRST + ');

/** A string of Python, in ASCII. */
function escaped(text: string) {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, escape);
}
