// Updates the drawing on screen: patch or layout, swap, marks, and the viewport afterwards. The element itself
// handles input.

import { LitElement } from 'lit';
import { load } from '../load/load.ts';
import { layouts } from './layout.spawn.ts';
import { diagramStrings } from './strings.ts';
import { Drawing } from './drawing.ts';
import type { ColumnView } from './column.ts';
import type { Placing } from './compose.ts';
import { found, foundInside } from './find.ts';
import { Glide } from './glide.ts';
import { LevelOfDetail } from './level-of-detail.ts';
import { StickyHeads } from './sticky-heads.ts';
import { Viewport, isStill, type Enlarges, type Insets } from './viewport.ts';
import { gathered, insideWords, paintMarks } from './badges.ts';
import { namesIn, type Outline } from './outline.ts';
import { apply, changes } from './overlay-patch.ts';
import { rearrange, touchedIn, turnedModules } from './rearrange.ts';
import { RovingFocus } from './roving-focus.ts';
import { press } from './press.ts';
import { RailColumn, hasRoom } from './rail.ts';
import { textsOf } from './texts.ts';
import { timed } from './timed.ts';
import { Wiring, type WireMode } from './wiring.ts';
import { keepAnchor } from './zoom.ts';
import type { Minimap } from './minimap.ts';
import type { Drawing as Picture } from '../run/types.ts';
import type { Badge } from './types.ts';
import type { Overlay } from '../protocol/types.ts';

/**
 * The outline beside the drawing follows when it has not changed for so long: nobody sees it, and to make it takes
 * longer than a step.
 */
const OUTLINE_DEBOUNCE_MS = 150;

/** Counters for tests; never read by the page itself. */
const counters = { layouts: 0, patches: 0, patchMiss: 0 };

/** What is told of the drawing to those who lie over it. */
export interface GestureHooks {
  /** The view moved, or another drawing stands. */
  moved(): void;
  /** Something else is selected, or it can be edited no longer. */
  changed(): void;
  pointed(target: Element | null): void;
  focused(target: Element | null): void;
  /** An element was pressed. @returns whether that was meant for a gesture alone */
  take(id: string | null): boolean;
}

export class DrawingUpdater extends LitElement {
  declare picture: Picture | null;
  /** Diagram id of the selected element. */
  declare selected: string | null;
  /** Diagram id of the current node of the chosen path, the anchor of a new layout. */
  declare current: string | null;
  /** Marks at elements. */
  declare badges: Badge[];
  /** The drawing as text, and the names of its elements. */
  declare outline: Outline | null;
  /** The outline that stands beside the drawing. */
  declare listed: Outline | null;
  declare _outlineTimer: ReturnType<typeof setTimeout> | null;
  /** Whether the outline has names that the elements do not have yet. */
  declare _needsNames: boolean;
  /** Whether there are marks that the drawing does not show yet. */
  declare _needsMarks: boolean;
  declare _rovingFocus: RovingFocus;
  /** Another document is fitted anew. */
  declare documentId: string | number;
  /** A machine of so many elements that it is drawn on demand only. */
  declare large: boolean;
  /** Whether the present picture waits for that demand. */
  declare held: boolean;
  /** Whether the view goes after the current node. */
  declare follow: boolean;
  /** Whether modules can be folded by a press: their heads have a chevron. */
  declare foldable: boolean;
  /** The module that was folded or unfolded by a press, until it is drawn so. */
  declare _pressedModule: string | null;
  /** Whether positions fly by: the view goes after them at once, without gliding. */
  declare flying: boolean;
  /** What is looked for; null while the find box is closed. */
  declare find: string | null;
  declare failure: string | null;
  /** Whether the drawing on screen has no labels at its edges, because the full layout took too long. */
  declare simplified: boolean;
  declare working: boolean;
  /** What is selected beside `selected`. */
  declare alsoSelected: readonly string[];
  /** What lies over the drawing while it can be edited. */
  declare gestures: GestureHooks | null;
  /** Of an edit by the drawing: what it touched, which stays in its place, and new names of nodes by their old ones. */
  declare touched: { name: string; moved: Readonly<Record<string, string>> } | null;
  declare _drawing: Drawing | null;
  /** What the drawing on screen shows. */
  declare _displayed: {
    key: string;
    overlay: Overlay | null;
    documentId: string | number;
    machine?: string;
  } | null;
  /** The large document that is drawn all the same. */
  declare _drawnOnDemand: string | number | null;
  /** Key of the layout that is under way. */
  declare _pendingKey: string | null;
  declare _glide: Glide;
  /** Made by who wants one. */
  declare minimap: Minimap | null;
  declare wires: WireMode;
  /** How it stands in a column of another page; null in the page itself, where the rail has a column of its own. */
  declare column: ColumnView | null;
  declare _rail: RailColumn;
  declare _wiring: Wiring;
  /** Of the rail of the drawing, in drawing units. */
  declare _railWidth: number;
  declare _viewport: Viewport;
  /** What others take of the stage at its sides, beside the bars of the diagram itself. */
  declare insets: Insets;
  declare _levelOfDetail: LevelOfDetail;
  declare _stickyHeads: StickyHeads;

