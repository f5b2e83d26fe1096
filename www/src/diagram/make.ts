// Elements that are added to a drawing.

const SVG = 'http://www.w3.org/2000/svg';

export function make(near: Element, name: string, attributes: Record<string, string | number>): Element {
  const element = near.ownerDocument.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
  return element;
}
