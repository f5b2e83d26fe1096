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

/** Never rejects. */
export async function replyOf(
  agent: (options: { signal: AbortSignal }) => AgentReply | Promise<AgentReply>,
  timeoutMs: number | null,
  controller: AbortController,
): Promise<AgentReply> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<AgentReply>((resolve) => {
    if (timeoutMs === null) return;
    timer = setTimeout(
      () => {
        resolve({ error: { message: strings.timeout(timeoutMs), code: 'timeout' } });
        controller.abort(new DOMException(strings.timeout(timeoutMs), 'TimeoutError'));
      },
      Math.min(timeoutMs, MAX_TIMEOUT_MS),
    );
  });
  try {
    return await Promise.race([(async () => agent({ signal: controller.signal }))(), late]);
  } catch (thrown) {
    return { error: { message: messageOf(thrown) || strings.agentFailed, code: 'agent-failed' } };
  } finally {
    clearTimeout(timer);
  }
}
