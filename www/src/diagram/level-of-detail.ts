// What of a drawing is drawn at its scale on screen: texts while they can be read, then names and signs of states only,
// which keep a size that can be read. Files and paper have all of it, and so has a rail of its own: it keeps its scale.

import { classesOf, signOf } from './palette.ts';
import { boxAround, overlap, type Box } from './geometry.ts';
import { make } from './make.ts';
import type { Drawing } from './drawing.ts';

/** A text is drawn while it is so high on screen, and a name grows to it. */
const LEAST_TEXT_PX = 9;
/** Sizes of the small print, which has the words of states, and of all other texts but names. */
const SMALL_PRINT = 11;
const TEXT = 12;
/** Letters that a cut name keeps at least; names of modules go last. */
const LEAST_LETTERS = 4;
const LEAST_LETTERS_OF_MODULE = 1;
/** A name is left out of a card that is less high on screen. */
const LEAST_CARD_PX = 10;
/** The base line of a text in the middle of a card is so far below it, in its own size. */
const BELOW_MIDDLE = 0.3;
/** How far a text reaches above its base line and below it, in its own size. */
const ABOVE_LINE = 0.74;
const UNDER_LINE = 0.21;
/** Pixels from the top of a module to the base line of its name, where that is more than in full size. */
const MODULE_LINE_PX = 9;
/** What a name keeps from the right end of its card. */
const END_PX = 2;
/** The disc of a state. Where only names are drawn, its middle is outside the corner of the card by so much. */
const DISC_PX = { radius: 6, outside: 2 };

/** The scale below which a text is not drawn. One that the source made smaller than that is drawn in full size. */
export const leastScaleOf = (size: number) => Math.min(1, LEAST_TEXT_PX / size);

/** A node or module as it is drawn when it is small. Numbers are of the drawing. */
export interface Block {
  id: string;
  /** `shape`: one that the source chose, which may be narrow above and below its middle. */
  kind: 'card' | 'shape' | 'module';
  box: Box;
  name: {
    text: string;
    /** Where it stands in full size. */
    x: number;
    baseline: number;
    size: number;
    /** How far its first letters reach in full size, by their number; none while it has not been measured. */
    reaches: readonly number[];
    /** The width of `…` in full size. */
    ellipsis: number;
  };
  hasSign: boolean;
}

/** A name as it is drawn. */
export interface Label {
  id: string;
  text: string;
  x: number;
  baseline: number;
  size: number;
}

/**
 * @param least letters that a cut name keeps
 * @returns as much of a name as has room, an empty text where too little would be left
 */
export function clipName(
  { text, reaches, ellipsis }: Pick<Block['name'], 'text' | 'reaches' | 'ellipsis'>,
  room: number,
  least: number = LEAST_LETTERS,
) {
  const letters = [...text];
  if ((reaches[letters.length - 1] ?? Infinity) <= room) return text;
  const fitting = reaches.findLastIndex((reach) => reach + ellipsis <= room) + 1;
  return fitting < least ? '' : `${letters.slice(0, fitting).join('')}…`;
}

/**
 * The names that are drawn when only they are, none over another one: those of modules first, the outer before the
 * inner ones.
 * @param blocks modules before what is in them
 */
export function labelsAt(blocks: readonly Block[], scale: number): Label[] {
  const labels: Label[] = [];
  const modules: Box[] = [];
  for (const isModule of [true, false])
    for (const block of blocks) {
      if ((block.kind === 'module') !== isModule) continue;
      const label = labelOf(block, scale);
      if (!label) continue;
      const box = boxOfLabel(label, block);
      if (modules.some((other) => overlap(other, box))) continue;
      if (isModule) modules.push(box);
      labels.push(label);
    }
  return labels;
}

function labelOf({ id, kind, box, name, hasSign }: Block, scale: number): Label | null {
  if (kind !== 'module' && box.height * scale < LEAST_CARD_PX) return null;
  const size = Math.max(name.size, Math.ceil((LEAST_TEXT_PX * 100) / scale) / 100);
  const inset = kind === 'shape' ? (box.width * Math.min(1, size / box.height)) / 2 : name.x - box.x;
  const end = kind === 'shape' ? inset : Math.min(inset, END_PX / scale);
  // In a low card the disc at its corner is as low as the name.
  const reach = DISC_PX.radius - DISC_PX.outside;
  const isUnderDisc = hasSign && kind !== 'shape' && (box.height * scale) / 2 < reach + LEAST_TEXT_PX / 2;
  const roomBehind = (start: number) => ((box.width - start - (isUnderDisc ? reach / scale : end)) * name.size) / size;
  let start = inset;
  let text = clipName(name, roomBehind(inset));
  if (text === '' && kind === 'module') {
    // Its chevron is too small to be seen.
    start = end;
    text = clipName(name, roomBehind(end), LEAST_LETTERS_OF_MODULE);
  }
  if (text === '') return null;
  const baseline =
    kind === 'module'
      ? Math.max(name.baseline, box.y + MODULE_LINE_PX / scale)
      : box.y + box.height / 2 + BELOW_MIDDLE * size;
  return { id, text, x: box.x + start, baseline, size };
}

