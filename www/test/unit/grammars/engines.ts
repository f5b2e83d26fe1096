// The highlighters themselves, each with its grammar: a text to named parts.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StreamLanguage } from '@codemirror/language';
import { highlightTree, tagHighlighter, tags, type Tag } from '@lezer/highlight';
import hljs from 'highlight.js/lib/core';
import Prism from 'prismjs';
import onigurumaModule from 'vscode-oniguruma';
import textMateModule from 'vscode-textmate';
import { CLASSES } from '../../../src/grammars/classes.ts';
import codeMirrorGrammar from '../../../src/grammars/codemirror.ts';
import highlightGrammar from '../../../src/grammars/highlight.ts';
import prismGrammar from '../../../src/grammars/prism.ts';
import textMateGrammar from '../../../src/grammars/textmate.ts';
import type { Part } from './agreement.ts';

type Engine = (text: string) => Part[];

/** The engine of VS Code. */
export async function textMate(): Promise<Engine> {
  const { INITIAL, Registry, parseRawGrammar } = textMateModule;
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await onigurumaModule.loadWASM(new Uint8Array(readFileSync(wasm)).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new onigurumaModule.OnigScanner(patterns),
      createOnigString: (text) => new onigurumaModule.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(JSON.stringify(textMateGrammar), 'dygram.tmLanguage.json'),
  });
  const grammar = await registry.loadGrammar('source.dygram');
  if (!grammar) throw new Error('the grammar is not read');
  return (text) => {
    const parts: Part[] = [];
    let [stack, start] = [INITIAL, 0];
    for (const line of text.split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
      for (const { startIndex, endIndex, scopes } of tokens)
        if (scopes.length > 1)
          parts.push({
            from: start + startIndex,
            to: start + endIndex,
            name: (scopes.at(-1) as string).replace(/\.dygram$/, ''),
          });
      stack = ruleStack;
      start += line.length + 1;
    }
    return parts;
  };
}

export function prism(): Engine {
  prismGrammar(Prism);
  return (text) => {
    const parts: Part[] = [];
    let at = 0;
    for (const token of Prism.tokenize(text, Prism.languages.dygram as Prism.Grammar)) {
      if (typeof token !== 'string') parts.push({ from: at, to: at + token.length, name: String(token.alias) });
      at += token.length;
    }
    return parts;
  };
}

/** The parts of HTML by the innermost element around them, with its classes. */
function partsOfHtml(html: string): Part[] {
  const parts: Part[] = [];
  const open: string[] = [];
  let at = 0;
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  for (const [piece, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|&#?\w+;|[^<&]+/g)) {
    if (name !== undefined) open.push(name);
    else if (piece === '</span>') open.pop();
    else {
      const { length } = entities[piece] ?? piece;
      const around = open.at(-1);
      if (around !== undefined) parts.push({ from: at, to: at + length, name: around.replace(/^hljs-/, '') });
      at += length;
    }
  }
  return parts;
}

export function highlight(): Engine {
  hljs.registerLanguage('dygram', highlightGrammar);
  return (text) => partsOfHtml(hljs.highlight(text, { language: 'dygram' }).value);
}

/** The version that mdBook has. */
export function highlight10(): Engine {
  const old = createRequire(import.meta.url)('highlight.js-10/lib/core');
  old.registerLanguage('dygram', highlightGrammar);
  return (text) => partsOfHtml(old.highlight('dygram', text).value);
}

/** The tag of a name such as `variableName.definition`. */
function tagOf(name: string): Tag {
  const [base = '', ...modifiers] = name.split('.');
  const table = tags as unknown as Record<string, Tag> & Record<string, (tag: Tag) => Tag>;
  return modifiers.reduce((tag, modifier) => (table[modifier] as (tag: Tag) => Tag)(tag), table[base] as Tag);
}

export function codeMirror(): Engine {
  const { parser } = StreamLanguage.define(codeMirrorGrammar);
  const names = new Set(Object.values(CLASSES).map((one) => one.codeMirror));
  const highlighter = tagHighlighter([...names].map((name) => ({ tag: tagOf(name), class: name })));
  return (text) => {
    const parts: Part[] = [];
    highlightTree(parser.parse(text), highlighter, (from, to, name) => parts.push({ from, to, name }));
    return parts;
  };
}
