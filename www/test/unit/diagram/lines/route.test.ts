// Lines over plain data: where they leave, turn, and end, and which keep their splines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeAll } from '../../../../src/diagram/lines/route.ts';
import { present } from '../../../loose.ts';
import type { Card, Container, Edge, Point, Rect, Route } from '../../../../src/diagram/lines/types.ts';

const box = (left: number, top: number, width = 100, height = 40): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const card = (name: string, left: number, top: number, width?: number, height?: number): Card => ({
  name,
  box: box(left, top, width, height),
  inset: 14,
  outline: null,
});
/** An edge whose spline goes through these points. */
const edge = (tail: string, head: string, guide: [number, number][], label: Rect | null = null): Edge => {
  const points = guide.map(([x, y]): Point => ({ x, y }));
  return { tail, head, guide: points, tips: [present(points[0]), present(points.at(-1))], heads: [0, 8], label };
};
const route = (cards: Card[], edges: Edge[], containers: Container[] = []) =>
  routeAll({ cards, containers, edges }).map((one) => present(one));
const xs = ({ corners }: Route) => corners.map(({ x }) => x);
const ends = ({ corners }: Route) => [corners[0]?.x, corners.at(-1)?.x];
const isUprightOrLevel = ({ corners }: Route) =>
  corners.slice(1).every((to, i) => to.x === corners[i]?.x || to.y === corners[i]?.y);

test('a line between cards that stand above each other is straight, from border to border', () => {
  const [one] = route(
    [card('a', 0, 0), card('b', 20, 100)],
    [
      edge('a', 'b', [
        [60, 40],
        [65, 100],
      ]),
    ],
  );
  assert.deepEqual(one?.corners, [
    { x: 70, y: 40 },
    { x: 70, y: 100 },
  ]);
});

test('a line to a card that stands aside goes down, across and down', () => {
  const [one] = route(
    [card('a', 0, 0), card('b', 200, 100)],
    [
      edge('a', 'b', [
        [60, 40],
        [240, 100],
      ]),
    ],
  );
  assert.equal(one?.corners.length, 4);
  assert.ok(isUprightOrLevel(one));
  const [, turn] = one.corners;
  assert.ok(present(turn).y > 40 && present(turn).y < 92, 'it turns in the gap, before its arrowhead');
});

test('lines of one side leave 14 apart, in the order of where they go', () => {
  const children = [-500, -300, 200, 400].map((left, i) => card(`c${i}`, left, 120));
  const edges = children
    .map(({ name, box: { left } }) =>
      edge('a', name, [
        [0, 40],
        [left + 50, 120],
      ]),
    )
    .reverse();
  const starts = route([card('a', -50, 0), ...children], edges)
    .reverse()
    .map(({ corners }) => present(corners[0]).x);
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
  starts.slice(1).forEach((x, i) => assert.ok(x - present(starts[i]) >= 13.99, `${starts}`));
  assert.ok(starts.every((x) => x >= -36 && x <= 36));
});

test('on a short side they leave nearer to each other, and still each has its own place', () => {
  const children = [0, 1, 2, 3].map((i) => card(`c${i}`, i * 150, 120));
  const edges = children.map(({ name, box: { left } }) =>
    edge('a', name, [
      [220, 40],
      [left + 50, 120],
    ]),
  );
  const starts = route([card('a', 200, 0, 60), ...children], edges).map(({ corners }) => present(corners[0]).x);
  assert.equal(new Set(starts).size, 4);
  assert.ok(Math.min(...starts) >= 214 && Math.max(...starts) <= 246);
});

test('a line that passes a rank stays between the cards there, where Graphviz has it', () => {
  const cards = [card('a', 100, 0), card('left', 0, 100), card('right', 200, 100), card('b', 100, 200)];
  const guide: [number, number][] = [
    [150, 40],
    [150, 120],
    [150, 200],
  ];
  const [one] = route(cards, [edge('a', 'b', guide)]);
  assert.deepEqual(xs(present(one)), [150, 150]);
});

