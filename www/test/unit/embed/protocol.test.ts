// Messages between a frame page and its host: what is taken, what is refused, and what is no message of ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTRIBUTES } from '../../../src/embed/attributes.ts';
import { Rate, attributesOf, plain, readCommand, targetOf } from '../../../src/embed/protocol.ts';

const read = (data: unknown) => readCommand(data, ATTRIBUTES);

test('a command is one of the methods with a list of arguments', () => {
  assert.deepEqual(read({ tracklight: 1, id: 1, cmd: 'step', args: [2] }), { id: 1, cmd: 'step', args: [2] });
  assert.deepEqual(read({ tracklight: 1, id: 'a', cmd: 'reset' }), { id: 'a', cmd: 'reset', args: [] });
});

test('an attribute is set to a string or taken away', () => {
  const set = (args: unknown) => read({ tracklight: 1, id: 1, cmd: 'set', args });
  assert.deepEqual(set({ attribute: 'theme', value: 'dark' }), {
    id: 1,
    cmd: 'set',
    attribute: 'theme',
    value: 'dark',
  });
  assert.deepEqual(set({ attribute: 'path', value: null }), { id: 1, cmd: 'set', attribute: 'path', value: null });
  for (const args of [
    { attribute: 'onclick', value: 'x' },
    { attribute: 'style', value: 'x' },
    { attribute: 'src', value: 'x' },
    { attribute: 'theme', value: 1 },
    null,
    [],
  ])
    assert.ok('error' in (set(args) ?? {}), JSON.stringify(args));
});

test('what is no message of ours is not answered', () => {
  for (const data of [
    null,
    'step',
    1,
    [],
    {},
    { tracklight: 2, id: 1, cmd: 'step' },
    { tracklight: 1, cmd: 'step' },
    { tracklight: 1, id: {}, cmd: 'step' },
    { tracklight: 1, id: 1 },
  ])
    assert.equal(read(data), null, JSON.stringify(data));
});

test('unknown commands and bad arguments are refused by their id', () => {
  for (const data of [
    { tracklight: 1, id: 7, cmd: 'constructor' },
    { tracklight: 1, id: 7, cmd: '__proto__' },
    { tracklight: 1, id: 7, cmd: 'remove' },
    { tracklight: 1, id: 7, cmd: 5 },
    { tracklight: 1, id: 7, cmd: 'step', args: 'x' },
  ]) {
    const answer = read(data);
    assert.ok(answer && 'error' in answer && answer.id === 7, JSON.stringify(data));
  }
});

test('a hundred commands a second are within the limit', () => {
  let now = 0;
  const rate = new Rate(() => now);
  assert.equal(Array.from({ length: 100 }, () => rate.take()).every(Boolean), true);
  assert.equal(rate.take(), false);
  now = 1001;
  assert.equal(rate.take(), true);
});

test('functions are left out of what is sent', () => {
  assert.deepEqual(plain({ kind: 'agent', respondWith: () => {}, request: { id: 'a' } }), {
    kind: 'agent',
    request: { id: 'a' },
  });
  assert.equal(plain(undefined), null);
});

test('an address says what its attributes say, and nothing that it must not', () => {
  const found = attributesOf(
    new URLSearchParams('embed=1&view=run&editable=1&src=https://x&base-url=https://x&page=https://x'),
  );
  assert.deepEqual(
    [...found],
    [
      ['view', 'run'],
      ['editable', ''],
    ],
  );
  assert.deepEqual([...attributesOf(new URLSearchParams('editable=0'))], []);
});

test('messages go to the origin that is named, to anyone where none is, to nobody where it is none', () => {
  assert.equal(targetOf(new URLSearchParams('')), '*');
  assert.equal(targetOf(new URLSearchParams('origin=https://host.example')), 'https://host.example');
  assert.equal(targetOf(new URLSearchParams('origin=https://host.example/path')), null);
  assert.equal(targetOf(new URLSearchParams('origin=javascript:alert(1)')), null);
  assert.equal(targetOf(new URLSearchParams('origin=null')), null);
});
