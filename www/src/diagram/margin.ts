// The margin of pictures that stand alone: from what is drawn to the edge it is the same on every side.

import { boxAround, translationOf, type Box } from './geometry.ts';

/**
 * Crops or widens pictures of one layout to what any of them shows.
 * @param svgs with lengths of their texts, and numbers that mean the same place in all of them
 * @param margin in drawing units
 * @param pixel in drawing units: sides are whole ones, so that the edge of a picture is sharp
 */
export function setMargin(svgs: readonly SVGSVGElement[], margin: number, pixel: number) {
  const boxes = svgs.flatMap((svg) => boxesIn(svg, { x: 0, y: 0 }));
  if (boxes.length === 0) return;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const side = (length: number) => Math.ceil((length + 2 * margin) / pixel) * pixel;
  const viewBox = [left - margin, top - margin, side(width), side(height)];
  for (const svg of svgs) svg.setAttribute('viewBox', viewBox.map((n) => String(Math.round(n * 10) / 10)).join(' '));
}

/** What is drawn in a group. @param by how far the group is moved */
function boxesIn(group: Element, by: { x: number; y: number }): Box[] {
  return [...group.children].flatMap((child) => {
    const own = translationOf(child);
    const at = { x: by.x + own.x, y: by.y + own.y };
    if (child.tagName === 'g') return boxesIn(child, at);
    const box = child.tagName === 'text' ? boxOfText(child) : boxAround(child);
    const isLine = (child.getAttribute('stroke') ?? 'none') !== 'none';
    const ink = isLine ? Number(child.getAttribute('stroke-width') ?? 1) / 2 : 0;
    return box
      ? [{ x: box.x + at.x - ink, y: box.y + at.y - ink, width: box.width + 2 * ink, height: box.height + 2 * ink }]
      : [];
  });
}

/** Of an em, above and below the line that letters stand on. */
const [ASCENT, DESCENT] = [0.9, 0.21];
/** How much of a text is left of its place. */
const LEFT: Record<string, number> = { middle: 0.5, end: 1 };

function boxOfText(text: Element): Box {
  const number = (name: string) => Number(text.getAttribute(name) ?? 0);
  const [width, size] = [number('textLength'), number('font-size')];
  return {
    x: number('x') - width * (LEFT[text.getAttribute('text-anchor') ?? ''] ?? 0),
    y: number('y') - size * ASCENT,
    width,
    height: size * (ASCENT + DESCENT),
  };
}
