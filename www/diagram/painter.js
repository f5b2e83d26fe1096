// @ts-check
// From the picture that is to be shown to the one on screen: patch or layout, swap, marks, and where the view stands
// afterwards. What is pressed is the element's own matter.

import { LitElement } from 'lit';
import { LayoutQueue } from '../engine/layout.js';
import { openLayoutWorker } from '../engine/layout.spawn.js';
import { words } from '../strings.js';
import { Drawing } from './drawing.js';
import { found } from './find.js';
import { Glide } from './glide.js';
import { Lens, isStill } from './lens.js';
import { paintMarks } from './marks.js';
import { Minimap } from './minimap.js';
import { namesIn } from './outline.js';
import { apply, changes } from './patch.js';
import { Reach } from './reach.js';
import { prepare } from './passes.js';
import { press } from './press.js';
import { sanitise } from './sanitise.js';
import { keepAnchor } from './view.js';

/** @typedef {import('../run/types.d.ts').Drawing} Picture */
/** @typedef {import('../engine/types.d.ts').Overlay} Overlay */

/** The outline beside the drawing follows when it has not changed for so long: nobody sees it, and to make it takes longer than a step. */
const REST_MS = 150;

/** Measures a part of showing the newest layout, for the benchmark and the browser's profiler. @param {string} name @returns {() => void} ends it */
function timed(name) {
  const measure = `tracklight-${name}`;
  const start = performance.now();
  return () => {
    performance.clearMeasures(measure);
    performance.measure(measure, { start, end: performance.now() });
  };
}

/** Counters for tests; never read by the page itself. */
const counters = { layouts: 0, patches: 0, patchMiss: 0 };

