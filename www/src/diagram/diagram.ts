// <tracklight-diagram>: a picture of the core becomes pixels. Equal layout key: patch; else layout, sanitise, swap.
// It shows what it is given and reports what was pressed; it knows nothing of runs.

import { chevronAt, moduleOf } from './chevron.ts';
import { found, next } from './find.ts';
import { TOOLS, frame, type Tool } from './frame.ts';
import { DrawingUpdater } from './drawing-updater.ts';
import { Hover } from './hover.ts';
import { layouts } from './layout.spawn.ts';
import { pointInStage } from './stage-point.ts';
import { listen, type Wheel } from './pointer.ts';
import { listenToPrint } from './print.ts';
import { press } from './press.ts';
import { hasRoom } from './rail.ts';
import { sheet } from './style.ts';
import { Tips, placeTip, tipTarget, type TipProvider, type Tip } from './tip.ts';
import { panOf } from './roving-focus.ts';
import { idAt, isRow } from './drawing.ts';
import { NARROW, zoomAt, type Camera } from './zoom.ts';
import { NO_INSETS, type Insets } from './viewport.ts';
import { overlap, pointsOf, type Box } from './geometry.ts';
import { defineElement } from '../ui/define-element.ts';
import { debounce, type Delayed } from '../ui/timing.ts';
import type { PropertyValues } from 'lit';

/** Stages below this width have the minimap above the view buttons, not beside them. */
const SNUG = 620;
/** Stages below this width, as beside an open drawer, have no room for the words of all view buttons. */
const TINY = 380;
/** What the plus of a card takes of the space between the card and its tip. */
const PLUS = 14;
/** The minimap is folded away when the view has rested for so long. */
const MAP_MS = 2000;
/** Pixels between the dots of the ground at full size, and the scale below which every other one is left out. */
const DOTS = 20;
const LEAST_DOTS = 0.6;

export class TracklightDiagram extends DrawingUpdater {
  static override properties = {
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
    foldable: { type: Boolean },
    minimap: { attribute: false },
    wires: { type: String },
    column: { attribute: false },
    insets: { attribute: false },
    find: { attribute: false },
    full: { type: Boolean },
    held: { state: true },
    failure: { state: true },
    simplified: { state: true },
    working: { state: true },
    tip: { state: true },
    tipProvider: { attribute: false },
    tools: { attribute: false },
    wheel: { type: String, reflect: true },
    listed: { state: true },
    editable: { type: Boolean },
    alsoSelected: { attribute: false },
    gestures: { attribute: false },
  };

  static override styles = sheet;

  declare label: string;
  declare empty: string;
  /** Whether Enter and a double click edit in place. */
  declare editable: boolean;
  /** Whether the drawing fills the window. */
  declare full: boolean;
  declare tip: Tip | null;
  /** Who knows what tips say beside the overlay's titles. */
  declare tipProvider: TipProvider | null;
  /** View buttons that are shown. */
  declare tools: readonly Tool[];
  declare wheel: Wheel;
  declare _tips: Tips;
  /** Escape closes a tip, wherever the focus is. */
  declare _escape: (event: Event) => void;
  declare _hovered: Hover;
  /** A font that comes later has other widths. */
  declare _fonts: () => void;
  declare _unlisten: (() => void) | null;
  declare _unprint: (() => void) | null;
  declare _paper: MediaQueryList;
  declare _resized: ResizeObserver;
  /** What the bars take, and where the minimap stands: measured when they changed, because each step asks for it. */
  declare _bars: Insets | null;
  declare _mapBox: Box | null;
  /** Whether the view has rested, so that the minimap is folded away. */
  declare _isResting: boolean;
  declare _rest: Delayed<[]>;

