// Colours in the text: answers of the core as marks of the editor's state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { marks, paintTokens } from '../../../src/editor/language.ts';

const text = (doc: string) => EditorState.create({ doc, extensions: [marks] });

function painted(
  state: EditorState,
  list: [number, number, number][],
  classes: string[],
  within?: { from: number; to: number },
) {
  const effect = paintTokens(
    { source: state.doc.toString(), classes, tokens: new Uint32Array(list.flat()), ...(within ? { within } : {}) },
    state,
  );
  assert(effect);
  return state.update({ effects: effect }).state;
}

function colours(state: EditorState) {
  const list: string[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === 'function') continue;
    for (const at = set.iter(); at.value; at.next()) list.push(`${at.from}-${at.to} ${at.value.spec.class}`);
  }
  return list;
}

test('marks move with the text until the next answer', () => {
  const state = painted(
    text('ask a'),
    [
      [0, 3, 0],
      [4, 5, 1],
    ],
    ['keyword', 'name'],
  );
  assert.deepEqual(colours(state.update({ changes: { from: 0, insert: 'x ' } }).state), [
    '2-5 tok-keyword',
    '6-7 tok-name',
  ]);
});

test('an answer about a part leaves the marks around it', () => {
  const state = painted(
    text('ask a ask b'),
    [
      [0, 3, 0],
      [4, 5, 1],
      [6, 9, 0],
      [10, 11, 1],
    ],
    ['keyword', 'name'],
  );
  assert.deepEqual(colours(painted(state, [[4, 5, 0]], ['value'], { from: 4, to: 6 })), [
    '0-3 tok-keyword',
    '4-5 tok-value',
    '6-9 tok-keyword',
    '10-11 tok-name',
  ]);
});

test('a token that reaches out of the part takes the place of what was there', () => {
  const state = painted(
    text('ask "a ask b'),
    [
      [0, 3, 0],
      [7, 10, 0],
      [11, 12, 1],
    ],
    ['keyword', 'name'],
  );
  assert.deepEqual(
    colours(
      painted(
        state,
        [
          [0, 3, 0],
          [4, 12, 1],
        ],
        ['keyword', 'string'],
        { from: 0, to: 6 },
      ),
    ),
    ['0-3 tok-keyword', '4-12 tok-string'],
  );
});

test('an answer about another text paints nothing', () => {
  assert.equal(paintTokens({ source: 'ask b', classes: [], tokens: new Uint32Array() }, text('ask a')), null);
});

test('an answer paints only where the colours differ', () => {
  const state = painted(
    text('ask a ask b'),
    [
      [0, 3, 0],
      [4, 5, 1],
      [6, 9, 0],
      [10, 11, 1],
    ],
    ['keyword', 'name'],
  );
  const again = {
    source: 'ask a ask b',
    classes: ['name', 'keyword'],
    tokens: new Uint32Array([0, 3, 1, 4, 5, 0, 6, 9, 1, 10, 11, 0]),
  };
  assert.equal(paintTokens(again, state), null);
  assert.deepEqual(
    colours(
      painted(
        state,
        [
          [0, 3, 0],
          [6, 9, 0],
          [10, 11, 1],
        ],
        ['keyword', 'name'],
      ),
    ),
    ['0-3 tok-keyword', '6-9 tok-keyword', '10-11 tok-name'],
    'one is gone',
  );
  assert.deepEqual(
    colours(
      painted(
        state,
        [
          [0, 3, 0],
          [4, 5, 0],
          [6, 9, 0],
          [10, 11, 1],
        ],
        ['keyword', 'name'],
      ),
    ),
    ['0-3 tok-keyword', '4-5 tok-keyword', '6-9 tok-keyword', '10-11 tok-name'],
    'one is another',
  );
  assert.deepEqual(colours(painted(state, [[0, 11, 0]], ['string'])), ['0-11 tok-string'], 'one is all of it');
});

test('what is written on at the end of a word has its colour at once', () => {
  const state = painted(
    text('ask a, "b"'),
    [
      [0, 3, 0],
      [4, 5, 1],
      [5, 6, 2],
      [7, 10, 3],
    ],
    ['keyword', 'name', 'punctuation', 'string'],
  );
  const typed = (from: number, insert: string) => colours(state.update({ changes: { from, insert } }).state);
  assert.deepEqual(typed(5, 'b'), ['0-3 tok-keyword', '4-6 tok-name', '6-7 tok-punctuation', '8-11 tok-string']);
  assert.deepEqual(
    typed(5, ' b'),
    ['0-3 tok-keyword', '4-5 tok-name', '7-8 tok-punctuation', '9-12 tok-string'],
    'a new word waits',
  );
  assert.deepEqual(
    typed(10, 'b'),
    ['0-3 tok-keyword', '4-5 tok-name', '5-6 tok-punctuation', '7-10 tok-string'],
    'so does what follows a sign',
  );
});
