// Templates without their indentation mean what they meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closed } from '../../../build/templates.mjs';

test('a line break in a template is one blank, also in templates within', () =>
  assert.equal(
    closed('html`<p\n  class=${a}\n>\n  ${b ? html`<i>\n    two  words\n  </i>` : svg`\n`}\n</p>`'),
    'html`<p class=${a} > ${b ? html`<i> two  words </i>` : svg` `} </p>`',
  ));

test('other texts keep their lines', () => {
  const code = 'const a = `one\n  two`;\nhtml`${`one\n  two`}`;\nlog`one\n  two`';
  assert.equal(closed(code), code);
});

test('a line break that is text within a value stays', () =>
  assert.equal(closed('html`<p title=${"\\n"}>\\n</p>`'), 'html`<p title=${"\\n"}>\\n</p>`'));
