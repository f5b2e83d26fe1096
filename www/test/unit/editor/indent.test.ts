// How far Enter and a closing brace move a line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState, type Transaction } from '@codemirror/state';
import { insertNewlineAndIndent } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { indentation } from '../../../src/editor/indent.ts';

/** @param text with the caret as `|` */
function stateOf(text: string) {
  const anchor = text.indexOf('|');
  return EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor },
    extensions: [indentUnit.of('  '), indentation],
  });
}

function shown(state: EditorState) {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

function enter(text: string) {
  let state = stateOf(text);
  insertNewlineAndIndent({ state, dispatch: (transaction: Transaction) => (state = transaction.state) });
  return shown(state);
}

const type = (text: string, typed: string) => {
  const state = stateOf(text);
  return shown(state.update(state.replaceSelection(typed), { userEvent: 'input.type' }).state);
};

test('Enter behind an opening brace goes one unit in, with a comment behind it too', () => {
  assert.equal(enter('task heat {|'), 'task heat {\n  |');
  assert.equal(enter('task heat { |'), 'task heat { \n  |');
  assert.equal(enter('task heat { // the water|'), 'task heat { // the water\n  |');
  assert.equal(enter('  list: [|'), '  list: [\n    |');
});

test('Enter between braces opens them', () => {
  assert.equal(enter('task heat {|}'), 'task heat {\n  |\n}');
  assert.equal(enter('a {\n  b {|}\n}'), 'a {\n  b {\n    |\n  }\n}');
});

test('elsewhere Enter keeps the indentation of the last line with text', () => {
  assert.equal(enter('init a|'), 'init a\n|');
  assert.equal(enter('t {\n  prompt: "x"|'), 't {\n  prompt: "x"\n  |');
  assert.equal(enter('t {\n  prompt: "{"|'), 't {\n  prompt: "{"\n  |');
  assert.equal(enter('t {\n}\n|'), 't {\n}\n\n|');
  assert.equal(enter('|'), '\n|');
});

test('what stands behind the caret moves to the new line, a closing brace one unit back', () => {
  assert.equal(enter('t { |prompt: "x" }'), 't { \n  |prompt: "x" }');
  assert.equal(enter('t {\n  a|}'), 't {\n  a\n|}');
});

test('a closing brace moves back as it is typed, and only where it begins the line', () => {
  assert.equal(type('t {\n  |', '}'), 't {\n}|');
  assert.equal(type('t {\n  a {\n    |', '}'), 't {\n  a {\n  }|');
  assert.equal(type('t {\n  b: { c: 1 |', '}'), 't {\n  b: { c: 1 }|');
});
