// What the bar has room for. It is measured, because nobody knows the font of the host's page. What is left out of the
// bar is hidden by its style sheet (`data-left-out`) and shown in its menu.

import { beforeFrame } from '../before-frame.ts';

/** In the order in which they give way: links out of the machine, Restart and the speed, words, Back and Forward. */
const GROUPS = ['page', 'pace', 'words', 'moves', 'sentence'] as const;
export type BarGroup = (typeof GROUPS)[number];

export class BarFit {
  /** What has no room. */
  left: readonly BarGroup[] = [];
  /** Whether the end of the sentence is not seen. */
  isCut = false;
  #changed: () => void;
  #bar: HTMLElement | null = null;
  /** Words of the controls and the sentence. */
  #contents = '';
  #cancelFit = () => {};
  #resized = new ResizeObserver(() => this.#fit());

  /** @param changed something else is left out */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The bar was rendered. */
  rendered(bar: HTMLElement | null) {
    const contents = [...(bar?.children ?? [])].map((part) => (part.matches('.menu') ? '' : part.textContent)).join();
    if (bar !== this.#bar) {
      this.#resized.disconnect();
      this.#bar = bar;
      // The sentence has the rest of the room: it also tells of controls that have another width.
      if (bar) for (const part of [bar, bar.querySelector('.status')]) if (part) this.#resized.observe(part);
    } else if (contents !== this.#contents) {
      this.#cancelFit();
      // With the next frame, which lays the page out anyway.
      this.#cancelFit = beforeFrame(() => this.#fit());
    }
    this.#contents = contents;
  }

  close() {
    this.#resized.disconnect();
    this.#cancelFit();
  }

  #fit() {
    const bar = this.#bar;
    const status = bar?.querySelector<HTMLElement>('.status');
    if (!bar || !status || bar.clientWidth === 0) return;
    const isCut = () => status.scrollHeight > status.clientHeight + 1;
    const before = [this.left.length, this.isCut].join();
    bar.removeAttribute('data-cut');
    this.left = this.#leaveOut(bar);
    this.isCut = isCut();
    if (this.isCut && this.left.length === 0) {
      // The menu, where it is whole, takes room as well.
      bar.setAttribute('data-cut', '');
      this.left = this.#leaveOut(bar);
      this.isCut = isCut() || this.left.length === 0;
    }
    if (before !== [this.left.length, this.isCut].join()) this.#changed();
  }

  #leaveOut(bar: HTMLElement): readonly BarGroup[] {
    for (let n = 0; ; n += 1) {
      const left = GROUPS.slice(0, n);
      bar.dataset.leftOut = left.join(' ');
      if (bar.scrollWidth <= bar.clientWidth || n === GROUPS.length) return left;
    }
  }
}