export class Painter extends LitElement {
  constructor() {
    super();
    /** @type {Picture | null} */ this.picture = null;
    /** Diagram id of the selected element. @type {string | null} */ this.selected = null;
    /** Diagram id of the current node of the chosen path, the anchor of a new layout. @type {string | null} */ this.current = null;
    /** Marks at elements. @type {import('../panels/badges.js').Badge[]} */ this.badges = [];
    /** The drawing as text, and the names of its elements. @type {import('./outline.js').Outline | null} */ this.outline = null;
    /** The outline that stands beside the drawing. @type {import('./outline.js').Outline | null} */ this.listed = null;
    /** @type {ReturnType<typeof setTimeout> | null} */ this._rest = null;
    /** Whether the outline has names that the elements do not have yet. */ this._unnamed = false;
    this._reach = new Reach(() => this.shadowRoot);
    /** Another document is fitted anew. @type {string | number} */ this.documentId = '';
    /** A machine of so many elements that it is drawn on demand only. */ this.large = false;
    /** Whether the present picture waits for that demand. */ this.held = false;
    /** Whether the view goes after the current node. */ this.follow = false;
    /** Whether positions fly by: the view goes after them at once, without gliding. */ this.flying = false;
    /** What is looked for; null while the find box is closed. @type {string | null} */ this.find = null;
    /** @type {string | null} */ this.failure = null;
    this.working = false;
    /** @type {Drawing | null} */ this._drawing = null;
    /** What the drawing on screen shows. @type {{ key: string, overlay: Overlay | null, documentId: string | number, machine?: string } | null} */ this._shown = null;
    /** The large document that is drawn all the same. @type {string | number | null} */ this._allowed = null;
    /** Key of the layout that is under way. @type {string | null} */ this._asked = null;
    this._glide = new Glide();
    this._map = new Minimap();
    this._lens = new Lens(() => this._stage(), () => this._moved());
    this._lens.covered = () => this._covered();
    this._queue = new LayoutQueue({ spawn: openLayoutWorker, onSlow: () => this._emit('diagram-slow', {}) });
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

  /** The view moved. */
  _moved() {}

  /** The part of the stage that the minimap covers. @returns {import('./geometry.js').Box | null} */
  _covered() {
    return null;
  }

  /** @param {Picture} picture */
  async _show(picture) {
    if (this._shown?.key === picture.key && this._drawing && this._shown.documentId === this.documentId) {
      this._asked = null;
      this._shown.machine = picture.machine;
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
    this._swap(svg, picture, documentId);
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

  /** @param {SVGSVGElement} svg @param {Picture} picture @param {string | number} documentId */
  _swap(svg, { key, machine }, documentId) {
    const before = this._drawing;
    const passes = timed('passes');
    const prepared = prepare(svg);
    passes();
    const drawing = new Drawing(prepared);
    const { focusedName } = this._reach;
    const kept = (/** @type {string} */ id) => before !== null && drawing.groups.has(id) && before.names.get(id) === drawing.names.get(id);
    const anchor = [this.selected, this.current].find((id) => id && kept(id)) ?? before?.nearest(this._lens.middle, kept) ?? null;
    const from = anchor ? before?.centreOf(anchor) : null;
    const lens = /** @type {SVGGElement} */ (this._stage().querySelector('.lens'));
    lens.replaceChildren(drawing.root);
    const pressing = timed('press');
    press(drawing.texts);
    pressing();
    this._map.build(drawing);
    const map = this._map.element;
    if (map) this.renderRoot.querySelector('.map')?.replaceChildren(map);
    this._drawing = drawing;
    const sameDocument = before !== null && this._shown?.documentId === documentId;
    this._shown = { key, overlay: null, documentId, machine };
    const survivors = before ? before.elements.filter(kept).length : 0;
    const to = anchor ? drawing.centreOf(anchor) : null;
    if (!sameDocument || this._lens.fitted || !before || survivors * 2 < before.elements.length) this._first();
    else if (from && to) this._lens.move(keepAnchor(this._lens.camera, from, to));
    this._unnamed = true;
    this._name();
    this._reach.take(drawing, [this.selected, this.current], focusedName);
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
    const edges = new Set(list.map(({ id }) => id.replace(/^t/, 'e')).filter((id) => id.startsWith('e')));
    if (after === 'step') press(list.flatMap((change) => (change.kind === 'cell' ? this._drawing?.groups.get(`a_${change.id}`) ?? [] : [])));
    this._markSelected();
    this._marks();
    this._map.states();
    this._goAfter();
    this._glide.step(this._drawing, this._ofOther ? [] : this.badges, edges, !this.flying && !isStill());
    counters.patches += 1;
    // Between two layouts, what both drawings have is painted and the rest waits.
    if (missing.length > 0 && overlay.key === this._shown.key) {
      counters.patchMiss += 1;
      if (after === 'step') this.redraw();
    }
  }

  /** There is another outline. */
  _learn() {
    this._unnamed = true;
    if (this._rest) clearTimeout(this._rest);
    this._rest = setTimeout(() => { this.listed = this.outline; }, this.listed === null ? 0 : REST_MS);
  }

  /** Whether the drawing on screen is of another machine than the present picture, which waits or is being laid out. */
  get _ofOther() {
    return this._shown?.machine !== this.picture?.machine;
  }

  /** Names follow what the outline says. */
  _name() {
    if (!this._drawing) return;
    if (this._unnamed) this._drawing.given = this.outline ? namesIn(this.outline, this._drawing.names) : new Map();
    this._unnamed = false;
    this._drawing.nameAll(this._shown?.overlay ?? null);
  }

  _markSelected() {
    for (const id of this._drawing?.elements ?? []) this._drawing?.toggle(id, 'selected', id === this.selected);
  }

  _marks() {
    if (!this._drawing) return;
    paintMarks(this._drawing, this._ofOther ? [] : this.badges);
    // Chips stand in for texts, which the names have.
    this._name();
  }

  /** What is looked for stands out from the rest. */
  _dim() {
    if (!this._drawing) return;
    const list = this.find ? found(this._drawing, this.find) : [];
    for (const id of this._drawing.elements) this._drawing.toggle(id, 'dim', list.length > 0 && !list.includes(id));
  }

  /** Follows the current node. */
  _goAfter() {
    if (this.follow && this.current && !this._ofOther) this.reveal(this.current, this.flying ? 'leap' : 'follow');
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
    if (this._drawing) this._lens.first(this._drawing, this._drawing.centreOf(this.current ?? '') ?? this._drawing.start);
  }

  /** Brings an element into view. @param {string} id @param {'now' | 'glide' | 'follow' | 'leap'} [how] */
  reveal(id, how = 'now') {
    this._lens.reveal(this._drawing?.boxOf(id) ?? null, how);
  }

  _stage() {
    return /** @type {SVGSVGElement} */ (this.renderRoot.querySelector('svg.stage'));
  }

  /** @param {string} name @param {object} detail */
  _emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
