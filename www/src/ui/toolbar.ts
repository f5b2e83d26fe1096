// A toolbar is one stop of the Tab key; arrows, Home and End move within it. One with `aria-orientation="vertical"` has
// the arrows up and down.

import { nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart } from 'lit/directive.js';

const shown = (control: HTMLElement) => control.getClientRects().length > 0;

class Toolbar extends AsyncDirective {
  #part: Element | null = null;
  #bar: HTMLElement | null = null;
  /** The control that Tab reaches. */
  #stop: HTMLElement | null = null;

  override render() {
    return nothing;
  }

  override update(part: ElementPart) {
    this.#part = part.element;
    // Behind this rendering: its controls stand then.
    queueMicrotask(() => this.#mark());
    return nothing;
  }

  #controls() {
    // What a menu lists belongs to the menu; what has no room is under More.
    return [...(this.#bar?.querySelectorAll<HTMLElement>('button, summary') ?? [])].filter(
      (control) => !control.closest('.items, .over'),
    );
  }

  #mark() {
    if (!this.#bar && this.#part) {
      this.#bar = this.#part.closest<HTMLElement>('[role="toolbar"]') ?? (this.#part as HTMLElement);
      this.#bar.addEventListener('focusin', this.#focused);
      this.#bar.addEventListener('keydown', this.#pressed);
    }
    const controls = this.#controls();
    if (!this.#stop || !controls.includes(this.#stop)) this.#stop = controls[0] ?? null;
    for (const control of controls) {
      const index = control === this.#stop ? '0' : '-1';
      if (control.getAttribute('tabindex') !== index) control.setAttribute('tabindex', index);
    }
  }

  #focused = (event: FocusEvent) => {
    const control = this.#controls().find((control) => control === event.target);
    if (!control || control === this.#stop) return;
    this.#stop = control;
    this.#mark();
  };

  #pressed = (event: KeyboardEvent) => {
    const controls = this.#controls().filter(shown);
    const at = controls.findIndex((control) => control === event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isVertical = this.#bar?.getAttribute('aria-orientation') === 'vertical';
    const [next, previous] = isVertical ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const to = { [next]: at + 1, [previous]: at - 1, Home: 0, End: controls.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    controls[(to + controls.length) % controls.length]?.focus();
  };
}

/** Of the element that has the role, or of one within it. */
export const toolbar = directive(Toolbar);
