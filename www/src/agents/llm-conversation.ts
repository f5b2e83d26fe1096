// The conversation with a model during one visit of a node: the text of the request, what the model said, and the
// results of its tool calls. Pure.

import type { AgentRequest } from './types.ts';

/** OpenAI-compatible chat completions, or Anthropic messages. */
export type ApiKind = 'openai' | 'anthropic';
/** One turn of the model. */
export interface ModelTurn {
  /** As the service sent it. */
  message: Record<string, unknown>;
  callIds: string[];
  /** How many answers the request had before this turn. */
  answerCount: number;
}
export interface Conversation {
  /** The first message. */
  prompt: string;
  turns: ModelTurn[];
}

/** Requests with the same key belong to one conversation. */
export function conversationKey(run: string, { path, node, visit, attempt }: AgentRequest) {
  return JSON.stringify([run, path, node, visit, attempt]);
}

/**
 * The conversation that a request continues: the known one, as far as it fits the request's transcript, or else a new
 * one. A new one begins with the prompt of the request, which includes the earlier turns.
 */
export function continuedConversation(
  known: Conversation | undefined,
  request: AgentRequest,
  prompt: string,
): Conversation {
  const { transcript } = request;
  const fits =
    known !== undefined &&
    known.turns.length >= transcript.length &&
    transcript.every(({ results }, i) => {
      const ids = known.turns[i]?.callIds ?? [];
      return results.length === ids.length && results.every(({ callId }, n) => callId === ids[n]);
    });
  if (fits && transcript.length > 0) return { prompt: known.prompt, turns: known.turns.slice(0, transcript.length) };
  return { prompt, turns: [] };
}

function resultText({ ok, result, error }: AgentRequest['transcript'][number]['results'][number]) {
  return JSON.stringify(ok ? (result ?? null) : { error });
}

/** The messages of a conversation. */
export function messagesOf(
  kind: ApiKind,
  request: AgentRequest,
  { prompt, turns }: Conversation,
): Record<string, unknown>[] {
  const messages: Record<string, unknown>[] = [{ role: 'user', content: prompt }];
  turns.forEach(({ message, callIds, answerCount }, i) => {
    const results = request.transcript[i]?.results ?? [];
    const until = turns[i + 1]?.answerCount ?? request.answers.length;
    const newAnswers = request.answers
      .slice(answerCount, until)
      .map(({ query, ok, text }) => `Answer to "${query}": ${ok ? '' : 'none, because '}${text}`)
      .join('\n');
    messages.push(message);
    if (kind === 'openai') {
      results.forEach((result, n) =>
        messages.push({ role: 'tool', tool_call_id: callIds[n], content: resultText(result) }),
      );
      if (newAnswers !== '') messages.push({ role: 'user', content: newAnswers });
      else if (results.length === 0) messages.push({ role: 'user', content: 'Go on.' });
      return;
    }
    const content = [
      ...results.map((result, n) => ({
        type: 'tool_result',
        tool_use_id: callIds[n],
        content: resultText(result),
        ...(result.ok ? {} : { is_error: true }),
      })),
      ...(newAnswers !== '' ? [{ type: 'text', text: newAnswers }] : []),
    ];
    messages.push({ role: 'user', content: content.length > 0 ? content : 'Go on.' });
  });
  return messages;
}
