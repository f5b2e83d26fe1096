// Breakpoints and watches by names that survive edits: a node's id, an edge's key, or `Ctx.field`. What of them the
// machine of the run has now, and how they are told to the engine. Pure.

import { edgeId } from '../protocol/edge-keys.ts';
import type { Breakpoint, Stop, RunBounds, View } from '../protocol/types.ts';

/** `id` is the core's: of a node, of an edge, or `Ctx.field`. */
interface Found {
  kind: 'node' | 'edge' | 'field';
  id: string;
  diagramId: string;
}

/** What a name stands for in a machine; null where there is no such element now. */
export function elementAt(
  at: string,
  view: Pick<View, 'nodes' | 'edges' | 'contexts'> | null | undefined,
): Found | null {
  if (!view) return null;
  if (Object.hasOwn(view.nodes, at)) return { kind: 'node', id: at, diagramId: view.nodes[at].diagramId };
  const edge = edgeId(view.edges, at);
  if (edge !== null) return { kind: 'edge', id: edge, diagramId: edge };
  const dot = at.lastIndexOf('.');
  const context = dot < 0 ? '' : at.slice(0, dot);
  if (!Object.hasOwn(view.contexts, context)) return null;
  const { open, fields, diagramId } = view.contexts[context];
  return open || Object.hasOwn(fields, at.slice(dot + 1)) ? { kind: 'field', id: at, diagramId } : null;
}

/** The enabled ones of a list, for the engine; those whose element is gone wait for it. */
export function stopsFor(list: Breakpoint[], view: View | null | undefined): RunBounds {
  const at: Stop[] = [];
  for (const { at: name, if: condition, hits, off, path } of list) {
    const found = off ? null : elementAt(name, view);
    if (found === null) continue;
    at.push({
      [found.kind]: found.id,
      ...(condition ? { if: condition } : {}),
      ...(hits !== undefined && hits > 1 ? { hits } : {}),
      ...(path ? { path } : {}),
    });
  }
  return { at };
}

/** The list with one more at the end, or without the one of this name. */
export function toggled(list: Breakpoint[], at: string) {
  return list.some((breakpoint) => breakpoint.at === at)
    ? list.filter((breakpoint) => breakpoint.at !== at)
    : [...list, { at }];
}

/** The list with another setting of one; settings that say nothing go. */
export function withSetting(list: Breakpoint[], at: string, part: Partial<Omit<Breakpoint, 'at'>>) {
  return list.map((breakpoint) => {
    if (breakpoint.at !== at) return breakpoint;
    const { if: condition, hits, off, path } = { ...breakpoint, ...part };
    return {
      at,
      ...(condition ? { if: condition } : {}),
      ...(hits !== undefined && hits > 1 ? { hits } : {}),
      ...(off ? { off: true } : {}),
      ...(path ? { path } : {}),
    };
  });
}

/**
 * A name once nodes have other ids.
 * @param moved new ids of nodes, and of fields as `Ctx.field`, by their old ones
 */
export function movedStop(at: string, moved: Readonly<Record<string, string>>): string {
  const edge = /^([^>]*)>([^#]*)(#\d+)$/u.exec(at);
  if (edge !== null) return `${moved[edge[1]] ?? edge[1]}>${moved[edge[2]] ?? edge[2]}${edge[3]}`;
  const dot = at.lastIndexOf('.');
  const context = moved[at.slice(0, Math.max(0, dot))];
  return moved[at] ?? (context === undefined ? at : context + at.slice(dot));
}

/** How a name is read by people: `heat → done`, a second edge between the same nodes as `heat → done (2)`. */
export function nameOfStop(at: string) {
  const edge = /^([^>]*)>([^#]*)#(\d+)$/u.exec(at);
  return edge === null ? at : `${edge[1]} → ${edge[2]}${edge[3] === '0' ? '' : ` (${Number(edge[3]) + 1})`}`;
}
