// A run as one SVG that moves by CSS alone: what all steps have in common stands once, what differs comes and goes. It
// opens wherever an image does. Where motion is not wanted, or not understood, it shows the last step.

import { light } from './palette.ts';
import { widthOf } from './widths.ts';

/** One step: a picture without names of its parts. */
export interface Frame {
  svg: SVGSVGElement;
  /** What happened in the step. */
  caption: string;
}
export interface AnimationOptions {
  /** How long a step is shown. */
  seconds: number;
  loop: boolean;
  /** Accessible name. */
  label: string;
}

/** A part of the drawing and the frames that have it. */
interface Part {
  text: string;
  frames: Set<number>;
}
interface Layer {
  frames: Set<number>;
  parts: Part[];
  /** Of its pictures. */
  box: number[];
  around: string;
}

/** `room`: a longer caption is cut where the drawing is not wider. */
const CAPTION = { size: 12, height: 30, side: 10, below: 19, room: 460 };
/** So long one step goes over into the next, in seconds, and never more than this part of a step. */
const FADE = { seconds: 0.3, most: 0.25 };
/** A drawing is shown so much larger than Graphviz made it. */
const SCALE = 1.25;
const FONT = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif";

/** @returns the text of an SVG file */
export function animate(frames: Frame[], options: AnimationOptions): string {
  const layers = layersOf(frames);
  const drawing = [0, 1].map((side) => Math.max(...layers.map(({ box }) => box[2 + side] ?? 0)));
  const longest = Math.max(...frames.map(({ caption }) => widthOf(caption, CAPTION.size, 'regular')));
  const [drawn = 0, inner = 0] = drawing.map(Math.ceil);
  const width = Math.max(drawn, Math.min(Math.ceil(longest), CAPTION.room) + 2 * CAPTION.side);
  const height = inner + CAPTION.height;
  const classes = new Classes(frames.length, options);
  const body = layers.map((layer) => classes.wrap(layer.frames, placed(layer, width, inner, classes))).join('');
  const captions = frames
    .map(({ caption }, at) => classes.wrap(new Set([at]), captionOf(caption, width, inner)))
    .join('');
  const looks = shareLooks(`${body}${captions}`);
  const size = `width="${Math.round(width * SCALE)}" height="${Math.round(height * SCALE)}"`;
  const line = `<path d="M0 ${inner}h${width}" stroke="${light('cluster-line')}" stroke-opacity="0.4"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} role="img" ` +
      `aria-label="${escape(options.label)}">`,
    `<style>${looks.css}${classes.css()}</style>`,
    `<rect width="${width}" height="${height}" fill="${light('canvas')}"/>`,
    `${looks.text}${line}</svg>\n`,
  ].join('');
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&quot;');

/**
 * One layer for each box, in the order in which they come. Layouts may differ in one box, as when a value that counts
 * in the drawing is replaced: most parts keep their places then.
 */
function layersOf(frames: Frame[]): Layer[] {
  const layers: Map<string, Layer> = new Map();
  frames.forEach(({ svg }, at) => {
    const { box, around, parts } = partsOf(svg);
    const id = `${around} ${box.join(' ')}`;
    const layer = layers.get(id) ?? { frames: new Set(), parts: [], box, around };
    layers.set(id, layer);
    layer.frames.add(at);
    layer.parts = merge(layer.parts, parts, at);
  });
  return [...layers.values()];
}

/** The leaves of a picture, and what stands around them. */
function partsOf(svg: SVGSVGElement) {
  const root = [...svg.children].find((child) => child.tagName === 'g');
  const box = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const around = [
    ['transform', root?.getAttribute('transform')],
    ['font-family', svg.getAttribute('font-family')],
  ]
    .map(([name, value]) => (value ? ` ${name}="${escape(value)}"` : ''))
    .join('');
  const parts = [...(root ?? svg).children].map((child) =>
    // HTML has a name for the space that does not break, XML has not.
    child.outerHTML.replaceAll('&nbsp;', '\u00a0').replaceAll(' xmlns="http://www.w3.org/2000/svg"', ''),
  );
  return { box, around, parts };
}

/** Adds the parts of a frame to those of earlier ones: in the order of both, each that they share once. */
function merge(before: Part[], texts: string[], frame: number): Part[] {
  const same = common(
    before.map(({ text }) => text),
    texts,
  );
  const merged: Part[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...same, [before.length, texts.length] as const]) {
    merged.push(...before.slice(i, a));
    for (const text of texts.slice(j, b)) merged.push({ text, frames: new Set([frame]) });
    const part = before[a];
    if (part) {
      part.frames.add(frame);
      merged.push(part);
    }
    [i, j] = [a + 1, b + 1];
  }
  return merged;
}

/** Places of a longest common subsequence. */
function common(a: string[], b: string[]): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  const length = new Uint16Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number) => i * (columns + 1) + j;
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      length[at(i, j)] =
        a[start + i] === b[start + j]
          ? (length[at(i + 1, j + 1)] ?? 0) + 1
          : Math.max(length[at(i + 1, j)] ?? 0, length[at(i, j + 1)] ?? 0);
  const found: [number, number][] = Array.from({ length: start }, (_, i) => [i, i]);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[start + i] === b[start + j]) {
      found.push([start + i, start + j]);
      i += 1;
      j += 1;
    } else if ((length[at(i + 1, j)] ?? 0) >= (length[at(i, j + 1)] ?? 0)) i += 1;
    else j += 1;
  }
  for (let k = end; k > 0; k -= 1) found.push([a.length - k, b.length - k]);
  return found;
}

