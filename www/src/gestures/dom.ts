// Elements of the layer over the drawing. Their places are set as properties: the policy forbids style attributes.

/** In pixels of the stage. */
export interface Place {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Box extends Place, Size {}

type Attributes = Record<string, string | boolean | null>;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon on a grid of 16 by 16. */
export function drawn(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const svgElement = (tag: string) => document.createElementNS(SVG, tag);

export function put(element: HTMLElement, { x, y }: Place) {
  element.style.setProperty('left', `${Math.round(x)}px`);
  element.style.setProperty('top', `${Math.round(y)}px`);
}

/** Puts something beside a place, inside of the stage. */
export function putInside(element: HTMLElement, { x, y }: Place, stage: Size) {
  const margin = 8;
  put(element, {
    x: Math.max(margin, Math.min(x, stage.width - element.offsetWidth - margin)),
    y: Math.max(margin, Math.min(y, stage.height - element.offsetHeight - margin)),
  });
}

/** Puts something below a box, or where it has room beside it, so that the box stays in view. */
export function putBeside(element: HTMLElement, { x, y, width, height }: Box, gap: number, stage: Size) {
  const { offsetWidth, offsetHeight } = element;
  const below = { x, y: y + height + gap };
  const places = [below, { x, y: y - offsetHeight - gap }, { x: x + width + gap, y }, { x: x - offsetWidth - gap, y }];
  const inside = ({ x, y }: Place) =>
    x >= 0 && y >= 0 && x + offsetWidth <= stage.width && y + offsetHeight <= stage.height;
  const vertical = (at: Place) => inside({ ...at, x: 0 });
  putInside(element, places.slice(0, 2).find(vertical) ?? places.find(inside) ?? below, stage);
}

/** Whether two boxes have a common point inside. */
export const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Keys of a field or list are for it alone, not for the drawing and the page. */
export function keepKeys(element: HTMLElement) {
  element.addEventListener('keydown', (event) => event.stopPropagation());
}

/** Buttons for fingers, which have no Tab and no Escape. */
export function fieldButtons(
  words: { save: string; next: string; cancel: string },
  acts: { save(): void; next(): void; cancel(): void },
) {
  const button = (name: 'save' | 'next' | 'cancel') => {
    const made = make('button', { type: 'button', class: name }, words[name]);
    made.addEventListener('click', () => acts[name]());
    return made;
  };
  return make('div', { class: 'field-buttons' }, button('save'), button('next'), button('cancel'));
}
