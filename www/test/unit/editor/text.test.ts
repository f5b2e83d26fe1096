import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState, Text } from '@codemirror/state';
import { firstCaret, madeOf, textOf } from '../../../src/editor/text.ts';

test('a document is joined into one text once', () => {
  let joined = 0;
  const doc = Text.of(['a', 'b']);
  doc.toString = () => {
    joined += 1;
    return 'a\nb';
  };
  assert.deepEqual([textOf(doc), textOf(doc), joined], ['a\nb', 'a\nb', 1]);
});

test('after a change the text is the new one', () => {
  const { state } = EditorState.create({ doc: 'a' }).update({ changes: { from: 1, insert: '\nb' } });
  assert.equal(textOf(state.doc), 'a\nb');
});

test('a document is not joined for the text that it was made of', () => {
  const { doc } = EditorState.create({ doc: 'a\nb' });
  madeOf(doc, 'a\nb');
  doc.toString = () => assert.fail('joined');
  assert.equal(textOf(doc), 'a\nb');
});

test('where lines ended in another way, the text is the one that is shown', () => {
  for (const source of ['a\r\nb', 'a\rb']) {
    const { doc } = EditorState.create({ doc: source });
    madeOf(doc, source);
    assert.equal(textOf(doc), 'a\nb');
  }
});

test('the caret of a new machine stands behind its title, that of any other text at the start', () => {
  assert.equal(firstCaret('machine "Untitled"\n'), 19);
  assert.equal(firstCaret(''), 0);
  assert.equal(firstCaret('state a\nstate b\n'), 0);
});
