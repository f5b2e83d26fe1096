// A script as it is typed: read, or refused in words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScript } from '../../../src/agents/stub-text.ts';

test('a script that fits is read', () => {
  assert.deepEqual(readScript(' { "write": { "Water": { "celsius": 60 } }, "go": "done" }\n'), {
    script: { write: { Water: { celsius: 60 } }, go: 'done' },
  });
  assert.deepEqual(readScript('[{ "say": "first" }, [{ "fail": "no" }, { "say": "again" }]]'), {
    script: [{ say: 'first' }, [{ fail: 'no' }, { say: 'again' }]],
  });
});

test('the scripts of the guide fit', () => {
  const guide = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');
  const scripts = [...guide.matchAll(/```json\n([^`]*)```/g)].map(([, text]) => text ?? '');
  assert.equal(scripts.length, 2);
  for (const text of scripts) assert.ok('script' in readScript(text), text);
});

test('what is no JSON is told apart from what is no script', () => {
  const text = readScript('{ "say": }');
  assert.equal('json' in text && text.json, false);
  const shape = readScript('{ "write": 3, "speak": "x" }');
  assert.ok('problems' in shape && shape.json);
  assert.equal('problems' in shape && shape.problems.length, 2);
});

for (const text of ['', '"auto"', 'null', '[]', '3']) {
  test(`no script: ${text || 'nothing'}`, () => assert.ok('problems' in readScript(text)));
}

test('a script that no link could carry is refused, however deep it is', () => {
  const deep = (levels: number) => `{ "call": { "tool": ${'['.repeat(levels)}${']'.repeat(levels)} } }`;
  assert.ok('script' in readScript(deep(40)));
  for (const levels of [60, 5_000]) {
    const read = readScript(deep(levels));
    assert.match('problems' in read ? read.problems.join() : '', /deeper/);
  }
});
