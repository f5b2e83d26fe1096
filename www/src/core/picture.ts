// The drawing of a machine or a run in the parts that the page lays out.

import type { DotOptions, Drawing, Overlay } from '../../pkg/tracklight.js';
import type { DrawingParts, Picture, SnapshotRequest } from '../protocol/types.ts';

interface Drawable {
  overlay(options: DotOptions): Overlay;
  drawing(options: DotOptions): Drawing;
}

/** The overlay, and the parts unless the page has them. */
export function pictureOf(drawn: Drawable, { options = {}, haveKey }: SnapshotRequest): Picture {
  const given = { ...options, rail: options.rail ?? {} };
  const overlay = drawn.overlay(given);
  return { key: overlay.key, overlay, parts: overlay.key === haveKey ? null : partsOf(drawn, given) };
}

/** The texts that are laid out. */
export function partsOf(drawn: Pick<Drawable, 'drawing'>, options: DotOptions): DrawingParts {
  const { flow, rail, wires } = drawn.drawing(options);
  return { dot: flow.dot, rail: rail?.dot ?? null, wires };
}
