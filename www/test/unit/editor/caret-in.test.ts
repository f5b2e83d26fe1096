// Where the caret stands in what an offer inserted: before the bar, or over what stands between two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caretIn } from '../../../src/editor/text.ts';

const CASES: [insert: string, shown: string][] = [
  ['stub: { }', 'stub: { | }'],
  ['{ }', '{ | }'],
  ['turns: [{ }]', 'turns: [{ | }]'],
  ['answers: [""]', 'answers: ["|"]'],
  ['prompt: ""', 'prompt: "|"'],
  ['"shop.Cart": { }', '"shop.Cart": { | }'],
  ['import { } from ""', 'import { | } from ""'],
  ['version: "1"', 'version: "|1|"'],
  ['"required"', '"required"|'],
  ['size()', 'size(|)'],
  ['size() }}', 'size(|) }}'],
  ['Order }}', 'Order| }}'],
  ['Order}', 'Order|}'],
  ['@retry()', '@retry(|)'],
  ['-writes-> ', '-writes-> |'],
  ['heat', 'heat|'],
];

test('the caret stands where typing goes on', () => {
  for (const [insert, shown] of CASES) {
    const { text, anchor, head } = caretIn(insert);
    const selected = text.slice(anchor, head);
    assert.equal(`${text.slice(0, anchor)}|${selected ? `${selected}|` : ''}${text.slice(head)}`, shown);
  }
});
