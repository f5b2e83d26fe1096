// A small picture of the whole in the corner of the stage: cards as blocks, lines quiet, the part that is seen in a
// frame. Built once for each layout; states follow patches, and a move of the view moves the frame alone.

import { boxAround, type Box } from './geometry.ts';
import { classesOf, isThemed, stateOf, themed } from './palette.ts';
import { make } from './make.ts';
import type { Drawing } from './drawing.ts';
import type { Camera } from './zoom.ts';

/** Pixels at most, and around the drawing. */
const ROOM = { width: 150, height: 110, pad: 4 };
/** A smaller stage has none. */
const LEAST = { width: 480, height: 360 };
/** Where so much of the drawing is seen, the map would cover more than it tells. */
const NEARLY_WHOLE = 0.8;

export class Minimap {
  #element: Element | null = null;
  #part: SVGElement | null = null;
  #blocks: { group: Element; block: SVGElement; line: string; shown?: string | null }[] = [];
  #box: Box = { x: 0, y: 0, width: 1, height: 1 };
  #scale = 1;

  /** @returns the map, to be put into the stage */
  build(drawing: Drawing): Element {
    const { root, box } = drawing;
    this.#box = box;
    this.#scale = Math.min(ROOM.width / Math.max(1, box.width), ROOM.height / Math.max(1, box.height));
    const pad = ROOM.pad / this.#scale;
    const map = make(root, 'svg', {
      class: 'minimap',
      'aria-hidden': 'true',
      width: box.width * this.#scale + 2 * ROOM.pad,
      height: box.height * this.#scale + 2 * ROOM.pad,
      viewBox: [box.x - pad, box.y - pad, box.width + 2 * pad, box.height + 2 * pad].join(' '),
    });
    const inside = make(root, 'g', { transform: root.getAttribute('transform') ?? '' });
    for (const line of root.querySelectorAll('.edge > path:not(.hit)'))
      inside.append(make(root, 'path', { class: 'way', d: line.getAttribute('d') ?? '' }));
    this.#blocks = [];
    for (const card of root.querySelectorAll('.cluster > .card, .node > :is(.card, .shape)')) {
      const group = card.parentElement;
      const around = boxAround(card);
      if (!group || !around || card.classList.contains('outer')) continue;
      const block = make(root, 'rect', {
        ...around,
        rx: 6,
        class: classesOf(group).includes('cluster') ? 'container' : 'block',
      }) as SVGElement;
      inside.append(block);
      const line = card.getAttribute('stroke') ?? '';
      this.#blocks.push({ group, block, line: isThemed(line) ? line : themed('plain-line') });
    }
    this.#part = make(root, 'rect', { class: 'part', rx: pad }) as SVGElement;
    map.append(inside, this.#part);
    this.#element = map;
    this.states();
    return map;
  }

  /** States are where they are in the drawing. */
  states() {
    for (const one of this.#blocks) {
      const token = stateOf(classesOf(one.group))?.token;
      const shown = token && token !== 'visited' ? token : null;
      if (shown === one.shown) continue;
      one.shown = shown;
      one.block.classList.toggle('state', shown !== null);
      one.block.style.setProperty('--line', shown ? themed(shown) : one.line);
    }
  }

  /** Moves the frame. @returns whether the map is shown */
  see(camera: Camera, stage: { width: number; height: number }): boolean {
    const { x, y, width, height } = this.#box;
    const seen = {
      x: -camera.x / camera.scale,
      y: -camera.y / camera.scale,
      width: stage.width / camera.scale,
      height: stage.height / camera.scale,
    };
    const [left, top] = [Math.max(seen.x, x), Math.max(seen.y, y)];
    const part = {
      x: left,
      y: top,
      width: Math.max(0, Math.min(seen.x + seen.width, x + width) - left),
      height: Math.max(0, Math.min(seen.y + seen.height, y + height) - top),
    };
    const whole = part.width * part.height >= NEARLY_WHOLE * width * height;
    const shown = !whole && stage.width >= LEAST.width && stage.height >= LEAST.height;
    if (!shown || !this.#part) return false;
    for (const [name, value] of Object.entries(part)) this.#part.setAttribute(name, value.toFixed(1));
    return true;
  }

  /** The point of the drawing under a pointer on the map. */
  pointAt(event: PointerEvent): { x: number; y: number } {
    const map = this.#element?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return {
      x: this.#box.x + (event.clientX - map.left - ROOM.pad) / this.#scale,
      y: this.#box.y + (event.clientY - map.top - ROOM.pad) / this.#scale,
    };
  }
}
