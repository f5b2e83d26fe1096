// Tips over the drawing: what an element is and says, at once, and what the core adds when it has answered. One is open
// at a time, for the pointer or for the keyboard's focus; an answer for another element than the open one is dropped.

import { html, nothing } from 'lit';

/** What is known at once. */
export interface Facts {
  name: string;
  kind: string;
  title: string;
  facts: string[];
}
/** What the core is asked for; the prompt is resolved. */
export interface More {
  prompt: string | null;
  description: string | null;
}
/** By the id of an element or of a value's cell. */
export interface TipProvider {
  about(id: string): Facts | null;
  ask(id: string): Promise<More | null>;
}
/** In pixels of the stage. */
interface Point {
  x: number;
  y: number;
}
/** `text`: the title of the overlay. */
export type Tip = Point & { id: string; by: 'pointer' | 'focus'; text: string; facts: Facts | null; more: More | null };
interface Inquiry {
  id: string;
  busy: boolean;
  again: boolean;
}
/** The element that shows the tip. */
export interface Host {
  tip: Tip | null;
  tipProvider: TipProvider | null;
  /** The overlay's title of an element or cell. */
  titleOf: (id: string) => string;
  /** Where the tip of an element with the focus stands. */
  below: (id: string) => Point | null;
}

/** The pointer rests on an element for so long before its tip opens. */
const SHOW_MS = 250;
/** The pointer reaches a tip within this time. */
const STAYS_MS = 250;
/** Space between tip and pointer, and between tip and the edge of the stage. */
const GAP = 14;
const EDGE = 8;

const after: (act: () => void, ms: number) => () => void = (act, ms) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

export class Tips {
  #host: Host;
  #after: typeof after;
  /** What the pointer is on. */
  #at: string | null = null;
  #point: Point = { x: 0, y: 0 };
  #opening: (() => void) | null = null;
  #leaving: (() => void) | null = null;
  /** What is asked for the open tip; `again`: the drawing went on meanwhile. */
  #inquiry: Inquiry | null = null;

  constructor(host: Host, clock: typeof after = after) {
    this.#host = host;
    this.#after = clock;
  }

  /** The pointer is over an element or value, or over none. */
  point(id: string | null, point: Point) {
    this.#point = point;
    if (id === this.#at) return;
    this.#at = id;
    this.#opening?.();
    this.#opening = null;
    const open = this.#host.tip;
    if (open?.by === 'pointer' && open.id === id) this.stay();
    else {
      if (open?.by === 'pointer') this.#leave();
      if (id !== null) this.#opening = this.#after(() => this.#open(id, this.#point, 'pointer'), SHOW_MS);
    }
  }

  /** The pointer left the drawing or the tip. */
  leave() {
    this.point(null, this.#point);
    if (this.#host.tip?.by === 'pointer') this.#leave();
  }

  /** The pointer is on the tip. */
  stay() {
    this.#leaving?.();
    this.#leaving = null;
  }

  /** The keyboard's focus is on an element, or on none. */
  focus(id: string | null) {
    const at = id === null ? null : this.#host.below(id);
    if (id !== null && at) this.#open(id, at, 'focus');
    else if (this.#host.tip?.by === 'focus') this.close();
  }

  close() {
    this.#opening?.();
    this.#opening = null;
    this.#drop();
  }

  /** Closes the tip; another one may be about to open. */
  #drop() {
    this.stay();
    this.#inquiry = null;
    this.#host.tip = null;
  }

  /** The view moved: what the pointer was on is elsewhere, what has the focus is followed. */
  moved() {
    const { tip } = this.#host;
    const at = tip?.by === 'focus' ? this.#host.below(tip.id) : null;
    if (tip && at) this.#host.tip = { ...tip, ...at };
    else if (tip) this.close();
  }

  /** The drawing shows another position. */
  refresh() {
    const { tip } = this.#host;
    if (!tip) return;
    const { facts, text } = this.#known(tip.id);
    if (!facts && !text) return this.close();
    this.#host.tip = { ...tip, facts, text };
    if (this.#inquiry) void this.#ask(this.#inquiry);
  }

  #leave() {
    this.#leaving ??= this.#after(() => this.#drop(), STAYS_MS);
  }

  #known(id: string) {
    return { facts: this.#host.tipProvider?.about(id) ?? null, text: this.#host.titleOf(id).trim() };
  }

  #open(id: string, { x, y }: Point, by: Tip['by']) {
    this.stay();
    this.#opening = null;
    const known = this.#known(id);
    if (!known.facts && !known.text) return this.close();
    this.#host.tip = { id, x, y, by, ...known, more: null };
    this.#inquiry = { id, busy: false, again: false };
    void this.#ask(this.#inquiry);
  }

  /** One question at a time; the answer is dropped where another tip is open by then. */
  async #ask(inquiry: Inquiry) {
    inquiry.again = inquiry.busy;
    if (inquiry.busy) return;
    inquiry.busy = true;
    const more = await this.#host.tipProvider?.ask(inquiry.id).catch(() => null);
    inquiry.busy = false;
    const { tip } = this.#host;
    if (inquiry !== this.#inquiry || !tip) return;
    if (more) this.#host.tip = { ...tip, more };
    if (inquiry.again) void this.#ask(inquiry);
  }
}

/** The element or value under the pointer that a tip is about. */
export function tipTarget(target: EventTarget | null, elementAt: (target: Element) => string | null) {
  if (!(target instanceof Element)) return null;
  const value = target.closest('[id^="a_v"]');
  return value ? value.id.slice(2) : elementAt(target);
}

export function tipBody(tip: Tip | null) {
  if (!tip) return nothing;
  const { facts, text, more } = tip;
  if (!facts) return html`<p>${text}</p>`;
  const lines = facts.facts.length > 0 ? facts.facts : [text].filter((line) => !repeats(line, facts));
  return html`<p class="tip-head"><b>${facts.name}</b> <span>${facts.kind}</span></p>
    ${facts.title && facts.title !== facts.name ? html`<p>${facts.title}</p>` : nothing}
    ${more?.prompt ? html`<p class="tip-prompt">${more.prompt}</p>` : nothing}
    ${more?.description ? html`<p>${more.description}</p>` : nothing}
    ${lines.map((line) => html`<p class="tip-fact">${line}</p>`)}`;
}

/** Whether a title of the overlay says no more than the head of the tip; a long one is cut. */
export const repeats = (text: string, { name, title }: Pick<Facts, 'name' | 'title'>) =>
  `${name} · ${title}`.startsWith(text.replace(/…$/, ''));

/** Puts a tip beside its point, inside the stage. */
export function placeTip(tip: HTMLElement, stage: Element, at: Point) {
  const { clientWidth: width, clientHeight: height } = stage;
  const below = at.y + GAP + tip.offsetHeight < height;
  tip.style.left = `${Math.max(EDGE, Math.min(at.x + GAP, width - tip.offsetWidth - EDGE))}px`;
  tip.style.top = `${below ? at.y + GAP : Math.max(EDGE, at.y - tip.offsetHeight - GAP)}px`;
}
