// A machine's picture where there is no browser: Graphviz's drawing after the passes of the page, small and alone.

import { standingOf } from '../diagram/standing.ts';
import { prepare } from '../diagram/passes.ts';
import { standalone } from '../diagram/slim.ts';
import type { Color } from '../diagram/palette.ts';
import type { Picture } from '../diagram/slim.ts';
import { treeOf } from './tree.ts';
import type { Viz } from '@viz-js/viz';
import type { Event, View } from '../protocol/types.ts';

export type { Picture };

/** Draws what the core wrote. @throws where Graphviz cannot lay it out */
export function pictureOf(
  viz: Viz,
  dot: string,
  { run, color }: { run?: { view: View; events: Event[] }; color?: Color } = {},
): Picture {
  const { status, output, errors } = viz.render(dot, { format: 'svg' });
  const svg = status === 'success' ? treeOf(output) : null;
  if (!svg) throw new Error(errors.map(({ message }) => message).join('; ') || 'Graphviz made no drawing');
  const badges = run ? standingOf(run.view, run.events) : [];
  return standalone(prepare(svg), { badges, ...(color ? { color } : {}) });
}
