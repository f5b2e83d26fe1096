// A run as one SVG that moves by CSS alone: what all steps have in common stands once, what differs comes and goes at
// once, chips go along their lines, and what was changed has its ground until the step ends. It opens wherever an image
// does. Where motion is not wanted, or not understood, it shows the last step.

import { escapeMarkup } from '../link/xml.ts';
import { captionsOf } from './captions.ts';
import type { Sentence } from '../run/caption.ts';
import { shareLooks } from './looks.ts';
import type { Color } from './palette.ts';
import { ARRIVING } from './travels.ts';

/** One step: a picture without names of its parts. */
export interface Frame {
  svg: SVGSVGElement;
  /** What happened in the step. */
  caption: Sentence[];
}
export interface AnimationOptions {
  /** How long a step is shown. */
  seconds: number;
  loop: boolean;
  /** Accessible name. */
  label: string;
  /** What the frames are drawn with; colors that follow the theme get both values. */
  color: Color;
}

/** A step has two slots: while chips are under way, and after that. Step i has the slots 2i and 2i + 1. */
type Slots = Set<number>;
/** In which slots of its step something is seen: `way` while chips are under way, `rest` after that. */
type When = 'always' | 'way' | 'rest';

/** A part of the drawing and when it is seen. */
interface Part {
  text: string;
  slots: Slots;
}
/** A part of the drawing of one step. */
interface Leaf {
  text: string;
  when: When;
}
interface Layer {
  slots: Slots;
  parts: Part[];
  /** Of its pictures. */
  box: number[];
  around: string;
}

/** So long a chip is under way, in seconds, and never more than this part of a step. */
const WAY = { seconds: 0.6, most: 0.4 };
/** The ground of what was changed goes in the last part of a step. */
const GROUND_GOES = 0.25;
/** A drawing is shown so much larger than Graphviz made it. */
const SCALE = 1.25;

/** @returns the text of an SVG file */
export function animate(frames: Frame[], options: AnimationOptions): string {
  const layers = layersOf(frames, options.color);
  const drawing = [0, 1].map((side) => Math.max(...layers.map(({ box }) => box[2 + side] ?? 0)));
  const [drawn = 0, inner = 0] = drawing.map(Math.ceil);
  const captions = captionsOf(
    frames.map(({ caption }) => caption),
    drawn,
  );
  const width = Math.max(drawn, captions.width);
  const height = inner + captions.height;
  const classes = new Classes(frames.length, options);
  const body = layers.map((layer) => classes.wrap(layer.slots, placed(layer, width, inner, classes))).join('');
  const said = captions
    .texts(inner, options.color)
    .map((texts, at) => classes.wrap(slotsOf(at), texts.join('')))
    .join('');
  const { color } = options;
  const ground = `<rect width="${width}" height="${height}" fill="${color('canvas')}"/>`;
  const line = `<path d="M0 ${inner}h${width}" stroke="${color('cluster-line')}" stroke-opacity="0.4"/>`;
  const looks = shareLooks(`${ground}${body}${said}${line}`);
  const size = `width="${Math.round(width * SCALE)}" height="${Math.round(height * SCALE)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} role="img" ` +
      `aria-label="${escapeMarkup(options.label)}">`,
    `<style>${looks.css}${classes.css()}</style>`,
    `${looks.text}</svg>\n`,
  ].join('');
}

const slotsOf = (frame: number, when: When = 'always'): Slots =>
  new Set([...(when === 'rest' ? [] : [2 * frame]), ...(when === 'way' ? [] : [2 * frame + 1])]);

/**
 * One layer for each box, in the order in which they come. Layouts may differ in one box, as when a value that counts
 * in the drawing is replaced: most parts keep their places then.
 */
function layersOf(frames: Frame[], color: Color): Layer[] {
  const layers: Map<string, Layer> = new Map();
  frames.forEach(({ svg }, at) => {
    const { box, around, parts } = partsOf(svg, color);
    const id = `${around} ${box.join(' ')}`;
    const layer = layers.get(id) ?? { slots: new Set(), parts: [], box, around };
    layers.set(id, layer);
    for (const slot of slotsOf(at)) layer.slots.add(slot);
    layer.parts = merge(layer.parts, parts, at);
  });
  return [...layers.values()];
}

/** The leaves of a picture, and what stands around them. */
function partsOf(svg: SVGSVGElement, color: Color) {
  const textOf = (part: Element) => textWithGround(part, color('changed-fill'));
  const root = [...svg.children].find((child) => child.tagName === 'g');
  const box = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const around = [
    ['transform', root?.getAttribute('transform')],
    ['font-family', svg.getAttribute('font-family')],
  ]
    .map(([name, value]) => (value ? ` ${name}="${escapeMarkup(value)}"` : ''))
    .join('');
  const parts = [...(root ?? svg).children].flatMap((child): Leaf[] => {
    if (child.hasAttribute(ARRIVING)) return [...child.children].map((part) => ({ text: textOf(part), when: 'rest' }));
    const isUnderWay = child.hasAttribute('style');
    if (isUnderWay) child.setAttribute('class', 'm');
    return [{ text: textOf(child), when: isUnderWay ? 'way' : 'always' }];
  });
  return { box, around, parts };
}

