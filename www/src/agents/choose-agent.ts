// Which agent the settings choose for a node. Pure, and separate from the agents, so that the page can show it
// without loading them.

import type { AgentRequest, AgentSettings, Json } from './types.ts';
import type { AgentNode } from '../protocol/types.ts';

type Choice = { mode: 'script'; script: Json } | { mode: 'auto' } | { mode: 'manual'; reason: string };
type Answerer = { by: 'recording' | 'auto' | 'manual' | 'custom' | 'remote' } | { by: 'own' | 'machine'; script: Json };

/** What the user set for a node. */
export function ownSetting(node: string, { n }: AgentSettings): Json | undefined {
  return n !== undefined && Object.hasOwn(n, node) ? n[node] : undefined;
}

/**
 * The agent of a node under the present settings, if no agent outside of the core replies.
 * @param stub the node's `stub` attribute
 */
export function chooseMode(node: string, settings: AgentSettings, stub: Json | undefined): Choice {
  const own = ownSetting(node, settings);
  const how = own === undefined ? settings.m : own;
  if (how === 'manual') return { mode: 'manual', reason: 'waiting for your reply' };
  if (how === 'auto') return { mode: 'auto' };
  if (own !== undefined) return { mode: 'script', script: own };
  return stub === undefined ? { mode: 'auto' } : { mode: 'script', script: stub };
}

/**
 * Who replies for a node. In order of precedence: the stored replies of a link, the setting of the node, the mode of
 * the run, the machine.
 */
export function answererOf({ id, kind, stub, stored }: AgentNode, settings: AgentSettings): Answerer {
  if (stored === true) return { by: 'recording' };
  const outside = outsideFor({ node: id, kind }, settings);
  if (outside !== null) return { by: outside };
  const choice = chooseMode(id, settings, stub);
  if (choice.mode !== 'script') return { by: choice.mode };
  return { by: ownSetting(id, settings) === undefined ? 'machine' : 'own', script: choice.script };
}

/**
 * Which agent outside the core worker answers a request: a function of the host, or an LLM API. Code is never given to
 * a model: it goes to the stub.
 */
export function outsideFor(
  { node, kind }: Pick<AgentRequest, 'node' | 'kind'>,
  { m, n }: AgentSettings,
): 'custom' | 'remote' | null {
  if (n !== undefined && Object.hasOwn(n, node)) return null;
  return m === 'custom' || (m === 'remote' && kind !== 'code') ? m : null;
}
