import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Calm } from '../../../src/editor/calm.ts';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from '../../../src/protocol/types.ts';

/** Lines of ten characters. */
const doc = {
  lineAt: (at: number) => {
    const n = Math.floor(at / 10);
    return { number: n + 1, from: n * 10, to: n * 10 + 9 };
  },
};
const at = (head: number, hasFocus = true) =>
  ({ hasFocus, state: { doc, selection: { main: { head } } } }) as unknown as EditorView;
const problem = (from: number, message = 'no'): Diagnostic => ({
  from,
  to: from + 1,
  code: 'x',
  message,
  severity: 'error',
});
const places = (list: Diagnostic[]) => list.map(({ from }) => from);

function calm(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let shown = 0;
  return {
    calm: new Calm(() => {
      shown += 1;
    }),
    shown: () => shown,
  };
}

test('a new problem on the line of the caret waits until the keys rest; others are marked at once', (t) => {
  const { calm: one, shown } = calm(t);
  assert.deepEqual(places(one.marked([problem(3), problem(15), problem(27)], at(15))), [3, 27]);
  t.mock.timers.tick(999);
  assert.equal(shown(), 0);
  t.mock.timers.tick(1);
  assert.equal(shown(), 1);
});

test('it is marked as soon as the caret leaves the line, and stays marked when the line is written on', (t) => {
  const { calm: one, shown } = calm(t);
  const list = [problem(15)];
  assert.deepEqual(one.marked(list, at(15)), []);
  one.moved(at(18).state);
  t.mock.timers.tick(0);
  assert.equal(shown(), 0, 'the same line');
  one.moved(at(25).state);
  t.mock.timers.tick(0);
  assert.equal(shown(), 1);
  one.all(list);
  assert.deepEqual(places(one.marked([problem(16), problem(17, 'another')], at(18))), [16]);
});

test('without the focus nothing waits', (t) => {
  const { calm: one } = calm(t);
  assert.deepEqual(places(one.marked([problem(15)], at(15, false))), [15]);
});
