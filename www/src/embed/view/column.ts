// What of a drawing an element shows in its column: its form, and which modules are folded.

import {
  enlargedFrom,
  formIn,
  formOptions,
  isCrowded,
  pixelsOf,
  placingOf,
  scaleIn,
  switchWidth,
  type ColumnView,
  type Form,
} from '../../diagram/column.ts';
import { foldedAround } from '../../diagram/modules.ts';
import { drawingOfPicture, isPictureOf } from '../../diagram/picture-parts.ts';
import type { DotOptions, OutlineItem, View } from '../../protocol/types.ts';

/** What it is told by its element. */
interface Surroundings {
  /** The pictures of both forms that stood in the page; none where there were none. */
  pictures(): SVGSVGElement[];
  /** Pixels that the drawing has from side to side; 0 while it is not seen. */
  width(): number;
  /** The attribute. */
  height(): string;
}

const SWITCH = /\btracklight-from-(\d+)\b/;

export class Column {
  readonly #around: Surroundings;
  /** Where the form changes; null while nobody knows how wide the rail is. */
  #switchAt: number | null = null;
  #form: Form = 'narrow';
  /** Whether modules are folded, by form. */
  #isCrowded: Record<Form, boolean> = { wide: false, narrow: false };
  #byHand: ReadonlyMap<string, boolean> = new Map();
  #fold: readonly string[] = [];
  #view: ColumnView = this.#newView();

  constructor(around: Surroundings) {
    this.#around = around;
    this.begin();
  }

  /** Another machine. */
  begin() {
    const pictures = this.#around.pictures();
    const [found] = pictures.flatMap((picture) => SWITCH.exec(picture.getAttribute('class') ?? '') ?? []).slice(1);
    this.#switchAt = found === undefined ? null : Number(found);
    const [wide, narrow] = pictures.map((picture) => picture.hasAttribute('data-folded'));
    this.#isCrowded = { wide: wide === true, narrow: narrow === true };
    this.#byHand = new Map();
    this.#fold = [];
    this.#form = this.#formNow;
    this.#view = this.#newView();
  }

  /** For the diagram: the same object as long as nothing changed. */
  get view() {
    return this.#view;
  }

  /** What is drawn. */
  get options(): DotOptions {
    return { ...formOptions(this.#form), ...(this.#fold.length > 0 ? { fold: [...this.#fold] } : {}) };
  }

  /** The column has another width. @returns whether something else is to be drawn */
  resize(): boolean {
    const form = this.#formNow;
    if (form === this.#form || this.#around.width() === 0) return false;
    this.#form = form;
    this.#view = this.#newView();
    return true;
  }

  /** A drawing was laid out. @returns whether something else is to be drawn in its place */
  take(size: { width: number }, railWidth: number): boolean {
    if (this.#form === 'wide') this.#switchAt ??= switchWidth(railWidth);
    if (this.resize()) return true;
    if (this.#isCrowded[this.#form] || !isCrowded(this.#form, size.width, this.#switchAt ?? 0)) return false;
    this.#isCrowded[this.#form] = true;
    return true;
  }

  /** Folds the modules in which no path stands, where they have no room. @returns whether others are folded now */
  refold(outline: readonly OutlineItem[], view: View | null): boolean {
    const before = this.#fold;
    const isCrowdedNow = this.#isCrowded[this.#form];
    const folded = view && (isCrowdedNow || this.#byHand.size > 0) ? foldedAround(outline, view, this.#byHand) : [];
    this.#fold = isCrowdedNow ? folded : folded.filter((module) => this.#byHand.get(module));
    return this.#fold.join('\n') !== before.join('\n');
  }

  /** Somebody folds or unfolds a module. */
  toggle(module: string) {
    this.#byHand = new Map([...this.#byHand, [module, !this.#fold.includes(module)]]);
  }

  get #formNow(): Form {
    return formIn(this.#around.width(), this.#switchAt ?? switchWidth(0));
  }

  #newView(): ColumnView {
    return {
      placing: placingOf(this.#form),
      scaleOf: (size) => scaleIn(this.#around.width(), enlargedFrom(size, pixelsOf(this.#around.height()))),
      drawingOf: (key) => {
        const picture = this.#around.pictures().find((made) => isPictureOf(made, key));
        return picture ? drawingOfPicture(picture) : null;
      },
    };
  }
}
