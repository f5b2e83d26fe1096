// Questions of a run, asked in the terminal.

import { answerChoices } from '../run/answer-choices.ts';
import { isRecord } from '../protocol/plain-data.ts';
import type { Answer, Json } from '../../pkg/tracklight.js';
import type { Asked } from './command-line.ts';

/** Of the process by default. */
interface Streams {
  input?: NodeJS.ReadableStream;
  output?: NodeJS.WritableStream;
}

/** @returns undefined if the user leaves the question open with Ctrl-C or Ctrl-D */
export async function askInTerminal(question: Asked, streams: Streams = {}): Promise<Answer | undefined> {
  try {
    return await answerTo(question, streams);
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'ExitPromptError') return undefined;
    throw thrown;
  }
}

async function answerTo({ query, options, form }: Asked, streams: Streams): Promise<Answer> {
  const { input, select } = await import('@inquirer/prompts');
  const { choices, isWhole } = answerChoices({ options, form });
  if (isWhole && choices.length > 0)
    return select(
      {
        message: form === null ? query : `${query}: ${form.fields.join(', ')}`,
        choices: choices.map(({ label, answer }) => ({ name: label, value: answer })),
      },
      streams,
    );
  if (form === null) return input({ message: query }, streams);
  const answer: Record<string, Json> = {};
  for (const field of form.fields) {
    const { properties } = form.schema;
    const schema = isRecord(properties) ? properties[field] : undefined;
    const before = form.values[field];
    const given = await input(
      {
        message: `${query}: ${field}`,
        ...(before === undefined ? {} : { default: typeof before === 'string' ? before : JSON.stringify(before) }),
      },
      streams,
    );
    if (given !== '') answer[field] = typed(given, schema);
  }
  return answer;
}

/** A text stays a text where its field takes texts; all else is read as JSON if it is some. */
export function typed(text: string, schema: unknown): Json {
  if (isRecord(schema) && schema.type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
