// Colours in the text: answers of the core as marks of the editor's state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { marks, paintTokens } from '../../editor/language.js';

/** @param {string} doc */
const text = (doc) => EditorState.create({ doc, extensions: [marks] });

/** @param {EditorState} state @param {[number, number, number][]} list @param {string[]} classes @param {{ from: number, to: number }} [within] */
function painted(state, list, classes, within) {
  const effect = paintTokens({ source: state.doc.toString(), classes, tokens: new Uint32Array(list.flat()), ...(within ? { within } : {}) }, state.doc);
  assert(effect);
  return state.update({ effects: effect }).state;
}

/** @param {EditorState} state */
function colours(state) {
  /** @type {string[]} */
  const list = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === 'function') continue;
    for (const at = set.iter(); at.value; at.next()) list.push(`${at.from}-${at.to} ${at.value.spec.class}`);
  }
  return list;
}

test('marks move with the text until the next answer', () => {
  const state = painted(text('ask a'), [[0, 3, 0], [4, 5, 1]], ['keyword', 'name']);
  assert.deepEqual(colours(state.update({ changes: { from: 0, insert: 'x ' } }).state), ['2-5 tok-keyword', '6-7 tok-name']);
});

test('an answer about a part leaves the marks around it', () => {
  const state = painted(text('ask a ask b'), [[0, 3, 0], [4, 5, 1], [6, 9, 0], [10, 11, 1]], ['keyword', 'name']);
  assert.deepEqual(colours(painted(state, [[4, 5, 0]], ['value'], { from: 4, to: 6 })), ['0-3 tok-keyword', '4-5 tok-value', '6-9 tok-keyword', '10-11 tok-name']);
});

test('a token that reaches out of the part takes the place of what was there', () => {
  const state = painted(text('ask "a ask b'), [[0, 3, 0], [7, 10, 0], [11, 12, 1]], ['keyword', 'name']);
  assert.deepEqual(colours(painted(state, [[0, 3, 0], [4, 12, 1]], ['keyword', 'string'], { from: 0, to: 6 })), ['0-3 tok-keyword', '4-12 tok-string']);
});

test('an answer about another text paints nothing', () => {
  assert.equal(paintTokens({ source: 'ask b', classes: [], tokens: new Uint32Array() }, text('ask a').doc), null);
});
