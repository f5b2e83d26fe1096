// A drawing as a tree where there is no browser, held to the same closed list as in the page.

import { DOMParser } from 'linkedom';
import { ATTRIBUTES, FORBIDDEN, TAGS, isAllowed } from '../../src/diagram/allowed.ts';

const tags = new Set(TAGS);
const attributes = new Set(ATTRIBUTES);
/** `title` is allowed as an element; what goes with its content is what a browser could act on. */
const dropped = new Set(FORBIDDEN.filter((name) => !tags.has(name)));

/**
 * The sanitized `<svg>` of an SVG text; null when there is none in it.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function treeOf(text) {
  const start = text.indexOf('<svg');
  if (start < 0) return null;
  const parsed = new DOMParser().parseFromString(text.slice(start), 'image/svg+xml');
  const svg = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (parsed.documentElement));
  if (!svg || svg.tagName !== 'svg') return null;
  clean(svg);
  return svg;
}

/** @param {Element} element */
function clean(element) {
  for (const { name, value } of [...element.attributes])
    if (name !== 'xmlns' && !(attributes.has(name) && isAllowed(name, value))) element.removeAttribute(name);
  for (const node of [...element.childNodes]) {
    if (node.nodeType === 3) continue;
    const child = /** @type {Element} */ (node);
    if (node.nodeType !== 1 || dropped.has(child.tagName.toLowerCase())) child.remove();
    else {
      clean(child);
      // What is not on the list goes, what it holds stays: links are unwrapped.
      if (!tags.has(child.tagName)) child.replaceWith(...child.childNodes);
    }
  }
}
