// What a drawing may contain: the closed list of elements, attributes, and IDs, for every sanitizer.

export const TAGS = [
  'svg',
  'g',
  'title',
  'path',
  'polygon',
  'polyline',
  'ellipse',
  'circle',
  'rect',
  'line',
  'text',
  'tspan',
];
export const ATTRIBUTES = [
  'id',
  'class',
  'transform',
  'viewBox',
  'width',
  'height',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'rx',
  'ry',
  'r',
  'd',
  'points',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'fill-opacity',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-decoration',
  'text-anchor',
  'textLength',
  'lengthAdjust',
  'xml:space',
];
/** What goes together with all that is in it. */
export const FORBIDDEN = ['script', 'style', 'foreignobject', 'animate', 'set', 'title', 'iframe', 'template'];

/** `machine`, `rail`, nodes, clusters, field tables, edges, labels of edges, dependencies, and the groups of cells. */
const OWN_ID = /^(machine|rail|[ncfedl]\d+|a_[a-z]\d+(-[\w.-]+)?)$/;

/** Whether an attribute of the list may have this value. */
export const isAllowed = (name: string, value: string) =>
  (name !== 'id' || OWN_ID.test(value)) && !/url\(/i.test(value);