/** @param ground of what was changed */
function textWithGround(part: Element, ground: string) {
  // HTML has a name for the space that does not break, XML has not.
  const text = part.outerHTML.replaceAll('&nbsp;', '\u00a0').replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
  return part.getAttribute('fill') === ground ? `<g class="f">${text}</g>` : text;
}

/** Adds the parts of a frame to those of earlier ones: in the order of both, each that they share once. */
function merge(before: Part[], parts: Leaf[], frame: number): Part[] {
  const same = common(
    before.map(({ text }) => text),
    parts.map(({ text }) => text),
  );
  const merged: Part[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...same, [before.length, parts.length] as const]) {
    merged.push(...before.slice(i, a));
    for (const { text, when } of parts.slice(j, b)) merged.push({ text, slots: slotsOf(frame, when) });
    const [old, part] = [before[a], parts[b]];
    if (old && part) {
      for (const slot of slotsOf(frame, part.when)) old.slots.add(slot);
      merged.push(old);
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
function placed({ parts, box, around, slots }: Layer, width: number, height: number, classes: Classes) {
  const [x = 0, y = 0, wide = 0, high = 0] = box;
  const by = [(width - wide) / 2 - x, (height - high) / 2 - y].map((n) => Math.round(n * 10) / 10);
  let text = '';
  for (let i = 0; i < parts.length; ) {
    const set = parts[i]?.slots ?? slots;
    let to = i;
    while (to < parts.length && equal(parts[to]?.slots ?? slots, set)) to += 1;
    const run = parts
      .slice(i, to)
      .map((part) => part.text)
      .join('');
    text += equal(set, slots) ? run : classes.wrap(set, run);
    i = to;
  }
  return `<g transform="translate(${by.join(' ')})"><g${around}>${text}</g></g>`;
}

const equal = (a: Slots, b: Slots) => a.size === b.size && [...a].every((slot) => b.has(slot));

/** Classes by when something is seen, and their style. */
class Classes {
  readonly #frames: number;
  readonly #options: AnimationOptions;
  #sets: Map<string, Slots> = new Map();

  constructor(frames: number, options: AnimationOptions) {
    this.#frames = frames;
    this.#options = options;
  }

  wrap(slots: Slots, text: string) {
    if (slots.size === 2 * this.#frames) return text;
    const key = [...slots].sort((a, b) => a - b).join(',');
    this.#sets.set(key, slots);
    return `<g class="k${[...this.#sets.keys()].indexOf(key)}">${text}</g>`;
  }

  css() {
    const { seconds, loop } = this.#options;
    const rules = [...this.#sets.values()].map((slots, i) => {
      // Where nothing moves, the last step is seen.
      const last = slots.has(2 * this.#frames - 1) ? 'opacity:1;' : '';
      return `.k${i}{${last}animation-name:k${i}}@keyframes k${i}{${this.#stops(slots)}}`;
    });
    const count = (times: number) => (loop ? 'infinite' : times);
    // As specific as one class, so that the rules behind it win.
    const all = `[class^=k]{opacity:0;animation:${seconds * this.#frames}s step-end ${count(1)} forwards}`;
    // Every step has the same time for these two. The last one keeps its ground where it is the end.
    const way = percent(this.#way);
    const each =
      `.m{offset-rotate:0deg;animation:m ${seconds}s step-end ${count(this.#frames)}}` +
      `@keyframes m{0%,80%,to{offset-distance:0%;animation-timing-function:ease-in-out}${way}{offset-distance:100%}}` +
      `.f{animation:f ${seconds}s step-end ${count(this.#frames - GROUND_GOES)} forwards}` +
      // A step may begin a moment before its ground does.
      `@keyframes f{0%,to{opacity:0}1%{opacity:1}` +
      `${percent(1 - GROUND_GOES)}{opacity:1;animation-timing-function:linear}}`;
    const still = '@media(prefers-reduced-motion:reduce){[class^=k],.m,.f{animation:none}}';
    return rules.length === 0 ? '' : `${all}${rules.join('')}${each}${still}`;
  }

  /** The part of a step in which chips are under way. */
  get #way() {
    return Math.min(WAY.seconds / this.#options.seconds, WAY.most);
  }

  #stops(slots: Slots) {
    const on = (slot: number) => (slots.has(slot) ? 1 : 0);
    const last = 2 * this.#frames - 1;
    const digits = this.#frames > 20 ? 100 : 10;
    const stops: [0 | 1, string][] = [[on(0), '0%']];
    for (let slot = 1; slot <= last; slot += 1)
      if (on(slot) !== on(slot - 1)) {
        const frame = Math.floor(slot / 2) + (slot % 2) * this.#way;
        stops.push([on(slot), percent(frame / this.#frames, digits)]);
      }
    stops.push([on(last), 'to']);
    const at = (value: 0 | 1) => stops.flatMap(([stop, time]) => (stop === value ? time : [])).join(',');
    return ([0, 1] as const).map((value) => (at(value) ? `${at(value)}{opacity:${value}}` : '')).join('');
  }
}

const percent = (part: number, digits = 100) => `${Math.round(part * 100 * digits) / digits}%`;
