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
import { found, next } from './find.js';
import { Lens } from './lens.js';
import { paintMarks } from './marks.js';
import { keepAnchor, zoomAt } from './view.js';
import { listen } from './pointer.js';
import { placeTip, tipAt } from './tip.js';
import { walk } from './walk.js';

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
    documentId: { attribute: false },
    empty: { type: String },
    large: { type: Boolean },
    follow: { type: Boolean },
    find: { attribute: false },
    full: { type: Boolean },
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
    /** Another document is fitted anew. @type {string | number} */ this.documentId = '';
    this.empty = '';
    /** A machine of so many elements that it is drawn on demand only. */ this.large = false;
    /** Whether the present picture waits for that demand. */ this.held = false;
    /** Whether the view goes after the current node. */ this.follow = false;
    /** What is looked for; null while the find box is closed. @type {string | null} */ this.find = null;
    /** Whether the drawing fills the window. */ this.full = false;
    /** @type {string | null} */ this.failure = null;
    this.working = false;
    /** @type {import('./tip.js').Tip | null} */ this.tip = null;
    /** @type {Drawing | null} */ this._drawing = null;
    /** What the drawing on screen shows. @type {{ key: string, overlay: Overlay | null, documentId: string | number } | null} */ this._shown = null;
    /** The large document that is drawn all the same. @type {string | number | null} */ this._allowed = null;
    /** Key of the layout that is under way. @type {string | null} */ this._asked = null;
    this._lens = new Lens(() => this._stage(), () => { this.tip = null; });
    this._queue = new LayoutQueue({ spawn: openLayoutWorker, onSlow: () => this._emit('diagram-slow', {}) });
    /** @type {(() => void) | null} */ this._unlisten = null;
    this._resized = new ResizeObserver(() => {
      if (this._lens.fitted) this._first();
      this._marks();
    });
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
      camera: () => this._lens.camera,
      move: (camera) => {
        this._lens.move(camera);
        if (this.follow) this._emit('diagram-follow', { on: false });
      },
      zoom: (scale, at) => this._lens.move(zoomAt(this._lens.camera, scale, at)),
      click: (target, twice) => this._press(target, twice),
    });
    this._resized.observe(stage);
  }

  /** @override @param {import('lit').PropertyValues<this>} changed */
  updated(changed) {
    if (changed.has('picture') && this.picture) void this._show(this.picture);
    if (changed.has('selected')) {
      this._markSelected();
      if (this.follow && this.selected) this.reveal(this.selected, 'glide');
    }
    if (changed.has('badges')) this._marks();
    if (changed.has('current') || (changed.has('follow') && this.follow)) this._goAfter();
    if (changed.has('find')) this._dim();
    if (changed.has('find') && this.find !== null && changed.get('find') === null) /** @type {HTMLElement} */ (this.renderRoot.querySelector('.find input'))?.focus();
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
    const drawing = new Drawing(svg);
    const kept = (/** @type {string} */ id) => before !== null && drawing.groups.has(id) && before.names.get(id) === drawing.names.get(id);
    const anchor = [this.selected, this.current].find((id) => id && kept(id)) ?? before?.nearest(this._lens.middle, kept) ?? null;
    const from = anchor ? before?.centreOf(anchor) : null;
    const lens = /** @type {SVGGElement} */ (this._stage().querySelector('.lens'));
    lens.replaceChildren(drawing.root);
    this._drawing = drawing;
    const sameDocument = before !== null && this._shown?.documentId === documentId;
    this._shown = { key, overlay: null, documentId };
    const survivors = before ? before.elements.filter(kept).length : 0;
    const to = anchor ? drawing.centreOf(anchor) : null;
    if (!sameDocument || this._lens.fitted || !before || survivors * 2 < before.elements.length) this._first();
    else if (from && to) this._lens.move(keepAnchor(this._lens.camera, from, to));
    const stop = drawing.groups.get(drawing.elements[0] ?? '');
    stop?.setAttribute('tabindex', '0');
    this._markSelected();
    this._dim();
    this._emit('diagram-drawn', { key });
    this.requestUpdate();
  }

  /** @param {Overlay | null} overlay @param {'step' | 'layout'} after what it follows: a layout is not repeated for what it did not bring */
  _patch(overlay, after) {
    if (!this._drawing || !this._shown || !overlay) return;
    const list = changes(this._shown.overlay, overlay);
    this._shown.overlay = overlay;
    if (list.length === 0 && after === 'step') return;
    const missing = apply(this._drawing.groups, list);
    this._drawing.nameAll(overlay);
    this._markSelected();
    this._marks();
    this._goAfter();
    counters.patches += 1;
    // Between two layouts, what both drawings have is painted and the rest waits.
    if (missing.length > 0 && overlay.key === this._shown.key) {
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

  _marks() {
    if (this._drawing) paintMarks(this._drawing, this.badges, this._shown?.overlay ?? null);
  }

  /** What is looked for stands out from the rest. */
  _dim() {
    if (!this._drawing) return;
    const list = this.find ? found(this._drawing, this.find) : [];
    for (const id of this._drawing.elements) this._drawing.groups.get(id)?.classList.toggle('dim', list.length > 0 && !list.includes(id));
  }

  /** @param {1 | -1} by */
  _next(by) {
    if (!this._drawing) return;
    const id = next(found(this._drawing, this.find ?? ''), this.selected, by);
    if (!id) return;
    this.reveal(id, 'glide');
    this._emit('diagram-select', { id });
  }

  /** How many the find box has found. */
  get findings() {
    return this._drawing && this.find ? found(this._drawing, this.find).length : 0;
  }

  /** Follows the current node. */
  _goAfter() {
    if (this.follow && this.current && !this._lens.fitted) this.reveal(this.current, 'glide');
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

  /** The view of a drawing that nobody has moved yet. */
  _first() {
    if (this._drawing) this._lens.first(this._drawing.box(), this.current ? this._drawing.centreOf(this.current) : null);
  }

  /** Brings an element into view. @param {string} id @param {'now' | 'glide'} [how] */
  reveal(id, how = 'now') {
    this._lens.reveal(this._drawing?.boxOf(id) ?? null, how);
  }

  /** @param {'in' | 'out' | 'fit' | 'one' | 'centre'} what */
  view(what) {
    const { camera } = this._lens;
    if (!this._drawing) return;
    if (what === 'fit') this._lens.fit(this._drawing.box());
    else if (what === 'centre') this._lens.centre(this.current ? this._drawing.centreOf(this.current) : null);
    else this._lens.zoom({ in: camera.scale * 1.25, out: camera.scale * 0.8, one: 1 }[what]);
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
    const to = walk(this._drawing.elements, from, event.key);
    if (!to) return;
    event.preventDefault();
    this._drawing.groups.get(from)?.setAttribute('tabindex', '-1');
    const group = this._drawing.groups.get(to);
    group?.setAttribute('tabindex', '0');
    group?.focus();
    this.reveal(to);
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
      view: (what) => this._emit('diagram-view', { what }),
      look: (text) => this._emit('diagram-find', { text }),
      next: (by) => this._next(by),
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
