// The Markdown of hover cards, as plain data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown, textOfBlocks } from '../../../src/editor/markdown.ts';
import { loose } from '../../loose.ts';

const firstOf = (markdown: string) => loose(parseMarkdown(markdown)[0]);

test('paragraphs, lists, fenced code and rules are told apart', () => {
  assert.deepEqual(
    parseMarkdown('one\ntwo\n\n- a\n- b\n\n```dygram\nx -> y\n\n# no heading\n```\n---\n## Title').map(
      (block) => block.kind,
    ),
    ['paragraph', 'list', 'code', 'rule', 'heading'],
  );
  assert.equal(firstOf('```\nopen to the end').text, 'open to the end');
  assert.deepEqual(firstOf('- a\n- b').items.length, 2);
});

test('a numbered list is one of its own, and a fence says what is in it', () => {
  const blocks = parseMarkdown('1. a\n2. b\n- c\n\n```dygram kettle\nx\n```');
  assert.deepEqual(
    blocks.map((block) => (block.kind === 'list' ? [block.ordered, block.items.length] : block.kind)),
    [[true, 2], [false, 1], 'code'],
  );
  assert.equal(loose(blocks[2]).info, 'dygram kettle');
});

test('an item goes on in indented lines, up to the next item, a fence or a blank line', () => {
  const blocks = parseMarkdown('- a\n  **b**\n- c\n  - d\n  ```\n  x\n  ```\n1. e\n\n  f');
  assert.deepEqual(
    blocks.map((block) =>
      block.kind === 'list' ? block.items.map((item) => item.map(({ text }) => text).join('')) : block.kind,
    ),
    [['a b', 'c', 'd'], 'code', ['e'], 'paragraph'],
  );
});

test('code, strong and em are parts of a line', () => {
  assert.deepEqual(firstOf('**task** `heat`: *2 in*, a * b').parts, [
    { kind: 'strong', text: 'task' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'heat' },
    { kind: 'text', text: ': ' },
    { kind: 'em', text: '2 in' },
    { kind: 'text', text: ', a * b' },
  ]);
});

test('nothing in code or behind a backslash is a mark', () => {
  assert.deepEqual(
    firstOf('`**a**` \\*b\\* ``c`d``').parts.map((part) => [part.kind, part.text]),
    [
      ['code', '**a**'],
      ['text', ' *b* '],
      ['code', 'c`d'],
    ],
  );
});

test('a link is its words, and mark-up is text', () => {
  assert.deepEqual(firstOf('[here](javascript:alert) <img src=x onerror=y>').parts, [
    { kind: 'text', text: 'here <img src=x onerror=y>' },
  ]);
});

test('the words of a card can be read out', () => {
  assert.equal(textOfBlocks(parseMarkdown('**a**\n\n- b\n- `c`\n\n---')), 'a. b. c');
});

test('marks that never close take no time', () => {
  for (const text of ['*'.repeat(20_000), '`'.repeat(20_000), '['.repeat(20_000), '**a'.repeat(7_000)])
    assert.ok(parseMarkdown(text).length >= 0);
});