  constructor() {
    super();
    this.picture = null;
    this.selected = null;
    this.current = null;
    this.badges = [];
    this.outline = null;
    this.listed = null;
    this._outlineTimer = null;
    this._needsNames = false;
    this._needsMarks = false;
    this._rovingFocus = new RovingFocus(() => this.shadowRoot);
    this.documentId = '';
    this.large = false;
    this.held = false;
    this.follow = false;
    this.flying = false;
    this.foldable = false;
    this._pressedModule = null;
    this.find = null;
    this.failure = null;
    this.simplified = false;
    this.working = false;
    this.alsoSelected = [];
    this.gestures = null;
    this.touched = null;
    this._drawing = null;
    this._displayed = null;
    this._drawnOnDemand = null;
    this._pendingKey = null;
    this._glide = new Glide();
    this.minimap = null;
    this.wires = 'auto';
    this.column = null;
    this._railWidth = 0;
    this._rail = new RailColumn(
      () => this._stage(),
      () => {
        this._wiring.draw();
        this.gestures?.moved();
      },
    );
    this._wiring = new Wiring({
      stage: () => this._stage(),
      drawing: () => this._drawing,
      rail: this._rail,
      camera: () => this._viewport.camera,
    });
    this._viewport = new Viewport(
      () => this._stage(),
      () => this._onViewMoved(),
    );
    this._levelOfDetail = new LevelOfDetail();
    this._stickyHeads = new StickyHeads();
  }

