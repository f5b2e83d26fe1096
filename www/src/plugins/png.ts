// PNG pictures without a browser: resvg draws the SVG file. It is a program of its own for each system, so it is an
// optional dependency, which this module alone loads.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RenderError } from './error.ts';
import { strings } from './strings.ts';

/** The drawing's font, beside this module in the npm package; texts that it has no letters for use the system's. */
const FONTS = fileURLToPath(new URL('./fonts', import.meta.url));
const FAMILY = 'Arimo';
/** Pixels of a side at most, as in the page. */
const LARGEST = 8192;

/**
 * @param svg a file whose colors are those of one theme
 * @param scale pixels of the picture for one of the file
 * @throws RenderError where it is too large, or resvg is not installed
 */
export async function pngOf(svg: string, scale: number): Promise<Uint8Array> {
  const size = ['width', 'height'].map((name) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1]));
  if (!size.every((side) => side * scale <= LARGEST)) throw new RenderError('too-large', strings.pngTooLarge(LARGEST));
  const { Resvg } = await loadResvg();
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { ...(existsSync(FONTS) ? { fontDirs: [FONTS] } : {}), defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
    logLevel: 'off',
  });
  return picture.render().asPng();
}

async function loadResvg() {
  try {
    return await import('@resvg/resvg-js');
  } catch (error) {
    throw new RenderError('png', strings.noResvg(error instanceof Error ? error.message : String(error)));
  }
}
