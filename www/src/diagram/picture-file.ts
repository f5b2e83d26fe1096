// The drawing as a file that opens alone: the layout once more, sanitised, with a title and a background. And small, as
// a picture in the page.

import { press } from './press.ts';
import { textsOf } from './texts.ts';
import { light, themed } from './palette.ts';
import { dropGrounds, still } from './still.ts';
import { drawFewWires } from './still-wires.ts';
import { load } from '../load/load.ts';
import { layouts } from './layout.spawn.ts';
import { diagramStrings } from './strings.ts';
import { xmlText } from '../link/xml.ts';
import type { DrawingParts } from '../protocol/types.ts';
import type { Badge } from './types.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels of a side at most. */
const LARGEST = 8192;
const SCALE = 2;

/**
 * @param badges paths and forced edges
 * @param room where it is measured, unseen
 * @returns sizes in CSS pixels
 */
export async function svgOf(
  parts: DrawingParts,
  title: string,
  badges: Badge[],
  room: Element = document.body,
): Promise<{ text: string; width: number; height: number; isSimplified: boolean } | { error: string }> {
  const owner = {};
  try {
    const layout = await layouts.layout(textsOf(parts), { owner });
    if (layout === null || 'error' in layout) return { error: layout?.error ?? '' };
    const { drawingOf } = await load(() => import('./from-graphviz.ts'));
    const svg = drawingOf(layout.svgs);
    if (!svg) return { error: '' };
    drawFewWires(svg, parts.wires, light);
    still(svg, { badges });
    await measured(svg, room);
    const name = document.createElementNS(SVG, 'title');
    name.textContent = title;
    const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
    const paper = document.createElementNS(SVG, 'rect');
    for (const [key, value] of Object.entries({ x, y, width, height, fill: light('canvas') }))
      paper.setAttribute(key, String(value));
    svg.prepend(name, paper);
    const isSimplified = layout.isSimplified === true;
    if (isSimplified) {
      const note = document.createElementNS(SVG, 'desc');
      note.textContent = diagramStrings.simplified;
      name.after(note);
    }
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    svg.setAttribute('width', String(size.width));
    svg.setAttribute('height', String(size.height));
    return {
      text: `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(new XMLSerializer().serializeToString(svg))}\n`,
      ...size,
      isSimplified,
    };
  } finally {
    layouts.close(owner);
  }
}

/** Every text gets the length that it has in the drawing's font, so that it looks the same where that is missing. */
async function measured(svg: SVGSVGElement, room: Element) {
  await Promise.all(['12px', 'bold 12px'].map((size) => document.fonts.load(`${size} 'Tracklight Sans'`)));
  const stand = document.createElement('div');
  stand.className = 'measured';
  stand.append(svg);
  room.append(stand);
  press(svg.querySelectorAll('.node, .cluster, .label'), { all: true });
  stand.remove();
}

/** @returns null where it is too large */
export async function pngOf(
  { text, width, height }: { text: string; width: number; height: number },
  wanted: number = SCALE,
): Promise<Blob | null> {
  const scale = Math.min(Math.max(0.1, wanted), LARGEST / Math.max(width, height, 1));
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * A small picture of a machine that is not open, in the colors of the page, which follow its theme.
 * @param dots the same drawing in several directions: the one that is largest in `room` is taken
 * @returns null where none can be laid out
 */
export async function thumbnail(
  dots: string[],
  room: { width: number; height: number },
): Promise<SVGSVGElement | null> {
  const owner = {};
  let best: SVGSVGElement | null = null;
  let largest = 0;
  try {
    for (const dot of dots) {
      const layout = await layouts.layout([dot], { owner });
      if (layout === null || 'error' in layout) continue;
      const { drawingOf } = await load(() => import('./from-graphviz.ts'));
      const svg = drawingOf(layout.svgs);
      if (!svg) continue;
      still(svg, { color: themed });
      const [, , width = 1, height = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
      const scale = Math.min(room.width / width, room.height / height);
      if (scale <= largest) continue;
      largest = scale;
      best = svg;
    }
  } finally {
    layouts.close(owner);
  }
  if (best) {
    dropGrounds(best);
    // The names of the drawing's parts mean something else in the page.
    for (const part of [best, ...best.querySelectorAll('*')])
      for (const name of ['id', 'class']) part.removeAttribute(name);
  }
  return best;
}
