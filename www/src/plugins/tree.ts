// A drawing as a tree where there is no browser, held to the same closed list as in the page.

import { DOMParser } from 'linkedom';
import { ATTRIBUTES, FORBIDDEN, TAGS, isAllowed } from '../diagram/allowed.ts';

const tags = new Set(TAGS);
const attributes = new Set(ATTRIBUTES);
/** `title` is allowed as an element; what goes with its content is what a browser could act on. */
const dropped = new Set(FORBIDDEN.filter((name) => !tags.has(name)));

/** The sanitized `<svg>` of an SVG text; null when there is none in it. */
export function treeOf(text: string): SVGSVGElement | null {
  const start = text.indexOf('<svg');
  if (start < 0) return null;
  const parsed = new DOMParser().parseFromString(text.slice(start), 'image/svg+xml');
  const svg = parsed.documentElement as unknown as SVGSVGElement | null;
  if (!svg || svg.tagName !== 'svg') return null;
  clean(svg);
  return svg;
}

function clean(element: Element) {
  for (const { name, value } of [...element.attributes])
    if (name !== 'xmlns' && !(attributes.has(name) && isAllowed(name, value))) element.removeAttribute(name);
  for (const node of [...element.childNodes]) {
    if (node.nodeType === 3) continue;
    const child = node as Element;
    if (node.nodeType !== 1 || dropped.has(child.tagName.toLowerCase())) child.remove();
    else {
      clean(child);
      // What is not on the list goes, what it holds stays: links are unwrapped.
      if (!tags.has(child.tagName)) child.replaceWith(...child.childNodes);
    }
  }
}
