// The chips of an animated picture: in a step they go along the lines that their paths took.

import { coloursOf } from '../run/colors.ts';
import { CHIP_HEIGHT, chip, chipName, chipWidth } from './badges.ts';
import { pointsOf } from './geometry.ts';
import { make } from './make.ts';
import { classesOf } from './palette.ts';
import type { Event } from '../protocol/types.ts';

/** A chip under way. */
export interface Travel {
  path: string;
  edge: string;
  isReverse: boolean;
  /** The path whose chip stands at the end of the way: where paths join it is another one. */
  arriving: string;
}

/** Marks chips that are not seen before those under way have arrived. */
export const ARRIVING = 'data-arriving';

/** Chips on one line go side by side: so many with a gap between them, more of them closer. */
const ABREAST = 3;
const GAP = 3;

/**
 * Who goes where in a step. Paths that wait at a join go on when it is complete.
 * @param step its events
 * @param events of the run up to the end of the step
 */
export function travelsOf(step: readonly Event[], events: readonly Event[]): Travel[] {
  const travels: Map<string, Travel> = new Map();
  for (const event of step) {
    if (event.kind === 'moved' && event.cause.type !== 'join') {
      const { path, edge, reverse } = event;
      travels.set(path, { path, edge, isReverse: reverse, arriving: path });
    } else if (event.kind === 'spawned')
      for (const { path } of event.children)
        travels.set(path, { path, edge: event.edge, isReverse: false, arriving: path });
    else if (event.kind === 'joinFired')
      for (const path of event.paths) {
        const parked = events.findLast(
          (one): one is Extract<Event, { kind: 'parked' }> => one.kind === 'parked' && one.path === path,
        );
        if (parked)
          travels.set(path, { path, edge: parked.edge, isReverse: false, arriving: event.continuing ?? path });
      }
  }
  return [...travels.values()];
}

/**
 * Adds the chips that are under way to a drawing, each as a group with its way.
 * @param events of the run, by which paths have colors
 * @returns the paths whose chips arrive
 */
export function addTravels(svg: SVGSVGElement, travels: readonly Travel[], events: Event[]): Set<string> {
  const colours = coloursOf(events);
  const root = [...svg.children].find((child) => child.tagName === 'g');
  const arriving: Set<string> = new Set();
  if (!root || travels.length === 0) return arriving;
  const edges = new Map([...root.querySelectorAll('g')].map((group) => [group.getAttribute('id') ?? '', group]));
  const abreast: Map<string, Travel[]> = new Map();
  for (const travel of travels) {
    const line = [...(edges.get(travel.edge)?.children ?? [])].find((child) => child.tagName === 'path');
    if (!line) continue;
    arriving.add(travel.arriving);
    const way = wayOf(line, travel.isReverse);
    abreast.set(way, [...(abreast.get(way) ?? []), travel]);
  }
  for (const [way, list] of abreast) {
    const chips = list.map(({ path }) => ({ path, name: chipName(path), width: chipWidth(chipName(path)) }));
    const wide = Math.max(...chips.map(({ width }) => width)) + GAP;
    const apart = Math.min(wide, ((ABREAST - 1) * wide) / Math.max(1, chips.length - 1));
    chips.forEach(({ path, name, width }, i) => {
      const x = (i - (chips.length - 1) / 2) * apart - width / 2;
      const group = make(root, 'g', { style: `offset-path:path('${way}')` });
      group.append(chip(root, path, name, colours.get(path) ?? 1, x, -CHIP_HEIGHT / 2, width));
      root.append(group);
    });
  }
  return arriving;
}

/** Marks the chips of paths that arrive in this step. @param svg with its chips */
export function markArriving(svg: Element, paths: ReadonlySet<string>) {
  for (const group of svg.querySelectorAll('g'))
    if (classesOf(group).includes('path-chip') && !group.parentElement?.hasAttribute('style'))
      if (paths.has(group.getAttribute('data-path') ?? '')) group.setAttribute(ARRIVING, '');
}

/** The points of a line as Graphviz writes them. */
function wayOf(line: Element, isReverse: boolean): string {
  const points = pointsOf(line).map((point) => point.map((n) => Math.round(n * 10) / 10).join());
  const [first, ...others] = isReverse ? points.reverse() : points;
  return `M${first}C${others.join(' ')}`;
}
