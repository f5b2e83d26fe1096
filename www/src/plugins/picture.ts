// A machine's picture where there is no browser: Graphviz's drawing after the passes of the page, small and alone.

import { standingOf } from '../diagram/standing.ts';
import { joinParts } from '../diagram/compose.ts';
import { prepare } from '../diagram/passes.ts';
import { dropGrounds, still } from '../diagram/still.ts';
import { drawFewWires } from '../diagram/still-wires.ts';
import { light, type Color } from '../diagram/palette.ts';
import { slim } from '../diagram/slim.ts';
import { addTravels, markArriving, type Travel } from '../diagram/travels.ts';
import { keepLengths } from '../diagram/widths.ts';
import { treeOf } from './tree.ts';
import type { Viz } from '@viz-js/viz';
import type { DrawingParts, Event, View } from '../protocol/types.ts';

/** Sizes are in drawing units. */
export interface Picture {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

function layOut(viz: Viz, dot: string): SVGSVGElement {
  const { status, output, errors } = viz.render(dot, { format: 'svg' });
  const svg = status === 'success' ? treeOf(output) : null;
  if (!svg) throw new Error(errors.map(({ message }) => message).join('; ') || 'Graphviz made no drawing');
  return prepare(svg);
}

/** Draws what the core wrote. @param travels chips under way @throws where Graphviz cannot lay it out */
export function pictureOf(
  viz: Viz,
  { dot, rail, wires }: DrawingParts,
  { run, color, travels = [] }: { run?: { view: View; events: Event[] }; color?: Color; travels?: Travel[] } = {},
): Picture {
  const svg = joinParts(layOut(viz, dot), rail === null ? null : layOut(viz, rail));
  drawFewWires(svg, wires, color ?? light);
  const arriving = addTravels(svg, travels, run?.events ?? []);
  still(svg, { badges: run ? standingOf(run.view, run.events) : [], ...(color ? { color } : {}) });
  markArriving(svg, arriving);
  dropGrounds(svg);
  keepLengths(svg);
  slim(svg);
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return { svg, width, height };
}
