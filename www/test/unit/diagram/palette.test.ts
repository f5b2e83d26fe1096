// Colors by value: those of the DOT text follow the theme, those of the source stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { light, recolor, themed, themedLine } from '../../../src/diagram/palette.ts';
import { treeOf } from '../../../src/plugins/tree.ts';
import { present } from '../../loose.ts';

const drawn = (inside: string) => present(treeOf(`<svg><g id="n0" class="node">${inside}</g></svg>`));
/** Fill and stroke of everything that has one, after the colors were mapped. */
function colorsOf(inside: string) {
  const svg = drawn(inside);
  recolor(svg, themed);
  return [...svg.querySelectorAll('[fill], [stroke]')].map((one) => [
    one.getAttribute('fill'),
    one.getAttribute('stroke'),
  ]);
}

test('colors of the DOT text become those of the theme, in any spelling', () => {
  assert.deepEqual(colorsOf('<polygon fill="#E2EEFB" stroke="#5b8bc0" points="0,0 1,1"/><text fill="black">a</text>'), [
    ['var(--tracklight-task-fill, #e2eefb)', 'var(--tracklight-task-line, #5b8bc0)'],
    ['var(--tracklight-ink, #1f2933)', null],
  ]);
});

test('a text without a color has that of ink', () => {
  assert.deepEqual(colorsOf('<text>a</text>'), [['var(--tracklight-ink, #1f2933)', null]]);
});

test('colors that the source chose stay, and so does what has none', () => {
  assert.deepEqual(colorsOf('<polygon fill="#ffcc00" stroke="none" points="0,0 1,1"/><text fill="red">a</text>'), [
    ['#ffcc00', 'none'],
    ['red', null],
  ]);
  assert.equal(themedLine('red'), 'red');
});

test('a line that changes its color during a run gets it as a layout would', () => {
  assert.equal(themedLine('#1A7F37'), `var(--tracklight-current, ${light('current')})`);
});
