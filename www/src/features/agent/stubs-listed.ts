// Which nodes the list of stubs shows, and what their forms begin with. Pure.

import { ownSetting } from '../../agents/choose-agent.ts';
import { computed } from '../../protocol/computed.ts';
import type { AgentNode } from '../../protocol/types.ts';
import type { StubEdit, StubsState } from './index.ts';

/** Fewer nodes are not filtered. */
export const FEW = 10;

/** Whether nobody wrote a stub for a node. */
const isBare = ({ id, stub, stored }: AgentNode, settings: StubsState['settings']) =>
  stub === undefined && !stored && ownSetting(id, settings) === undefined;

/** What is listed; the same for the same facts. */
export const listed = computed(
  ({ nodes, settings, filter, bare }: StubsState) => [nodes, settings, filter, bare],
  findListed,
);

/** `gone`: nodes with a setting that do not ask. */
function findListed({ nodes: known, settings, filter, bare: only }: StubsState) {
  const nodes = known ?? [];
  const bare = new Set(nodes.filter((node) => isBare(node, settings)));
  const wanted = nodes.length > FEW ? filter.trim().toLowerCase() : '';
  const left = nodes.filter(
    (node) =>
      (!only || nodes.length <= FEW || bare.has(node)) && `${node.id} ${node.title}`.toLowerCase().includes(wanted),
  );
  const ids = new Set(nodes.map(({ id }) => id));
  return { bare, left, gone: Object.keys(settings.n ?? {}).filter((id) => !ids.has(id)) };
}

/** What the form of a node begins with: what the user set, else what the machine says. */
export function beginning(
  node: string,
  { nodes, settings }: Pick<StubsState, 'nodes' | 'settings'>,
): Pick<StubEdit, 'how' | 'text'> {
  const own = ownSetting(node, settings);
  const how = own === 'auto' || own === 'manual' ? own : 'script';
  const script = how === 'script' && own !== undefined ? own : nodes?.find(({ id }) => id === node)?.stub;
  return { how, text: script === undefined ? '' : JSON.stringify(script, null, 2) };
}

/** Whether a form has a script that would be gone with it. */
export const isUnsaved = (node: string, { text }: StubEdit, stubs: StubsState) => text !== beginning(node, stubs).text;
