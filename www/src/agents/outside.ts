// Which requests are answered outside the core worker: by a function of the host, or by an LLM API.

import type { AgentRequest, AgentSettings } from './types.ts';

/** Code is never given to a model: it goes to the stub. */
export function outsideFor(
  { node, kind }: Pick<AgentRequest, 'node' | 'kind'>,
  { m, n }: AgentSettings,
): 'custom' | 'remote' | null {
  if (n !== undefined && Object.hasOwn(n, node)) return null;
  return m === 'custom' || (m === 'remote' && kind !== 'code') ? m : null;
}
