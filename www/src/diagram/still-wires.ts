// Wires in a picture that stands alone: all of them, where they are few and none passes a card.

import { boxOfGroup, cardsOf } from './geometry.ts';
import { classesOf, type Color } from './palette.ts';
import { make } from './make.ts';
import { FEW_WIRES, endsOf, passACard, wireElements } from './wires.ts';
import type { Wire } from '../protocol/types.ts';

/** @param svg a picture whose rail stands in it */
export function drawFewWires(svg: SVGSVGElement, wires: readonly Wire[], color: Color) {
  const said = wires.filter(({ kind }) => kind !== 'uses');
  const root = [...svg.children].find((child) => child.tagName === 'g');
  if (!root || said.length === 0 || said.length > FEW_WIRES) return;
  const groups = new Map(
    [...root.querySelectorAll('g')].map((group) => [group.getAttribute('id') ?? '', group as SVGGElement]),
  );
  const place = (id: string) => {
    const group = groups.get(id);
    return group ? boxOfGroup(group) : null;
  };
  const ends = said.flatMap((wire) => endsOf(wire, groups.keys(), place) ?? []);
  if (
    passACard(
      ends,
      cardsOf(root).map(({ box }) => box),
    )
  )
    return;
  const layer = make(root, 'g', { class: 'wires' });
  for (const part of wireElements(
    root,
    ends,
    ends.map(() => ''),
  )) {
    const isHead = classesOf(part).includes('wire-head');
    part.setAttribute(isHead ? 'fill' : 'stroke', color('data-ink'));
    if (!isHead) part.setAttribute('stroke-width', '1.2');
    if (!isHead && !classesOf(part).includes('writes')) part.setAttribute('stroke-dasharray', '1.5 3.5');
    part.setAttribute(isHead ? 'fill-opacity' : 'stroke-opacity', '0.6');
    layer.append(part);
  }
  root.append(layer);
}
