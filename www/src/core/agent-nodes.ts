// The nodes of a machine that can call an agent, with their stubs. The core says what kind each edge is; the rest is
// read from the canonical machine.

import { placeholder } from '../agents/placeholder.ts';
import { canonicalOf, type CanonicalEdge, type CanonicalNode } from './canonical.ts';
import type { Machine } from '../../pkg/tracklight.js';
import type { AgentNode, ContextInfo, OutlineItem, View } from '../protocol/types.ts';

interface Exit {
  to: string;
  guarded: boolean;
  plain: boolean;
  auto: boolean;
  priority: number;
}

const PRIORITIES: Record<string, number> = { high: 1, medium: 50, normal: 50, low: 200 };
const NO_PRIORITY = 100;

/**
 * In source order.
 * @param view of a run of it
 */
export function agentNodes(
  machine: Pick<Machine, 'toJSON' | 'outline' | 'contexts'>,
  view: Pick<View, 'nodes' | 'edges'>,
): AgentNode[] {
  const { nodes, edges } = canonicalOf(machine);
  const items = itemsOf(machine.outline());
  const classOf = (id: string) => items.get(id)?.class ?? '';
  const running = nodes.flatMap((node) => {
    const id = node.id ?? node.name;
    return Object.hasOwn(view.nodes, id) ? [{ ...node, id, kind: workOf(node, classOf(id)) }] : [];
  });
  const byId = new Map(running.map((node) => [node.id, node]));
  const parents = new Set(running.map(({ parentId }) => parentId));
  const isModule = ({ id, kind }: (typeof running)[number]) => kind === null && parents.has(id);
  const exits = exitsOf(edges, view.edges);
  // A node without edges of its own leaves by those of the nearest module around it.
  const effective = (node: (typeof running)[number]) => {
    let at = exits.get(node.id);
    for (
      let up = byId.get(node.parentId ?? '');
      at === undefined && up !== undefined;
      up = byId.get(up.parentId ?? '')
    ) {
      if (isModule(up)) at = exits.get(up.id);
    }
    return at ?? [];
  };
  const writes = writesOf(edges, machine.contexts());
  return running.flatMap((node) => {
    const { id, title = '' } = node;
    const decides =
      node.kind === null && !isModule(node) && ['task', 'plain'].includes(classOf(id)) && needsChoice(effective(node));
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

/** @param of its class */
function workOf({ attributes, annotations = [] }: CanonicalNode, of: string): 'work' | 'code' | null {
  const coded = [...attributes, ...annotations].some(({ name }) => name === 'code');
  if (of === 'task' && coded) return 'code';
  const prompt = attributes.find(({ name }) => name === 'prompt')?.value;
  return ['task', 'init', 'plain'].includes(of) && typeof prompt === 'string' && prompt.trim() !== '' ? 'work' : null;
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
function itemsOf(outline: OutlineItem[]): Map<string, OutlineItem> {
  const items = new Map();
  const rest = [...outline];
  for (let item = rest.pop(); item; item = rest.pop()) {
    if (item.id !== undefined) items.set(item.id, item);
    for (const child of item.children) rest.push(child);
  }
  return items;
}

/** The edges that lead on from a node, by node. The core lists the edges of both in the order of the text. */
function exitsOf(edges: CanonicalEdge[], views: View['edges']) {
  const exits: Map<string, Exit[]> = new Map();
  const add = (from: string, exit: Exit) => {
    const list = exits.get(from);
    if (list) list.push(exit);
    else exits.set(from, [exit]);
  };
  views.forEach(({ source, target, class: of }, i) => {
    const edge = edges[i];
    if (edge?.kind !== 'control') return;
    const annotation = (name: string) => edge.annotations?.find((one) => one.name === name);
    const word = String(annotation('priority')?.value ?? edge.attributes?.priority).toLowerCase();
    const number = PRIORITIES[word] ?? Number.parseInt(word, 10);
    const exit = {
      guarded: of === 'guarded',
      plain: of === 'plain',
      auto: annotation('auto') !== undefined,
      priority: Number.isNaN(number) ? NO_PRIORITY : number,
    };
    add(source, { ...exit, to: target });
    if (edge.arrowType === '<-->' && source !== target) add(target, { ...exit, to: source });
  });
  return exits;
}

function needsChoice(exits: Exit[]) {
  const plain = exits.filter((exit) => exit.plain);
  if (plain.some((exit) => exit.auto)) return false;
  const best = Math.min(...plain.map(({ priority }) => priority));
  return (
    new Set(plain.filter(({ priority }) => priority === best).map(({ to }) => to)).size > 1 ||
    exits.some(({ guarded }) => guarded)
  );
}
