// The drawing in a column of another page: it has two forms, both in full size, and changes between them at one width
// of the column. A build decides by the same numbers as the page, so that a picture is what is drawn in its place.

import { leastStage } from './rail.ts';
import { MARGIN } from './zoom.ts';
import type { Placing } from './compose.ts';
import type { DotOptions } from '../protocol/types.ts';

/** `wide`: all details, and the rail right of the flow. `narrow`: the essentials, and the rail below. */
export type Form = 'wide' | 'narrow';

/** Widths of columns at which something changes are multiples of this: a style sheet lists them (`style.mjs`). */
export const STEP = 10;
/** The widths at which the form may change, and those from which a drawing may be enlarged. */
export const SWITCHES = { least: 560, most: 800 };
export const ENLARGED = { least: 320, most: 1000 };

/** A picture has so much more at each side than the box of its drawing, in drawing units. */
export const PICTURE_EDGE = 1;
/** The toolbar below the drawing, and the border of the element. */
const BAR = 45;
const BORDER = 2;
/** The most that a drawing takes where its element does not say how high it is. */
export const MOST_HEIGHT = 560;
/** How much a drawing is enlarged where there is room. */
export const LARGE = 1.25;
/** The narrowest column whose drawing fits its width. */
const NARROWEST = 320;
/** The columns of common pages: a drawing that is wider folds its modules. */
const COMMON = { wide: 688, narrow: 360 };

const roundedUp = (width: number, { least, most }: typeof SWITCHES) =>
  Math.min(most, Math.max(least, Math.ceil(width / STEP) * STEP));

/** The width of a column from which its drawing is wide. @param railWidth of the wide form, in drawing units */
export const switchWidth = (railWidth: number) => roundedUp(leastStage(railWidth), SWITCHES);

export const formIn = (column: number, switchAt: number): Form => (column >= switchAt ? 'wide' : 'narrow');

export const formOptions = (form: Form): DotOptions =>
  form === 'wide' ? {} : { detail: 'compact', rail: { width: NARROWEST - 2 * MARGIN - 16 } };

export const placingOf = (form: Form): Placing =>
  form === 'wide' ? { place: 'beside' } : { place: 'below', columnWidth: NARROWEST - 2 * MARGIN };

/** Whether a drawing folds its modules. @param width in drawing units */
export const isCrowded = (form: Form, width: number, switchAt: number) =>
  width > (form === 'wide' ? Math.max(COMMON.wide, switchAt) : COMMON.narrow) - 2 * MARGIN;

/** Whether some column of the form has no room for all of a drawing, where nobody says how high it may be. */
export const mayLackRoom = (form: Form, drawing: { width: number; height: number }, switchAt: number) =>
  drawing.width > (form === 'wide' ? switchAt : NARROWEST) - 2 * MARGIN ||
  drawing.height > MOST_HEIGHT - BAR - BORDER - 2 * MARGIN;

/**
 * The width of a column from which a drawing is enlarged: all of it is seen then. null where that is too wide.
 * @param height of the element in pixels; by default its width decides
 */
export function enlargedFrom(drawing: { width: number; height: number }, height: number | null): number | null {
  const room = LARGE * drawing.height + 2 * MARGIN + BAR + BORDER;
  if (height !== null && room > height) return null;
  const width = Math.max(LARGE * drawing.width + 2 * MARGIN, height === null ? room * 1.6 : 0);
  return width > ENLARGED.most ? null : roundedUp(width, ENLARGED);
}

/** The scale of the first view. @param from what `enlargedFrom` gave */
export const scaleIn = (column: number, from: number | null) => (from !== null && column >= from ? LARGE : 1);

/** The height of an element in pixels where its attribute says so. */
export const pixelsOf = (height: string) =>
  /^\d+(\.\d+)?(px)?$/.test(height.trim()) ? Number.parseFloat(height) : null;

/** What a diagram in a column is told. */
export interface ColumnView {
  placing: Placing;
  /** The scale of the first view. */
  scaleOf(drawing: { width: number; height: number }): number;
  /** The drawing of a layout, where the page had a picture of it. */
  drawingOf(key: string): SVGSVGElement | null;
}
