// What an answer says: its words, or the values of a form by field.

import { shortValue } from './outcome-values.ts';
import type { Json } from '../protocol/types.ts';

/** A value in a sentence: texts without quotes. */
export const shortData = (value: Json) => shortValue(value).replace(/^"(.*)"$/su, '$1');

/** "verdict = reject, amount = 3"; "" for a form in which nothing had to be given. */
export const answerText = ({ text, value }: { text: string; value?: Record<string, Json> }) =>
  value === undefined
    ? text
    : Object.entries(value)
        .map(([name, given]) => `${name} = ${shortData(given)}`)
        .join(', ');
