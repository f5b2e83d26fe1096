// @ts-check
// The drawing as a file that opens alone: the layout once more, sanitised, with a title and a background.

import { sanitise } from '../diagram/sanitise.js';
import { LayoutQueue } from '../engine/layout.js';
import { openLayoutWorker } from '../engine/layout.spawn.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels of a side at most. */
const LARGEST = 8192;
const SCALE = 2;

/**
 * @param {string} dot @param {string} title
 * @returns {Promise<{ text: string, width: number, height: number } | { error: string }>} sizes in CSS pixels
 */
export async function svgOf(dot, title) {
  const queue = new LayoutQueue({ spawn: openLayoutWorker });
  try {
    const layout = await queue.layout(dot);
    if (layout === null || 'error' in layout) return { error: layout?.error ?? '' };
    const svg = sanitise(layout.svg);
    if (!svg) return { error: '' };
    svg.querySelector('title')?.remove();
    const name = document.createElementNS(SVG, 'title');
    name.textContent = title;
    const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
    const paper = document.createElementNS(SVG, 'rect');
    for (const [key, value] of Object.entries({ x, y, width, height, fill: '#ffffff' })) paper.setAttribute(key, String(value));
    svg.prepend(name, paper);
    // Graphviz counts in points.
    const size = { width: Math.ceil((width * 4) / 3), height: Math.ceil((height * 4) / 3) };
    svg.setAttribute('width', String(size.width));
    svg.setAttribute('height', String(size.height));
    return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`, ...size };
  } finally {
    queue.close();
  }
}

/** @param {{ text: string, width: number, height: number }} svg @returns {Promise<Blob | null>} null where it is too large */
export async function pngOf({ text, width, height }) {
  const scale = Math.min(SCALE, LARGEST / Math.max(width, height, 1));
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } finally {
    URL.revokeObjectURL(address);
  }
}
