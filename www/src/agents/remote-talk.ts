// The conversation with a model during one visit of a node: the text of the request, what the model said, and the
// results of its tool calls. Pure.

import type { AgentRequest } from './types.ts';

/** OpenAI-compatible chat completions, or Anthropic messages. */
export type Kind = 'openai' | 'anthropic';
/** A turn as the service gave it, the ids of its calls, and how many answers were known before it. */
export interface Said {
  message: Record<string, unknown>;
  ids: string[];
  answered: number;
}
/** `first`: what the model is told first. */
export interface Talk {
  first: string;
  said: Said[];
}

/** Which conversation a request belongs to. */
export function talkKey(run: string, { path, node, visit, attempt }: AgentRequest) {
  return JSON.stringify([run, path, node, visit, attempt]);
}

/**
 * The conversation that a request goes on with: the known one, which began with the prompt of the attempt's first turn,
 * as far as it fits the request's transcript; else a new one. The prompt tells the earlier turns.
 * @param prompt the whole request as text
 */
export function talkFor(known: Talk | undefined, request: AgentRequest, prompt: string): Talk {
  const { transcript } = request;
  const fits =
    known !== undefined &&
    known.said.length >= transcript.length &&
    transcript.every(({ results }, i) => {
      const ids = known.said[i]?.ids ?? [];
      return results.length === ids.length && results.every(({ callId }, n) => callId === ids[n]);
    });
  if (fits && transcript.length > 0) return { first: known.first, said: known.said.slice(0, transcript.length) };
  return { first: prompt, said: [] };
}

function resultText({ ok, result, error }: AgentRequest['transcript'][number]['results'][number]) {
  return JSON.stringify(ok ? (result ?? null) : { error });
}

/** The messages of a conversation. */
export function conversation(kind: Kind, request: AgentRequest, { first, said }: Talk): Record<string, unknown>[] {
  const messages: Record<string, unknown>[] = [{ role: 'user', content: first }];
  said.forEach(({ message, ids, answered }, i) => {
    const results = request.transcript[i]?.results ?? [];
    const until = said[i + 1]?.answered ?? request.answers.length;
    const told = request.answers
      .slice(answered, until)
      .map(({ query, ok, text }) => `Answer to "${query}": ${ok ? '' : 'none, because '}${text}`)
      .join('\n');
    messages.push(message);
    if (kind === 'openai') {
      results.forEach((result, n) =>
        messages.push({ role: 'tool', tool_call_id: ids[n], content: resultText(result) }),
      );
      if (told !== '') messages.push({ role: 'user', content: told });
      else if (results.length === 0) messages.push({ role: 'user', content: 'Go on.' });
      return;
    }
    const content = [
      ...results.map((result, n) => ({
        type: 'tool_result',
        tool_use_id: ids[n],
        content: resultText(result),
        ...(result.ok ? {} : { is_error: true }),
      })),
      ...(told !== '' ? [{ type: 'text', text: told }] : []),
    ];
    messages.push({ role: 'user', content: content.length > 0 ? content : 'Go on.' });
  });
  return messages;
}
