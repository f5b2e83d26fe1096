// @ts-check
// <tracklight-diagram>: a picture of the core becomes pixels. Equal layout key: patch; else layout, sanitise, swap.
// It shows what it is given and reports what was pressed; it knows nothing of runs.

import { LitElement } from 'lit';
import { LayoutQueue } from '../engine/layout.js';
import { openLayoutWorker } from '../engine/layout.spawn.js';
import { words } from '../strings.js';
import { frame } from './frame.js';
import { sheet } from './style.js';
import { sanitise } from './sanitise.js';
import { Drawing, kindOf } from './drawing.js';
import { apply, changes } from './patch.js';
import { firstView, fit, keepAnchor, reveal, zoomAt } from './view.js';
import { listen } from './pointer.js';
import { placeTip, tipAt } from './tip.js';
import { namesOf } from './outline.js';
import { Reach, panOf } from './reach.js';

/** @typedef {import('../run/types.d.ts').Drawing} Picture */
/** @typedef {import('../engine/types.d.ts').Overlay} Overlay */

/** Counters for tests; never read by the page itself. */
const counters = { layouts: 0, patches: 0, patchMiss: 0 };

export class TracklightDiagram extends LitElement {
  /** @override */
  static properties = {
    picture: { attribute: false },
    selected: { type: String },
    current: { type: String },
    badges: { attribute: false },
    label: { type: String },
    outline: { attribute: false },
    documentId: { attribute: false },
    empty: { type: String },
    large: { type: Boolean },
    held: { state: true },
    failure: { state: true },
    working: { state: true },
    tip: { state: true },
  };

  /** @override */
  static styles = sheet;

  constructor() {
    super();
    /** @type {Picture | null} */ this.picture = null;
    /** Diagram id of the selected element. @type {string | null} */ this.selected = null;
    /** Diagram id of the current node of the chosen path, the anchor of a new layout. @type {string | null} */ this.current = null;
    /** Marks at elements. @type {import('../panels/badges.js').Badge[]} */ this.badges = [];
    this.label = '';
    /** The drawing as text, and the names of its elements. @type {import('./outline.js').Outline | null} */ this.outline = null;
    this._reach = new Reach(() => this.shadowRoot);
    /** Another document is fitted anew. @type {string | number} */ this.documentId = '';
    this.empty = '';
    /** A machine of so many elements that it is drawn on demand only. */ this.large = false;
    /** Whether the present picture waits for that demand. */ this.held = false;
    /** @type {string | null} */ this.failure = null;
    this.working = false;
    /** @type {import('./tip.js').Tip | null} */ this.tip = null;
    /** @type {Drawing | null} */ this._drawing = null;
    /** What the drawing on screen shows. @type {{ key: string, overlay: Overlay | null, documentId: string | number } | null} */ this._shown = null;
    /** The large document that is drawn all the same. @type {string | number | null} */ this._allowed = null;
    /** Key of the layout that is under way. @type {string | null} */ this._asked = null;
    /** @type {import('./view.js').Camera} */ this._camera = { x: 0, y: 0, scale: 1 };
    this._fitted = true;
    this._queue = new LayoutQueue({ spawn: openLayoutWorker, onSlow: () => this._emit('diagram-slow', {}) });
    /** @type {(() => void) | null} */ this._unlisten = null;
    this._resized = new ResizeObserver(() => this._fitted && this._first());
  }

  /** Whether what is on screen is the present picture. */
  get settled() {
    return this.picture !== null && this._shown?.key === this.picture.key && (this.picture.overlay ?? this._shown.overlay) === this._shown.overlay;
  }

  /** Whether there is a drawing. */
  get drawn() {
    return this._drawing !== null;
  }

  /** Layouts and patches so far, and groups that a patch did not find. */
  get counters() {
    return counters;
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this._unlisten?.();
    this._unlisten = null;
    this._resized.disconnect();
    this._queue.close();
    this._asked = null;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this._attach();
  }

  /** @override */
  firstUpdated() {
    this._attach();
  }

  _attach() {
    const stage = this._stage();
    this._unlisten ??= listen(stage, {
      camera: () => this._camera,
      move: (camera) => this._move(camera),
      zoom: (scale, at) => this._move(zoomAt(this._camera, scale, at)),
      click: (target, twice) => this._press(target, twice),
    });
    this._resized.observe(stage);
  }

