// Pictures of machines that are made while the site is built: by the core and Graphviz in Node, with the passes of the
// page.

import { readFileSync } from 'node:fs';
import { instance } from '@viz-js/viz';
import { themed } from '../../src/diagram/palette.ts';
import { partsOf } from '../../src/core/picture.ts';
import { pictureOf } from '../../src/plugins/picture.ts';
import { colorsOf } from './tokens.mjs';

/** @typedef {import('../../pkg/tracklight.js').DotOptions} DotOptions */
/** @typedef {import('../../src/plugins/picture.ts').Picture} Picture */
/** @typedef {Pick<typeof import('../../pkg/tracklight.js'), 'Machine'>} Core */

/** The picture of a tile in the gallery, in pixels. */
const TILE = { width: 230, height: 128 };
const { dark } = colorsOf(readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8'));

/** @param {Core} core */
export async function painter(core) {
  const viz = await instance();

  /**
   * A machine before its first step.
   * @param {string} source @param {DotOptions} options @param {import('../../src/diagram/palette.ts').Color} [color]
   * @returns {Picture}
   */
  function draw(source, options, color) {
    const machine = core.Machine.parse(source);
    const run = machine.start();
    const seen = { view: run.view(), events: run.events() };
    const picture = pictureOf(viz, partsOf(run, options), { run: seen, ...(color ? { color } : {}) });
    run.free();
    machine.free();
    return picture;
  }

  return {
    /**
     * The first picture of the page, in the colors of its theme: the flow alone, since contexts stand beside it.
     * @param {string} source
     */
    first: (source) => draw(source, { heading: false, contexts: false }, themed),
    /**
     * The picture of a tile, in both themes; in the direction in which it is larger there.
     * @param {string} source
     * @returns {{ light: Picture, dark: Picture }}
     */
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
