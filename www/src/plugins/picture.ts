// A machine's picture where there is no browser: Graphviz's drawing after the passes of the page, small and alone.

import { standingOf } from '../diagram/standing.ts';
import { joinParts, widthOf, type Placing } from '../diagram/compose.ts';
import { prepare } from '../diagram/passes.ts';
import { dropGrounds, still } from '../diagram/still.ts';
import { drawFewWires } from '../diagram/still-wires.ts';
import { light, type Color } from '../diagram/palette.ts';
import { keepParts } from '../diagram/picture-parts.ts';
import { slim, slimWithParts } from '../diagram/slim.ts';
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
  railWidth: number;
}

export interface PictureOptions {
  run?: { view: View; events: Event[] };
  color?: Color;
  /** Chips under way. */
  travels?: Travel[];
  placing?: Placing;
  /** The layout key of a picture that keeps its parts: a run can go on in it. */
  key?: string;
}

function layOut(viz: Viz, dot: string): SVGSVGElement {
  const { status, output, errors } = viz.render(dot, { format: 'svg' });
  const svg = status === 'success' ? treeOf(output) : null;
  if (!svg) throw new Error(errors.map(({ message }) => message).join('; ') || 'Graphviz made no drawing');
  return prepare(svg);
}

/** Draws what the core wrote. @throws where Graphviz cannot lay it out */
export function pictureOf(
  viz: Viz,
  { dot, rail, wires }: DrawingParts,
  { run, color, travels = [], placing, key }: PictureOptions = {},
): Picture {
  const keepsParts = key !== undefined;
  const side = rail === null ? null : layOut(viz, rail);
  const railWidth = side ? widthOf(side) : 0;
  const svg = joinParts(layOut(viz, dot), side, placing);
  drawFewWires(svg, wires, color ?? light);
  const arriving = addTravels(svg, travels, run?.events ?? []);
  still(svg, { badges: run ? standingOf(run.view, run.events) : [], ...(color ? { color } : {}), keepsParts });
  markArriving(svg, arriving);
  dropGrounds(svg, { keepsParts });
  keepLengths(svg);
  if (keepsParts) {
    keepParts(svg, key);
    slimWithParts(svg);
  } else slim(svg);
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return { svg, width, height, railWidth };
}
