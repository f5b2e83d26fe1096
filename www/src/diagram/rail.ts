// The rail in the page: a column at the right of the stage, in full size, that scrolls by itself and stays while the
// flow moves. A stage without room for it has the rail below the flow, in the same canvas.

import { cardsOf, type Box } from './geometry.ts';

/** A stage below this width has no column, and one whose flow would be narrower than the second has none. */
const LEAST = { stage: 560, flow: 400 };
/** Around the cards, in pixels. */
const PAD = 14;

export class RailColumn {
  #stage: () => SVGSVGElement | null;
  #moved: () => void;
  #rail: SVGGElement | null = null;
  /** Around its cards, in its own numbers. */
  #box: Box = { x: 0, y: 0, width: 0, height: 0 };
  #scroll = 0;
  /** Pixels of the flow beside it. */
  #room = { width: 0, height: 0 };

  /** @param moved it stands elsewhere, or it scrolled */
  constructor(stage: () => SVGSVGElement | null, moved: () => void) {
    this.#stage = stage;
    this.#moved = moved;
  }

  /** Pixels that it takes of the stage; 0 while there is none. */
  get width() {
    return this.#rail ? this.#box.width + 2 * PAD : 0;
  }

  /** Takes the rail of a drawing into the stage, or none. It is placed when the flow has its room. */
  take(rail: SVGGElement | null) {
    this.#rail = rail;
    const layer = this.#stage()?.querySelector('.rail-column');
    layer?.querySelector('.cards')?.replaceChildren(...(rail ? [rail] : []));
    layer?.toggleAttribute('hidden', rail === null);
    rail?.removeAttribute('transform');
    const boxes = rail ? cardsOf(rail).map(({ box }) => box) : [];
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    this.#box =
      boxes.length === 0
        ? { x: 0, y: 0, width: 0, height: 0 }
        : {
            x,
            y,
            width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
            height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
          };
  }

  /** @param room pixels of the flow, at whose right end the column begins */
  place(room: { width: number; height: number }) {
    this.#room = { width: room.width, height: room.height };
    this.#put();
  }

  /** Whether a point of the stage lies on it. */
  has({ x }: { x: number }) {
    return this.#rail !== null && x >= this.#room.width;
  }

  /** @param by pixels; what is below comes up */
  scroll(by: number) {
    this.#scroll += by;
    this.#put();
  }

  /** Scrolls as little as is needed to show a box of its own numbers. */
  reveal(box: Box | null) {
    if (!box) return;
    const top = box.y - this.#box.y + PAD;
    const least = top + box.height + PAD - this.#room.height;
    const to = Math.min(top - PAD, Math.max(least, this.#scroll));
    if (to !== this.#scroll) this.scroll(to - this.#scroll);
  }

  /** A box of its own numbers in pixels of the stage; one that is scrolled out lies on the edge. */
  onStage(box: Box): Box {
    const { x, y } = this.#offset;
    const top = Math.min(this.#room.height - 1, Math.max(1, box.y + y));
    const bottom = Math.min(this.#room.height, Math.max(top, box.y + box.height + y));
    return { x: box.x + x, y: top, width: box.width, height: bottom - top };
  }

  get #offset() {
    return { x: this.#room.width + PAD - this.#box.x, y: PAD - this.#box.y - this.#scroll };
  }

  #put() {
    if (!this.#rail) return;
    const most = Math.max(0, this.#box.height + 2 * PAD - this.#room.height);
    this.#scroll = Math.min(most, Math.max(0, this.#scroll));
    const { x, y } = this.#offset;
    const layer = this.#stage()?.querySelector('.rail-column');
    layer?.querySelector('.cards')?.setAttribute('transform', `translate(${x} ${y})`);
    const ground = layer?.querySelector('.rail-ground');
    ground?.setAttribute('x', String(this.#room.width));
    ground?.setAttribute('width', String(this.width));
    ground?.setAttribute('height', String(this.#room.height));
    this.#moved();
  }
}

/** The least width of a stage that has room for a column of this width, in pixels. */
export const leastStage = (width: number) => Math.max(LEAST.stage, LEAST.flow + width);

/** Whether a stage has room for a column of this width, in pixels. */
export const hasRoom = (stage: { width: number } | null, width: number) =>
  stage !== null && stage.width >= leastStage(width);