  /** @override @param {import('lit').PropertyValues<this>} changed */
  updated(changed) {
    if (changed.has('picture') && this.picture) void this._show(this.picture);
    if (changed.has('selected')) this._markSelected();
    if (changed.has('outline')) this._name();
    if (changed.has('selected') || changed.has('current')) this._reach.place([this.selected, this.current]);
    if (changed.has('badges')) this._drawing?.mark(this.badges);
    if (changed.has('tip') && this.tip) placeTip(/** @type {HTMLElement} */ (this.renderRoot.querySelector('.tip')), this._stage(), this.tip);
  }

  /** @param {Picture} picture */
  async _show(picture) {
    if (this._shown?.key === picture.key && this._drawing && this._shown.documentId === this.documentId) {
      this._asked = null;
      this._patch(picture.overlay, 'step');
      return;
    }
    if (this._asked === picture.key) return;
    this.held = this.large && this._allowed !== this.documentId;
    if (this.held) return;
    this._asked = picture.key;
    this.working = true;
    const documentId = this.documentId;
    counters.layouts += 1;
    const layout = await this._queue.layout(picture.dot);
    if (layout === null) return;
    this.working = this._asked !== picture.key;
    if ('error' in layout) {
      if (this._asked === picture.key) this._fail(layout.error);
      return;
    }
    if (this._asked !== picture.key) return;
    this._asked = null;
    const svg = sanitise(layout.svg);
    if (!svg) {
      this._fail(words.diagram.empty);
      return;
    }
    this.failure = null;
    this._swap(svg, picture.key, documentId);
    // Values may have moved on while the layout was made.
    const newest = this.picture?.key === picture.key ? this.picture : picture;
    this._patch(newest.overlay, 'layout');
  }

  /** @param {string} reason */
  _fail(reason) {
    this._asked = null;
    this.failure = reason;
    this._emit('diagram-failed', { reason });
  }

  /** @param {SVGSVGElement} svg @param {string} key @param {string | number} documentId */
  _swap(svg, key, documentId) {
    const before = this._drawing;
    const anchor = [this.selected, this.current].find((id) => id && before?.groups.has(id)) ?? null;
    const from = anchor ? before?.centreOf(anchor) : null;
    const drawing = new Drawing(svg);
    const { focusedName } = this._reach;
    const lens = /** @type {SVGGElement} */ (this._stage().querySelector('.lens'));
    lens.replaceChildren(drawing.root);
    this._drawing = drawing;
    const sameDocument = before !== null && this._shown?.documentId === documentId;
    this._shown = { key, overlay: null, documentId };
    const survivors = before ? before.elements.filter((id) => before.names.get(id) === drawing.names.get(id)).length : 0;
    const to = anchor ? drawing.centreOf(anchor) : null;
    if (!sameDocument || this._fitted || !before || survivors * 2 < before.elements.length) this._first();
    else if (from && to) this._move(keepAnchor(this._camera, from, to));
    this._name();
    this._reach.take(drawing, [this.selected, this.current], focusedName);
    drawing.mark(this.badges);
    this._markSelected();
    this._emit('diagram-drawn', { key });
    this.requestUpdate();
  }

  /** @param {Overlay | null} overlay @param {'step' | 'layout'} after what it follows: a layout is not repeated for what it did not bring */
  _patch(overlay, after) {
    if (!this._drawing || !this._shown || !overlay) return;
    const list = changes(this._shown.overlay, overlay);
    this._shown.overlay = overlay;
    if (list.length === 0) return;
    const missing = apply(this._drawing.groups, list);
    this._drawing.nameAll(overlay);
    this._markSelected();
    counters.patches += 1;
    if (missing.length > 0) {
      counters.patchMiss += 1;
      if (after === 'step') this.redraw();
    }
  }

  _markSelected() {
    for (const group of this._drawing?.groups.values() ?? []) group.classList.toggle('selected', group.id === this.selected);
  }

  _stage() {
    return /** @type {SVGSVGElement} */ (this.renderRoot.querySelector('svg.stage'));
  }

