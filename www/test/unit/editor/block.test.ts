// Which lines are being written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Text } from '@codemirror/state';
import { blockAt } from '../../../src/editor/block.ts';

/** @param text with the position as `|` */
function block(text: string) {
  const bare = text.replace('|', '');
  const { from, to } = blockAt(Text.of(bare.split('\n')), text.indexOf('|'));
  return bare.slice(from, to);
}

test('the innermost braces with their lines, else the line', () => {
  assert.equal(block('state a\nsta|te b\nstate c'), 'state b');
  assert.equal(block('a {\n  b {\n    |c\n  }\n}\nd'), '  b {\n    c\n  }');
  assert.equal(block('a {\n  b {\n    c\n  }\n|}\nd'), 'a {\n  b {\n    c\n  }\n}');
  assert.equal(block('a {\n  b\n}|\nd'), '}');
  assert.equal(block('a { b { | } }\nd'), 'a { b {  } }');
});

test('braces of strings and comments are none', () => {
  assert.equal(
    block('a {\n  b: "}" // }\n  |c # {\n  d: \'{\' /* } */\n}\ne'),
    'a {\n  b: "}" // }\n  c # {\n  d: \'{\' /* } */\n}',
  );
});

test('a block without its closing brace ends with the line', () => {
  assert.equal(block('a {\n  b|\nc'), 'a {\n  b');
});

test('a block of very many lines is as its line', () => {
  assert.equal(block(`a {\n${'b\n'.repeat(600)}c|\n}`), 'c');
});
