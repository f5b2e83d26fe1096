// Reads from a drawing what its lines need, from attributes alone.

import { boxAround, piecesOf, pointsOf, type Box } from '../geometry.ts';
import { classesOf } from '../palette.ts';
import { FRAMES, flowOf, rectOf, type Frame } from './frame.ts';
import { around, heightOf, widthOf } from './rects.ts';
import type { Card, Container, Drawing, Edge, Point } from './types.ts';

/** What ports keep from the corners of a card: of other shapes this part of their width, as they have no corners. */
const INSET = { card: 14, most: 0.3, shape: 0.28 };
/** How wide a letter of a head is, against its size. */
const LETTER = 0.6;

/** An edge with the elements that are changed. */
export interface EdgeParts {
  path: Element;
  heads: { element: Element; end: 0 | 1 }[];
  label: Element | null;
}

export interface Read {
  drawing: Drawing;
  frame: Frame;
  /** Of the edges of the drawing, in their order. */
  parts: EdgeParts[];
}

const childOf = (group: Element, name: string) => [...group.children].find((child) => child.tagName === name);
const titleOf = (group: Element) => childOf(group, 'title')?.textContent ?? '';
const isCard = (child: Element) => /^(card|shape)/.test(child.getAttribute('class') ?? '');

export function read(root: Element): Read {
  const groups = [...root.children].filter((child) => child.tagName === 'g');
  const withClass = (name: string) => groups.filter((group) => classesOf(group).includes(name));
  const nodes = withClass('node').flatMap((group) => {
    const shapes = [...group.children].filter(isCard);
    const boxes = shapes.flatMap((shape) => boxAround(shape) ?? []);
    return boxes.length > 0 ? [{ name: titleOf(group), box: hull(boxes), shape: shapes[0] }] : [];
  });
  const boxes = new Map(nodes.map(({ name, box }) => [name, box]));
  const edges = withClass('edge').flatMap((group) => {
    const ends = endsOf(titleOf(group), boxes);
    const paths = [...group.children].filter((child) => child.tagName === 'path');
    // An arrowhead of curves is a path too; such lines stay as they are.
    const [path] = paths;
    return path && paths.length === 1 ? [{ group, path, ends }] : [];
  });
  const frame =
    FRAMES[
      flowOf(
        edges.flatMap(({ path, ends: [tail, head] }) => {
          const [a, b] = [boxes.get(tail), boxes.get(head)];
          const points = pointsOf(path);
          const [start = [0, 0], end = start] = [points[0], points.at(-1)];
          const ends: [Point, Point] = [
            { x: start[0], y: start[1] },
            { x: end[0], y: end[1] },
          ];
          return a && b && a !== b ? [{ boxes: [a, b] as [Box, Box], ends }] : [];
        }),
      )
    ];
  const labels = labelsOf(root);
  const found = edges.map(({ group, path, ends }) => readEdge(group, path, ends, labels, frame));
  return {
    drawing: {
      cards: nodes.map(({ name, box, shape }) => cardOf(name, box, shape, frame)),
      containers: withClass('cluster').flatMap((group) => containerOf(group, frame) ?? []),
      edges: found.map(({ edge }) => edge),
    },
    frame,
    parts: found.map(({ parts }) => parts),
  };
}