/** A layer in the middle of the room. */
function placed({ parts, box, around, frames }: Layer, width: number, height: number, classes: Classes) {
  const [x = 0, y = 0, wide = 0, high = 0] = box;
  const by = [(width - wide) / 2 - x, (height - high) / 2 - y].map((n) => Math.round(n * 10) / 10);
  let text = '';
  for (let i = 0; i < parts.length; ) {
    const set = parts[i]?.frames ?? frames;
    let to = i;
    while (to < parts.length && equal(parts[to]?.frames ?? frames, set)) to += 1;
    const run = parts
      .slice(i, to)
      .map((part) => part.text)
      .join('');
    text += equal(set, frames) ? run : classes.wrap(set, run);
    i = to;
  }
  return `<g transform="translate(${by.join(' ')})"><g${around}>${text}</g></g>`;
}

const equal = (a: Set<number>, b: Set<number>) => a.size === b.size && [...a].every((frame) => b.has(frame));

/** @param y of the line above it */
function captionOf(caption: string, width: number, y: number) {
  const room = width - 2 * CAPTION.side;
  let text = caption;
  while (widthOf(text, CAPTION.size, 'regular') > room && text.length > 1)
    text = `${text.replace(/…$/, '').slice(0, -1)}…`;
  const length = widthOf(text, CAPTION.size, 'regular').toFixed(1);
  return (
    `<text x="${CAPTION.side}" y="${y + CAPTION.below}" font-family="${escape(FONT)}" font-size="${CAPTION.size}" ` +
    `textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${light('ink')}">${escape(text)}</text>`
  );
}

/** Classes by the frames in which something is seen, and their style. */
class Classes {
  #frames: number;
  readonly #options: AnimationOptions;
  #sets: Map<string, Set<number>> = new Map();

  constructor(frames: number, options: AnimationOptions) {
    this.#frames = frames;
    this.#options = options;
  }

  wrap(set: Set<number>, text: string) {
    if (set.size === this.#frames) return text;
    const key = [...set].sort((a, b) => a - b).join(',');
    this.#sets.set(key, set);
    return `<g class="k${[...this.#sets.keys()].indexOf(key)}">${text}</g>`;
  }

  css() {
    const sets = [...this.#sets.values()];
    if (sets.length === 0) return '';
    const total = this.#options.seconds * this.#frames;
    const count = this.#options.loop ? 'infinite' : '1';
    const rules = sets.map((set, i) => {
      // Where nothing moves, the last step is seen.
      const last = set.has(this.#frames - 1) ? 'opacity:1;' : '';
      return `.k${i}{${last}animation-name:k${i}}@keyframes k${i}{${this.#stops(set)}}`;
    });
    // As specific as one class, so that the rules behind it win.
    const all = `[class^=k]{opacity:0;animation:${total}s linear ${count} forwards}`;
    return `${all}${rules.join('')}@media(prefers-reduced-motion:reduce){[class^=k]{animation:none}}`;
  }

  /** Changes begin with the step. A loop goes back in the last moment of the last one. */
  #stops(set: Set<number>) {
    const on = (frame: number) => (set.has(frame) ? 1 : 0);
    const last = this.#frames - 1;
    const part = 100 / this.#frames;
    const fade = Math.min(FADE.seconds / this.#options.seconds, FADE.most) * part;
    const digits = this.#frames > 20 ? 100 : 10;
    const stops: [0 | 1, number][] = [[on(0), 0]];
    for (let i = 1; i <= last; i += 1)
      if (on(i) !== on(i - 1)) stops.push([on(i - 1), i * part], [on(i), i * part + fade]);
    if (this.#options.loop && on(last) !== on(0)) stops.push([on(last), 100 - fade]);
    stops.push([this.#options.loop ? on(0) : on(last), 100]);
    const at = (value: number) =>
      stops
        .flatMap(([stopValue, percent]) => (stopValue === value ? `${Math.round(percent * digits) / digits}%` : []))
        .join(',');
    return [0, 1].map((value) => (at(value) ? `${at(value)}{opacity:${value}}` : '')).join('');
  }
}

/** Attributes that style sheets know too. */
const STYLED = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity'],
  ...['font-family', 'font-size', 'font-weight'],
];
/** Shorter ones stand where they are. */
const WORTH = 2;

/** Looks that several parts have stand once, as classes. */
function shareLooks(svg: string): { text: string; css: string } {
  const looks: Map<string, number> = new Map();
  const each = (change: (tag: string, look: string, rest: string, whole: string) => string) =>
    svg.replace(
      /<(rect|path|polygon|polyline|ellipse|circle|text)((?: [\w-]+="[^"]*")*) ?(\/?)>/g,
      (_, tag, list, end) => {
        const attributes = [...String(list).matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({
          name,
          value,
        }));
        const own = attributes.filter(({ name }) => STYLED.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
        const look = own.map(({ name, value }) => `${name}:${styled(name, value)}`).join(';');
        const rest = attributes
          .filter(({ name }) => !STYLED.includes(name))
          .map(({ name, value }) => ` ${name}="${value}"`)
          .join('');
        return `${change(tag, look, rest, list)}${end}>`;
      },
    );
  each((tag, look) => {
    if (look) looks.set(look, (looks.get(look) ?? 0) + 1);
    return tag;
  });
  const names = new Map([...looks].filter(([, n]) => n >= WORTH).map(([look], i) => [look, `p${i}`]));
  const text = each((tag, look, rest, whole) => {
    const name = names.get(look);
    return name ? `<${tag} class="${name}"${rest}` : `<${tag}${whole}`;
  });
  return { text, css: [...names].map(([look, name]) => `.${name}{${look}}`).join('') };
}

const styled = (name: string, value: string) => (name === 'font-size' ? `${Number(value)}px` : value);
