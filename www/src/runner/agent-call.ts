// One call of an agent: which one, within which time, and what its failures are for the machine.

import { RunnerError, messageOf } from './error.ts';
import { strings } from './strings.ts';
import type { AgentReply, AgentRequest } from '../../pkg/tracklight.js';
import type { Agent, RunnerOptions } from './types.ts';

/** What `setTimeout` can wait. Longer waits are made of several. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The agent of a node, of a model, or of all others. @throws RunnerError `no-agent` */
export function agentFor({ node, model }: Pick<AgentRequest, 'node' | 'model'>, agent: RunnerOptions['agent']): Agent {
  const names = [node, typeof model === 'string' ? model : '', '*'];
  const own = (name: string) =>
    agent && Object.hasOwn(agent, name) ? (agent as Record<string, Agent>)[name] : undefined;
  const chosen = typeof agent === 'function' ? agent : names.map(own).find(Boolean);
  if (chosen === undefined) throw new RunnerError('no-agent', strings.noAgent(node), { data: { node } });
  return chosen;
}

/** What a node fails with whose agent replied something that the core refuses. */
export const badReply = (why: string): AgentReply => ({
  error: { message: strings.badReply(why), code: 'bad-reply', retryable: false },
});

/** Ends a call. Most agents never look at the signal, so it is made when it is asked for. */
export class Cancellation {
  #controller: AbortController | null = null;
  #end: { reason: unknown } | null = null;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#end) this.#controller.abort(this.#end.reason);
    return this.#controller.signal;
  }

  abort(reason?: unknown) {
    this.#end ??= { reason };
    this.#controller?.abort(reason);
  }
}

/** Never rejects. */
export async function replyOf(
  call: () => AgentReply | Promise<AgentReply>,
  timeoutMs: number | null,
  cancellation: Cancellation,
): Promise<AgentReply> {
  try {
    return await (timeoutMs === null ? call() : withinTime(call, timeoutMs, cancellation));
  } catch (thrown) {
    return { error: { message: messageOf(thrown) || strings.agentFailed, code: 'agent-failed' } };
  }
}

async function withinTime(
  call: () => AgentReply | Promise<AgentReply>,
  timeoutMs: number,
  cancellation: Cancellation,
): Promise<AgentReply> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<AgentReply>((resolve) => {
    const end = () => {
      resolve({ error: { message: strings.timeout(timeoutMs), code: 'timeout' } });
      cancellation.abort(new DOMException(strings.timeout(timeoutMs), 'TimeoutError'));
    };
    timer = setTimeout(end, Math.min(timeoutMs, MAX_TIMEOUT_MS));
  });
  try {
    return await Promise.race([(async () => call())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
