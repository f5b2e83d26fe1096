// Which paths are at which node: the chips of a drawing.

import { coloursOf } from '../run/colors.ts';
import { isLive } from '../run/path-status.ts';
import type { Event, View } from '../protocol/types.ts';
import type { Standing } from './types.ts';

/**
 * Which paths stand where, in their colors; where none is live, those that ended there.
 * @param events of the branch
 */
export function standingOf({ nodes, paths }: View, events: Event[]): Standing[] {
  const colours = coloursOf(events);
  const standing: Map<string, Standing> = new Map();
  const stand = (id: string, path: string) => {
    const here = standing.get(id) ?? { id, kind: 'paths', paths: [] };
    here.paths.push({ id: path, colour: colours.get(path) ?? 1 });
    standing.set(id, here);
  };
  for (const { id, node, status } of paths) if (isLive(status) && nodes[node]) stand(nodes[node].diagramId, id);
  for (const { diagramId, completed, failed } of Object.values(nodes))
    if (!standing.has(diagramId)) for (const path of [...failed, ...completed]) stand(diagramId, path);
  return [...standing.values()];
}
