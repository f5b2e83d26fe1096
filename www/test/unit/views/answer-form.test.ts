// What is typed into the form of an answer, the value of it, and what was refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formDraft, formOf, refusedDraft, valuesOf } from '../../../src/views/answer-form.ts';
import type { Json, Violation } from '../../../src/protocol/types.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    verdict: { enum: ['approve', 'reject'] },
    amount: { type: 'number' },
    note: { type: 'string' },
    list: { type: 'array', items: { type: 'string' } },
  },
  required: ['verdict'],
};

test('world 1: a form begins with the values that its fields have', () => {
  const draft = formDraft(SCHEMA, { verdict: 'reject', amount: 3, list: ['a'] });
  assert.deepEqual(draft, { fields: { verdict: '"reject"', amount: '3', list: ['a'] }, error: '', errors: [] });
  assert.deepEqual(valuesOf(SCHEMA, draft), { value: { verdict: 'reject', amount: 3, list: ['a'] } });
});

test('a value that the form cannot say is left to the user, the others stay', () => {
  assert.deepEqual(formDraft(SCHEMA, { verdict: 'later', amount: 3 }).fields, { amount: '3' });
});

test('fields that are left alone are left out', () => {
  assert.deepEqual(valuesOf(SCHEMA, formDraft(SCHEMA)), { value: {} });
});

test('a text where a number is wanted is told and kept', () => {
  const draft = { ...formDraft(SCHEMA), fields: { verdict: '"approve"', amount: 'much' } };
  assert.deepEqual(valuesOf(SCHEMA, draft), { draft: { ...draft, error: '`amount` must be a number.' } });
});

test('world 1: a refusal is told at its fields, and what was typed is kept', () => {
  const draft = { ...formDraft(SCHEMA), fields: { amount: '-1' } };
  const errors = [
    { pointer: '/amount', code: 'minimum', message: 'too small', expected: 0, actual: -1 },
  ] as Violation[];
  const refusal = { code: 'answer-invalid', message: 'the answer is not valid', data: { errors } };
  assert.deepEqual(refusedDraft(draft, { ...refusal, data: { errors } as unknown as Json }), {
    ...draft,
    error: '',
    errors,
  });
  assert.deepEqual(refusedDraft(draft, { code: 'unknown-request', message: 'there is no such request' }), {
    ...draft,
    error: 'There is no such request',
    errors: [],
  });
});

test('what was kept of a form comes before the values of its fields', () => {
  assert.deepEqual(formOf({ fields: { note: 'x' } }, SCHEMA, { note: 'old' }).fields, { note: 'x' });
  assert.deepEqual(formOf(undefined, SCHEMA, { note: 'old' }).fields, { note: 'old' });
  assert.equal(formOf({ error: 'no' }, SCHEMA).error, 'no');
});
