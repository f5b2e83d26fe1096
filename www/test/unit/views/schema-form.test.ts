// A value through a form made from its schema, and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constraintsOf, inside } from '../../../src/features/contexts/references.ts';
import { readForm, readValue, typedOf, widgetOf, type Schema } from '../../../src/views/schema-value.ts';
import type { Json } from '../../../src/protocol/types.ts';

const SPOT = {
  type: 'object',
  properties: { lat: { type: 'number' }, note: { type: ['string', 'null'] }, name: { type: 'string' } },
  required: ['lat', 'name'],
};
/** Every kind of schema with values it can hold. */
const KINDS: [schema: Schema, ...values: Json[]][] = [
  [{ type: 'string' }, 'a', '', 'two\nlines'],
  [{ type: 'number' }, 0, -1.5, 1e30],
  [{ type: 'integer' }, 7],
  [{ type: 'boolean' }, true, false],
  [{ enum: ['a', 'b', 3] }, 'a', 3],
  [{ type: ['string', 'null'], enum: ['a', null] }, 'a', null],
  [{ const: 'only' }, 'only'],
  [{ type: ['number', 'null'] }, 4, null],
  [{ type: 'array', items: { enum: ['x', 'y'] } }, [], ['y']],
  [{ type: 'array', items: { type: 'string' } }, [], ['b', ''], ['a', 'a']],
  [{ type: 'array', items: { type: ['number', 'null'] } }, [1, null]],
  [
    { type: 'array', items: SPOT },
    [
      { lat: 1, name: '' },
      { lat: 2, name: 'n', note: null },
    ],
  ],
  [SPOT, { lat: 1, name: 'x' }, { lat: 1, name: '', note: 'n' }],
  [{}, null, 'text', { any: ['thing'] }],
  [{ minLength: 2 }, 'ab'],
  [{ multipleOf: 2 }, 4],
  [{ items: { maximum: 3 } }, [1]],
  [{ properties: { a: { type: 'string' } }, required: ['a'] }, { a: 'x' }],
];

test('a schema without a type gets the widget of the type that its keywords name', () => {
  for (const [schema, widget] of [
    [{ minLength: 2 }, 'text'],
    [{ format: 'uuid' }, 'text'],
    [{ exclusiveMaximum: 2 }, 'number'],
    [{ items: { minimum: 1 } }, 'list'],
    [{ items: { enum: ['a'] } }, 'choices'],
    [{ properties: { a: {} } }, 'group'],
    [{ enum: ['a', 3] }, 'choice'],
    [{ required: ['a'] }, 'json'],
    [{ minLength: 2, minimum: 3 }, 'json'],
    [{ title: 'T' }, 'json'],
  ] as [Schema, string][])
    assert.equal(widgetOf(schema), widget, JSON.stringify(schema));
});

test('every value comes back from the form that shows it', () => {
  for (const [schema, ...values] of KINDS) {
    for (const value of values) {
      const typed = typedOf(schema, value);
      assert.ok(typed, `${JSON.stringify(schema)} shows ${JSON.stringify(value)}`);
      assert.deepEqual(readValue(schema, typed.typed, 'f'), { value }, JSON.stringify(schema));
    }
  }
});

test('a value that the form would change is not put into it', () => {
  for (const [schema, value] of [
    [{ type: 'number' }, 'text'],
    [{ type: 'string' }, 3],
    [{ type: 'string' }, null],
    [{ enum: ['a'] }, 'b'],
    [SPOT, { lat: 1, name: 'n', other: 2 }],
    [SPOT, { lat: 1, name: 'n', note: '' }],
    [{ type: 'array', items: { enum: ['x'] } }, ['x', 'x']],
    [{ type: 'array', items: { type: 'number' } }, ['1']],
  ] as [Schema, Json][])
    assert.equal(typedOf(schema, value), null, JSON.stringify([schema, value]));
});

test('nullable kinds keep their widget, and several kinds are JSON', () => {
  assert.equal(widgetOf({ type: ['number', 'null'] }), 'number');
  assert.equal(widgetOf({ type: ['array', 'null'], items: { type: 'string' } }), 'list');
  assert.equal(widgetOf({ type: ['number', 'string'] }), 'json');
  const open: Schema = { type: 'object', additionalProperties: { type: 'number' } };
  assert.equal(widgetOf(open), 'json');
});

test('what is no value of its kind names its field', () => {
  assert.deepEqual(readValue({ type: 'number' }, '1,5', 'ph'), { error: 'ph' });
  assert.deepEqual(readValue({ type: 'number' }, '', 'ph'), { error: 'ph' });
  assert.deepEqual(readValue({ type: 'array', items: { type: 'number' } }, ['1', undefined], 'list'), {
    error: 'Item 2',
  });
  assert.deepEqual(readValue({ enum: ['a'] }, undefined, 'kind'), { error: 'kind' });
});

test('an optional field left alone is left out, a required text may be empty', () => {
  assert.deepEqual(readForm(SPOT, { lat: '1', note: '', name: '' }), { value: { lat: 1, name: '' } });
  assert.deepEqual(readForm(SPOT, {}), { value: {} });
});

test('references are written as the core reads them', () => {
  assert.equal(inside(inside(inside('shop.Cart', 'items'), 0), 'odd key'), 'shop.Cart.items[0]["odd key"]');
});

test('constraints are told in few words', () => {
  assert.equal(constraintsOf({ type: 'number', minimum: 0, maximum: 14 }), '0 to 14');
  assert.equal(constraintsOf({ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }), '> 0, multiple of 0.5');
  assert.equal(
    constraintsOf({ type: 'string', minLength: 3, pattern: '^x', format: 'uuid' }),
    'at least 3 characters, matches ^x, uuid',
  );
  assert.equal(constraintsOf({ type: 'array', maxItems: 4, uniqueItems: true }), 'at most 4 items, no repeats');
  assert.equal(constraintsOf({ type: 'string' }), '');
});
