// What attributes mean: defaults, notes about what makes no sense, and the list that the element observes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTRIBUTES, heightOf, shellOptionsOf } from '../../../src/embed/attributes.ts';
import { ATTRIBUTE_REFERENCE } from '../../../src/embed/reference.ts';
import { optionsOf } from '../../../src/embed/view/options.ts';

const read = (given: Record<string, string>) => (name: string) => given[name] ?? null;
const notesOf = (given: Record<string, string>) => {
  const notes: string[] = [];
  const options = optionsOf(read(given), (text) => notes.push(text));
  return { options, notes };
};

test('without attributes everything has its default, and nothing is noted', () => {
  const { options, notes } = notesOf({});
  assert.deepEqual(notes, []);
  assert.deepEqual(options, {
    view: 'diagram',
    loading: 'lazy',
    editable: false,
    controls: ['step', 'back', 'run', 'reset', 'share', 'open'],
    theme: 'auto',
    height: '',
    zoom: 'controls',
    tick: 0,
    autoplay: 0,
    direction: '',
    path: '',
    agent: 'stub',
    agentTimeout: 30_000,
    inputs: '',
    stubs: '',
    maxHeight: '',
    maxTicks: 1000,
    baseUrl: '',
    page: '',
    label: '',
  });
});

test('what is not understood falls back to the default and is noted', () => {
  const { options, notes } = notesOf({
    view: 'table',
    tick: '-1',
    'max-ticks': 'x',
    height: '10 px',
    controls: 'step fly',
  });
  assert.equal(options.view, 'diagram');
  assert.equal(options.tick, 0);
  assert.equal(options.maxTicks, 1000);
  assert.equal(options.height, '');
  assert.deepEqual(options.controls, ['step']);
  assert.equal(notes.length, 5);
  assert.match(notes.join('\n'), /view="table" is not one of diagram, code, split, run/);
  assert.match(notes.join('\n'), /there is no control `fly`/);
});

test('flags are present or absent, and readonly wins', () => {
  assert.equal(optionsOf(read({ editable: '' })).editable, true);
  assert.equal(optionsOf(read({ editable: '', readonly: '' })).editable, false);
  assert.equal(optionsOf(read({ autoplay: '' })).autoplay, 1);
  assert.equal(optionsOf(read({ autoplay: '4' })).autoplay, 4);
});

test('a toolbar can be left out', () => {
  assert.deepEqual(optionsOf(read({ controls: 'none' })).controls, []);
  assert.equal(shellOptionsOf(read({ controls: 'none' })).bare, true);
  assert.equal(shellOptionsOf(read({ controls: 'step' })).bare, false);
});

test('a height is a CSS length, a number of pixels, or auto', () => {
  assert.deepEqual(['320', '20rem', '50%', 'calc(100vh - 3rem)', 'auto', ''].map(heightOf), [
    '320px',
    '20rem',
    '50%',
    'calc(100vh - 3rem)',
    'auto',
    '',
  ]);
  for (const bad of ['red', '1px; color: red', 'calc(1px;})', '10 px', 'expression(1)'])
    assert.equal(heightOf(bad), null, bad);
});

test('the reference names the attributes that the element observes, and no others', () => {
  assert.deepEqual(Object.keys(ATTRIBUTE_REFERENCE), [...ATTRIBUTES]);
});
