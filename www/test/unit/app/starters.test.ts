import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panel } from '../../../src/app/starters.ts';
import { sparse } from '../../sparse.ts';
import type { Action } from '../../../src/store/state.ts';
import type { State } from '../../../src/store/state.ts';

const holding = (source: string) =>
  sparse<State>({
    document: { source, entry: 'machine.dygram', locked: false },
    settings: { editDrawing: false },
    run: {},
    examples: [],
  });

test('a starter is added to the newest text, not to that of the last drawing', () => {
  const done: Action[] = [];
  const drawn = panel(
    holding(''),
    (action) => done.push(action),
    () => holding('// a remark alone\n'),
  );
  const tiles = (drawn as { values: unknown[] } as { values: { values: (() => void)[] }[][] }).values[2];
  tiles[0].values[0]();
  const [added, jumped] = done;
  assert.ok(added.type === 'edit' && jumped.type === 'jump');
  assert.match(added.text, /^\/\/ a remark alone\ninit begin/);
  assert.equal(added.text.slice(jumped.span.from, jumped.span.to), 'begin', 'the caret goes to the first name');
});

test('a document that another tab holds has no starters', () => {
  const locked = sparse<State>({ document: { source: '', entry: 'machine.dygram', locked: true } });
  assert.ok(
    !Object.hasOwn(
      Object(
        panel(
          locked,
          () => {},
          () => locked,
        ),
      ),
      'values',
    ),
  );
});
