import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { EditorState } from '@codemirror/state';
import { DeferredDiagnostics } from '../../../src/editor/deferred-diagnostics.ts';
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

function setUp(t: TestContext, of: 'forMarks' | 'forAnnouncements' = 'forMarks') {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let shown = 0;
  const deferred = DeferredDiagnostics[of](() => {
    shown += 1;
  });
  return { deferred, shown: () => shown };
}

test('a new problem on the line of the caret waits until the keys rest; others are marked at once', (t) => {
  const { deferred, shown } = setUp(t);
  deferred.onChange(true);
  assert.deepEqual(places(deferred.filter([problem(3), problem(15), problem(27)], at(15))), [3, 27]);
  t.mock.timers.tick(999);
  assert.equal(shown(), 0);
  t.mock.timers.tick(1);
  assert.equal(shown(), 1);
});

test('each key begins the rest anew', (t) => {
  const { deferred, shown } = setUp(t);
  deferred.onChange(true);
  assert.deepEqual(deferred.filter([problem(15)], at(15)), []);
  t.mock.timers.tick(900);
  deferred.onChange(true);
  t.mock.timers.tick(900);
  assert.equal(shown(), 0);
  t.mock.timers.tick(100);
  assert.equal(shown(), 1);
});

test('it is marked as soon as the caret leaves the line, and stays marked when the line is written on', (t) => {
  const { deferred, shown } = setUp(t);
  const list = [problem(15)];
  deferred.onChange(true);
  assert.deepEqual(deferred.filter(list, at(15)), []);
  deferred.onCaretMoved(at(18));
  t.mock.timers.tick(0);
  assert.equal(shown(), 0, 'the same line');
  deferred.onCaretMoved(at(25));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1);
  deferred.showAll(list);
  deferred.onChange(true);
  assert.deepEqual(places(deferred.filter([problem(16), problem(17, 'another')], at(18))), [16]);
});

test('without the focus, and of a change that nobody typed, nothing waits', (t) => {
  const { deferred, shown } = setUp(t);
  deferred.onChange(true);
  assert.deepEqual(places(deferred.filter([problem(15)], at(15, false))), [15]);
  deferred.onChange(true);
  assert.deepEqual(deferred.filter([problem(16, 'other')], at(15)), []);
  deferred.onCaretMoved(at(15, false));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1, 'the focus has left');
  deferred.onChange(false);
  assert.deepEqual(places(deferred.filter([problem(15, 'pasted')], at(15))), [15]);
});

test('what is said beside the text waits for 1.5 seconds, or until the caret leaves the block', (t) => {
  const { deferred, shown } = setUp(t, 'forAnnouncements');
  const doc = 'state a\ntask b {\n  x {\n    y\n  }\n  z\n}\nstate c';
  const inside = (mark: string) => ({
    hasFocus: true,
    state: EditorState.create({ doc, selection: { anchor: doc.indexOf(mark) } }),
  });
  const list = [0, doc.indexOf('b'), doc.indexOf('y'), doc.lastIndexOf('state')].map((from) =>
    problem(from, `${from}`),
  );
  deferred.onChange(true);
  assert.deepEqual(places(deferred.filter(list, inside('z'))), [0, doc.lastIndexOf('state')]);
  t.mock.timers.tick(1_499);
  assert.equal(shown(), 0);
  t.mock.timers.tick(1);
  assert.equal(shown(), 1);

  deferred.showAll([]);
  deferred.onChange(true);
  deferred.filter(list, inside('y'));
  deferred.onCaretMoved(inside('\n  }'));
  t.mock.timers.tick(0);
  assert.equal(shown(), 1, 'the same block');
  deferred.onCaretMoved(inside('z'));
  t.mock.timers.tick(0);
  assert.equal(shown(), 2);
});
