// When a module folds or unfolds, the cards that both drawings have move from where they were to where they are. Lines
// and what lies on them appear when the cards have arrived.

import { isStill } from './viewport.ts';
import type { Drawing } from './drawing.ts';
import type { Camera } from './zoom.ts';

const GLIDE_MS = 200;

/** The modules that are folded in one of two drawings and unfolded in the other. */
export const turnedModules = (before: Drawing, after: Drawing) =>
  [...after.chevrons.keys()].filter((id) => before.chevrons.has(id) && before.isFolded(id) !== after.isFolded(id));

/**
 * What an edit by the drawing touched, before and after it, and the ids of what both drawings have; null where it is
 * not drawn in both.
 */
export function touchedIn(
  before: Drawing,
  after: Drawing,
  touched: { name: string; moved: Readonly<Record<string, string>> } | null,
) {
  if (touched === null) return null;
  const ids = new Map(after.elements.filter((id) => !id.startsWith('e')).map((id) => [after.names.get(id), id]));
  const twins = before.elements.flatMap((id): [string, string][] => {
    const name = before.names.get(id) ?? id;
    const now = ids.get(touched.moved[name] ?? name);
    return now === undefined || before.isApart(id) || after.isApart(now) ? [] : [[id, now]];
  });
  const own = twins.find(([id]) => before.names.get(id) === touched.name);
  const [from, to] = own ? [before.centreOf(own[0]), after.centreOf(own[1])] : [];
  return from && to ? { from, to, twins } : null;
}

/**
 * Lets the cards of a drawing that stands already come from where they were.
 * @param ids of the cards that both have, in either
 */
export function rearrange(
  ids: (readonly [before: string, after: string])[],
  { drawing: before, camera: from }: { drawing: Drawing; camera: Camera },
  { drawing: after, camera: to }: { drawing: Drawing; camera: Camera },
) {
  if (isStill() || document.hidden) return;
  for (const [was, id] of ids) {
    const [old, box] = [before.boxOf(was), after.boxOf(id)];
    if (!old || !box || id.startsWith('e')) continue;
    const x = (from.x + old.x * from.scale - to.x) / to.scale - box.x;
    const y = (from.y + old.y * from.scale - to.y) / to.scale - box.y;
    if (Math.hypot(x, y) < 1) continue;
    for (const part of [after.groups.get(id), after.groups.get(after.chevrons.get(id) ?? '')])
      part?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
  }
  for (const part of after.root.querySelectorAll(':scope > :is(.edge, .labels, .badges)'))
    part.animate([{ opacity: 0 }, { opacity: 0 }], GLIDE_MS);
}