test('a label stands 5 beside its line, and goes with it', () => {
  const label = box(80, 62, 60, 16);
  const [one] = route(
    [card('a', 0, 0), card('b', 0, 100)],
    [
      edge(
        'a',
        'b',
        [
          [50, 40],
          [75, 70],
          [50, 100],
        ],
        label,
      ),
    ],
  );
  const x = present(present(one).corners[0]).x;
  assert.deepEqual(xs(present(one)), [x, x]);
  assert.equal(label.left + present(one).label.x, x + 5);
});

test('a line keeps off the label of another one', () => {
  const cards = [card('a', 0, 0), card('b', 0, 100), card('c', 160, 100)];
  const label = box(60, 62, 70, 16);
  const routes = route(cards, [
    edge(
      'a',
      'b',
      [
        [50, 40],
        [55, 70],
        [50, 100],
      ],
      label,
    ),
    edge('a', 'c', [
      [80, 40],
      [150, 70],
      [200, 100],
    ]),
  ]);
  const [first, second] = routes.map(present);
  const left = label.left + present(first).label.x;
  for (const [i, to] of present(second).corners.slice(1).entries()) {
    const from = present(second).corners[i] ?? to;
    const isBeside = Math.min(from.x, to.x) >= left + 74 || Math.max(from.x, to.x) <= left - 4;
    assert.ok(isBeside || Math.max(from.y, to.y) <= 58 || Math.min(from.y, to.y) >= 82, JSON.stringify({ from, to }));
  }
});

test('a line that would go around its own label passes it at the other side', () => {
  const label = box(-60, 62, 60, 16);
  const other = box(60, 62, 60, 16);
  const [one] = route(
    [card('a', 0, 0), card('b', 0, 100)],
    [
      edge(
        'a',
        'b',
        [
          [40, 40],
          [-65, 70],
          [40, 100],
        ],
        label,
      ),
      edge(
        'a',
        'b',
        [
          [55, 40],
          [55, 70],
          [55, 100],
        ],
        other,
      ),
    ],
  ).map(present);
  const x = present(present(one).corners[0]).x;
  assert.deepEqual(xs(present(one)), [x, x]);
  assert.equal(label.right + present(one).label.x, x - 5);
});

test('an edge that goes up has its line from its tail to its head', () => {
  const cards = [card('a', 0, 0), card('b', 0, 100)];
  const [down, up] = route(cards, [
    edge('a', 'b', [
      [40, 40],
      [40, 100],
    ]),
    edge('b', 'a', [
      [60, 100],
      [60, 40],
    ]),
  ]).map(present);
  assert.deepEqual(
    present(up).corners.map(({ y }) => y),
    [100, 40],
  );
  assert.ok(Math.abs(present(ends(present(down))[0]) - present(ends(present(up))[0])) >= 13.99);
});

test('parallel edges of one pair keep their order at both ends', () => {
  const cards = [card('a', 0, 0), card('b', 60, 100)];
  const routes = route(
    cards,
    [60, 70, 80].map((x) =>
      edge('a', 'b', [
        [x, 40],
        [x + 20, 100],
      ]),
    ),
  ).map(ends);
  for (const end of [0, 1] as const) {
    const sorted = routes.map((one) => present(one[end]));
    assert.deepEqual(
      sorted,
      [...sorted].sort((a, b) => a - b),
    );
    assert.equal(new Set(sorted).size, 3);
  }
});

test('tracks in one gap lie apart, in the order that crosses nothing', () => {
  // Two lines to the left: the one that goes farther turns first.
  const cards = [card('a', 400, 0), card('far', 0, 120), card('near', 200, 120)];
  const routes = route(cards, [
    edge('a', 'near', [
      [430, 40],
      [250, 120],
    ]),
    edge('a', 'far', [
      [420, 40],
      [50, 120],
    ]),
  ]).map(present);
  const [near, far] = routes.map(({ corners }) => present(corners[1]).y);
  assert.ok(present(far) <= present(near) - 4, `${far} above ${near}`);
});

