// @ts-check
// Which requests are answered from outside the core's worker: by the host's function, or by a remote model.

/**
 * Code is never given to a model: it goes to the stub.
 * @param {Pick<import('./types.ts').AgentRequest, 'node' | 'kind'>} request
 * @param {import('./types.ts').AgentSettings} settings
 * @returns {'custom' | 'remote' | null}
 */
export function outsideFor({ node, kind }, { m, n }) {
  if (n !== undefined && Object.hasOwn(n, node)) return null;
  return m === 'custom' || (m === 'remote' && kind !== 'code') ? m : null;
}