  /** @param {import('./view.js').Camera} camera */
  _move(camera, { fitted = false } = {}) {
    this._camera = camera;
    this._fitted = fitted;
    this.tip = null;
    this._stage()?.querySelector('.lens')?.setAttribute('transform', `translate(${camera.x} ${camera.y}) scale(${camera.scale})`);
  }

  /** Lays the present picture out again, whatever is drawn. */
  redraw() {
    if (this._shown) this._shown.key = '';
    if (this.picture) void this._show(this.picture);
  }

  _drawAnyway() {
    this._allowed = this.documentId;
    this.redraw();
  }

  /** Shows the whole drawing. */
  fit() {
    if (!this._drawing) return;
    const stage = this._stage().getBoundingClientRect();
    if (stage.width > 0 && stage.height > 0) this._move(fit(this._drawing.box(), stage), { fitted: true });
  }

  /** The view of a drawing that nobody has moved yet. */
  _first() {
    if (!this._drawing) return;
    const stage = this._stage().getBoundingClientRect();
    if (stage.width === 0 || stage.height === 0) return;
    const around = this.current ? this._drawing.centreOf(this.current) : null;
    this._move(firstView(this._drawing.box(), stage, around), { fitted: true });
  }

  /** Brings an element into view. @param {string} id */
  reveal(id) {
    const box = this._drawing?.boxOf(id);
    if (box) this._move(reveal(this._camera, box, this._stage().getBoundingClientRect()));
  }

  /** @param {number} factor */
  _zoom(factor) {
    const stage = this._stage().getBoundingClientRect();
    this._move(zoomAt(this._camera, this._camera.scale * factor, { x: stage.width / 2, y: stage.height / 2 }));
  }

  _oneToOne() {
    this._zoom(1 / this._camera.scale);
  }

  /** @param {Element} target @param {boolean} twice */
  _press(target, twice) {
    const id = idAt(target);
    this._emit(twice && id ? 'diagram-open' : 'diagram-select', { id });
  }

  /** The right button chooses as well. @param {MouseEvent} event */
  _menu(event) {
    const id = idAt(/** @type {Element} */ (event.target));
    if (!id) return;
    event.preventDefault();
    this._emit('diagram-select', { id });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const from = idAt(/** @type {Element} */ (event.target));
    if (!this._drawing || !from) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this._emit(event.key === 'Enter' ? 'diagram-open' : 'diagram-select', { id: from });
      return;
    }
    if (event.key === 'F9') {
      event.preventDefault();
      this._emit('diagram-stop', { id: from });
      return;
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      this._emit('diagram-select', { id: from });
      return;
    }
    const pan = panOf(event);
    if (pan) this._move({ ...this._camera, x: this._camera.x + pan[0], y: this._camera.y + pan[1] });
    const to = pan || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? null : this._reach.walk(from, event.key, /rankdir="?LR/.test(this.picture?.dot ?? ''));
    if (!to && !pan) return;
    event.preventDefault();
    if (!to) return;
    this._reach.focus(to);
    this.reveal(to);
  }

  /** Puts the focus into the drawing: on the selected element, else on the current node of the chosen path. @override */
  focus() {
    this._reach.focus();
  }

  /** Names follow what the outline says. */
  _name() {
    if (!this._drawing) return;
    this._drawing.given = this.outline ? namesOf(this.outline) : new Map();
    this._drawing.nameAll(this._shown?.overlay ?? null);
  }

  /** @param {PointerEvent} event */
  _hover(event) {
    const tip = tipAt(event, this._stage());
    if (tip || this.tip) this.tip = tip;
  }

  /** @param {string} name @param {object} detail */
  _emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @override */
  render() {
    return frame(this, {
      key: (event) => this._key(event),
      menu: (event) => this._menu(event),
      hover: (event) => this._hover(event),
      leave: () => { this.tip = null; },
      zoom: (factor) => this._zoom(factor),
      fit: () => this.fit(),
      oneToOne: () => this._oneToOne(),
      again: () => this.redraw(),
      anyway: () => this._drawAnyway(),
    });
  }
}

/** The element of the drawing that holds a target. @param {Element} target @returns {string | null} */
function idAt(target) {
  for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) if (kindOf(at.id)) return at.id;
  return null;
}

customElements.define('tracklight-diagram', TracklightDiagram);