  constructor() {
    super();
    this.label = '';
    this.empty = '';
    this.full = false;
    this.editable = false;
    this.tip = null;
    this.tipProvider = null;
    this.tools = TOOLS;
    this.wheel = 'pan';
    this._tips = new Tips(this);
    this._escape = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') this._tips.close();
    };
    this._hovered = new Hover(
      () => this._drawing,
      (pointed) => this._wiring.show({ pointed }),
    );
    this._fonts = () => {
      if (!this._drawing) return;
      press(this._drawing.texts);
      this._levelOfDetail.measureAgain();
    };
    this._unlisten = null;
    this._unprint = null;
    this._paper = window.matchMedia('print');
    this.insets = NO_INSETS;
    this._bars = null;
    this._mapBox = null;
    this._isResting = false;
    this._rest = debounce(() => {
      // Who points at the map is about to use it.
      this._isResting = this._map?.matches(':hover') !== true;
      if (this._isResting) this._foldMap();
      else this._rest();
    }, MAP_MS);
    this._viewport.insets = () => this._allInsets;
    this._viewport.covers = (camera) => {
      const room = this._roomOfHeads;
      return room ? this._stickyHeads.at(camera, room) : [];
    };
    this._resized = new ResizeObserver((entries) => {
      // Paper has its own layout, and the view of the screen comes back after it.
      if (this._paper.matches) return;
      this._forgetPlaces();
      const foot = entries.find(({ target }) => target.classList.contains('foot'));
      const frame = this.renderRoot.querySelector('.frame') as HTMLElement | null;
      if (foot) frame?.style.setProperty('--foot', `${Math.ceil(foot.contentRect.height)}px`);
      const stage = entries.find(({ target }) => target.classList.contains('seen'));
      if (!stage) return;
      const { width, height } = stage.contentRect;
      const { size } = this._viewport;
      this._viewport.size = width > 0 && height > 0 ? { width, height } : null;
      // While it was hidden, texts had no lengths.
      if (!size && this._drawing) this._fonts();
      this._rail.place({ width, height });
      const isApart = (this._drawing?.rail ?? null) !== null;
      if (!this.column && this._railWidth > 0 && isApart !== hasRoom(this._stageSize, this._railWidth)) this.redraw();
      if (size?.width !== width || size.height !== height) this._refit();
      // A view that somebody moved stays where it is, but its buttons and its ground go by the room.
      if (!this._viewport.fitted) this._onViewMoved();
      this._updateMarks();
    });
  }

  /** A tip does not stay behind, the dots of the ground go along, and so does the frame on the map. */
  override _onViewMoved() {
    super._onViewMoved();
    this._tips.moved();
    const { camera } = this._viewport;
    this._levelOfDetail.see(camera.scale);
    this.gestures?.moved();
    // Measuring it would lay the page out in every frame of a glide.
    const room = this._viewport.size ?? this._viewport.room;
    const frame = this.renderRoot.querySelector('.frame') as HTMLElement | null;
    if (!frame || !room) return;
    const percent = this.renderRoot.querySelector('.percent');
    const shownScale = `${Math.round(camera.scale * 100)}%`;
    if (percent && percent.textContent !== shownScale) percent.textContent = shownScale;
    frame.classList.toggle('narrow', room.width < NARROW);
    // In another page a small drawing has its corner for itself until there is something to fit.
    frame.classList.toggle('fitted', this._viewport.fitted !== '');
    const isSnug = room.width < SNUG;
    if (frame.classList.contains('snug') !== isSnug) this._mapBox = null;
    frame.classList.toggle('snug', isSnug);
    frame.classList.toggle('tiny', room.width < TINY);
    let step = DOTS * camera.scale;
    while (step < DOTS * LEAST_DOTS) step *= 2;
    frame.style.backgroundSize = `${step}px ${step}px`;
    frame.style.backgroundPosition = `${camera.x % step}px ${camera.y % step}px`;
    const heads = this.renderRoot.querySelector('.sticky-heads');
    if (heads && this._roomOfHeads) this._stickyHeads.show(heads, camera, this._roomOfHeads);
    const shown = this._drawing !== null && (this.minimap?.see(camera, room) ?? false);
    const { _map: map } = this;
    if (map && map.hidden === shown) {
      map.hidden = !shown;
      this._mapBox = null;
    }
    this._unfoldMap();
  }

  override _onStatesChanged() {
    super._onStatesChanged();
    this._unfoldMap();
  }

  get _map() {
    return this.renderRoot.querySelector('.map') as HTMLElement | null;
  }

  /** The view or the run went on. */
  _unfoldMap() {
    this._isResting = false;
    this._rest();
    this._foldMap();
  }

  /** Folds the minimap away while the view rests, and while a card would lie under it that somebody looks for. */
  _foldMap() {
    const { _map: map, _drawing: drawing } = this;
    if (!map || map.hidden || !drawing) return;
    const { camera } = this._viewport;
    const standing = this.badges.flatMap(({ kind, id }) => (kind === 'paths' ? [id] : []));
    const isOverCard = () => {
      this._mapBox ??= { x: map.offsetLeft, y: map.offsetTop, width: map.offsetWidth, height: map.offsetHeight };
      const around = this._mapBox;
      return [this.selected, this.current, ...standing].some((id) => {
        const box = id?.startsWith('n') ? drawing.boxOf(id) : null;
        return (
          box !== null &&
          overlap(around, {
            x: box.x * camera.scale + camera.x,
            y: box.y * camera.scale + camera.y,
            width: box.width * camera.scale,
            height: box.height * camera.scale,
          })
        );
      });
    };
    map.classList.toggle('folded', this._isResting || isOverCard());
  }

  _forgetPlaces() {
    this._bars = null;
    this._mapBox = null;
  }

  /** The heads of modules stand at the edge of the stage, below no bar of the diagram. */
  get _roomOfHeads(): Box | null {
    const { free } = this._viewport;
    return free && { ...free, y: this.insets.top };
  }

  /** What lies over the stage at its sides. */
  get _allInsets(): Insets {
    this._bars ??= this._measureBars();
    const [bars, others] = [this._bars, this.insets];
    return {
      top: Math.max(bars.top, others.top),
      right: others.right,
      bottom: Math.max(bars.bottom, others.bottom),
      left: others.left,
    };
  }

  /** The find box at the top; notes and view buttons at the bottom. */
  _measureBars(): Insets {
    const bars = (names: string) =>
      [...this.renderRoot.querySelectorAll<HTMLElement>(names)].filter((bar) => bar.offsetHeight > 0);
    const height = this.renderRoot.querySelector('.frame')?.clientHeight ?? 0;
    return {
      ...NO_INSETS,
      top: Math.max(0, ...bars('.find').map((bar) => bar.offsetTop + bar.offsetHeight)),
      bottom: Math.max(0, ...bars('.foot, .failure').map((bar) => height - bar.offsetTop)),
    };
  }

  /** The head of a module at the top of the stage leads to its place in the drawing. */
  _onHead(event: Event) {
    const id = (event.target as Element).closest<HTMLElement>('.sticky-head')?.dataset.module;
    if (!id) return;
    this._emit('diagram-select', { id });
    this.reveal(id, 'glide');
  }

  /** A press or a drag on the map moves the view. */
  _onMap(event: PointerEvent) {
    if (event.type === 'pointerdown') (event.currentTarget as Element).setPointerCapture(event.pointerId);
    else if (!(event.buttons & 1)) return;
    const { scale } = this._viewport.camera;
    const { room } = this._viewport;
    const at = this.minimap?.pointAt(event);
    if (!room || !at) return;
    this._viewport.move({ scale, x: room.width / 2 - at.x * scale, y: room.height / 2 - at.y * scale });
    if (this.follow) this._emit('diagram-follow', { on: false });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this._unlisten?.();
    this._unlisten = null;
    this._resized.disconnect();
    layouts.close(this);
    this._hovered.move(null);
    this._glide.stop();
    document.fonts.removeEventListener('loadingdone', this._fonts);
    document.removeEventListener('keydown', this._escape);
    this._unprint?.();
    this._tips.close();
    this._rest.cancel();
    if (this._outlineTimer) clearTimeout(this._outlineTimer);
    this._outlineTimer = null;
    this._pendingKey = null;
  }

  override connectedCallback() {
    super.connectedCallback();
    document.fonts.addEventListener('loadingdone', this._fonts);
    this._unprint = listenToPrint({
      stage: () => this.renderRoot?.querySelector('svg.stage') ?? null,
      box: () => this._drawing?.box ?? null,
      isOwnPage: () => this.column === null,
    });
    this._onOutlineChange();
    if (this.hasUpdated) this._attach();
  }

  override firstUpdated() {
    this._attach();
    // A note and the minimap have the same corner.
    this.renderRoot.addEventListener('slotchange', ({ target }) => {
      const { name } = target as HTMLSlotElement;
      if (name !== 'note') return;
      const noted = (target as HTMLSlotElement).assignedElements().length > 0;
      this.renderRoot.querySelector('.frame')?.classList.toggle('noted', noted);
      this._forgetPlaces();
    });
  }

  _attach() {
    const stage = this._stage();
    this._unlisten ??= listen(stage, {
      camera: () => this._viewport.camera,
      move: (camera) => {
        this._viewport.move(camera);
        if (this.follow) this._emit('diagram-follow', { on: false });
      },
      zoom: (scale, at) => this._viewport.move(zoomAt(this._viewport.camera, scale, at)),
      click: (target, twice, adds) => this._press(target, twice, adds),
      wheel: () => this.wheel,
      scroller: (at) => (this._rail.has(at) ? (by) => this._rail.scroll(by) : null),
    });
    for (const part of this.renderRoot.querySelectorAll('.seen, .foot')) this._resized.observe(part);
  }

  override updated(changed: PropertyValues<this>) {
    if (changed.has('outline')) this._onOutlineChange();
    if ((['find', 'failure', 'held', 'simplified', 'tools'] as const).some((name) => changed.has(name)))
      this._forgetPlaces();
    if (changed.has('insets') && this._drawing) this._refit();
    if (changed.has('badges') || changed.has('find')) this._needsMarks = true;
    // A patch does all that is due.
    if (changed.has('picture') && this.picture) void this._layOut(this.picture);
    if (this._needsMarks) this._updateMarks();
    if (this._needsNames) this._updateNames([]);
    if (changed.has('wires')) this._wiring.show({ mode: this.wires });
    if (changed.has('alsoSelected')) this._markSelected();
    if ((['selected', 'alsoSelected', 'editable', 'gestures'] as const).some((name) => changed.has(name)))
      this.gestures?.changed();
    if (changed.has('selected')) {
      this._wiring.show({ selected: this.selected });
      this._markSelected();
      if (this.follow && this.selected) this.reveal(this.selected, 'glide');
    }
    if (changed.has('selected') || changed.has('current')) this._rovingFocus.place([this.selected, this.current]);
    if (changed.has('current') || (changed.has('follow') && this.follow)) this._followCurrent();
    if (changed.has('find')) this._dimOthers();
    if (changed.has('find') && this.find !== null && changed.get('find') === null)
      (this.renderRoot.querySelector('.find input') as HTMLElement)?.focus();
    if (changed.has('minimap')) {
      this._buildMinimap();
      this._onViewMoved();
    }
    if (changed.has('picture') || changed.has('outline')) this._tips.refresh();
    if (changed.has('tip')) {
      document[this.tip ? 'addEventListener' : 'removeEventListener']('keydown', this._escape);
      const before = changed.get('tip')?.id;
      if (before && before !== this.tip?.id) this._drawing?.groups.get(before)?.removeAttribute('aria-describedby');
      if (this.tip?.by === 'focus') this._drawing?.groups.get(this.tip.id)?.setAttribute('aria-describedby', 'tip');
    }
    if (changed.has('tip') && this.tip)
      placeTip(this.renderRoot.querySelector('.tip') as HTMLElement, this._stage(), this.tip);
  }

  _next(by: 1 | -1) {
    const id = next(this._found, this.selected, by);
    if (!id) return;
    this.show(id);
    this._emit('diagram-select', { id });
  }

  /** How many the find box has found. */
  get findings() {
    const inside = this._foundInside;
    const hidden = [...inside.values()].reduce((sum, n) => sum + n, 0);
    return this._drawing ? found(this._drawing, this.find ?? '').length + hidden : 0;
  }

  view(what: 'in' | 'out' | 'fit' | 'one' | 'centre' | 'current') {
    const { camera } = this._viewport;
    if (!this._drawing) return;
    if (what === 'current') {
      if (this.current) this.show(this.current);
      return;
    }
    if (what === 'fit') this._viewport.fit(this._drawing);
    else if (what === 'centre') this._viewport.centre(this.current ? this._drawing.centreOf(this.current) : null);
    else this._viewport.zoom({ in: camera.scale * 1.25, out: camera.scale * 0.8, one: 1 }[what]);
  }

  /** Of the rail of the last layout, in drawing units. */
  get railWidth() {
    return this._railWidth;
  }

  /** Puts the drawing where a picture of it was. */
  place(camera: Camera) {
    if (!this._drawing) return;
    const { room } = this._viewport;
    if (room) this._viewport.size = { width: room.width, height: room.height };
    this._viewport.move(camera, 'first');
  }

  /** The size of the drawing in full, in pixels; null while there is none. */
  get drawingSize() {
    return this._drawing ? { width: this._drawing.box.width, height: this._drawing.box.height } : null;
  }

  /** Where the current node is seen on the screen; null where it is not. */
  get currentBox(): { left: number; top: number; right: number; bottom: number } | null {
    const group = this.current ? this._drawing?.groupOf(this.current) : undefined;
    const { place: seen } = this._viewport;
    if (!group || !seen || !this.checkVisibility({ visibilityProperty: true })) return null;
    const box = group.getBoundingClientRect();
    const left = Math.max(box.left, seen.left);
    const top = Math.max(box.top, seen.top);
    const right = Math.min(box.right, seen.right);
    const bottom = Math.min(box.bottom, seen.bottom);
    return left < right && top < bottom ? { left, top, right, bottom } : null;
  }

  /** Asks for a module to be folded or unfolded. */
  _fold(id: string) {
    this._pressedModule = id;
    this._emit('diagram-fold', { id });
  }

  /** @param adds to what is selected */
  _press(target: Element, twice: boolean, adds: boolean) {
    const module = chevronAt(target);
    if (module) return this._fold(module);
    if (this.gestures?.take(idAt(target))) return;
    if (adds && this.editable) return this._emit('diagram-select', { id: idAt(target), adds });
    const cell = target.closest('g[id^="a_v"]');
    if (cell) return this._openValue(cell.id);
    const more = target.closest('g[id^="a_m"]');
    if (more) return this._emit('diagram-more', { id: idAt(more) });
    const id = idAt(target);
    if (twice && id && this.editable) this._emit('diagram-edit', { id, target });
    else this._emit(twice && id ? 'diagram-open' : 'diagram-select', { id });
  }

  /** A value was pressed: who knows the run may open a form there. */
  _openValue(cell: string) {
    const group = this._drawing?.groups.get(cell);
    const box = group?.getBoundingClientRect();
    if (!group || !box) return;
    const { x, y } = this._inStage(box.left, box.bottom);
    this._emit('diagram-value', { id: cell.slice(2), card: idAt(group), at: { x, y } });
  }

  /** The right button chooses as well. */
  _menu(event: MouseEvent) {
    const id = idAt(event.target as Element);
    if (!id) return;
    event.preventDefault();
    this._emit('diagram-select', { id });
  }

  _key(event: KeyboardEvent) {
    if (event.key === 'Escape' && this.full) {
      event.stopPropagation();
      this._emit('diagram-view', { what: 'full' });
      return;
    }
    const { id: focused } = event.target as Element;
    const module = moduleOf(focused);
    const from = module ?? idAt(event.target as Element);
    if (!this._drawing || !from) return;
    const stop = isRow(focused) || module ? focused : from;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (module) return this._fold(module);
      if (event.key === 'Enter' && stop.startsWith('a_v') && !event.altKey) return this._openValue(stop);
      if (event.key === ' ') this._emit('diagram-select', { id: from, adds: event.shiftKey && this.editable });
      else if (this.editable && !event.altKey) this._emit('diagram-edit', { id: from, target: event.target });
      else this._emit('diagram-open', { id: from });
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
    const to =
      pan || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
        ? null
        : this._rovingFocus.walk(stop, event.key, /rankdir="?LR/.test(this.picture?.parts.dot ?? ''));
    if (!to && !pan) return;
    event.preventDefault();
    if (!to) return;
    this._rovingFocus.focus(to);
    this.reveal(to);
  }

  /** Puts the focus on an element. */
  focusOn(id: string) {
    this._rovingFocus.focus(id);
  }

  /** Resolves when cards that move to another place have arrived there. */
  async arrived() {
    const moving = this._drawing?.root.getAnimations?.({ subtree: true }) ?? [];
    await Promise.allSettled(moving.map(({ finished }) => finished));
    this.gestures?.moved();
  }

  /** The element that holds a target. */
  idAt(target: Element): string | null {
    return idAt(target);
  }

  /** Where the line of an edge begins and ends, in the window; null where none is drawn. */
  endsOf(id: string) {
    const path = this._drawing?.groups.get(id)?.querySelector<SVGPathElement>(':scope > path:not(.hit)');
    const matrix = path?.getScreenCTM();
    const points = path ? pointsOf(path) : [];
    const [first, last] = [points[0], points.at(-1)];
    if (!matrix || !first || !last) return null;
    const at = ([x, y]: [number, number]) => ({ x: x * matrix.a + matrix.e, y: y * matrix.d + matrix.f });
    return [at(first), at(last)] as const;
  }

  /** The drawing on screen. */
  get drawing() {
    return this._drawing;
  }

  /** Puts the focus into the drawing: on the selected element, else on the current node of the chosen path. */
  override focus() {
    this._rovingFocus.focus();
  }

  /** Who moves the view follows the run no longer. @param by in pixels */
  _pan([x, y]: [x: number, y: number]) {
    const { camera } = this._viewport;
    this._viewport.move({ ...camera, x: camera.x + x, y: camera.y + y });
    if (this.follow) this._emit('diagram-follow', { on: false });
  }

  _hover(event: PointerEvent) {
    // A finger points at nothing before it presses.
    if (event.pointerType !== 'touch') this._hovered.move(event.buttons === 0 ? idAt(event.target as Element) : null);
    if (event.pointerType !== 'touch' && event.buttons === 0) this.gestures?.pointed(event.target as Element);
    const still = event.buttons === 0 && event.pointerType !== 'touch';
    this._tips.point(still ? tipTarget(event.target, idAt) : null, this._inStage(event.clientX, event.clientY));
  }

  _focused({ type, target }: FocusEvent) {
    this.gestures?.focused(type === 'focusin' && target instanceof Element ? target : null);
    const visible = type === 'focusin' && target instanceof Element && target.matches(':focus-visible');
    this._tips.focus(visible ? idAt(target) : null);
    this._wiring.show({ focused: visible ? idAt(target) : null });
  }

  /** The overlay's title of an element or cell. */
  titleOf(id: string) {
    return (this._drawing?.groups.get(`a_${id}`) ?? this._drawing?.groups.get(id))?.dataset.title ?? '';
  }

  /** Where the tip of an element with the focus stands: under its card and its plus, or in the middle of its line. */
  below(id: string) {
    const box = this._drawing?.groups.get(id)?.getBoundingClientRect();
    const plus = this.editable ? PLUS : 0;
    return box ? this._inStage(box.left, id.startsWith('e') ? (box.top + box.bottom) / 2 : box.bottom + plus) : null;
  }

  /** @param y of the window */
  _inStage(x: number, y: number) {
    return pointInStage(this._stage(), x, y);
  }

  override render() {
    return frame(this, {
      key: (event) => this._key(event),
      menu: (event) => this._menu(event),
      hover: (event) => this._hover(event),
      leave: () => {
        this._tips.leave();
        this._hovered.move(null);
        this.gestures?.pointed(null);
      },
      focus: (event) => this._focused(event),
      stay: () => this._tips.stay(),
      map: (event) => this._onMap(event),
      head: (event) => this._onHead(event),
      view: (what) => this._emit('diagram-view', { what }),
      scale: (to) => this._viewport.zoom(to),
      look: (text) => this._emit('diagram-find', { text }),
      next: (by) => this._next(by),
      again: () => this.redraw(),
      dot: () => this._emit('diagram-dot', {}),
      anyway: () => this._drawAnyway(),
    });
  }
}

/** The name that it has in this page. */
export const DIAGRAM = defineElement('tracklight-diagram', TracklightDiagram);