/** Around a label, somewhat too wide where it is cut. */
function boxOfLabel({ text, x, baseline, size }: Label, { name }: Block): Box {
  const reach = name.reaches[[...text].length - 1] ?? name.reaches.at(-1) ?? 0;
  return {
    x,
    y: baseline - ABOVE_LINE * size,
    width: ((reach + (text === name.text ? 0 : name.ellipsis)) * size) / name.size,
    height: (ABOVE_LINE + UNDER_LINE) * size,
  };
}

/** The middle of a state's disc: at the right end of the head, or at the corner where only names are drawn. */
export function discAt({ kind, box, name }: Block, scale: number): { x: number; y: number } {
  if (scale < leastScaleOf(TEXT) && kind !== 'shape')
    return { x: box.x + box.width + DISC_PX.outside / scale, y: box.y - DISC_PX.outside / scale };
  return {
    x: box.x + box.width - (name.x - box.x) - DISC_PX.radius / scale,
    y: name.baseline - BELOW_MIDDLE * name.size,
  };
}

/** The texts of a head's name, which is bold and comes first. */
export function nameTexts(group: Element): Element[] {
  const texts = [];
  for (const child of group.children) {
    if (child.tagName === 'g') break;
    if (child.tagName !== 'text') continue;
    if (child.getAttribute('font-weight') !== 'bold') break;
    texts.push(child);
  }
  return texts;
}

/** By the nodes that have one. */
type Signs = Map<string, NonNullable<ReturnType<typeof signOf>>>;

export class LevelOfDetail {
  #drawing: Drawing | null = null;
  #scale = 1;
  #blocks: Block[] = [];
  /** What is drawn in place of names, by block. */
  #names: Map<string, Element> = new Map();
  #layer: Element | null = null;
  #discs: Element | null = null;
  #isMeasured = false;
  /** What is left out below a scale. */
  #bySize: { least: number; elements: Element[]; isLeftOut: boolean }[] = [];