  /** Whether what is on screen is the present picture. */
  get settled() {
    return (
      this.picture !== null &&
      this._displayed?.key === this.picture.key &&
      (this.picture.overlay ?? this._displayed.overlay) === this._displayed.overlay
    );
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
  _onViewMoved() {
    this._wiring.viewMoved();
  }

  /** Where the stage has room for the rail of the next drawing. @param width of the rail */
  _railPlace(width: number): Placing {
    const size = this._stageSize;
    this._railWidth = width;
    if (this.column) return this.column.placing;
    return hasRoom(size, width) ? { place: 'apart' } : { place: 'below', columnWidth: size?.width ?? 0 };
  }

  /** Pixels of the stage that nothing of the page lies over, the rail's among them; null while none is seen. */
  get _stageSize() {
    const { room } = this._viewport;
    return room && { width: room.width + this._rail.width, height: room.height };
  }

  /** The states of the drawing changed. */
  _onStatesChanged() {
    this._levelOfDetail.showStates();
    this._stickyHeads.showStates();
    this.minimap?.states();
  }

  _buildMinimap() {
    if (this._drawing && this.minimap)
      this.renderRoot.querySelector('.map')?.replaceChildren(this.minimap.build(this._drawing));
  }

  async _layOut(picture: Picture) {
    if (this._displayed?.key === picture.key && this._drawing && this._displayed.documentId === this.documentId) {
      this._pendingKey = null;
      this._displayed.machine = picture.machine;
      this._applyOverlay(picture.overlay);
      return;
    }
    const pictured = this.column?.drawingOf(picture.key);
    if (pictured) {
      // What was being laid out is not shown any more.
      this._pendingKey = null;
      this.working = false;
      this.failure = null;
      return this._replaceDrawing(pictured, picture, this.documentId);
    }
    if (this._pendingKey === picture.key) return;
    this.held = this.large && this._drawnOnDemand !== this.documentId;
    if (this.held) return;
    this._pendingKey = picture.key;
    this.working = true;
    const documentId = this.documentId;
    counters.layouts += 1;
    const coming = load(() => import('./from-graphviz.ts')).catch(() => null);
    const layout = await layouts.layout(textsOf(picture.parts), {
      owner: this,
      onSlow: () => this._emit('diagram-slow', {}),
    });
    if (layout === null) return;
    const made = await coming;
    this.working = this._pendingKey !== picture.key;
    if (this._pendingKey !== picture.key) return;
    this._pendingKey = null;
    if ('error' in layout) return this._failLayout(layout.error);
    if (made === null) return this._failLayout(diagramStrings.notLoaded);
    const passes = timed('passes');
    const prepared = made.drawingOf(layout.svgs, (width) => this._railPlace(width));
    passes();
    if (!prepared) return this._failLayout(diagramStrings.empty);
    this.failure = null;
    this.simplified = layout.isSimplified === true;
    // Values may have moved on while the layout was made.
    const newest = this.picture?.key === picture.key ? this.picture : picture;
    this._replaceDrawing(prepared, newest, documentId);
  }

  _failLayout(reason: string) {
    this._pendingKey = null;
    this.failure = reason;
    this._emit('diagram-failed', { reason });
  }

  _replaceDrawing(svg: SVGSVGElement, { key, machine, overlay, parts }: Picture, documentId: string | number) {
    const before = this._drawing;
    const drawing = new Drawing(svg, { isFoldable: this.foldable });
    drawing.outline = this.outline;
    // Before it stands in the page, so that its styles are computed once.
    const list = overlay ? changes(null, overlay) : [];
    const missing = apply(drawing.groups, list);
    const { focusedName } = this._rovingFocus;
    const kept = (id: string) =>
      before !== null &&
      drawing.groups.has(id) &&
      before.names.get(id) === drawing.names.get(id) &&
      !drawing.isApart(id) &&
      !before.isApart(id);
    const sameDocument = before !== null && this._displayed?.documentId === documentId;
    const turned = before && sameDocument ? turnedModules(before, drawing).filter(kept) : [];
    const pressed = turned.find((id) => id === this._pressedModule) ?? null;
    if (pressed) this._pressedModule = null;
    const module = pressed ?? turned.find((id) => drawing.isInside(this.current, id)) ?? turned[0] ?? null;
    const touched = sameDocument && before ? touchedIn(before, drawing, this.touched) : null;
    this.touched = null;
    const anchor =
      module ??
      [this.selected, this.current].find((id) => id && kept(id)) ??
      before?.nearest(this._viewport.middle, kept) ??
      null;
    // The head of a module stays where it is, not its middle.
    const pointOf = (one: Drawing | null) => (module ? one?.boxOf(module) : anchor ? one?.centreOf(anchor) : null);
    const from = pointOf(before);
    const earlierCamera = this._viewport.camera;
    const lens = this._stage().querySelector('.lens') as SVGGElement;
    lens.replaceChildren(drawing.root);
    this._placeRail(drawing);
    const pressing = timed('press');
    press(drawing.texts);
    pressing();
    this._drawing = drawing;
    drawing.wires = parts.wires;
    this._wiring.take(parts.wires, overlay);
    this._levelOfDetail.take(drawing);
    this._stickyHeads.take(drawing);
    this._buildMinimap();
    this._displayed = { key, overlay, documentId, machine };
    const survivors = before ? before.elements.filter(kept) : [];
    const to = pointOf(drawing);
    const { fitted } = this._viewport;
    if (touched) this._viewport.move(keepAnchor(this._viewport.camera, touched.from, touched.to));
    else if (module && from && to && (fitted === '' || (pressed && fitted === 'first')))
      this._viewport.move(keepAnchor(this._viewport.camera, from, to), fitted);
    else if (sameDocument && fitted) this._refit();
    else if (!sameDocument || !before || survivors.length * 2 < before.elements.length) this._showFirstView();
    else if (from && to) this._viewport.move(keepAnchor(this._viewport.camera, from, to));
    this._needsNames = true;
    this._updateNames(drawing.elements);
    this._rovingFocus.take(drawing, [this.selected, this.current], focusedName);
    this._markSelected();
    this._dimOthers();
    this._emit('diagram-drawn', { key });
    this.gestures?.moved();
    this.requestUpdate();
    if (overlay) this._afterOverlayApplied(list, missing, 'layout');
    // Nobody sees the way of what is not shown yet.
    if (before && (turned.length > 0 || touched) && this.checkVisibility({ visibilityProperty: true }))
      rearrange(
        touched?.twins ?? survivors.map((id) => [id, id]),
        { drawing: before, camera: earlierCamera },
        { drawing, camera: this._viewport.camera },
      );
  }

  /** Puts the rail beside the flow, whose room ends where it begins. */
  _placeRail(drawing: Drawing) {
    this._rail.take(drawing.rail);
    const frame = this.renderRoot.querySelector('.frame') as HTMLElement;
    frame.style.setProperty('--rail', `${this._rail.width}px`);
    const { room } = this._viewport;
    if (room) this._viewport.size = { width: room.width, height: room.height };
    this._rail.place(room ?? { width: 0, height: 0 });
  }

  _applyOverlay(overlay: Overlay | null) {
    if (!this._drawing || !this._displayed || !overlay) return;
    const list = changes(this._displayed.overlay, overlay);
    this._displayed.overlay = overlay;
    this._wiring.show({ overlay });
    if (list.length > 0) this._afterOverlayApplied(list, apply(this._drawing.groups, list), 'step');
  }

  /**
   * What follows when an overlay has been painted: marks, texts that are pressed into their room, the view, chips.
   * @param missing ids that the drawing does not have
   * @param after what it follows: a layout is not repeated for what it did not bring
   */
  _afterOverlayApplied(list: ReturnType<typeof changes>, missing: string[], after: 'step' | 'layout') {
    if (!this._drawing || !this._displayed) return;
    const edges = new Set(list.map(({ id }) => id.replace(/^t/, 'e')).filter((id) => id.startsWith('e')));
    this._updateMarks(list);
    this._onStatesChanged();
    this._glide.step(this._drawing, this._shownBadges, edges, !this.flying && !isStill());
    // From here on lengths and places are read: the browser lays the page out once for all of it.
    if (after === 'step')
      press(
        list.flatMap((change) => (change.kind === 'cell' ? (this._drawing?.groups.get(`a_${change.id}`) ?? []) : [])),
      );
    this._followCurrent();
    counters.patches += 1;
    // Between two layouts, what both drawings have is painted and the rest waits.
    if (missing.length > 0 && this._displayed.overlay?.key === this._displayed.key) {
      counters.patchMiss += 1;
      // A simplified drawing lacks its labels, and would lack them again.
      if (after === 'step' && !this.simplified) this.redraw();
    }
  }

  /** There is another outline. */
  _onOutlineChange() {
    this._needsNames = true;
    if (this._drawing) this._drawing.outline = this.outline;
    if (this._outlineTimer) clearTimeout(this._outlineTimer);
    this._outlineTimer = setTimeout(
      () => {
        this.listed = this.outline;
      },
      this.listed === null ? 0 : OUTLINE_DEBOUNCE_MS,
    );
  }

  /** Whether the drawing on screen is of another machine than the present picture, which waits or is being laid out. */
  get _isOutdatedMachine() {
    return this._displayed?.machine !== this.picture?.machine;
  }

  /** What is marked in the drawing on screen. */
  get _shownBadges(): Badge[] {
    if (!this._drawing || this._isOutdatedMachine) return [];
    return gathered(this._drawing, this.badges);
  }

  /** Names follow what is shown and what the outline says. @param changed elements that show something else */
  _updateNames(changed: Iterable<string>) {
    if (!this._drawing) return;
    if (this._needsNames) this._drawing.given = this.outline ? namesIn(this.outline, this._drawing.names) : new Map();
    this._needsNames = false;
    this._drawing.name(this._displayed?.overlay ?? null, changed);
  }

  _markSelected() {
    const card = this.selected === null ? null : this._drawing?.cardOf(this.selected);
    for (const id of this._drawing?.elements ?? [])
      this._drawing?.toggle(id, 'selected', id === (card ?? this.selected) || this.alsoSelected.includes(id));
  }

  /** @param list what the last step has changed */
  _updateMarks(list: ReturnType<typeof changes> = []) {
    if (!this._drawing) return;
    this._needsMarks = false;
    // Chips stand in for texts, which the names have.
    const before = this._drawing.chipped;
    const found = [...this._foundInside].map(([id, n]) => ({ id, kind: 'found' as const, n }));
    const badges = [...this._shownBadges, ...found];
    paintMarks(this._drawing, badges);
    const cards = this._drawing.inside;
    this._drawing.inside = insideWords(badges);
    this._updateNames([
      ...list.flatMap((change) => this._drawing?.holderOf(change) ?? []),
      ...before,
      ...this._drawing.chipped,
      ...cards.keys(),
      ...this._drawing.inside.keys(),
    ]);
  }

  /** How many are found inside of folded modules, by their cards. */
  get _foundInside(): ReadonlyMap<string, number> {
    return this._drawing && this.find ? foundInside(this._drawing, this.outline, this.find) : new Map();
  }

  /** What is found, and the cards of modules in which something is. */
  get _found(): string[] {
    return this._drawing && this.find ? found(this._drawing, this.find, this._foundInside) : [];
  }

  /** What is looked for stands out from the rest. */
  _dimOthers() {
    if (!this._drawing) return;
    const list = this._found;
    for (const id of this._drawing.elements) this._drawing.toggle(id, 'dim', list.length > 0 && !list.includes(id));
  }

  /** Follows the current node. */
  _followCurrent() {
    const isWhole = this._drawing !== null && this._viewport.shows(this._drawing.box, this.insets);
    if (this.follow && this.current && !this._isOutdatedMachine && !isWhole)
      this.reveal(this.current, this.flying ? 'leap' : 'follow', 'whenMoved');
  }

  /** Lays the present picture out again, whatever is drawn. */
  redraw() {
    if (this._displayed) this._displayed.key = '';
    if (this.picture) void this._layOut(this.picture);
  }

  _drawAnyway() {
    this._drawnOnDemand = this.documentId;
    this.redraw();
  }

  /** The view of a drawing that nobody has moved yet. */
  _showFirstView() {
    if (!this._drawing) return;
    const { box } = this._drawing;
    if (this.column) this._viewport.begin(box, this.column.scaleOf(box), this._drawing.boxOf(this.current ?? ''));
    else this._viewport.first(this._drawing, this._drawing.centreOf(this.current ?? '') ?? this._drawing.start);
  }

  /** The same view in another room or of another drawing, where nobody has moved it. */
  _refit() {
    if (this._viewport.fitted === 'whole' && this._drawing) this._viewport.fit(this._drawing);
    else if (this._viewport.fitted) this._showFirstView();
  }

  /** Brings an element into view. An edge may be longer than the stage: no scale makes it readable. */
  reveal(id: string, how: 'now' | 'glide' | 'follow' | 'leap' = 'now', enlarges: Enlarges = 'never') {
    if (this._drawing?.isApart(id)) return this._rail.reveal(this._drawing.boxOf(id));
    this._viewport.reveal(this._drawing?.boxOf(id) ?? null, how, id.startsWith('e') ? 'never' : enlarges);
  }

  /** Moves the drawing up, by pixels of the stage. */
  lift(by: number) {
    const { camera } = this._viewport;
    this._viewport.move({ ...camera, y: camera.y - by });
  }

  /** Goes to an element that somebody asked for, in a scale in which it can be read. */
  show(id: string) {
    this.reveal(id, 'glide', 'always');
  }

  _stage() {
    return this.renderRoot.querySelector('svg.stage') as SVGSVGElement;
  }

  _emit(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
