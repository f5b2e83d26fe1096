// What is read of a drawing in the page, as plain data. Each function runs in the page: it has no names from outside.
// They look for parts by their class and take what is there: a drawing without a rail has no rail.

import type { Box, Label } from './geometry.ts';
import type { Card } from './layout-change.ts';

export interface DrawnCard extends Card {
  /** Whether it stands for a context, a tool, a type or a note: no path goes through it. */
  isBeside: boolean;
}
/** A line as its path has it, and the matrix that takes it to where it is drawn. */
export interface DrawnLine {
  id: string;
  data: string;
  matrix: { a: number; b: number; c: number; d: number; e: number; f: number };
}
/** A drawing without what surrounds it. Its unit is that of the drawing, not of the screen. */
export interface DrawnFlow {
  lines: DrawnLine[];
  cards: DrawnCard[];
  containers: Card[];
  /** By the box of their grounds, or of their texts where they have none. */
  labels: Label[];
  /** By the box of their texts. */
  labelTexts: Label[];
  /** Texts that no step changes. */
  fixedTexts: string[];
  /** IDs of values that have a row for each path. */
  pathRows: string[];
}

/** Reads the drawing of the page, or a drawing of Graphviz that is all that a page has. */
export function readFlow(): DrawnFlow {
  const shadow = document.querySelector('tracklight-diagram')?.shadowRoot;
  const drawings = [...(shadow ?? document).querySelectorAll<SVGGElement>(shadow ? '.lens > g' : 'svg > g')];
  const root = drawings.find(
    (group) => group.querySelector('.node, .cluster') && !group.closest('.rail'),
  ) as SVGGElement;
  const toDrawing = root.getScreenCTM()?.inverse() ?? new DOMMatrix();
  const inDrawing = (element: SVGGraphicsElement) => toDrawing.multiply(element.getScreenCTM() ?? new DOMMatrix());
  const boxOf = (element: SVGGraphicsElement): Box => {
    const { x, y, width, height } = element.getBBox();
    const matrix = inDrawing(element);
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ].map(([left = 0, top = 0]) => new DOMPoint(left, top).matrixTransform(matrix));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  };
  const around = (boxes: Box[]): Box => ({
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  });
  const all = <E extends Element>(selector: string, from: Element = root) =>
    [...from.querySelectorAll<E>(selector)].filter((element) => !element.closest('.rail'));
  const isDrawn = (element: Element) => {
    const { display, visibility } = getComputedStyle(element);
    return display !== 'none' && visibility !== 'hidden';
  };
  const classes = (element: Element) => element.getAttribute('class') ?? '';

  const lines = all<SVGPathElement>('g.edge > path').flatMap((path) => {
    // Heads may be paths too, and the place that is pressed is wider than the line.
    if (/\b(hit|head)\b/.test(classes(path)) || !isDrawn(path) || getComputedStyle(path).stroke === 'none') return [];
    const { a, b, c, d, e, f } = inDrawing(path);
    return [{ id: path.parentElement?.id ?? '', data: path.getAttribute('d') ?? '', matrix: { a, b, c, d, e, f } }];
  });
  const shapeOf = (group: Element) =>
    group.querySelector<SVGGraphicsElement>(':scope > .card, :scope > .shape') ??
    group.querySelector<SVGGraphicsElement>('polygon, path, ellipse');
  const boxes = (selector: string) =>
    all(selector).flatMap((group) => {
      const shape = shapeOf(group);
      const isBeside = /\btl-(context|input|output|tool|type|note)\b/.test(classes(group));
      return shape && isDrawn(shape) ? [{ id: group.id, box: boxOf(shape), isBeside }] : [];
    });
  const groups = all('g.label');
  const labelsBy = (parts: (group: Element) => SVGGraphicsElement[]) =>
    groups.flatMap((group): Label[] => {
      const drawn = parts(group).filter(isDrawn);
      if (drawn.length === 0) return [];
      const text = group.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      return [{ edge: group.id.replace(/^l/, 'e'), text, box: around(drawn.map(boxOf)) }];
    });
  const texts = (group: Element) =>
    all<SVGGraphicsElement>('text', group).filter((text) => (text.textContent ?? '').trim() !== '');
  const grounds = (group: Element) => all<SVGGraphicsElement>('.ground', group);
  return {
    lines,
    cards: boxes('g.node'),
    containers: boxes('g.cluster'),
    labels: labelsBy((group) => (grounds(group).length > 0 ? grounds(group) : texts(group))),
    labelTexts: labelsBy(texts),
    fixedTexts: all('text')
      .filter((text) => text.closest('[id^="a_"], .badges') === null)
      .map((text) => text.textContent ?? ''),
    pathRows: all('g[id^="a_v"]')
      .map(({ id }) => id)
      .filter((id) => /^a_v\d+-\d+-/.test(id)),
  };
}

/** How the drawing stands on the screen. */
export interface SeenDrawing {
  scale: number;
  /** Cards that are drawn, in the flow and in the rail. */
  nodes: number;
  /** In pixels of the screen, of what is in sight; infinite where no text is drawn. */
  smallestText: number;
  smallestTextIs: string;
  /** What covers the current node, by class or name; null where no node is current or it is larger than the stage. */
  covered: string[] | null;
  /** Values of contexts: how many are drawn, and those of them that are not in sight. */
  values: { drawn: number; hidden: string[] };
  /** Size of the names of modules on screen, by position of the module; 0 where the name is not drawn. */
  moduleNames: { position: number; size: number }[];
  /** Whether there is a rail. */
  hasRail: boolean;
}

