// The chevrons at the left of the heads of modules, which fold them to one card and unfold them again.

import { boxAround } from './geometry.ts';
import { make } from './make.ts';
import { elementStrings } from './strings.ts';

/** From the left end of a head to the middle of its chevron, and from there to the name, in drawing units. */
const AT = 9.5;
const TO_NAME = { folded: 7, unfolded: 8 };
/** The middle of the letters of a name stands so far above its line. */
const RISE = 4.5;
/** Sides of what a pointer and a finger can hit. */
const TARGET = 24;
const FINGER = 44;
const PATHS = { folded: 'M-2 -4l4 4l-4 4', unfolded: 'M-4 -2l4 4l4 -4' };

const PREFIX = 'fold-';

/** The module whose chevron has this id; null for any other id. */
export const moduleOf = (id: string) => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null);

/** The id of the chevron of a module. */
export const chevronOf = (id: string) => `${PREFIX}${id}`;

/** The module whose chevron a target is part of. */
export const chevronAt = (target: Element) => moduleOf(target.closest('.chevron')?.id ?? '');

export const isFolded = (group: Element | undefined) => group?.classList.contains('tl-folded') === true;

/**
 * Puts a chevron into the head of a module, before its name. It is no part of the group: buttons hold no buttons.
 * @param name of the module
 * @returns null for a group without a head
 */
export function addChevron(group: SVGGElement, name: string): SVGGElement | null {
  const card = [...group.children].find((child) => child.classList.contains('card'));
  const box = card && boxAround(card);
  // After the lines of the name comes the cell of the state.
  const cell = [...group.children].findIndex((child) => child.tagName === 'g');
  const lines = [...group.children].slice(0, Math.max(0, cell)).filter((child) => child.tagName === 'text');
  const [first] = lines;
  if (!box || !first) return null;
  const folded = isFolded(group);
  const state = folded ? 'folded' : 'unfolded';
  const x = box.x + AT;
  const y = Number(first.getAttribute('y')) - RISE;
  const by = Math.max(0, x + TO_NAME[state] - Number(first.getAttribute('x')));
  for (const line of lines) line.setAttribute('x', (Number(line.getAttribute('x')) + by).toFixed(2));
  const chevron = make(group, 'g', {
    class: 'chevron',
    id: chevronOf(group.id),
    role: 'button',
    tabindex: '-1',
    'aria-expanded': String(!folded),
    'aria-label': folded ? elementStrings.unfold(name) : elementStrings.fold(name),
  }) as SVGGElement;
  const square = (side: number, className: string) =>
    make(group, 'rect', {
      class: className,
      x: x - side / 2,
      y: y - side / 2,
      width: side,
      height: side,
      fill: 'none',
    });
  chevron.append(
    square(FINGER, 'reach'),
    square(TARGET, 'target'),
    make(group, 'path', { d: PATHS[state], transform: `translate(${x} ${y})` }),
  );
  group.after(chevron);
  return chevron;
}
