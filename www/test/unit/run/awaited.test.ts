// What a run waits for from outside, in words, and what a person can give at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerChoices } from '../../../src/run/answer-choices.ts';
import { answerOffers, awaitedWords, waitOffers } from '../../../src/run/awaited.ts';
import { durationWords, writtenDuration } from '../../../src/run/durations.ts';
import { plain } from '../../../src/run/parts.ts';
import { sumOf, usageWords } from '../../../src/run/usage.ts';
import { sparsely } from '../../sparse.ts';
import type { InfoRequest } from '../../../src/protocol/types.ts';

const DAY = 86_400_000;
const wordsOf = sparsely(awaitedWords);
const offersOf = sparsely(waitOffers);
const choicesOf = sparsely(answerChoices);
const answersOf = sparsely(answerOffers);

const AT = { path: '1', node: 'waiting' };
const AMOUNT = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
const pending = (events: string[], ...timers: number[]) => ({
  pending: {
    events: events.map((name, i) => ({ ...AT, edge: `e${i}`, name, schema: name === 'paid' ? AMOUNT : null })),
    timers: timers.map((left, i) => ({ ...AT, edge: `t${i}`, due: left, left })),
  },
});
const form = (properties: object, required: string[] = []) =>
  ({ form: { context: 'D', fields: Object.keys(properties), schema: { properties, required }, values: {} } }) as Pick<
    InfoRequest,
    'form'
  >;
const VERDICT = { enum: ['approve', 'reject', 'more'] };

test('durations are shown in their two largest units', () => {
  assert.deepEqual([0, 1, 1500, 90_000, 5_400_000, 2 * DAY, 2 * DAY + 3 * 3_600_000 + 5].map(durationWords), [
    '0 s',
    '1 ms',
    '1 s 500 ms',
    '1 min 30 s',
    '1 h 30 min',
    '2 d',
    '2 d 3 h',
  ]);
  assert.deepEqual(['2d', '1.5 h', 'P1W'].map(writtenDuration), ['2 d', '1.5 h', 'P1W']);
});

test('world 2: a path says which events it awaits, and how long', () => {
  assert.equal(plain(wordsOf(pending(['paid'], 5 * DAY), '1')), 'paid, or 5 d');
  assert.equal(plain(wordsOf(pending(['paid', 'cancel']), '1')), 'paid or cancel');
  assert.equal(plain(wordsOf(pending([], 2 * DAY, DAY), '1')), '1 d');
  assert.equal(plain(wordsOf(pending(['paid'], DAY), '2')), '', 'another path');
});

test('world 3: an event is sent with a form or at once, and time passes up to the first timer', () => {
  assert.deepEqual(offersOf(pending(['paid', 'cancel', 'paid'], 5 * DAY), '1'), [
    { label: 'Send paid…', help: { do: 'send', name: 'paid' } },
    { label: 'Send cancel', help: { do: 'send', name: 'cancel' } },
    { label: 'Skip 5 d', help: { do: 'elapse', ms: 5 * DAY } },
  ]);
  assert.deepEqual(offersOf(pending([], 0), '1'), [{ label: 'Skip', help: { do: 'elapse', ms: 1 } }]);
});

test('world 8: a form has a button for each value where one field has few, and nothing else has to be given', () => {
  const labels = (question: Pick<InfoRequest, 'form'>) => choicesOf(question).choices.map(({ label }) => label);
  assert.deepEqual(choicesOf(form({ verdict: VERDICT }, ['verdict'])), {
    choices: VERDICT.enum.map((verdict) => ({ label: verdict, answer: { verdict } })),
    isWhole: true,
  });
  const withNote = form({ verdict: VERDICT, note: { type: 'string' } }, ['verdict']);
  assert.deepEqual([labels(withNote), choicesOf(withNote).isWhole], [VERDICT.enum, false]);
  assert.deepEqual(labels(form({ fits: { type: 'boolean' } }, ['fits'])), ['Yes', 'No']);
  assert.deepEqual(labels(form({ verdict: VERDICT, note: { type: 'string' } }, ['verdict', 'note'])), []);
  assert.deepEqual(labels(form({ verdict: VERDICT, level: { enum: [1, 2] } })), [], 'two fields with few values');
  assert.deepEqual(labels(form({ size: { enum: [1, 2, 3, 4, 5] } }, ['size'])), []);
  assert.deepEqual(labels(form({ note: { type: 'string' } })), []);
});

test('what a question offers: its choices, and its form where there is more to say', () => {
  const offered = (question: object) => answersOf({ id: 'r', ...question }).map(({ label, help }) => [label, help.do]);
  assert.deepEqual(offered({ form: null }), [['Answer', 'answer']]);
  assert.deepEqual(offered({ form: null, options: ['tea', 'coffee'] }), [
    ['tea', 'giveAnswer'],
    ['coffee', 'giveAnswer'],
  ]);
  assert.deepEqual(offered(form({ note: { type: 'string' } })), [['Answer…', 'answer']]);
  assert.deepEqual(offered(form({ go: { enum: ['now'] }, note: { type: 'string' } }, ['go'])), [
    ['now', 'giveAnswer'],
    ['Answer…', 'answer'],
  ]);
});

test('world 5: tokens are shown as far as they are known, and summed', () => {
  assert.equal(
    usageWords({ inputTokens: 1204, outputTokens: 96, cost: 0.00123, model: 'm' }),
    '1,204 tokens in, 96 out, cost 0.00123',
  );
  assert.equal(usageWords({ outputTokens: 5 }), '5 tokens out');
  assert.equal(usageWords({}), '');
  assert.deepEqual(sumOf([{ inputTokens: 2, cost: 1 }, { inputTokens: 3, outputTokens: 1 }, {}]), {
    inputTokens: 5,
    outputTokens: 1,
    cost: 1,
  });
});
