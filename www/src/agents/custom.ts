// A function of the host as an agent: its result, its exception, or its timeout becomes the reply.

import type { AgentReply, AgentRequest } from './types.ts';

export type HostAgent = (request: AgentRequest, options: { signal: AbortSignal }) => AgentReply | Promise<AgentReply>;

export const DEFAULT_TIMEOUT_MS = 30_000;

/** @param text the attribute `agent-timeout` */
export function agentTimeout(text: string | null) {
  const ms = Number(text ?? DEFAULT_TIMEOUT_MS);
  return Number.isFinite(ms) && ms > 0 ? ms : DEFAULT_TIMEOUT_MS;
}

/**
 * Calls the host's function with a copy of the request. Never rejects.
 */
export async function askHost(
  agent: HostAgent,
  request: AgentRequest,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<AgentReply> {
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort(signal.reason));
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`the agent did not reply within ${ms} ms`));
        stop.abort();
      }, ms);
    });
    const reply = await Promise.race([(async () => agent(structuredClone(request), { signal: stop.signal }))(), late]);
    return plainReply(reply);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

const failure = (message: string): AgentReply => ({
  error: { message: message || 'the agent failed', code: 'custom-agent' },
});

/** A reply as plain data. */
export function plainReply(given: unknown): AgentReply {
  const text = JSON.stringify(given);
  const reply = text === undefined ? null : JSON.parse(text);
  const fits =
    typeof reply === 'object' &&
    reply !== null &&
    (Array.isArray(reply.turns) || typeof reply.error?.message === 'string');
  return fits ? reply : failure('the agent did not return a reply: return an object with `turns` or `error`');
}
