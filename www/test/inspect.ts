// What can be wrong with a drawing that is on screen. The function runs in the page: it has no names from outside.

/**
 * Boxes of texts are as wide as they are drawn, from 0.74 em above their line to 0.21 em below it: the ink of letters.
 * @param part of the stage that is looked at: the drawing, or the contexts beside it
 */
export function inspect(part: string = '.lens'): {
  texts: number;
  leaves: string[];
  overlaps: string[];
  lines: string[];
  pressed: number;
  smallest: number;
  scale: number;
  whole: boolean;
  misses: number;
} {
  interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  const element = document.querySelector('tracklight-diagram') as any;
  const lens = element.shadowRoot.querySelector('.lens') as SVGGElement;
  const root = element.shadowRoot.querySelector(part === '.lens' ? '.lens > g' : part) as Element;
  // Contexts beside the drawing have numbers of their own.
  const isOfPart = (group: Element) => part === '.rail' || !group.closest('.rail');
  const scale = Number(/scale\(([^)]+)\)/.exec(lens.getAttribute('transform') ?? '')?.[1] ?? 1);
  const boxOf = (shape: Element | undefined | null) => {
    if (!(shape instanceof SVGGraphicsElement)) return null;
    const { x, y, width, height } = shape.getBBox();
    return { x, y, width, height };
  };
  const shapes = (group: Element) =>
    [...group.children].filter(
      (one) =>
        !['g', 'text', 'title'].includes(one.tagName) &&
        !/^(shade|halo|hit|reach)/.test(one.getAttribute('class') ?? ''),
    );
  const hit = (a: Box, b: Box) =>
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.75 &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.75;
  const out = (a: Box, b: Box) =>
    a.x < b.x - 0.5 || a.x + a.width > b.x + b.width + 0.5 || a.y < b.y - 0.5 || a.y + a.height > b.y + b.height + 0.5;

  const texts = [...root.querySelectorAll('text')].filter(isOfPart).flatMap((text) => {
    const style = getComputedStyle(text);
    const content = text.textContent?.trim() ?? '';
    if (!content || style.visibility === 'hidden' || style.display === 'none') return [];
    const box = text.getBBox();
    const size = parseFloat(style.fontSize);
    const ink = (text.textContent ?? '').trimEnd().length;
    const blank = (text.textContent ?? '').length - (text.textContent ?? '').trimStart().length;
    const before = blank > 0 && !text.hasAttribute('textLength') ? text.getSubStringLength(0, blank) : 0;
    const width = text.hasAttribute('textLength') ? box.width : text.getSubStringLength(0, ink) - before;
    const x =
      before +
      (text.getAttribute('text-anchor') === 'end' || text.getAttribute('text-anchor') === 'middle'
        ? box.x
        : Number(text.getAttribute('x')));
    const group = text.closest('.node, .cluster, .edge, .label, .badges');
    return [
      { text, content, size, group, x, y: Number(text.getAttribute('y')) - size * 0.74, width, height: size * 0.95 },
    ];
  });
  const leaves = texts.flatMap((one) => {
    if (!one.group || one.group.matches('.edge, .label, .badges')) return [];
    const holder = one.text.parentElement;
    const cell = holder && holder !== one.group && holder.id.startsWith('a_') ? boxOf(shapes(holder)[0]) : null;
    const card = boxOf(shapes(one.group)[0]);
    return [card, cell].some((box) => box && out(one, box)) ? [`${one.group.id} ${one.content}`] : [];
  });
  const overlaps = texts.flatMap((one, i) =>
    texts
      .slice(i + 1)
      .filter((other) => hit(one, other))
      .map((other) => `${one.content} | ${other.content}`),
  );

  // Labels are texts of edges; one that stands on a ground of its own cuts a line, it does not lie on it.
  const labels = texts.filter(({ group }) => group?.matches('.edge, .label'));
  const cards = [...root.querySelectorAll('.node')].filter(isOfPart).flatMap((node) => {
    const box = boxOf(shapes(node)[0]);
    return box ? [{ node, box }] : [];
  });
  for (const label of labels)
    for (const { node, box } of cards) if (hit(label, box)) overlaps.push(`${label.content} | card ${node.id}`);
  const linesOf = () =>
    [...root.querySelectorAll('.edge > path:not(.hit)')].map((path) => {
      const line = path as SVGPathElement;
      const length = line.getTotalLength();
      return {
        id: line.parentElement?.id,
        points: Array.from({ length: Math.ceil(length / 3) + 1 }, (_, i) =>
          line.getPointAtLength(Math.min(length, i * 3)),
        ),
      };
    });
  // They take long to read, and most drawings have no label that can lie on one.
  let lines: ReturnType<typeof linesOf> | null = null;
  const on = labels.flatMap((label) => {
    const grounds = [...(label.group?.querySelectorAll('.ground') ?? [])].map(boxOf);
    if (
      grounds.some(
        (ground) =>
          ground &&
          ground.x <= label.x + 0.5 &&
          ground.x + ground.width >= label.x + label.width - 0.5 &&
          ground.y <= label.y + 2 &&
          ground.y + ground.height >= label.y + label.height - 2,
      )
    )
      return [];
    lines ??= linesOf();
    return lines
      .filter(({ points }) =>
        points.some(
          (p) => p.x > label.x && p.x < label.x + label.width && p.y > label.y + 1 && p.y < label.y + label.height - 1,
        ),
      )
      .map(({ id }) => `${label.content} on ${id}`);
  });

  // The ground of a label hides what is under it: no border of a container.
  const borders = [...root.querySelectorAll('.cluster')].flatMap((cluster) => {
    const box = boxOf(shapes(cluster)[0]);
    return box ? [{ cluster, box }] : [];
  });
  for (const ground of root.querySelectorAll('.label .ground')) {
    const own = boxOf(ground);
    for (const { cluster, box } of borders)
      if (own && hit(own, box) && out(own, box))
        on.push(`${ground.closest('.label')?.textContent?.trim()} on the border of ${cluster.id}`);
  }

  const stage = (element.shadowRoot.querySelector('.seen') as Element).getBoundingClientRect();
  const seen = texts.filter(({ text }) => {
    const box = text.getBoundingClientRect();
    return box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom;
  });
  const all = [...root.querySelectorAll('.node, .cluster')].map((group) => group.getBoundingClientRect());
  return {
    texts: texts.length,
    leaves,
    overlaps,
    lines: on,
    pressed: texts.filter(({ text }) => text.hasAttribute('textLength')).length,
    smallest: Math.min(...seen.map(({ size }) => size)) * scale,
    scale,
    whole: all.every(
      (box) =>
        box.left >= stage.left - 1 &&
        box.right <= stage.right + 1 &&
        box.top >= stage.top - 1 &&
        box.bottom <= stage.bottom + 1,
    ),
    misses: element.counters.patchMiss,
  };
}
