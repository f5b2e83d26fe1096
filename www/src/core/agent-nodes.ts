// The nodes of a machine that can call an agent, with their stubs. The classes of edges are read from the run's view,
// everything else from the canonical machine.

import { placeholder } from '../agents/placeholder.ts';
import { canonicalOf, type CanonicalEdge, type CanonicalNode } from './canonical.ts';
import type { Machine } from '../../pkg/tracklight.js';
import type { AgentNode, ContextInfo, OutlineItem, View } from '../protocol/types.ts';

interface Exit {
  target: string;
  isGuarded: boolean;
  isPlain: boolean;
  isAuto: boolean;
  priority: number;
}

const PRIORITY_WORDS: Record<string, number> = { high: 1, medium: 50, normal: 50, low: 200 };
const DEFAULT_PRIORITY = 100;

/**
 * In source order.
 * @param view of a run of it
 */
export function agentNodes(
  machine: Pick<Machine, 'toJSON' | 'outline' | 'contexts'>,
  view: Pick<View, 'nodes' | 'edges'>,
): AgentNode[] {
  const { nodes, edges } = canonicalOf(machine);
  const items = outlineById(machine.outline());
  const classOf = (id: string) => items.get(id)?.class ?? '';
  const runNodes = nodes.flatMap((node) => {
    const id = node.id ?? node.name;
    return Object.hasOwn(view.nodes, id) ? [{ ...node, id, kind: workKindOf(node, classOf(id)) }] : [];
  });
  const byId = new Map(runNodes.map((node) => [node.id, node]));
  const parents = new Set(runNodes.map(({ parentId }) => parentId));
  const isModule = ({ id, kind }: (typeof runNodes)[number]) => kind === null && parents.has(id);
  const exits = exitsOf(edges, view.edges);
  // A node without edges of its own leaves by those of the nearest module around it.
  const exitsWithInherited = (node: (typeof runNodes)[number]) => {
    let nodeExits = exits.get(node.id);
    for (
      let parent = byId.get(node.parentId ?? '');
      nodeExits === undefined && parent !== undefined;
      parent = byId.get(parent.parentId ?? '')
    ) {
      if (isModule(parent)) nodeExits = exits.get(parent.id);
    }
    return nodeExits ?? [];
  };
  const writes = writesOf(edges, machine.contexts());
  return runNodes.flatMap((node) => {
    const { id, title = '' } = node;
    const decides =
      node.kind === null &&
      !isModule(node) &&
      ['task', 'plain'].includes(classOf(id)) &&
      needsChoice(exitsWithInherited(node));
    const kind = node.kind ?? (decides ? ('decision' as const) : null);
    const stub = node.attributes.find(({ name }) => name === 'stub')?.value;
    const example = kind === 'decision' ? undefined : writes.get(id);
    return kind === null
      ? []
      : [
          {
            id,
            title,
            kind,
            ...(stub === undefined ? {} : { stub }),
            ...(example === undefined ? {} : { writes: example }),
            ...(items.get(id)?.newPathsOnly ? { newPathsOnly: true as const } : {}),
          },
        ];
  });
}

function workKindOf({ attributes, annotations = [] }: CanonicalNode, nodeClass: string): 'work' | 'code' | null {
  const hasCode = [...attributes, ...annotations].some(({ name }) => name === 'code');
  if (nodeClass === 'task' && hasCode) return 'code';
  const prompt = attributes.find(({ name }) => name === 'prompt')?.value;
  return ['task', 'init', 'plain'].includes(nodeClass) && typeof prompt === 'string' && prompt.trim() !== ''
    ? 'work'
    : null;
}

/** By node, a value for the first field that it may write. */
function writesOf(edges: CanonicalEdge[], contexts: ContextInfo[]) {
  const byId = new Map(contexts.filter(({ role }) => role !== 'input').map((context) => [context.id, context]));
  const writes: Map<string, NonNullable<AgentNode['writes']>> = new Map();
  for (const { type, sourceId = '', targetId = '', fields } of edges) {
    const context = type === 'writes' ? (byId.get(targetId) ?? byId.get(sourceId)) : undefined;
    const node = context?.id === targetId ? sourceId : targetId;
    if (context === undefined || writes.has(node)) continue;
    const field = context.fields.find(({ name }) => fields === undefined || fields.includes(name));
    const name = field?.name ?? fields?.[0];
    if (name !== undefined)
      writes.set(node, { [context.id]: { [name]: placeholder(field?.schema ?? {}, name)?.value ?? '' } });
  }
  return writes;
}

/** Without recursion. @returns by id */
function outlineById(outline: OutlineItem[]): Map<string, OutlineItem> {
  const items = new Map();
  const queue = [...outline];
  for (let item = queue.pop(); item; item = queue.pop()) {
    if (item.id !== undefined) items.set(item.id, item);
    for (const child of item.children) queue.push(child);
  }
  return items;
}

/** The edges that lead on from a node, by node. The core lists the edges of both in the order of the text. */
function exitsOf(edges: CanonicalEdge[], viewEdges: View['edges']) {
  const exits: Map<string, Exit[]> = new Map();
  const add = (from: string, exit: Exit) => {
    const list = exits.get(from);
    if (list) list.push(exit);
    else exits.set(from, [exit]);
  };
  viewEdges.forEach(({ source, target, class: viewClass }, i) => {
    const edge = edges[i];
    if (edge?.kind !== 'control') return;
    const annotation = (name: string) => edge.annotations?.find((annotation) => annotation.name === name);
    const word = String(annotation('priority')?.value ?? edge.attributes?.priority).toLowerCase();
    const number = PRIORITY_WORDS[word] ?? Number.parseInt(word, 10);
    const exit = {
      isGuarded: viewClass === 'guarded',
      isPlain: viewClass === 'plain',
      isAuto: annotation('auto') !== undefined,
      priority: Number.isNaN(number) ? DEFAULT_PRIORITY : number,
    };
    add(source, { ...exit, target });
    if (edge.arrowType === '<-->' && source !== target) add(target, { ...exit, target: source });
  });
  return exits;
}

function needsChoice(exits: Exit[]) {
  const plainExits = exits.filter((exit) => exit.isPlain);
  if (plainExits.some((exit) => exit.isAuto)) return false;
  const bestPriority = Math.min(...plainExits.map(({ priority }) => priority));
  return (
    new Set(plainExits.filter(({ priority }) => priority === bestPriority).map(({ target }) => target)).size > 1 ||
    exits.some(({ isGuarded }) => isGuarded)
  );
}
