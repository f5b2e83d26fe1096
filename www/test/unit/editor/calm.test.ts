import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { EditorState } from '@codemirror/state';
import { Calm } from '../../../src/editor/calm.ts';
import type { Diagnostic } from '../../../src/protocol/types.ts';

/** Lines of ten characters, the caret at a place. */
const at = (head: number, hasFocus = true) => ({
  hasFocus,
  state: EditorState.create({ doc: '123456789\n'.repeat(4), selection: { anchor: head } }),
});
const problem = (from: number, message = 'no'): Diagnostic => ({
  from,
  to: from + 1,
  code: 'x',
  message,
  severity: 'error',
});
const places = (list: Diagnostic[]) => list.map(({ from }) => from);

function calm(t: TestContext, of: 'ofLine' | 'ofBlock' = 'ofLine') {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let shown = 0;
  const calm = Calm[of](() => {
    shown += 1;
  });
  return { calm, shown: () => shown };
}

test('a new problem on the line of the caret waits until the keys rest; others are marked at once', (t) => {
  const { calm: one, shown } = calm(t);
  one.changed(true);
  assert.deepEqual(places(one.shown([problem(3), problem(15), problem(27)], at(15))), [3, 27]);
  t.mock.timers.tick(999);
  assert.equal(shown(), 0);
  t.mock.timers.tick(1);
  assert.equal(shown(), 1);
});

test('each key begins the rest anew', (t) => {
  const { calm: one, shown } = calm(t);
  one.changed(true);
  assert.deepEqual(one.shown([problem(15)], at(15)), []);
  t.mock.timers.tick(900);
  one.changed(true);
  t.mock.timers.tick(900);
  assert.equal(shown(), 0);
  t.mock.timers.tick(100);
  assert.equal(shown(), 1);
});

test('it is marked as soon as the caret leaves the line, and stays marked when the line is written on', (t) => {
  const { calm: one, shown } = calm(t);
  const list = [problem(15)];
  one.changed(true);
  assert.deepEqual(one.shown(list, at(15)), []);
  one.moved(at(18));
  t.mock.timers.tick(0);
  assert.equal(shown(), 0, 'the same line');
  one.moved(at(25));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1);
  one.all(list);
  one.changed(true);
  assert.deepEqual(places(one.shown([problem(16), problem(17, 'another')], at(18))), [16]);
});

test('without the focus, and of a change that nobody typed, nothing waits', (t) => {
  const { calm: one, shown } = calm(t);
  one.changed(true);
  assert.deepEqual(places(one.shown([problem(15)], at(15, false))), [15]);
  one.changed(true);
  assert.deepEqual(one.shown([problem(16, 'other')], at(15)), []);
  one.moved(at(15, false));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1, 'the focus has left');
  one.changed(false);
  assert.deepEqual(places(one.shown([problem(15, 'pasted')], at(15))), [15]);
});

test('what is said beside the text waits for 1.5 seconds, or until the caret leaves the block', (t) => {
  const { calm: one, shown } = calm(t, 'ofBlock');
  const doc = 'state a\ntask b {\n  x {\n    y\n  }\n  z\n}\nstate c';
  const inside = (mark: string) => ({
    hasFocus: true,
    state: EditorState.create({ doc, selection: { anchor: doc.indexOf(mark) } }),
  });
  const list = [0, doc.indexOf('b'), doc.indexOf('y'), doc.lastIndexOf('state')].map((from) =>
    problem(from, `${from}`),
  );
  one.changed(true);
  assert.deepEqual(places(one.shown(list, inside('z'))), [0, doc.lastIndexOf('state')]);
  t.mock.timers.tick(1_499);
  assert.equal(shown(), 0);
  t.mock.timers.tick(1);
  assert.equal(shown(), 1);

  one.all([]);
  one.changed(true);
  one.shown(list, inside('y'));
  one.moved(inside('\n  }'));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1, 'the same block');
  one.moved(inside('z'));
  t.mock.timers.tick(0);
  assert.equal(shown(), 2);
});
