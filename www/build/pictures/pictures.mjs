// Pictures of machines that are made while the site is built: by the core and Graphviz in Node, with the passes of the page.

import { readFileSync } from 'node:fs';
import { instance } from '@viz-js/viz';
import { dropGrounds, still, themed } from '../../src/diagram/still.ts';
import { standingOf } from '../../src/workspace/badges.ts';
import { treeOf } from './tree.mjs';
import { keepLengths } from './widths.mjs';

/** @typedef {import('../../pkg/tracklight.js').DotOptions} DotOptions */
/** @typedef {{ svg: SVGSVGElement, width: number, height: number }} Picture in drawing units */
/** @typedef {Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>} Core */

/** The picture of a tile in the gallery, in pixels. */
const TILE = { width: 230, height: 128 };
const tokens = readFileSync(new URL('../../src/app/styles/tokens.css', import.meta.url), 'utf8');

/** The dark theme of the page's style sheet, by token. */
const dark = new Map(
  [
    ...(/\[data-theme='dark'\] \{([^}]*)\}/.exec(tokens)?.[1] ?? '').matchAll(
      /--tracklight-([\w-]+):\s*(#[\da-f]{6})/gi,
    ),
  ].map(([, name = '', value = '']) => [name, value.toLowerCase()]),
);

/** @param {Core} core */
export async function painter(core) {
  const viz = await instance();

  /**
   * A machine before its first step.
   * @param {string} source @param {DotOptions} options @param {import('../../src/diagram/still.ts').Color} [color]
   * @returns {Picture}
   */
  function draw(source, options, color) {
    const run = core.Machine.parse(source).start();
    const { status, output, errors } = viz.render(run.dot(options), { format: 'svg' });
    const svg = status === 'success' ? treeOf(output) : null;
    if (!svg) throw new Error(`no picture: ${errors.map(({ message }) => message).join('; ')}`);
    still(svg, { badges: standingOf(run.view(), run.events()), ...(color ? { color } : {}) });
    dropGrounds(svg);
    keepLengths(svg);
    slim(svg);
    const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
    run.free();
    return { svg, width, height };
  }

  return {
    /** The first picture of the page, in the colors of its theme. @param {string} source */
    first: (source) => draw(source, { heading: false }, themed),
    /** The picture of a tile, in both themes; in the direction in which it is larger there. @param {string} source @returns {{ light: Picture, dark: Picture }} */
    tile(source) {
      const options = /** @type {const} */ ([{ direction: 'TB' }, { direction: 'LR' }]).map(
        (one) => /** @type {DotOptions} */ ({ ...one, detail: 'compact', heading: false }),
      );
      const sized = options
        .map((one) => ({ one, picture: draw(source, one) }))
        .sort((a, b) => scaleIn(b.picture) - scaleIn(a.picture));
      const best = sized[0];
      if (!best) throw new Error('no direction');
      return { light: best.picture, dark: draw(source, best.one, (token) => dark.get(token) ?? '#000000') };
    },
  };
}

/** @param {Picture} picture */
const scaleIn = ({ width, height }) => Math.min(TILE.width / width, TILE.height / height);

/** A picture needs no names of its parts. @param {Element} svg */
function slim(svg) {
  for (const element of svg.querySelectorAll('*'))
    for (const name of ['id', 'class', 'xml:space', 'data-path', 'aria-hidden']) element.removeAttribute(name);
  // What most texts have in common stands once.
  const [first] = svg.querySelectorAll('text');
  const family = first?.getAttribute('font-family') ?? '';
  svg.setAttribute('font-family', family);
  for (const text of svg.querySelectorAll('text')) {
    if (text.getAttribute('font-family') === family) text.removeAttribute('font-family');
    if (text.getAttribute('text-anchor') === 'start') text.removeAttribute('text-anchor');
    if (!text.textContent?.trim()) text.remove();
  }
  for (const shape of svg.querySelectorAll('polygon, rect, path'))
    if ((shape.getAttribute('fill') ?? 'none') === 'none' && (shape.getAttribute('stroke') ?? 'none') === 'none')
      shape.remove();
  for (const group of [...svg.querySelectorAll('g')].reverse()) {
    if (group.childNodes.length === 0) group.remove();
    else if (group.attributes.length === 0) group.replaceWith(...group.childNodes);
  }
  const blank = [...svg.querySelectorAll('*')]
    .flatMap((one) => [...one.childNodes])
    .concat([...svg.childNodes])
    .filter(
      (node) => node.nodeType === 3 && (node.textContent ?? '').trim() === '' && node.parentElement?.tagName !== 'text',
    );
  for (const node of blank) node.remove();
  for (const element of svg.querySelectorAll('[points], [d], [x], [y], [width], [height]')) {
    for (const name of ['points', 'd', 'x', 'y', 'width', 'height']) {
      const value = element.getAttribute(name);
      // A tenth of a unit cannot be seen.
      if (value !== null)
        element.setAttribute(
          name,
          value.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n) * 10) / 10)),
        );
    }
  }
}
