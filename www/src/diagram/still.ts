// A drawing that stands alone: after the passes, with its marks, every color and width as an attribute. It needs
// only the tree, so a page and a build make the same picture.

import { boxAround, cuts, piecesOf } from './geometry.ts';
import { paintMarks } from './badges.ts';
import { SIGN_TOKENS, STATES, WAYS, classesOf, light, recolor, type Color } from './palette.ts';
import type { Badge } from './types.ts';

/** Families with the widths that the layout measured, then any other. */
const SANS = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif";
export const CODE = "'Liberation Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/** Margin of Graphviz around a drawing that is not needed, in its units. */
export const CROP = 3;

/**
 * Makes a picture of a drawing.
 * @param svg prepared; it is changed
 * @param how `keepsParts`: what the picture does not show stays in it, unseen, so that a run can go on in it
 * @returns the same
 */
export function still(
  svg: SVGSVGElement,
  { badges = [], color = light, keepsParts = false }: { badges?: Badge[]; color?: Color; keepsParts?: boolean } = {},
): SVGSVGElement {
  const root = [...svg.children].find((child) => child.tagName === 'g') as SVGGElement | undefined;
  if (!root) return svg;
  const groups = new Map(
    [...root.querySelectorAll('g')]
      .filter((group) => group.getAttribute('id'))
      .map((group) => [group.getAttribute('id') ?? '', group]),
  );
  const groupOf = (id: string) => groups.get(id) ?? groups.get(id.replace(/^n/, 'c'));
  paintMarks({ root, groups, groupOf }, badges);
  for (const title of [...root.querySelectorAll('title')]) {
    if (keepsParts) title.parentElement?.setAttribute('data-name', title.textContent ?? '');
    title.remove();
  }
  recolor(root, color);
  paint(root, { color, keepsParts }, null);
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  svg.setAttribute(
    'viewBox',
    [x + CROP, y + CROP, width - 2 * CROP, height - 2 * CROP].map((n) => String(Math.round(n * 100) / 100)).join(' '),
  );
  return svg;
}

/**
 * A picture may stand on a page of any color, where the grounds of labels would show: those that hide no line go.
 * @param svg a picture that stands alone
 * @param how `keepsParts`: they stay, unseen
 */
export function dropGrounds(svg: Element, { keepsParts = false }: { keepsParts?: boolean } = {}) {
  const lines = [...svg.querySelectorAll('.edge')].flatMap((edge) =>
    [...edge.children].filter((child) => child.tagName === 'path').map(piecesOf),
  );
  for (const ground of [...svg.querySelectorAll('.ground')]) {
    const box = boxAround(ground);
    if (!box || lines.some((line) => line.some((end, i) => i > 0 && cuts(line[i - 1] ?? end, end, box)))) continue;
    if (keepsParts) ground.setAttribute('fill-opacity', '0');
    else ground.remove();
  }
}

interface Appearance {
  color: Color;
  keepsParts: boolean;
}

/** @param edge whose state its parts have */
function paint(group: Element, appearance: Appearance, edge: Element | null) {
  const { color, keepsParts } = appearance;
  const classes = classesOf(group);
  const state =
    classes.includes('node') || classes.includes('cluster')
      ? STATES.filter(([names]) => names.every((name) => classes.includes(name))).reduce(
          (all, [, appearance]) => ({ ...appearance }),
          null as (typeof STATES)[number][1] | null,
        )
      : null;
  const way = classes.includes('edge')
    ? WAYS.filter(([names]) => names.every((name) => classes.includes(name))).reduce(
        (all, [, appearance]) => ({ ...all, ...appearance }),
        {} as Partial<(typeof WAYS)[number][1]>,
      )
    : null;
  for (const child of [...group.children]) {
    const own = classesOf(child);
    if (child.tagName === 'g') paint(child, appearance, edge);
    else if (child.tagName === 'text') paintText(child, group, appearance);
    else {
      for (const name of ['fill', 'stroke'])
        if (child.getAttribute(name) === 'transparent') child.setAttribute(name, 'none');
      if (own.includes('shade')) {
        if (keepsParts) child.setAttribute('fill', 'none');
        else child.remove();
      } else if (own.includes('halo')) {
        if (state?.ring) set(child, { stroke: color(state.token), 'stroke-width': 4, 'stroke-opacity': 0.22 });
        else if (!keepsParts) child.remove();
      } else if (own.some((name) => name === 'card' || name === 'shape')) {
        if (state && keepsParts) child.setAttribute('data-dash', child.getAttribute('stroke-dasharray') ?? '');
        if (state)
          set(child, {
            stroke: color(state.token),
            'stroke-width': state.width,
            'stroke-dasharray': state.dash ?? child.getAttribute('stroke-dasharray') ?? 'none',
          });
      } else if (own.includes('head')) {
        if (way?.token)
          set(child, {
            stroke: color(way.token),
            fill: child.getAttribute('fill') === 'none' ? 'none' : color(way.head ?? way.token),
          });
      } else if (way?.token && child.tagName === 'path')
        set(child, {
          stroke: color(way.token),
          ...(way.width ? { 'stroke-width': way.width } : {}),
          ...(way.dash ? { 'stroke-dasharray': way.dash } : {}),
        });
      else paintMark(child, own, classes, color);
    }
  }
}

function set(element: Element, attributes: Record<string, string | number>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** @param around classes of its group */
function paintMark(element: Element, own: string[], around: string[], color: Color) {
  const path = around.find((name) => /^path-\d$/.test(name));
  const sign = own.map((name) => SIGN_TOKENS.get(name)).find(Boolean);
  if (around.includes('path-chip')) set(element, { fill: color(path ?? 'visited') });
  else if (around.includes('ask-chip')) set(element, { fill: color('answers'), stroke: color('canvas') });
  else if (sign)
    set(
      element,
      own.includes('stroked')
        ? { fill: 'none', stroke: color(sign), 'stroke-linecap': 'round' }
        : { fill: color(sign) },
    );
  else if (own.includes('inner')) set(element, { stroke: color('canvas'), 'stroke-width': 1.6 });
  else if (own.includes('spot'))
    set(element, {
      fill: color(own.includes('badge-error') ? 'failed' : 'accent'),
      stroke: color('canvas'),
      'stroke-width': 1.5,
    });
  else if (own.includes('spot-sign'))
    set(element, { fill: 'none', stroke: color('chip-ink'), 'stroke-linecap': 'round' });
  else if (own.includes('badge-changed')) set(element, { fill: color('changed-ink') });
}

function paintText(text: Element, group: Element, { color, keepsParts }: Appearance) {
  const around = classesOf(group);
  if (around.includes('chipped')) {
    if (!keepsParts) {
      text.remove();
      return;
    }
    text.setAttribute('visibility', 'hidden');
  }
  const chip = around.includes('path-chip') || around.includes('ask-chip');
  if (chip || classesOf(text).includes('more'))
    set(text, { 'font-size': 11, 'font-weight': 'bold', fill: color(chip ? 'chip-ink' : 'ink-soft') });
  text.setAttribute('font-family', /^Courier/.test(text.getAttribute('font-family') ?? '') ? CODE : SANS);
}