  /** Another drawing stands in the stage. */
  take(drawing: Drawing) {
    this.#drawing = drawing;
    this.#isMeasured = false;
    this.#layer = make(drawing.root, 'g', { class: 'names', 'aria-hidden': 'true' });
    this.#discs = make(drawing.root, 'g', { class: 'discs', 'aria-hidden': 'true' });
    this.#takeBlocks(drawing);
    this.#takeSizes(drawing);
    drawing.root.append(this.#layer, this.#discs);
    this.#write();
  }

  #takeBlocks(drawing: Drawing) {
    this.#blocks = [];
    this.#names.clear();
    drawing.copies = this.#names;
    for (const id of drawing.elements) {
      if (drawing.isApart(id)) continue;
      const group = drawing.groups.get(id);
      const texts = group && nameTexts(group);
      const [first] = texts ?? [];
      const shape =
        group && [...group.children].find((child) => /^(card|shape)/.test(child.getAttribute('class') ?? ''));
      const box = shape && boxAround(shape);
      if (!texts || !first || !box) continue;
      for (const text of texts) text.classList.add('name');
      const number = (attribute: string) => Number(first.getAttribute(attribute));
      this.#blocks.push({
        id,
        kind: id.startsWith('c') ? 'module' : classesOf(shape).includes('card') ? 'card' : 'shape',
        box,
        name: {
          text: drawing.nameShown(id, texts),
          x: number('x'),
          baseline: number('y'),
          size: number('font-size'),
          reaches: [],
          ellipsis: 0,
        },
        hasSign: false,
      });
      const copy = make(drawing.root, 'text', {
        class: [
          ...['own-fill', 'own-dark'].filter((name) => group.classList.contains(name)),
          ...(id.startsWith('c') ? ['of-module'] : []),
        ].join(' '),
        fill: first.getAttribute('fill') ?? '',
        'font-weight': 'bold',
      });
      this.#names.set(id, copy);
      this.#layer?.append(copy);
    }
    // Those that hold others first.
    this.#blocks.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  }

  #takeSizes(drawing: Drawing) {
    const bySize: Map<number, Element[]> = new Map();
    const add = (size: number, element: Element) => {
      const elements = bySize.get(size);
      if (elements) elements.push(element);
      else bySize.set(size, [element]);
    };
    for (const group of drawing.texts) {
      if (drawing.rail?.contains(group)) continue;
      const texts = [...group.querySelectorAll('text:not(.name)')];
      const sizes = texts.map((text) => Number(text.getAttribute('font-size')) || TEXT);
      texts.forEach((text, i) => add(sizes[i] ?? TEXT, text));
      // With the last of its texts the ground of a label goes.
      if (classesOf(group).includes('label')) add(Math.max(...sizes), group);
    }
    this.#bySize = [...bySize].map(([size, elements]) => ({ least: leastScaleOf(size), elements, isLeftOut: false }));
  }

  /** The drawing has another scale. */
  see(scale: number) {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#write();
  }

  /** Texts have other widths than before. */
  measureAgain() {
    this.#isMeasured = false;
    this.#write();
  }

  /** States are others than before. */
  showStates() {
    const signs = this.#signs();
    const changed = this.#blocks.filter((block) => block.hasSign !== signs.has(block.id));
    for (const block of changed) block.hasSign = signs.has(block.id);
    this.#writeDiscs(signs);
    if (changed.length > 0) this.#writeNames();
  }

  #write() {
    const root = this.#drawing?.root;
    if (!root) return;
    for (const group of this.#bySize) {
      const isLeftOut = this.#scale < group.least;
      if (isLeftOut === group.isLeftOut) continue;
      group.isLeftOut = isLeftOut;
      for (const element of group.elements) element.classList.toggle('left-out', isLeftOut);
    }
    root.classList.toggle('without-status', this.#hasDiscs);
    root.classList.toggle('names-only', this.#hasNamesOnly);
    root.style.setProperty('--mark-growth', String(Math.max(1, leastScaleOf(SMALL_PRINT) / this.#scale)));
    this.showStates();
    this.#writeNames();
  }

  get #hasDiscs() {
    return this.#scale < leastScaleOf(SMALL_PRINT);
  }

  get #hasNamesOnly() {
    return this.#scale < leastScaleOf(TEXT);
  }

  #signs(): Signs {
    const signs: Signs = new Map();
    for (const { id } of this.#hasDiscs ? this.#blocks : []) {
      const group = this.#drawing?.groups.get(id);
      const sign = group && signOf(classesOf(group));
      if (sign) signs.set(id, sign);
    }
    return signs;
  }

  #writeNames() {
    if (!this.#hasNamesOnly) return;
    if (!this.#isMeasured) this.#measure();
    const labels = new Map(labelsAt(this.#blocks, this.#scale).map((label) => [label.id, label]));
    for (const [id, copy] of this.#names) {
      const label = labels.get(id);
      const text = label?.text ?? '';
      if (copy.textContent !== text) copy.textContent = text;
      if (!label) continue;
      copy.setAttribute('x', label.x.toFixed(2));
      copy.setAttribute('y', label.baseline.toFixed(2));
      copy.setAttribute('font-size', label.size.toFixed(2));
    }
  }

  /** Reads how far letters reach, in whatever font the browser has: all texts are written before the first is read. */
  #measure() {
    const copies = this.#blocks.flatMap((block) => {
      const copy = this.#names.get(block.id) as SVGTextElement | undefined;
      return copy ? [{ copy, name: block.name }] : [];
    });
    for (const { copy, name } of copies) {
      copy.textContent = `${name.text}…`;
      copy.setAttribute('font-size', String(name.size));
    }
    for (const { copy, name } of copies) {
      const total = copy.getNumberOfChars();
      let end = 0;
      name.reaches = [...name.text].map((letter) => {
        end += letter.length;
        return end <= total ? copy.getSubStringLength(0, end) : Infinity;
      });
      name.ellipsis = end < total ? copy.getSubStringLength(end, 1) : Infinity;
      // In a pane that is hidden no text has a length.
      if ((name.reaches[0] ?? 0) > 0) this.#isMeasured = true;
    }
  }

  #writeDiscs(signs: Signs) {
    const discs = this.#blocks.flatMap((block) => {
      const found = signs.get(block.id);
      const root = this.#drawing?.root;
      if (!found || !root) return [];
      const { x, y } = discAt(block, this.#scale);
      const disc = make(root, 'g', { class: `state-disc is-${found.name}` });
      disc.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${1 / this.#scale})`);
      disc.append(
        make(root, 'circle', { r: DISC_PX.radius }),
        make(root, 'path', {
          class: found.sign.stroked ? 'stroked' : '',
          d: found.sign.d,
          transform: 'translate(-4 -4)',
          ...(found.sign.stroked ? { 'stroke-width': found.sign.stroked } : {}),
        }),
      );
      return [disc];
    });
    this.#discs?.replaceChildren(...discs);
  }
}
