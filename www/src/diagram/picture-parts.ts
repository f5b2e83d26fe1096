// A picture in a page that a run goes on in: it keeps the names of its parts, in attributes that neither a style sheet
// nor a link of the page can meet, and becomes the drawing that it was made from.

import { ATTRIBUTES, TAGS, isAllowed } from './allowed.ts';
import { classesOf } from './palette.ts';
import { CODE, CROP } from './still.ts';

/** What a picture is made like. Another number is a picture of another version: it is laid out anew. */
const FORMAT = 1;
const KEPT: Record<string, string> = { id: 'data-id', class: 'data-class' };
/** What the picture alone needs, or what the drawing has from elsewhere. */
const OWN = ['textLength', 'lengthAdjust', 'font-family', 'data-id', 'data-class', 'data-dash', 'data-name'];
/** Layers that the run draws anew. */
const LAYERS = ['marks', 'wires'];

/** The mark of a layout at its picture. */
const markOf = (key: string) => `${FORMAT} ${key}`;

/** Names the parts of a picture. @param svg whose parts have ids and classes @param key of its layout */
export function keepParts(svg: Element, key: string) {
  for (const element of svg.querySelectorAll('*')) {
    for (const [name, kept] of Object.entries(KEPT)) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(kept, value);
      element.removeAttribute(name);
    }
    for (const name of ['xml:space', 'data-path', 'aria-hidden']) element.removeAttribute(name);
  }
  svg.setAttribute('data-layout', markOf(key));
}

export const isPictureOf = (picture: Element, key: string) => picture.getAttribute('data-layout') === markOf(key);

/** The drawing that a picture was made from. The page holds the picture: what it may contain is a closed list. */
export function drawingOfPicture(picture: SVGSVGElement): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const [x = 0, y = 0, width = 0, height = 0] = (picture.getAttribute('viewBox') ?? '').split(' ').map(Number);
  svg.setAttribute('viewBox', [x - CROP, y - CROP, width + 2 * CROP, height + 2 * CROP].join(' '));
  copyParts(picture, svg, picture.getAttribute('font-family') ?? '');
  return svg;
}

const tags = new Set(TAGS);
const attributes = new Set(ATTRIBUTES.filter((name) => !OWN.includes(name)));

function copyParts(from: Element, to: Element, family: string) {
  for (const child of from.children) {
    const classes = (child.getAttribute('data-class') ?? '').split(' ');
    if (!tags.has(child.tagName) || LAYERS.some((name) => classes.includes(name))) continue;
    const copy = document.createElementNS(to.namespaceURI, child.tagName);
    const set = (name: string, value: string | null) => {
      if (value !== null && isAllowed(name, value)) copy.setAttribute(name, value);
    };
    for (const { name, value } of child.attributes) if (attributes.has(name)) set(name, plainColor(value));
    for (const [name, kept] of Object.entries(KEPT)) set(name, child.getAttribute(kept));
    // What a state made of the line, and of a ground that hides no line.
    const dash = child.getAttribute('data-dash');
    if (dash !== null) copy.removeAttribute('stroke-dasharray');
    if (dash) set('stroke-dasharray', dash);
    if (classesOf(copy).includes('ground')) copy.removeAttribute('fill-opacity');
    const name = child.getAttribute('data-name');
    if (name !== null) {
      const title = document.createElementNS(to.namespaceURI, 'title');
      title.textContent = name;
      copy.append(title);
    }
    if (child.tagName === 'text') {
      if ((child.getAttribute('font-family') ?? family) === CODE) copy.setAttribute('font-family', 'Courier');
      copy.textContent = child.textContent;
    } else copyParts(child, copy, family);
    to.append(copy);
  }
}

/** The light value of a color that follows the theme: the drawing maps it itself. */
const plainColor = (value: string) => /^var\(--[\w-]+, (#[\da-f]+)\)$/.exec(value)?.[1] ?? value;
