// Edge keys `source>target#n`: names of edges that survive edits elsewhere, for links and records.

import type { Snapshot } from './types.ts';

/** In source order, as in `View.edges`. */
interface EdgeEnds {
  id: string;
  source: string;
  target: string;
}

export function edgeKey(edges: EdgeEnds[], id: string): string | null {
  const edge = edges.find((edge) => edge.id === id);
  if (edge === undefined) return null;
  return `${edge.source}>${edge.target}#${twins(edges, edge.source, edge.target).indexOf(edge)}`;
}

/** The keys of all edges, by id. */
export function edgeKeys(edges: EdgeEnds[]): Map<string, string> {
  const seen: Map<string, number> = new Map();
  return new Map(
    edges.map(({ id, source, target }) => {
      const ends = `${source}>${target}`;
      const n = seen.get(ends) ?? 0;
      seen.set(ends, n + 1);
      return [id, `${ends}#${n}`];
    }),
  );
}

export function edgeId(edges: EdgeEnds[], key: string): string | null {
  const parts = /^([^>]*)>([^#]*)#(\d+)$/u.exec(key);
  return parts === null ? null : (twins(edges, parts[1], parts[2])[Number(parts[3])]?.id ?? null);
}

/**
 * An edge that an event of a step names: ids are those of the machine as it was then.
 * @returns null where the machine of that time is not known
 */
export function edgeAt(
  run: Pick<Snapshot, 'view' | 'revisions'> | null,
  id: string,
  step: number,
): { source: string; target: string; condition?: string; unless?: true } | null {
  const { edges } = run?.revisions?.findLast(({ fromStep: from }) => from <= step) ?? run?.view ?? { edges: [] };
  return edges.find((edge) => edge.id === id) ?? null;
}

/** What an edge of an event is called; its id where nothing better is known. */
export function edgeNames(run: Parameters<typeof edgeAt>[0]): (id: string, step: number) => string {
  return (id, step) => {
    const edge = edgeAt(run, id, step);
    return edge === null ? id : `${edge.source} → ${edge.target}`;
  };
}

function twins(edges: EdgeEnds[], source: string, target: string) {
  return edges.filter((edge) => edge.source === source && edge.target === target);
}
