// The few answers that a question can have: a button for each.

import { isRecord } from '../protocol/plain-data.ts';
import type { GivenAnswer, InfoRequest, Json, JsonSchema } from '../protocol/types.ts';

/** A form with more values than this is filled in. */
const MOST = 4;

export interface AnswerChoice {
  label: string;
  answer: GivenAnswer;
}

interface AnswerChoices {
  choices: AnswerChoice[];
  /** Whether there is nothing else to say. */
  isWhole: boolean;
}

/** Of a question with options, these; of a form, the values of one field where no other has to be given. */
export function answerChoices({ options, form }: Pick<InfoRequest, 'options' | 'form'>): AnswerChoices {
  if (form === null) {
    const texts = options ?? [];
    return texts.length > MOST
      ? NONE
      : { choices: texts.map((text) => ({ label: text, answer: text })), isWhole: true };
  }
  const { properties, required } = form.schema;
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? (properties as Record<string, JsonSchema>) : {});
  const [chosen, ...others] = fields.filter(([name, schema]) => needed.includes(name) || literalsOf(schema).length > 0);
  const values = chosen === undefined ? [] : literalsOf(chosen[1]);
  if (chosen === undefined || values.length === 0 || values.length > MOST) return NONE;
  if (others.length > 0 || needed.some((name) => name !== chosen[0])) return NONE;
  const choices = values.map((value) => ({ label: labelOf(value), answer: { [chosen[0]]: value } }));
  return { choices, isWhole: fields.length === 1 };
}

const NONE = { choices: [], isWhole: false };

function literalsOf(schema: JsonSchema): Json[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  if ('const' in schema) return [schema.const ?? null];
  return schema.type === 'boolean' ? [true, false] : [];
}

const labelOf = (value: Json) =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'Yes' : 'No') : JSON.stringify(value);
