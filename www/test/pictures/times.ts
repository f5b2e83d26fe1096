// How long Graphviz takes for what two builds of the page give to it, in turn: a machine that gets slower or faster
// meets both alike.

import { instance, type Viz } from '@viz-js/viz';
import { median } from '../../bench/shared/measure.ts';

export interface LayoutTimes {
  machine: string;
  isOfGallery: boolean;
  /** Milliseconds for all texts of a machine together. */
  own: number;
  other: number;
}
interface Layout {
  machine: string;
  isOfGallery: boolean;
  dots: string[];
}

/** How often each machine is laid out for each build. */
const TIMES = 15;

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
    const start = performance.now();
    for (const dot of dots) graphviz.render(dot, { format: 'svg' });
    return performance.now() - start;
  };
  // The first one warms up.
  const rounds = Array.from({ length: TIMES + 1 }, (_, round) => {
    if (round % 2 === 0) return { own: time(own), other: time(other) };
    const first = time(other);
    return { own: time(own), other: first };
  }).slice(1);
  return { own: median(rounds.map((round) => round.own)), other: median(rounds.map((round) => round.other)) };
}
