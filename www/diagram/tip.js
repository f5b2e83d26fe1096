// @ts-check
// Tips over the drawing: what an element is and says, at once, and what the core adds when it has answered. One is open at
// a time, for the pointer or for the keyboard's focus; an answer for another element than the open one is dropped.

import { html, nothing } from 'lit';

/**
 * @typedef {{ name: string, kind: string, title: string, facts: string[] }} Facts what is known at once
 * @typedef {{ prompt: string | null, description: string | null }} More what the core is asked for; the prompt is resolved
 * @typedef {{ about(id: string): Facts | null, ask(id: string): Promise<More | null> }} Teller by the id of an element or of a value's cell
 * @typedef {{ x: number, y: number }} Point in pixels of the stage
 * @typedef {Point & { id: string, by: 'pointer' | 'focus', text: string, facts: Facts | null, more: More | null }} Tip `text`: the title of the overlay
 * @typedef {{ id: string, busy: boolean, again: boolean }} Inquiry
 *
 * @typedef {object} Host the element that shows the tip
 * @property {Tip | null} tip
 * @property {Teller | null} teller
 * @property {(id: string) => string} titleOf the overlay's title of an element or cell
 * @property {(id: string) => Point | null} below where the tip of an element with the focus stands
 */

/** The pointer rests on an element for so long before its tip opens. */
const SHOW_MS = 250;
/** The pointer reaches a tip within this time. */
const STAYS_MS = 250;
/** Space between tip and pointer, and between tip and the edge of the stage. */
const GAP = 14;
const EDGE = 8;

/** @type {(act: () => void, ms: number) => () => void} */
const after = (act, ms) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

export class Tips {
  #host;
  #after;
  /** What the pointer is on. @type {string | null} */ #at = null;
  /** @type {Point} */ #point = { x: 0, y: 0 };
  /** @type {(() => void) | null} */ #opening = null;
  /** @type {(() => void) | null} */ #leaving = null;
  /** What is asked for the open tip; `again`: the drawing went on meanwhile. @type {Inquiry | null} */ #inquiry = null;

  /** @param {Host} host @param {typeof after} [clock] */
  constructor(host, clock = after) {
    this.#host = host;
    this.#after = clock;
  }

  /** The pointer is over an element or value, or over none. @param {string | null} id @param {Point} point */
  point(id, point) {
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

  /** The keyboard's focus is on an element, or on none. @param {string | null} id */
  focus(id) {
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

  /** @param {string} id */
  #known(id) {
    return { facts: this.#host.teller?.about(id) ?? null, text: this.#host.titleOf(id).trim() };
  }

  /** @param {string} id @param {Point} point @param {Tip['by']} by */
  #open(id, { x, y }, by) {
    this.stay();
    this.#opening = null;
    const known = this.#known(id);
    if (!known.facts && !known.text) return this.close();
    this.#host.tip = { id, x, y, by, ...known, more: null };
    this.#inquiry = { id, busy: false, again: false };
    void this.#ask(this.#inquiry);
  }

  /** One question at a time; the answer is dropped where another tip is open by then. @param {Inquiry} inquiry */
  async #ask(inquiry) {
    inquiry.again = inquiry.busy;
    if (inquiry.busy) return;
    inquiry.busy = true;
    const more = await this.#host.teller?.ask(inquiry.id).catch(() => null);
    inquiry.busy = false;
    const { tip } = this.#host;
    if (inquiry !== this.#inquiry || !tip) return;
    if (more) this.#host.tip = { ...tip, more };
    if (inquiry.again) void this.#ask(inquiry);
  }
}

/** The element or value under the pointer that a tip is about. @param {EventTarget | null} target @param {(target: Element) => string | null} elementAt */
export function tipTarget(target, elementAt) {
  if (!(target instanceof Element)) return null;
  const value = target.closest('[id^="a_v"]');
  return value ? value.id.slice(2) : elementAt(target);
}

/** @param {Tip | null} tip */
export function tipBody(tip) {
  if (!tip) return nothing;
  const { facts, text, more } = tip;
  if (!facts) return html`<p>${text}</p>`;
  // A title that only repeats what the facts say in full is left out.
  const lines = facts.facts.length > 0 ? facts.facts : [text].filter((line) => line !== '' && line !== facts.name);
  return html`<p class="tip-head"><b>${facts.name}</b> <span>${facts.kind}</span></p>
    ${facts.title && facts.title !== facts.name ? html`<p>${facts.title}</p>` : nothing}
    ${more?.prompt ? html`<p class="tip-prompt">${more.prompt}</p>` : nothing}
    ${more?.description ? html`<p>${more.description}</p>` : nothing}
    ${lines.map((line) => html`<p class="tip-fact">${line}</p>`)}`;
}

/** Puts a tip beside its point, inside the stage. @param {HTMLElement} tip @param {Element} stage @param {Point} at */
export function placeTip(tip, stage, at) {
  const box = stage.getBoundingClientRect();
  const below = at.y + GAP + tip.offsetHeight < box.height;
  tip.style.left = `${Math.max(EDGE, Math.min(at.x + GAP, box.width - tip.offsetWidth - EDGE))}px`;
  tip.style.top = `${below ? at.y + GAP : Math.max(EDGE, at.y - tip.offsetHeight - GAP)}px`;
}
