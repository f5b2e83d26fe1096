// Questions of a run, asked in the terminal.

import { answerChoices } from '../run/answer-choices.ts';
import { isRecord } from '../protocol/plain-data.ts';
import type { Answer, Json } from '../../pkg/tracklight.js';
import type { Asked } from './command-line.ts';

export async function askInTerminal({ query, options, form }: Asked): Promise<Answer> {
  const { input, select } = await import('@inquirer/prompts');
  const { choices, isWhole } = answerChoices({ options, form });
  if (isWhole && choices.length > 0)
    return select({ message: query, choices: choices.map(({ label, answer }) => ({ name: label, value: answer })) });
  if (form === null) return input({ message: query });
  const answer: Record<string, Json> = {};
  for (const field of form.fields) {
    const { properties } = form.schema;
    const schema = isRecord(properties) ? properties[field] : undefined;
    const before = form.values[field];
    const given = await input({
      message: `${query} ${field}`,
      ...(before === undefined ? {} : { default: typeof before === 'string' ? before : JSON.stringify(before) }),
    });
    if (given !== '') answer[field] = typed(given, schema);
  }
  return answer;
}

/** A text stays a text where its field takes texts; all else is read as JSON if it is some. */
function typed(text: string, schema: unknown): Json {
  if (isRecord(schema) && schema.type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
