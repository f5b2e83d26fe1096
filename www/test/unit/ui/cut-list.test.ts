// Long lists: the first rows are drawn, the chosen one among them, and the rest is counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLoweredLimits, reachedCeiling, startOptions } from '../../../src/core/ceilings.ts';
import { firsts } from '../../../src/ui/cut-list.ts';

test('a long list is cut, and what must be shown is among its rows', () => {
  const list = Array.from({ length: 300 }, (_, i) => ({ i }));
  assert.equal(firsts(list).length, 200);
  assert.equal(firsts(list.slice(0, 200)).length, 200);
  assert.deepEqual(
    firsts(list, 2, list[250]).map(({ i }) => i),
    [0, 1, 250],
  );
  assert.deepEqual(
    firsts(list, 2, list[1]).map(({ i }) => i),
    [0, 1],
  );
  assert.deepEqual(
    firsts(list, 2, { i: 250 }).map(({ i }) => i),
    [0, 1],
  );
});

test('a start is held to the ceiling only where the machine asks for more', () => {
  assert.deepEqual(startOptions(undefined, 256), {});
  assert.deepEqual(startOptions({ C: {} }, 2000), { input: { C: {} } });
  assert.deepEqual(startOptions(undefined, 2001), { limits: { maxPaths: 2000 } });
  assert.deepEqual(
    [
      reachedCeiling({ spawned: 4999, events: 0 }),
      reachedCeiling({ spawned: 5000, events: 0 })?.kind,
      reachedCeiling({ spawned: 0, events: 500_000 })?.kind,
    ],
    [null, 'paths', 'events'],
  );
});

test('a saved run is read under the ceiling, whatever its form', () => {
  for (const text of ['', 'x', '[]', '5', 'null', '{}', '{"state":5}', '{"state":{"paths":{}}}'])
    assert.deepEqual(withLoweredLimits(text), { text, livePaths: 0 });
  const { text, livePaths } = withLoweredLimits(
    JSON.stringify({
      state: { limits: { maxPaths: 9000 }, paths: [{ status: 'active' }, { status: 'forked' }, null] },
      timeline: { base: { limits: { maxPaths: 9000 } } },
    }),
  );
  assert.deepEqual(JSON.parse(text), {
    state: { limits: { maxPaths: 2000 }, paths: [{ status: 'active' }, { status: 'forked' }, null] },
    timeline: { base: { limits: { maxPaths: 2000 } } },
    options: { limits: { maxPaths: 2000 } },
  });
  assert.equal(livePaths, 2);
});