function hull(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The names in `a->b` or `a:port->b:port`. Names may have arrows and colons themselves. */
function endsOf(title: string, nodes: ReadonlyMap<string, unknown>): [string, string] {
  const parts = title.split('->');
  const named = (name: string) => (nodes.has(name) ? name : name.replace(/(:\w+){1,2}$/, ''));
  const ways = parts
    .slice(1)
    .map((_, i) => [parts.slice(0, i + 1).join('->'), parts.slice(i + 1).join('->')].map(named));
  const known = (names: string[]) => names.filter((name) => nodes.has(name)).length;
  const [tail = title, head = ''] = ways.reduce((best, way) => (known(way) > known(best) ? way : best), ways[0] ?? []);
  return [tail, head];
}

function cardOf(name: string, box: Box, shape: Element | undefined, frame: Frame): Card {
  const rect = rectOf(frame, box);
  const isBox = shape?.tagName === 'rect' || shape?.parentElement?.getAttribute('class')?.includes('tl-note') === true;
  const inset = isBox ? Math.min(INSET.card, widthOf(rect) * INSET.most) : widthOf(rect) * INSET.shape;
  return { name, box: rect, inset, outline: isBox || !shape ? null : outlineOf(shape, frame) };
}

function outlineOf(shape: Element, frame: Frame): Point[] {
  if (shape.tagName === 'ellipse') {
    const [x, y, rx, ry] = ['cx', 'cy', 'rx', 'ry'].map((name) => Number(shape.getAttribute(name)));
    return Array.from({ length: 64 }, (_, i) => {
      const angle = (i * Math.PI) / 32;
      return frame.into((x ?? 0) + (rx ?? 0) * Math.cos(angle), (y ?? 0) + (ry ?? 0) * Math.sin(angle));
    });
  }
  const points = shape.tagName === 'path' ? piecesOf(shape).map(({ x, y }) => [x, y] as const) : pointsOf(shape);
  return points.map(([x, y]) => frame.into(x, y));
}

function containerOf(group: Element, frame: Frame): Container | null {
  const card = [...group.children].find(isCard);
  const box = card && boxAround(card);
  if (!box) return null;
  const head = [...group.querySelectorAll('text')].flatMap((text) => {
    const size = Number(text.getAttribute('font-size') ?? 12);
    const width = (text.textContent?.trim().length ?? 0) * size * LETTER;
    const [x, y] = [Number(text.getAttribute('x')), Number(text.getAttribute('y'))];
    const left = text.getAttribute('text-anchor') === 'end' ? x - width : x;
    return width > 0 ? [rectOf(frame, { x: left, y: y - size * 0.75, width, height: size })] : [];
  });
  return { box: rectOf(frame, box), head };
}

function labelsOf(root: Element): Map<string, Element> {
  const layer = [...root.children].find((child) => classesOf(child).includes('labels'));
  return new Map([...(layer?.children ?? [])].map((label) => [label.getAttribute('id') ?? '', label]));
}

/** Grounds of a label. */
export const groundsOf = (label: Element) =>
  [...label.children]
    .flatMap((part) => [part, ...part.children])
    .filter((part) => part.getAttribute('class') === 'ground');

function readEdge(
  group: Element,
  path: Element,
  [tail, head]: [string, string],
  labels: ReadonlyMap<string, Element>,
  frame: Frame,
): { edge: Edge; parts: EdgeParts } {
  const way = piecesOf(path);
  const [start, end] = [way[0] ?? { x: 0, y: 0 }, way.at(-1) ?? { x: 0, y: 0 }];
  const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  const tips = [start, end].map((at) => ({ x: at.x, y: at.y, length: 0 }));
  const heads = [...group.children]
    .filter((child) => child.getAttribute('class') === 'head')
    .flatMap((element) => {
      const box = boxAround(element);
      if (!box) return [];
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const which = far(middle, start) < far(middle, end) ? 0 : 1;
      const from = which === 0 ? start : end;
      for (const [x, y] of cornersOf(element, box)) {
        const length = far({ x, y }, from);
        if (length > (tips[which]?.length ?? 0)) tips[which] = { x, y, length };
      }
      return [{ element, end: which as 0 | 1 }];
    });
  const label = labels.get((group.getAttribute('id') ?? '').replace(/^e/, 'l')) ?? null;
  const ground =
    label &&
    around(
      groundsOf(label)
        .flatMap((one) => boxAround(one) ?? [])
        .map((box) => rectOf(frame, box)),
    );
  const [first = { x: 0, y: 0, length: 0 }, last = first] = tips;
  return {
    edge: {
      tail,
      head,
      guide: way.map(({ x, y }) => frame.into(x, y)),
      tips: [frame.into(first.x, first.y), frame.into(last.x, last.y)],
      heads: [first.length, last.length],
      label: ground && widthOf(ground) > 0 && heightOf(ground) > 0 ? ground : null,
    },
    parts: { path, heads, label: ground ? label : null },
  };
}

const cornersOf = (head: Element, { x, y, width, height }: Box): [number, number][] =>
  head.tagName === 'ellipse'
    ? [
        [x + width / 2, y],
        [x + width, y + height / 2],
        [x + width / 2, y + height],
        [x, y + height / 2],
      ]
    : pointsOf(head);
