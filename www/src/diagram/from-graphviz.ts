// From what Graphviz wrote to a drawing that can be shown. It comes with Graphviz, because nothing needs it sooner.

import { joinParts, widthOf, type Placing } from './compose.ts';
import { prepare } from './passes.ts';
import { sanitise } from './sanitise.ts';

/**
 * The drawing of the SVG texts of its parts, ready to be shown; null when there is nothing in them.
 * @param svgs those of the flow and, where there is one, of the rail
 * @param place where the rail stands, by its width in drawing units
 */
export function drawingOf(
  [flow, rail]: string[],
  place: (railWidth: number) => Placing = () => ({}),
): SVGSVGElement | null {
  const main = sanitise(flow ?? '');
  const side = rail === undefined ? null : sanitise(rail);
  return main && joinParts(prepare(main), side && prepare(side), place(side ? widthOf(side) : 0));
}
