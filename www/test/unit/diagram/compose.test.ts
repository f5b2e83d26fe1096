// The rail in the picture of the flow: right of it, or below in rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinParts } from '../../../src/diagram/compose.ts';
import { cardsOf } from '../../../src/diagram/geometry.ts';
import { treeOf } from '../../../src/plugins/tree.ts';
import { present } from '../../loose.ts';

const card = (id: string, x: number, y: number, width: number, height: number) =>
  `<g id="${id}" class="node tl-node"><rect class="card" x="${x}" y="${y}" width="${width}" height="${height}"/>` +
  `<text x="${x + 5}" y="${y + 15}">${id}</text></g>`;

const part = (width: number, height: number, ...groups: string[]) =>
  present(
    treeOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="1pt" height="1pt">` +
        `<g class="graph" transform="translate(4 ${height - 4})">${groups.join('')}</g></svg>`,
    ),
  );

const flow = (width: number, height: number) => part(width, height, card('n0', 0, -height + 8, 100, 40));
const rail = () => part(128, 158, card('n1', 0, -150, 120, 70), card('n2', 0, -70, 120, 70));
const boxes = (svg: Element) =>
  Object.fromEntries(cardsOf(present(svg.children[0])).map(({ group, box }) => [group.getAttribute('id'), box]));
const viewBox = (svg: Element) => (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);

test('the rail stands right of a flow that is high', () => {
  const svg = joinParts(flow(200, 400), rail());
  const { n0, n1, n2 } = boxes(svg);
  assert.ok(n1 && n2 && n0 && n1.x >= 200 && n2.x === n1.x);
  assert.equal(n1.y, n0.y, 'both begin at the top');
  assert.equal(viewBox(svg)[2], 200 + 28 + 128);
});

test('it stands below one that is wide, in rows as wide as there is room', () => {
  const svg = joinParts(flow(500, 100), rail());
  const { n0, n1, n2 } = boxes(svg);
  assert.ok(n0 && n1 && n2 && n1.y > n0.y + n0.height && n2.y === n1.y && n2.x >= n1.x + 120);
  const narrow = boxes(joinParts(flow(140, 60), rail(), { place: 'below' }));
  assert.ok(narrow.n1 && narrow.n2 && narrow.n2.y > narrow.n1.y, 'one below the other');
  const column = boxes(joinParts(flow(140, 60), rail(), { place: 'below', columnWidth: 400 }));
  assert.equal(column.n1?.y, column.n2?.y, 'beside each other where the column is wide');
});

test('texts move with their cards', () => {
  const svg = joinParts(flow(200, 400), rail());
  const text = present([...svg.querySelectorAll('text')].find((one) => one.textContent === 'n2'));
  assert.equal(Number(text.getAttribute('x')), present(boxes(svg).n2).x + 5);
});

test('apart it keeps its numbers, in a group of its own', () => {
  const svg = joinParts(flow(200, 400), rail(), { place: 'apart' });
  const own = present(svg.querySelector('.rail'));
  assert.deepEqual(
    cardsOf(own).map(({ box }) => box.y),
    [-150, -70],
  );
  assert.deepEqual(viewBox(svg).slice(2), [200, 400]);
});

test('without a rail a picture stays as it is', () => {
  const svg = joinParts(flow(200, 400), null);
  assert.deepEqual(viewBox(svg), [0, 0, 200, 400]);
});
