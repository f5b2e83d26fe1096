// @ts-check
// The host's own function as an agent: what it gives, throws or does not give in time is a reply.

/**
 * @typedef {import('./types.ts').AgentRequest} AgentRequest
 * @typedef {import('./types.ts').AgentReply} AgentReply
 * @typedef {(request: AgentRequest, options: { signal: AbortSignal }) => AgentReply | Promise<AgentReply>} HostAgent
 */

/** Milliseconds, where the host says nothing else. */
export const AGENT_MS = 30_000;

/** @param {string | null} text of the attribute `agent-timeout` */
export function agentTimeout(text) {
  const ms = Number(text ?? AGENT_MS);
  return Number.isFinite(ms) && ms > 0 ? ms : AGENT_MS;
}

/**
 * @param {HostAgent} agent
 * @param {AgentRequest} request it gets a copy
 * @param {{ ms: number, signal: AbortSignal }} limits
 * @returns {Promise<AgentReply>} never rejects
 */
export async function askHost(agent, request, { ms, signal }) {
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort(signal.reason));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`the agent did not reply within ${ms} ms`));
        stop.abort();
      }, ms);
    });
    const reply = await Promise.race([(async () => agent(structuredClone(request), { signal: stop.signal }))(), late]);
    return checked(reply);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} message @returns {AgentReply} */
const failed = (message) => ({ error: { message: message || 'the agent failed', code: 'custom-agent' } });

/** A reply as plain data. @param {unknown} given @returns {AgentReply} */
export function checked(given) {
  const text = JSON.stringify(given);
  const reply = text === undefined ? null : JSON.parse(text);
  const fits = typeof reply === 'object' && reply !== null && (Array.isArray(reply.turns) || typeof reply.error?.message === 'string');
  return fits ? reply : failed('what the agent gave is no reply: an object with `turns` or `error` is wanted');
}
