// @ts-check
// Which nodes the list of stubs shows. Pure.

import { ownSetting } from '../../agents/choice.js';

/**
 * @typedef {import('../../protocol/types.ts').AgentNode} AgentNode
 * @typedef {import('./stubs-controller.js').StubsState} StubsState
 */

/** Fewer nodes are not filtered. */
export const FEW = 10;

/** Whether nobody wrote a stub for a node. @param {AgentNode} node @param {StubsState['settings']} settings */
const isBare = ({ id, stub, stored }, settings) => stub === undefined && !stored && ownSetting(id, settings) === undefined;

/** @type {{ key: unknown[], bare: Set<AgentNode>, left: AgentNode[], gone: string[] }} `gone`: nodes with a setting that do not ask */
let last = { key: [], bare: new Set(), left: [], gone: [] };

/** What is listed; the same for the same facts. @param {AgentNode[]} nodes @param {StubsState} stubs */
export function listed(nodes, { settings, filter, bare: only }) {
  const key = [nodes, settings, filter, only];
  if (key.every((part, i) => part === last.key[i])) return last;
  const bare = new Set(nodes.filter((node) => isBare(node, settings)));
  const wanted = nodes.length > FEW ? filter.trim().toLowerCase() : '';
  const left = nodes.filter((node) => (!only || nodes.length <= FEW || bare.has(node)) && `${node.id} ${node.title}`.toLowerCase().includes(wanted));
  const ids = new Set(nodes.map(({ id }) => id));
  last = { key, bare, left, gone: Object.keys(settings.n ?? {}).filter((id) => !ids.has(id)) };
  return last;
}
