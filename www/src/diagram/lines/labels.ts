// Labels that Graphviz did not put beside the part of their line that is seen: of lines that are cut at a container,
// and of lines that go straight to what stands beside.

import { Grid } from './grid.ts';
import { grown, heightOf, moved, overlaps, spanOf, widthOf } from './rects.ts';
import { LABEL } from './columns.ts';
import { shiftOf, type Line } from './rows.ts';
import type { Point, Rect } from './types.ts';

/** What a label keeps from others. */
const APART = 3;
/** Along a piece, in this order. */
const PLACES = [0.5, 0.35, 0.65, 0.2, 0.8];

/** @param corners of the lines @param fixed cards, and whatever else no label may cover */
export function placeLooseLabels(corners: ReadonlyMap<Line, Point[]>, fixed: Rect[]) {
  const lines = [...corners].filter(([line]) => line.label && !line.labelStop);
  if (lines.length === 0) return;
  const taken: Grid<Line | null> = new Grid();
  for (const box of fixed) taken.add(box, null);
  for (const [line, way] of corners) {
    for (const span of spansOf(way)) taken.add(span, line);
    if (line.label && line.labelStop) taken.add(moved(line.label, shiftOf(line)), line);
  }
  for (const [line, way] of lines) {
    const { label } = line;
    if (!label) continue;
    const place = placesFor(label, way).find(
      (box) =>
        taken.near(grown(box, APART)).every(({ item, box: other }) => item === line || other === label) &&
        !spansOf(way).some((span) => overlaps(span, box)),
    );
    if (!place) continue;
    line.loose = { x: place.left - label.left, y: place.top - label.top };
    taken.add(place, line);
  }
}

const spansOf = (way: Point[]) => way.slice(1).map((to, i) => spanOf(way[i] ?? to, to));

/** Beside the upright pieces of a line, the longest first; then above the level ones. */
function placesFor(label: Rect, way: Point[]): Rect[] {
  const [width, height] = [widthOf(label), heightOf(label)];
  const at = (left: number, top: number) => ({ left, top, right: left + width, bottom: top + height });
  const spans = spansOf(way);
  const upright = spans.filter((span) => heightOf(span) > height).sort((a, b) => heightOf(b) - heightOf(a));
  const level = spans.filter((span) => widthOf(span) > width).sort((a, b) => widthOf(b) - widthOf(a));
  return [
    ...upright.flatMap((span) =>
      PLACES.flatMap((part) => {
        const top = span.top + (heightOf(span) - height) * part;
        return [at(span.right + LABEL.beside, top), at(span.left - LABEL.beside - width, top)];
      }),
    ),
    ...level.flatMap((span) =>
      PLACES.flatMap((part) => {
        const left = span.left + (widthOf(span) - width) * part;
        return [at(left, span.top - LABEL.beside - height), at(left, span.bottom + LABEL.beside)];
      }),
    ),
  ];
}
