// `style.css` of the npm package: the drawing's colors under the theme markers of site builders, and the box.

import { readFileSync } from 'node:fs';
import { ENLARGED, LARGE, STEP, SWITCHES } from '../../src/diagram/column.ts';
import { LIGHT } from '../../src/diagram/palette.ts';
import { colorsOf } from '../pictures/tokens.mjs';

const at = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Classes and attributes of `<html>`, `<body>` and other ancestors that mean a theme; as in `embed/theme.ts`. */
const ATTRIBUTES = ['data-theme', 'data-color-mode', 'data-md-color-scheme', 'data-bs-theme'];
const DARK_VALUES = ['dark', 'slate'];
const LIGHT_VALUES = ['light', 'default'];
const DARK_CLASSES = ['dark', 'slate', 'navy', 'coal', 'ayu', 'frappe', 'macchiato', 'mocha'];
const LIGHT_CLASSES = ['light', 'rust', 'latte'];
/** Used beside the tokens of the drawing. */
const ALSO = ['border'];

/** Heights of boxes before the element is defined, where a style sheet cannot read them from the attribute. */
const HEIGHTS = Array.from({ length: 33 }, (_, i) => 160 + 20 * i);

/** @param {string[]} values @param {string[]} classes */
const markers = (values, classes) => [
  ...ATTRIBUTES.flatMap((name) => values.map((value) => `[${name}='${value}']`)),
  ...classes.map((name) => `.${name}`),
];

/** @param {{ least: number, most: number }} range @returns those at which something may change */
const widths = ({ least, most }) => Array.from({ length: (most - least) / STEP + 1 }, (_, i) => least + i * STEP);

export function styleSheet() {
  const colors = colorsOf(at('../../src/ui/tokens.css'));
  const wanted = new Set([...LIGHT.keys(), ...ALSO]);
  const rules = (/** @type {Map<string, string>} */ theme) =>
    [...theme]
      .filter(([token]) => wanted.has(token))
      .map(([token, value]) => `  --tracklight-${token}: ${value};`)
      .join('\n');
  // Classes like `light` also mean other things further down in a page. Whatever a page says of an element itself wins.
  const where = (/** @type {string[]} */ list) => `:where(html, body, [data-theme], div):where(${list.join(', ')})`;
  const [light, dark] = [rules(colors.light), rules(colors.dark)];
  if (!light || !dark) throw new Error('tokens.css has no colors for both themes');
  return [
    ':where(:root),\n' +
      `${where(markers(LIGHT_VALUES, LIGHT_CLASSES))},\n` +
      `:where(tracklight-machine[theme='light']) {\n` +
      `${light}\n` +
      '}',
    `${where(markers(DARK_VALUES, DARK_CLASSES))},\n:where(tracklight-machine[theme='dark']) {\n${dark}\n}`,
    at('style.css'),
    HEIGHTS.map((height) => `tracklight-machine[height='${height}']:not(:defined) { height: ${height}px; }`).join('\n'),
    HEIGHTS.map(
      (height) => `tracklight-machine[max-height='${height}'] { --tracklight-max-height: ${height}px; }`,
    ).join('\n'),
    ...widths(SWITCHES).map(
      (width) =>
        `@container (width < ${width}px) {\n` +
        `  svg.tracklight-from-${width} { display: none; }\n` +
        `  svg.tracklight-below-${width} { display: block; }\n}`,
    ),
    // Where a browser does not enlarge, the picture is in full size.
    ...widths(ENLARGED).map(
      (width) => `@container (width >= ${width}px) { svg.tracklight-large-${width} { zoom: ${LARGE}; } }`,
    ),
  ].join('\n');
}
