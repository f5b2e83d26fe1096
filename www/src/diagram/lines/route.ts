// From an edge as Graphviz drew it to its new line. Graphviz says what stands where and in which order lines pass; here
// they become upright and level.

import { faulty, type Drawn } from './check.ts';
import { straighten } from './columns.ts';
import { cornersOf, placeSides } from './corners.ts';
import { lineOf } from './ends.ts';
import { routeLoops } from './loops.ts';
import { placeLooseLabels } from './labels.ts';
import { around, moved, spanOf } from './rects.ts';
import { giveRoom, placeStops, push, rowsOf, shiftOf, type Line } from './rows.ts';
import type { Card, Drawing, Edge, Point, Rect, Route } from './types.ts';

/** Where a line keeps its spline, others may have to go around it: so often all of them are routed again. */
const MOST_ROUNDS = 3;
const NOWHERE: Point = { x: 0, y: 0 };

/** @returns for each edge its route; null where its spline stays */
export function routeAll(drawing: Drawing): (Route | null)[] {
  const stays: Set<Edge> = new Set();
  let routes: Map<Edge, Route> = new Map();
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const found = routeRest(drawing, stays);
    routes = found.routes;
    if (found.bad.length === 0) break;
    for (const edge of found.bad) {
      stays.add(edge);
      routes.delete(edge);
    }
  }
  return drawing.edges.map((edge) => routes.get(edge) ?? null);
}

/** @param stays edges that keep their splines @returns also the edges that would be drawn badly */
function routeRest({ cards, containers, edges }: Drawing, stays: ReadonlySet<Edge>) {
  const byName = new Map(cards.map((card) => [card.name, card]));
  const loops: Map<Card, Edge[]> = new Map();
  const lines: Map<Edge, Line> = new Map();
  for (const edge of edges) {
    if (stays.has(edge)) continue;
    const card = edge.tail === edge.head ? byName.get(edge.tail) : undefined;
    if (card) push(loops, card, edge);
    else {
      const line = lineOf(edge, byName, containers);
      if (line) lines.set(edge, line);
    }
  }
  const routes: Map<Edge, Route> = new Map(
    [...loops].flatMap(([card, list]) =>
      routeLoops(card, list).flatMap((route, i): [Edge, Route][] => (list[i] ? [[list[i], route]] : [])),
    ),
  );
  // What stays where it is: cards, loops, and labels of lines that stay.
  const beside = edges.flatMap((edge) => {
    const route = routes.get(edge);
    if (route) return around([...spansOf(route.corners), ...labelAt(edge, route.label)]) ?? [];
    return lines.has(edge) ? [] : labelAt(edge, NOWHERE);
  });
  const fixed = [...cards.map(({ box }) => box), ...beside];
  const list = [...lines.values()];
  const labels = list.flatMap(({ label }) => label ?? []);
  const whole = around([...fixed, ...labels, ...containers.map(({ box }) => box), ...edges.map(guideBox)]);
  if (!whole) return { routes, bad: [] };
  const rows = rowsOf(fixed, labels, containers, whole);
  placeStops(list, rows);
  straighten(list.map(({ stops }) => stops).filter((stops) => stops.length > 0));
  giveRoom(list);
  placeSides(list);
  const corners = cornersOf(list, fixed, containers);
  placeLooseLabels(corners, [...fixed, ...labels]);
  for (const [edge, line] of lines) {
    const way = corners.get(line) ?? [];
    routes.set(edge, { corners: line.isFlipped ? [...way].reverse() : way, label: shiftOf(line) });
  }
  const drawn = edges.map((edge): Drawn => {
    const { corners, label } = routes.get(edge) ?? { corners: [], label: NOWHERE };
    const line = lines.get(edge);
    const card = line ? undefined : byName.get(edge.tail);
    const targets = line ? [line.upper.target, line.lower.target] : card ? [card] : [];
    return { corners, label: edge.label && moved(edge.label, label), targets };
  });
  const bad = faulty(drawn, cards);
  return { routes, bad: edges.filter((edge, i) => routes.has(edge) && bad.has(drawn[i] as Drawn)) };
}

const spansOf = (corners: Point[]) => corners.slice(1).map((to, i) => spanOf(corners[i] ?? to, to));
const labelAt = ({ label }: Edge, by: Point) => (label ? [moved(label, by)] : []);
const guideBox = ({ guide }: Edge): Rect => ({
  left: Math.min(...guide.map(({ x }) => x)),
  top: Math.min(...guide.map(({ y }) => y)),
  right: Math.max(...guide.map(({ x }) => x)),
  bottom: Math.max(...guide.map(({ y }) => y)),
});
