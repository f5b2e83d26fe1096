// The lines of a drawing: upright and level with round corners, in place of the curves that Graphviz drew. Ranks,
// orders and the places of labels are Graphviz's. Where there is no free way, the curve stays.

import { read } from './read.ts';
import { routeAll } from './route.ts';
import { write } from './write.ts';

/** @param root of a drawing whose labels were lifted */
export function drawLines(root: Element) {
  const { drawing, frame, parts } = read(root);
  routeAll(drawing).forEach((route, i) => {
    const part = parts[i];
    if (route && part) write(part, route.corners.map(frame.back), frame.back(route.label));
  });
}
