// The one box that is open over the drawing, a field or a list, and where things stand in the stage.

import { unticked } from '../ui/code-spans.ts';
import { make, putBeside, putInside, type Box, type Place } from './dom.ts';
import type { TracklightDiagram } from '../diagram/diagram.ts';

/** From what a box stands beside. */
const BESIDE = 4;

interface Opened {
  element: HTMLElement;
  /** @param typed before it was there */
  focus(typed: string): void;
  /** What was typed in it for the next one. */
  readonly early?: string;
  /** Called when it goes. */
  gone?: () => void;
}

export class Boxes {
  readonly #diagram: TracklightDiagram;
  readonly #changed: () => void;
  readonly layer: HTMLElement;
  #opened: Opened | null = null;

  /** @param changed a box opened or closed */
  constructor(diagram: TracklightDiagram, layer: HTMLElement, changed: () => void) {
    this.#diagram = diagram;
    this.#changed = changed;
    this.layer = layer;
  }

  /** A press beside it leaves it; where it is under way, its own end does. */
  #onPress = (event: Event) => {
    if (this.#opened && !event.composedPath().includes(this.#opened.element)) this.close(false);
  };

  get isOpen() {
    return this.#opened !== null;
  }

  /** @param at its corner, or the box that it stands beside */
  open(opened: Opened, at: Place | Box, gap: number = BESIDE) {
    const typed = this.#opened?.early ?? '';
    this.close(false);
    this.#opened = opened;
    this.#diagram.toggleAttribute('data-typing', true);
    this.layer.ownerDocument.addEventListener('pointerdown', this.#onPress);
    this.layer.append(opened.element);
    if ('width' in at) putBeside(opened.element, at, gap, this.stage);
    else putInside(opened.element, at, this.stage);
    opened.focus(typed);
    this.#changed();
  }

  /** @param returnsFocus to the drawing */
  close(returnsFocus = true) {
    const opened = this.#opened;
    if (!opened) return;
    this.#opened = null;
    this.layer.ownerDocument.removeEventListener('pointerdown', this.#onPress);
    opened.gone?.();
    opened.element.remove();
    this.#diagram.toggleAttribute('data-typing', false);
    this.#changed();
    if (returnsFocus) this.#diagram.focus();
  }

  /** A reason that stands at a place until the next one. */
  reason(text: string, at: Place | null) {
    this.layer.querySelector('.reason')?.remove();
    if (text === '' || at === null) return;
    const element = make('p', { class: 'reason', role: 'alert' }, unticked(text));
    this.layer.append(element);
    putInside(element, { x: at.x + 12, y: at.y + 12 }, this.stage);
  }

  get stage() {
    return { width: this.layer.clientWidth, height: this.layer.clientHeight };
  }

  /** A place of the window in the stage. */
  inStage({ x, y }: Place): Place {
    const { left, top } = this.layer.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  /** The box around elements of the drawing, in the stage. */
  around(elements: readonly Element[]): Box | null {
    const rects = elements.map((element) => element.getBoundingClientRect());
    if (rects.length === 0) return null;
    const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
    const [right, bottom] = [
      Math.max(...rects.map((rect) => rect.right)),
      Math.max(...rects.map((rect) => rect.bottom)),
    ];
    return { ...this.inStage({ x: left, y: top }), width: right - left, height: bottom - top };
  }

  /** The box of a card or container, or of the line of an edge. */
  boxOf(id: string): Box | null {
    const group = this.#diagram.drawing?.groups.get(id);
    const shape = group?.querySelector(':scope > :is(.card, .shape)') ?? group?.querySelector(':scope > path') ?? group;
    return shape ? this.around([shape]) : null;
  }
}
