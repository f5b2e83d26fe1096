// The lines of every example and of a machine with all kinds of edges, both ways: upright and level, through no card,
// on no other line, every label nearest to its own.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { instance, type Viz } from '@viz-js/viz';
import { boxAround, cuts, piecesOf, pointsOf, type Box } from '../../src/diagram/geometry.ts';
import { prepare } from '../../src/diagram/passes.ts';
import { treeOf } from '../../src/plugins/tree.ts';
import { examples } from '../examples.ts';
import { present } from '../loose.ts';
import { Machine } from './core.ts';

let viz: Viz;
before(async () => {
  viz = await instance();
});

const KINDS = `machine "Kinds"
context Total { n<number>: 0 }
init begin
task fork "Ask all four" { prompt: "Ask" }
task north; task east; task south; task west
task gather "Put it together" { prompt: "Sum up" }
state again
end done
begin -> fork
fork -@async-> north
fork -@async-> east
fork -@async-> south
fork -@async-> west
north, east, south, west -@join("all")-> gather
gather -catch-> again
gather -when: "Total.n > 3"-> gather
gather -"once more"-> gather
gather -> done
again -"back to the start"-> fork
again -> done
again <--> gather
north -> done`;

const sources = () => [
  ...examples.map(({ slug }): [string, string] => [
    slug,
    readFileSync(new URL(`../../examples/${slug}.dygram`, import.meta.url), 'utf8'),
  ]),
  ['kinds', KINDS] as [string, string],
];

/** A drawing of the flow alone. */
function drawing(source: string, direction: 'TB' | 'LR') {
  const dot = Machine.parse(source).dot({ direction, data: false, contexts: false, inferred: false, heading: false });
  const { status, output } = viz.render(dot, { format: 'svg' });
  assert.equal(status, 'success');
  const svg = prepare(present(treeOf(output ?? '')));
  const lines = [...svg.querySelectorAll('.edge')].flatMap((edge) => {
    const path = [...edge.children].find((child) => child.tagName === 'path');
    return path ? [{ id: edge.getAttribute('id') ?? '', edge, path, pieces: piecesOf(path) }] : [];
  });
  const cards = [...svg.querySelectorAll('.node > .card')].flatMap((one) => boxAround(one) ?? []);
  return { svg, lines, cards };
}

/** Whether all straight pieces are upright or level. */
const isNew = (path: Element) =>
  pointsOf(path).every(([x, y], i, all) => {
    const [fromX, fromY] = all[i - (i % 3 || 3)] ?? [x, y];
    return i % 3 !== 0 || i === 0 || x === fromX || y === fromY || isQuarter(all.slice(i - 3, i + 1));
  });
const isQuarter = (points: [number, number][]) => {
  const [a, b, c, d] = points;
  if (!a || !b || !c || !d) return false;
  return (a[0] === b[0] && c[1] === d[1]) || (a[1] === b[1] && c[0] === d[0]);
};
const shrunk = ({ x, y, width, height }: Box, by: number) => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

for (const direction of ['TB', 'LR'] as const) {
  test(`every line is upright and level and goes through no card, ${direction}`, () => {
    for (const [name, source] of sources()) {
      const { lines, cards } = drawing(source, direction);
      for (const { id, path, pieces } of lines) {
        assert.ok(isNew(path), `${name} ${id}: ${path.getAttribute('d')}`);
        for (const card of cards)
          assert.ok(
            !pieces.some((end, i) => i > 0 && cuts(pieces[i - 1] ?? end, end, shrunk(card, 1))),
            `${name} ${id}`,
          );
      }
    }
  });

  test(`no line lies on another one, ${direction}`, () => {
    for (const [name, source] of sources()) {
      const { lines } = drawing(source, direction);
      for (const [i, a] of lines.entries())
        for (const b of lines.slice(i + 1)) {
          const near = a.pieces.filter(({ x, y }) => b.pieces.some((at) => Math.hypot(at.x - x, at.y - y) < 2.5));
          const run = near.slice(1).reduce((sum, { far }, k) => sum + Math.min(6, far - (near[k]?.far ?? far)), 0);
          assert.ok(run < 24, `${name}: ${a.id} and ${b.id}`);
        }
    }
  });

  test(`every label is nearest to its own line and covers no card, ${direction}`, () => {
    for (const [name, source] of sources()) {
      const { svg, lines, cards } = drawing(source, direction);
      for (const label of svg.querySelectorAll('.label')) {
        const grounds = [...label.querySelectorAll('.ground')].flatMap((one) => boxAround(one) ?? []);
        if (grounds.length === 0) continue;
        const [left, top] = [Math.min(...grounds.map(({ x }) => x)), Math.min(...grounds.map(({ y }) => y))];
        const right = Math.max(...grounds.map(({ x, width }) => x + width));
        const bottom = Math.max(...grounds.map(({ y, height }) => y + height));
        const distance = ({ pieces }: { pieces: { x: number; y: number }[] }) =>
          Math.min(
            ...pieces.map(({ x, y }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))),
          );
        const id = (label.getAttribute('id') ?? '').replace('l', 'e');
        const own = distance(present(lines.find((line) => line.id === id)));
        assert.ok(own <= 20, `${name} ${id}: ${own}`);
        for (const line of lines)
          assert.ok(line.id === id || distance(line) >= own - 1.01, `${name} ${id} is nearer to ${line.id}`);
        for (const card of cards)
          assert.ok(
            !(card.x < right && left < card.x + card.width && card.y < bottom && top < card.y + card.height),
            `${name} ${id}`,
          );
      }
    }
  });
}

test('arrowheads point at what their lines join, with all their parts', () => {
  for (const direction of ['TB', 'LR'] as const) {
    const { lines, cards } = drawing(KINDS, direction);
    for (const { id, edge, path } of lines) {
      const heads = [...edge.children].filter((child) => child.getAttribute('class') === 'head');
      assert.ok(heads.length > 0, id);
      for (const head of heads) {
        const points = pointsOf(head);
        const far = (card: Box) => Math.min(...points.map(([x, y]) => toBorder(card, x, y)));
        assert.ok(Math.min(...cards.map(far)) <= 24, `${id}: ${head.getAttribute('points')}`);
      }
      const [end] = pointsOf(path).slice(-1);
      const touches = heads.some((head) =>
        pointsOf(head).some(([x, y]) => Math.hypot(x - (end?.[0] ?? 0), y - (end?.[1] ?? 0)) < 6),
      );
      assert.ok(touches, id);
    }
  }
});

const toBorder = ({ x, y, width, height }: Box, px: number, py: number) =>
  Math.hypot(Math.max(x - px, 0, px - x - width), Math.max(y - py, 0, py - y - height));
