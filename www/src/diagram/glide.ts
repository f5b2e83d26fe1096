// When a step moves a path, its chip moves along the edge it took. The new states are painted at once; only the chip
// at the target waits until it arrives.

import { walkOf } from './geometry.ts';
import { chip } from './badges.ts';
import type { Drawing } from './drawing.ts';
import type { Badge } from './types.ts';

interface Journey {
  path: string;
  edge: string;
}

const GLIDE_MS = 200;
/** Positions that come faster are not followed by the eye. */
const REST_MS = 250;
/** More chips at once are a swarm. */
const MOST = 8;

/**
 * The edges along which paths have come to where they are.
 * @param before elements of the drawing by path
 * @param taken the edges that this step took
 * @returns none where a path has come without an edge: that is a jump
 */
export function journeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  taken: Iterable<readonly [edge: string, ends: readonly [string, string]]>,
): Journey[] {
  const edges = [...taken];
  const same = (a: string | undefined, b: string) => a?.slice(1) === b.slice(1);
  return [...after].flatMap(([path, to]) => {
    // A path that a fork made comes from where its parent stood.
    const from = before.get(path) ?? before.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    const edge = from && edges.find(([, ends]) => same(from, ends[0]) && same(to, ends[1]))?.[0];
    return edge ? [{ path, edge }] : [];
  });
}

export class Glide {
  /** Where each path stood. */
  #stood: ReadonlyMap<string, string> = new Map();
  #movedAt = -Infinity;
  #frame = 0;
  #layer: Element | null = null;

  /**
   * Paths stand elsewhere: their chips go there.
   * @param edges that changed with this step
   */
  step(drawing: Drawing, badges: Badge[], edges: ReadonlySet<string>, wanted: boolean) {
    const standing = new Map(
      badges.flatMap((badge) => (badge.kind === 'paths' ? badge.paths.map(({ id }) => [id, badge.id] as const) : [])),
    );
    const before = this.#stood;
    this.#stood = standing;
    this.stop();
    const now = performance.now();
    const calm = now - this.#movedAt > REST_MS;
    this.#movedAt = now;
    if (!wanted || !calm || edges.size === 0 || document.hidden) return;
    const taken = [...drawing.ends].filter(
      ([id]) => edges.has(id) && drawing.groups.get(id)?.classList.contains('r-last') === true,
    );
    const list = journeys(before, standing, taken);
    if (list.length > 0 && list.length <= MOST) this.#go(drawing, list, badges, now);
  }

  /** What is under way has arrived. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#layer?.parentElement?.querySelectorAll('.away').forEach((element) => element.classList.remove('away'));
    this.#layer?.remove();
    this.#layer = null;
  }

  #go(drawing: Drawing, list: Journey[], badges: Badge[], began: number) {
    const layer = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    layer.setAttribute('class', 'badges');
    const colours = new Map(
      badges.flatMap((badge) =>
        badge.kind === 'paths' ? badge.paths.map(({ id, colour }) => [id, colour] as const) : [],
      ),
    );
    const ways = list.flatMap(({ path, edge }) => {
      const line = drawing.groups.get(edge)?.querySelector(':scope > path');
      const target = drawing.root.querySelector(`.path-chip[data-path="${CSS.escape(path)}"]`);
      if (!line) return [];
      target?.classList.add('away');
      const width = Number(target?.querySelector('rect')?.getAttribute('width') ?? 20);
      const pathChip = chip(layer, path, target?.textContent ?? path, colours.get(path) ?? 1, -width / 2, -7.5, width);
      pathChip.setAttribute('class', `gliding path-${colours.get(path) ?? 1}`);
      layer.append(pathChip);
      return [{ pathChip, way: walkOf(line) }];
    });
    drawing.root.append(layer);
    this.#layer = layer;
    const frame = (now: number) => {
      const done = Math.min(1, Math.max(0, now - began) / GLIDE_MS);
      const eased = done * (2 - done);
      for (const { pathChip, way } of ways) {
        const { x, y } = way.at(way.length * eased);
        pathChip.setAttribute('transform', `translate(${x} ${y})`);
      }
      if (done < 1) this.#frame = requestAnimationFrame(frame);
      else this.stop();
    };
    frame(began);
  }
}
