// The heads of modules that are seen in part: where the upper end of one is out of sight, its name and state stand at
// the top of the stage. The drawing has the same names for the keyboard and for screen readers.

import { classesOf, stateOf, themed } from './palette.ts';
import { nameTexts } from './level-of-detail.ts';
import type { Box } from './geometry.ts';
import type { Drawing } from './drawing.ts';
import type { Camera } from './zoom.ts';

/** Pixels of a head, and of the least module that has one. */
const HEIGHT = 26;
const LEAST_WIDTH = 48;
/** Heads that stand below each other. */
const MOST_ROWS = 2;

export interface Module {
  id: string;
  /** Numbers of the drawing. */
  box: Box;
}

/** A head at the top of the stage, in its pixels. */
export interface StickyHead extends Box {
  id: string;
}

const holds = (outer: Box, inner: Box) =>
  outer !== inner &&
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/**
 * The heads at the top of the stage. Of modules in modules the innermost are there, the outer ones above.
 * @param free part of the stage that nothing lies over, in its pixels
 */
export function stickyHeads(modules: readonly Module[], { x, y, scale }: Camera, free: Box): StickyHead[] {
  const right = free.x + free.width;
  const cut = modules.filter(({ box }) => {
    const [top, left] = [box.y * scale + y, box.x * scale + x];
    return (
      top < free.y &&
      top + box.height * scale > free.y &&
      Math.min(right, left + box.width * scale) - Math.max(free.x, left) >= LEAST_WIDTH
    );
  });
  /** How many of them stand in each other from this one inwards. */
  const depth = (module: Module): number =>
    1 + Math.max(0, ...cut.filter(({ box }) => holds(module.box, box)).map((inner) => depth(inner)));
  const shown = cut.filter((module) => depth(module) <= MOST_ROWS);
  return shown.map(({ id, box }) => {
    const row = shown.filter((outer) => holds(outer.box, box)).length;
    const left = Math.max(free.x, box.x * scale + x);
    return {
      id,
      x: left,
      // The end of its module takes it along.
      y: Math.min(free.y + row * HEIGHT, (box.y + box.height) * scale + y - HEIGHT),
      width: Math.min(right, (box.x + box.width) * scale + x) - left,
      height: HEIGHT,
    };
  });
}

export class StickyHeads {
  #drawing: Drawing | null = null;
  #modules: Module[] = [];
  #elements: Map<string, HTMLElement> = new Map();

  /** Another drawing stands in the stage. */
  take(drawing: Drawing) {
    this.#drawing = drawing;
    this.#modules = drawing.elements.flatMap((id) => {
      const box = id.startsWith('c') ? drawing.boxOf(id) : null;
      return box ? [{ id, box }] : [];
    });
    for (const element of this.#elements.values()) element.remove();
    this.#elements.clear();
  }

  at(camera: Camera, free: Box) {
    return stickyHeads(this.#modules, camera, free);
  }

  /** @param room that they stand in */
  show(room: Element, camera: Camera, free: Box) {
    const heads = this.at(camera, free);
    const gone = new Set(this.#elements.keys());
    for (const { id, x, y, width } of heads) {
      gone.delete(id);
      let element = this.#elements.get(id);
      if (!element) {
        element = this.#make(id);
        this.#elements.set(id, element);
        room.append(element);
      }
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      element.style.width = `${width.toFixed(1)}px`;
    }
    for (const id of gone) {
      this.#elements.get(id)?.remove();
      this.#elements.delete(id);
    }
  }

  #make(id: string) {
    const element = document.createElement('div');
    element.className = 'sticky-head';
    element.dataset.module = id;
    const name = document.createElement('b');
    const group = this.#drawing?.groups.get(id);
    name.textContent = group ? (this.#drawing?.nameShown(id, nameTexts(group)) ?? '') : '';
    element.append(name, document.createElement('span'));
    this.#write(id, element);
    return element;
  }

  /** States are others than before. */
  showStates() {
    for (const [id, element] of this.#elements) this.#write(id, element);
  }

  /** The words of a state are those of the module's own head. */
  #write(id: string, element: HTMLElement) {
    const group = this.#drawing?.groups.get(id);
    const status = element.lastElementChild as HTMLElement;
    status.textContent = this.#drawing?.groups.get(`a_s${id.slice(1)}`)?.textContent?.trim() ?? '';
    const state = group && stateOf(classesOf(group));
    element.style.setProperty('--state', state ? themed(state.token) : '');
  }
}