test('a line that is cut at a container ends at its border, and its label stands beside what is seen', () => {
  const inner = card('m.step', 30, 150);
  const container: Container = { box: box(0, 100, 160, 120), head: [] };
  const hidden = box(85, 120, 40, 16);
  const [one] = route(
    [card('a', 20, 0), inner],
    [
      edge(
        'a',
        'm.step',
        [
          [70, 40],
          [70, 100],
        ],
        hidden,
      ),
    ],
    [container],
  );
  assert.deepEqual(present(one).corners, [
    { x: 70, y: 40 },
    { x: 70, y: 100 },
  ]);
  const top = hidden.top + present(one).label.y;
  assert.ok(top >= 40 && top + 16 <= 100);
  assert.equal(hidden.left + present(one).label.x, 75);
});

test('a line may leave a container sideways', () => {
  const container: Container = { box: box(0, 0, 160, 200), head: [] };
  const cards = [card('m.step', 30, 50), card('b', 200, 150)];
  const [one] = route(
    cards,
    [
      edge('m.step', 'b', [
        [160, 70],
        [240, 150],
      ]),
    ],
    [container],
  );
  assert.deepEqual(present(one).corners, [
    { x: 160, y: 70 },
    { x: 250, y: 70 },
    { x: 250, y: 150 },
  ]);
});

test('a line between cards beside each other is level', () => {
  const [one] = route(
    [card('a', 0, 0), card('b', 150, 0, 100, 60)],
    [
      edge('a', 'b', [
        [100, 20],
        [150, 25],
      ]),
    ],
  );
  assert.deepEqual(present(one).corners, [
    { x: 100, y: 20 },
    { x: 150, y: 20 },
  ]);
});

test('loops stand below each other, or around each other where the card is low; every label is beside its own', () => {
  for (const height of [90, 44]) {
    const loops = [0, 1, 2].map((i) =>
      edge(
        'a',
        'a',
        [
          [100, 15],
          [130 + 60 * i, 20],
          [100, 25],
        ],
        box(135 + 60 * i, 12, 50, 16),
      ),
    );
    const routes = route([card('a', 0, 0, 100, height)], loops);
    const labels = routes.map(({ label, corners }, i) => {
      const own = present(present(loops[i]).label);
      assert.equal(own.left + label.x, present(corners[1]).x + 5);
      return { left: own.left + label.x, top: own.top + label.y };
    });
    for (const [i, a] of labels.entries())
      for (const b of labels.slice(i + 1))
        assert.ok(Math.abs(a.left - b.left) >= 50 || Math.abs(a.top - b.top) >= 16, `${height}`);
    for (const { corners } of routes) assert.ok(corners.every(({ y }) => y > 0 && y < height));
  }
});

test('an edge whose ends are unknown keeps its spline, and so does one without a free way', () => {
  const cards = [card('a', 0, 0), card('b', 0, 200)];
  assert.deepEqual(
    routeAll({
      cards,
      containers: [],
      edges: [
        edge('x', 'b', [
          [300, 40],
          [60, 200],
        ]),
      ],
    }),
    [null],
  );
  // A card as wide as the drawing stands between.
  const wall = card('wall', -20, 100, 140);
  assert.deepEqual(
    routeAll({
      cards: [...cards, wall],
      containers: [],
      edges: [
        edge('a', 'b', [
          [50, 40],
          [50, 200],
        ]),
      ],
    }),
    [null],
  );
});

test('where two lines would lie on each other, one of them keeps its spline', () => {
  const cards = [card('a', 0, 0, 20), card('b', 0, 100, 20)];
  const edges = Array.from({ length: 12 }, () =>
    edge('a', 'b', [
      [10, 40],
      [10, 100],
    ]),
  );
  const routes = routeAll({ cards: cards.map((one) => ({ ...one, inset: 6 })), containers: [], edges });
  const used = routes.flatMap((one) => (one ? [present(one.corners[0]).x] : [])).sort((a, b) => a - b);
  assert.ok(used.length > 1 && used.length < 12);
  used.slice(1).forEach((x, i) => assert.ok(x - present(used[i]) >= 3));
});
