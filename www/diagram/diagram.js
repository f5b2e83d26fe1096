// @ts-check
// <tracklight-diagram>: a picture of the core becomes pixels. Equal layout key: patch; else layout, sanitise, swap.
// It shows what it is given and reports what was pressed; it knows nothing of runs.

import { found, next } from './find.js';
import { frame } from './frame.js';
import { Painter } from './painter.js';
import { Hover } from './hover.js';
import { listen } from './pointer.js';
import { listenToPrint } from './print.js';
import { press } from './press.js';
import { sheet } from './style.js';
import { Tips, placeTip, tipTarget } from './tip.js';
import { panOf } from './reach.js';
import { elementOf } from './drawing.js';
import { NARROW, zoomAt } from './view.js';

/** Pixels between the dots of the ground at full size, and the scale below which every other one is left out. */
const DOTS = 20;
const LEAST_DOTS = 0.6;

export class TracklightDiagram extends Painter {
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
    follow: { type: Boolean },
    flying: { type: Boolean },
    minimap: { type: Boolean },
    find: { attribute: false },
    full: { type: Boolean },
    held: { state: true },
    failure: { state: true },
    working: { state: true },
    tip: { state: true },
    teller: { attribute: false },
    listed: { state: true },
  };

  /** @override */
  static styles = sheet;

  constructor() {
    super();
    this.label = '';
    this.empty = '';
    /** Whether the drawing fills the window. */ this.full = false;
    /** @type {import('./tip.js').Tip | null} */ this.tip = null;
    /** Whether the minimap is wanted. */ this.minimap = true;
    /** Who knows what tips say beside the overlay's titles. @type {import('./tip.js').Teller | null} */ this.teller = null;
    this._tips = new Tips(this);
    /** Escape closes a tip, wherever the focus is. */ this._escape = (/** @type {Event} */ event) => { if (event instanceof KeyboardEvent && event.key === 'Escape') this._tips.close(); };
    this._hovered = new Hover(() => this._drawing);
    /** A font that comes later has other widths. */ this._fonts = () => { if (this._drawing) press(this._drawing.texts); };
    /** @type {(() => void) | null} */ this._unlisten = null;
    /** @type {(() => void) | null} */ this._unprint = null;
    this._paper = window.matchMedia('print');
    this._resized = new ResizeObserver(([entry]) => {
      // Paper has its own layout, and the view of the screen comes back after it.
      if (this._paper.matches) return;
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      this._lens.size = width > 0 && height > 0 ? { width, height } : null;
      if (this._lens.fitted === 'whole') this.view('fit');
      else if (this._lens.fitted) this._first();
      this._marks();
    });
  }

  /** A tip does not stay behind, the dots of the ground go along, and so does the frame on the map. @override */
  _moved() {
    this._tips.moved();
    const { camera, room } = this._lens;
    const frame = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.frame'));
    if (!frame || !room) return;
    frame.classList.toggle('narrow', room.width < NARROW);
    let step = DOTS * camera.scale;
    while (step < DOTS * LEAST_DOTS) step *= 2;
    frame.style.backgroundSize = `${step}px ${step}px`;
    frame.style.backgroundPosition = `${camera.x % step}px ${camera.y % step}px`;
    const shown = this._drawing !== null && this._map.see(camera, room, this.minimap);
    const map = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.map'));
    if (map && map.hidden === shown) map.hidden = !shown;
  }

  /** @override */
  _covered() {
    const map = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.map'));
    return map && !map.hidden ? { x: map.offsetLeft, y: map.offsetTop, width: map.offsetWidth, height: map.offsetHeight } : null;
  }

  /** A press or a drag on the map moves the view. @param {PointerEvent} event */
  _onMap(event) {
    if (event.type === 'pointerdown') /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (!(event.buttons & 1)) return;
    const { scale } = this._lens.camera;
    const { room } = this._lens;
    const at = this._map.pointAt(event);
    if (!room) return;
    this._lens.move({ scale, x: room.width / 2 - at.x * scale, y: room.height / 2 - at.y * scale });
    if (this.follow) this._emit('diagram-follow', { on: false });
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this._unlisten?.();
    this._unlisten = null;
    this._resized.disconnect();
    this._queue.close();
    this._hovered.move(null);
    this._glide.stop();
    document.fonts.removeEventListener('loadingdone', this._fonts);
    document.removeEventListener('keydown', this._escape);
    this._unprint?.();
    this._tips.close();
    if (this._rest) clearTimeout(this._rest);
    this._rest = null;
    this._asked = null;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.fonts.addEventListener('loadingdone', this._fonts);
    this._unprint = listenToPrint({ stage: () => this.renderRoot?.querySelector('svg.stage') ?? null, box: () => this._drawing?.box ?? null });
    this._learn();
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
    this._resized.observe(/** @type {Element} */ (this.renderRoot.querySelector('.seen')));
  }

  /** @override @param {import('lit').PropertyValues<this>} changed */
  updated(changed) {
    if (changed.has('outline')) this._learn();
    if (changed.has('picture') && this.picture) void this._show(this.picture);
    if (this._unnamed) this._name();
    if (changed.has('selected')) {
      this._markSelected();
      if (this.follow && this.selected) this.reveal(this.selected, 'glide');
    }
    if (changed.has('selected') || changed.has('current')) this._reach.place([this.selected, this.current]);
    if (changed.has('badges')) this._marks();
    if (changed.has('current') || (changed.has('follow') && this.follow)) this._goAfter();
    if (changed.has('find')) this._dim();
    if (changed.has('find') && this.find !== null && changed.get('find') === null) /** @type {HTMLElement} */ (this.renderRoot.querySelector('.find input'))?.focus();
    if (changed.has('minimap')) this._moved();
    if (changed.has('picture') || changed.has('outline')) this._tips.refresh();
    if (changed.has('tip')) {
      document[this.tip ? 'addEventListener' : 'removeEventListener']('keydown', this._escape);
      const before = changed.get('tip')?.id;
      if (before && before !== this.tip?.id) this._drawing?.groups.get(before)?.removeAttribute('aria-describedby');
      if (this.tip?.by === 'focus') this._drawing?.groups.get(this.tip.id)?.setAttribute('aria-describedby', 'tip');
    }
    if (changed.has('tip') && this.tip) placeTip(/** @type {HTMLElement} */ (this.renderRoot.querySelector('.tip')), this._stage(), this.tip);
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

  /** @param {'in' | 'out' | 'fit' | 'one' | 'centre'} what */
  view(what) {
    const { camera } = this._lens;
    if (!this._drawing) return;
    if (what === 'fit') this._lens.fit(this._drawing);
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
    if (event.key === 'Escape' && this.full) {
      event.stopPropagation();
      this._emit('diagram-view', { what: 'full' });
      return;
    }
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
    if (pan) this._pan(pan);
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

  /** Who moves the view follows the run no longer. @param {[x: number, y: number]} by in pixels */
  _pan([x, y]) {
    const { camera } = this._lens;
    this._lens.move({ ...camera, x: camera.x + x, y: camera.y + y });
    if (this.follow) this._emit('diagram-follow', { on: false });
  }

  /** @param {PointerEvent} event */
  _hover(event) {
    // A finger points at nothing before it presses.
    if (event.pointerType !== 'touch') this._hovered.move(event.buttons === 0 ? idAt(/** @type {Element} */ (event.target)) : null);
    const still = event.buttons === 0 && event.pointerType !== 'touch';
    this._tips.point(still ? tipTarget(event.target, idAt) : null, this._inStage(event.clientX, event.clientY));
  }

  /** @param {FocusEvent} event */
  _focused({ type, target }) {
    const visible = type === 'focusin' && target instanceof Element && target.matches(':focus-visible');
    this._tips.focus(visible ? idAt(target) : null);
  }

  /** The overlay's title of an element or cell. @param {string} id */
  titleOf(id) {
    return (this._drawing?.groups.get(`a_${id}`) ?? this._drawing?.groups.get(id))?.dataset.title ?? '';
  }

  /** Where the tip of an element with the focus stands: under its card, or in the middle of its line. @param {string} id */
  below(id) {
    const box = this._drawing?.groups.get(id)?.getBoundingClientRect();
    return box ? this._inStage(box.left, id.startsWith('e') ? (box.top + box.bottom) / 2 : box.bottom) : null;
  }

  /** @param {number} x @param {number} y of the window */
  _inStage(x, y) {
    const box = this._stage().getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }

  /** @override */
  render() {
    return frame(this, {
      key: (event) => this._key(event),
      menu: (event) => this._menu(event),
      hover: (event) => this._hover(event),
      leave: () => { this._tips.leave(); this._hovered.move(null); },
      focus: (event) => this._focused(event),
      stay: () => this._tips.stay(),
      map: (event) => this._onMap(event),
      view: (what) => this._emit('diagram-view', { what }),
      look: (text) => this._emit('diagram-find', { text }),
      next: (by) => this._next(by),
      again: () => this.redraw(),
      dot: () => this._emit('diagram-dot', {}),
      anyway: () => this._drawAnyway(),
    });
  }
}

/** The element of the drawing that holds a target. @param {Element} target @returns {string | null} */
function idAt(target) {
  for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) {
    const id = elementOf(at.id);
    if (id) return id;
  }
  return null;
}

customElements.define('tracklight-diagram', TracklightDiagram);