/** @param modules positions of the machine's modules */
export function readScreen(modules: number[]): SeenDrawing {
  const element = document.querySelector('tracklight-diagram') as HTMLElement & {
    current: string | null;
    _drawing?: { copies?: ReadonlyMap<string, SVGGraphicsElement> };
  };
  const shadow = element.shadowRoot as ShadowRoot;
  const lens = shadow.querySelector('.lens') as SVGGElement;
  const stage = (shadow.querySelector('.seen') as Element).getBoundingClientRect();
  const rails = [...shadow.querySelectorAll('.rail')].filter((rail) => rail.querySelector('.node'));
  const isDrawn = (text: Element) =>
    text.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && (text.textContent ?? '').trim() !== '';
  const sizeOf = (text: SVGGraphicsElement) => {
    const { b, d } = text.getScreenCTM() ?? new DOMMatrix();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d);
  };
  /** What is on top at a point: an element of the drawing, or what covers it. */
  const onTop = (x: number, y: number): Element | null => {
    const top = document.elementFromPoint(x, y);
    return top === element ? shadow.elementFromPoint(x, y) : top;
  };
  const isOfFlow = (top: Element | null) => Boolean(top?.closest('.lens')) && !top?.closest('.rail');
  const nameOf = (top: Element | null) => {
    const part = top?.closest('[class], [id]');
    return part ? part.getAttribute('class')?.split(' ')[0] || part.id : 'out of sight';
  };
  const isInSight = ({ left, top, right, bottom }: DOMRect, room: DOMRect) =>
    right > room.left && left < room.right && bottom > room.top && top < room.bottom;

  const drawnTexts = [...lens.querySelectorAll<SVGGraphicsElement>('text')].filter(
    (text) => isDrawn(text) && isInSight(text.getBoundingClientRect(), stage),
  );
  const railTexts = rails
    .filter((rail) => !lens.contains(rail))
    .flatMap((rail) => [...rail.querySelectorAll<SVGGraphicsElement>('text')].filter(isDrawn));
  const sizes = [...drawnTexts, ...railTexts].map((text) => ({ size: sizeOf(text), text: text.textContent ?? '' }));
  const smallest = sizes.reduce((least, next) => (next.size < least.size ? next : least), { size: Infinity, text: '' });

  const groupOf = (id: string) => shadow.getElementById(id) ?? shadow.getElementById(id.replace(/^n/, 'c'));
  const current = element.current ? groupOf(element.current) : null;
  const card = current?.querySelector(':scope > .card, :scope > .shape')?.getBoundingClientRect();
  let covered: string[] | null = null;
  if (card && card.width <= stage.width && card.height <= stage.height) {
    const found: Set<string> = new Set();
    // Its border and a pixel of rounding do not count.
    const inset = 3;
    const steps = (from: number, to: number) => {
      const count = Math.max(2, Math.ceil((to - from - 2 * inset) / 8));
      return Array.from({ length: count + 1 }, (_, i) => from + inset + ((to - from - 2 * inset) * i) / count);
    };
    for (const x of steps(card.left, card.right))
      for (const y of steps(card.top, card.bottom)) {
        const top = onTop(x, y);
        if (!top?.matches('.stage') && !isOfFlow(top)) found.add(nameOf(top));
      }
    covered = [...found];
  }

  const values = [...shadow.querySelectorAll('g[id^="a_v"]')];
  const hidden = values.filter((cell) => {
    const text = [...cell.querySelectorAll('text')].find(isDrawn);
    // An empty value has a cell without a text.
    const box = (text ?? cell).getBoundingClientRect();
    const node = cell.closest('.node');
    const ends: [number, number][] = [
      [box.left + 1, (box.top + box.bottom) / 2],
      [box.right - 1, (box.top + box.bottom) / 2],
    ];
    return (
      !cell.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      (cell.textContent?.trim() && !text) ||
      ends.some(([x, y]) => onTop(x, y)?.closest('.node') !== node)
    );
  });

  const moduleNames = modules.flatMap((position) => {
    const group = groupOf(`n${position}`);
    if (!group) return [];
    const name = [...group.querySelectorAll<SVGGraphicsElement>(':scope > text, :scope > g > text')].find(
      (text) => text.getAttribute('font-weight') === 'bold',
    );
    // Of a small drawing copies of the names are drawn, cut where their cards end.
    const copy = element._drawing?.copies?.get(group.id);
    const drawn = [name, copy].find((text) => text && isDrawn(text));
    return [{ position, size: drawn ? sizeOf(drawn) : 0 }];
  });
  return {
    scale: new DOMMatrix(getComputedStyle(lens).transform).a,
    nodes: shadow.querySelectorAll('.stage .node').length,
    smallestText: smallest.size,
    smallestTextIs: smallest.text.trim(),
    covered,
    values: { drawn: values.length, hidden: hidden.map(({ id }) => id.slice(2)) },
    moduleNames,
    hasRail: rails.length > 0,
  };
}
