// How long Graphviz takes for what two builds of the page give to it, in turn: a machine that gets slower or faster
// meets both alike. Processor time counts, so that other programs do not.

import { instance, type Viz } from '@viz-js/viz';

export interface LayoutTimes {
  machine: string;
  isOfGallery: boolean;
  /** Least milliseconds for all texts of a machine together. */
  own: number;
  other: number;
}
interface Layout {
  machine: string;
  isOfGallery: boolean;
  dots: string[];
}

/** How often each machine is laid out for each build, and after how long a time no more often than a few. */
const ROUNDS = { most: 15, least: 3, untilMs: 4000 };

/** Compares the layouts that both builds have. */
export async function timeLayouts(own: Layout[], other: Layout[]): Promise<LayoutTimes[]> {
  const graphviz = await instance();
  return own.flatMap(({ machine, isOfGallery, dots }) => {
    const there = other.find((layout) => layout.machine === machine);
    return there ? [{ machine, isOfGallery, ...inTurn(graphviz, dots, there.dots) }] : [];
  });
}

function inTurn(graphviz: Viz, own: string[], other: string[]): { own: number; other: number } {
  const time = (dots: string[]) => {
    const start = process.cpuUsage();
    for (const dot of dots) graphviz.render(dot, { format: 'svg' });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const least = { own: Infinity, other: Infinity };
  const began = performance.now();
  for (let round = 0; round < ROUNDS.most; round += 1) {
    if (round >= ROUNDS.least && performance.now() - began > ROUNDS.untilMs) break;
    // The one that comes first meets cold caches.
    for (const build of round % 2 === 0 ? (['own', 'other'] as const) : (['other', 'own'] as const))
      least[build] = Math.min(least[build], time(build === 'own' ? own : other));
  }
  return least;
}
