// @ts-nocheck The shapes here are made up, and smaller than the real ones.
// A reply made by hand: a form from the schema of a tool, and the reply it becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDraft, formReply, jsonReply, withCall } from '../../panels/draft.js';
import { readForm, widgetOf } from '../../ui/schema-value.js';

const write = {
  name: 'write_Card',
  inputSchema: {
    type: 'object', required: ['data'],
    properties: { data: { type: 'object', properties: { name: { type: 'string' }, serves: { type: 'integer' }, level: { enum: ['easy', 'hard'] }, vegan: { type: 'boolean' }, steps: { type: 'array' } } } },
  },
};

test('each kind of schema has its widget', () => {
  const kinds = { string: 'text', integer: 'number', number: 'number', boolean: 'flag', object: 'json', array: 'json' };
  for (const [type, widget] of Object.entries(kinds)) assert.equal(widgetOf({ type }), widget);
  assert.equal(widgetOf({ enum: [1, 2] }), 'choice');
  assert.equal(widgetOf({ type: 'array', items: { enum: ['a'] } }), 'choices');
  assert.equal(widgetOf({ type: 'object', properties: { a: {} } }), 'group');
  assert.equal(widgetOf({}), 'json');
});

test('a form becomes a call, and what was left alone is left out', () => {
  const fields = { data: { name: 'Soup', serves: '4', level: '"hard"', vegan: 'true', steps: '[{"text":"stir"}]' } };
  const draft = withCall({ ...emptyDraft(), fields }, write);
  assert.deepEqual(draft.calls, [{ name: 'write_Card', input: { data: { name: 'Soup', serves: 4, level: 'hard', vegan: true, steps: [{ text: 'stir' }] } } }]);
  assert.deepEqual(readForm(write.inputSchema, {}), { value: { data: {} } });
});

test('a field that is not JSON names itself and adds no call', () => {
  const draft = withCall({ ...emptyDraft(), fields: { data: { steps: '[stir' } } }, write);
  assert.equal(draft.calls.length, 0);
  assert.match(draft.error, /steps/);
});

test('a draft becomes one turn, an empty one none', () => {
  assert.deepEqual(formReply({ ...emptyDraft(), text: 'hello', calls: [{ name: 'a', input: {} }] }, true), { turns: [{ text: 'hello', calls: [{ name: 'a', input: {} }] }], final: true });
  assert.deepEqual(formReply(emptyDraft(), false), { turns: [], final: false });
});

test('the JSON box takes a reply, an error, or a bare list of calls', () => {
  assert.deepEqual(jsonReply('{"turns":[]}'), { turns: [] });
  assert.deepEqual(jsonReply('{"error":{"message":"no"}}'), { error: { message: 'no' } });
  assert.deepEqual(jsonReply('[{"name":"a"}]'), { turns: [{ calls: [{ name: 'a' }] }] });
  for (const text of ['', '{', '3', 'null', '{}', '"turns"']) assert.equal(jsonReply(text), null);
});
