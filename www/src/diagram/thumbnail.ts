// A small picture of a machine that is not open, in the colors of the page, which follow its theme.

import { layouts } from './layout.spawn.ts';
import { themed } from './palette.ts';
import { standalone, type Picture } from './slim.ts';

/**
 * @param dots the same drawing in several directions: the one that is largest in `room` is taken
 * @returns null where none can be laid out
 */
export async function thumbnail(
  dots: string[],
  room: { width: number; height: number },
): Promise<SVGSVGElement | null> {
  const owner = {};
  try {
    let best: Picture | null = null;
    const scaleOf = ({ width, height }: Picture) => Math.min(room.width / width, room.height / height);
    for (const dot of dots) {
      const layout = await layouts.layout(dot, { owner });
      if (layout === null || 'error' in layout) continue;
      const { prepare, sanitise } = await import('./from-graphviz.ts');
      const svg = sanitise(layout.svg);
      if (!svg) continue;
      const picture = standalone(prepare(svg), { color: themed });
      if (!best || scaleOf(picture) > scaleOf(best)) best = picture;
    }
    return best?.svg ?? null;
  } finally {
    layouts.close(owner);
  }
}
