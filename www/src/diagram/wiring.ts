// The wires of a drawing in the page: which are shown, and where they stand. Those of what is pointed at, selected or
// focused, those of the last step, and all of them, quietly, where they are few and none passes a card.

import type { Box } from './geometry.ts';
import { FEW_WIRES, endsOf, passACard, wireElements, type WireEnds } from './wires.ts';
import type { Drawing } from './drawing.ts';
import type { RailColumn } from './rail.ts';
import type { Camera } from './zoom.ts';
import type { Overlay, Wire } from '../protocol/types.ts';

/** When wires are drawn that nobody asked for. */
export type WireMode = 'auto' | 'always' | 'demand';

interface Shown {
  mode: WireMode;
  selected: string | null;
  focused: string | null;
  pointed: string | null;
  overlay: Overlay | null;
}

interface Scene {
  stage: () => SVGSVGElement | null;
  drawing: () => Drawing | null;
  rail: RailColumn;
  camera: () => Camera;
}

export class Wiring {
  #scene: Scene;
  #wires: readonly Wire[] = [];
  /** Pairs of a card and a context of which a row tells. */
  #said: ReadonlySet<string> = new Set();
  /** Whether they are few, and none passes a card. */
  #areFew = false;
  #shown: Shown = { mode: 'auto', selected: null, focused: null, pointed: null, overlay: null };

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** There is another drawing. */
  take(wires: readonly Wire[], overlay: Overlay | null) {
    this.#wires = wires;
    this.#shown.overlay = overlay;
    const said = wires.filter(({ kind }) => kind !== 'uses');
    this.#said = new Set(said.map(({ node, store }) => `${node} ${store}`));
    this.#areFew = said.length > 0 && said.length <= FEW_WIRES && !this.#passACard(said);
    this.draw();
  }

  /** What is shown of them changes. */
  show(change: Partial<Shown>) {
    const before = this.#shown;
    this.#shown = { ...before, ...change };
    if (Object.entries(change).some(([name, value]) => before[name as keyof Shown] !== value)) this.draw();
  }

  /** The view moved: wires in one canvas go along, those to a rail of its own have other ends. */
  viewMoved() {
    const { drawing, layer } = this.#drawn;
    if (drawing?.rail) this.draw();
    else if (layer && drawing) this.#moveLayer(layer, drawing);
  }

  get #drawn() {
    return { drawing: this.#scene.drawing(), layer: this.#scene.stage()?.querySelector('.wires') };
  }

  /** In one canvas with the flow, wires have the numbers of the drawing. */
  #moveLayer(layer: Element, { rail }: Drawing) {
    const { x, y, scale } = this.#scene.camera();
    if (rail === null) layer.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    else layer.removeAttribute('transform');
  }

  /** Draws what is shown where it stands now. */
  draw() {
    const { drawing, layer } = this.#drawn;
    if (!layer || !drawing) return;
    let cards: Box[] | null = null;
    const shown = this.#wires.flatMap((wire) => {
      const look = this.#lookOf(wire);
      const ends = look === null ? null : this.#endsOf(wire, drawing);
      if (look === null || ends === null) return [];
      // Below the flow the way to a context may lead through it: that is drawn when someone asks.
      const isHidden = look === 'last' && !drawing.rail && passACard([ends], (cards ??= this.#cards(drawing)));
      return isHidden ? [] : [{ look, ends }];
    });
    this.#moveLayer(layer, drawing);
    layer.replaceChildren(
      ...wireElements(
        layer,
        shown.map(({ ends }) => ends),
        shown.map(({ look }) => look),
      ),
    );
  }

  /** How a wire looks; null when it is not shown. */
  #lookOf({ kind, node, store, row, edge }: Wire): string | null {
    const { mode, selected, focused, pointed, overlay } = this.#shown;
    const touches = (id: string | null) => id !== null && (id === edge || same(id, node) || same(id, store));
    // What a row says needs no second line.
    if (kind === 'uses' && this.#said.has(`${node} ${store}`)) return null;
    if (touches(pointed) || touches(focused) || touches(selected)) return 'asked';
    if (kind === 'uses') return null;
    if (row !== undefined && overlay?.cells[row]?.mark === 'changed') return 'last';
    return mode === 'always' || (mode === 'auto' && this.#areFew) ? 'quiet' : null;
  }

  #endsOf(wire: Wire, drawing: Drawing): WireEnds | null {
    return endsOf(wire, drawing.groups.keys(), (id) => this.#place(id, drawing));
  }

  /** Where a group stands: in pixels of the stage beside a rail of its own, else in the numbers of the drawing. */
  #place(id: string, drawing: Drawing): Box | null {
    const box = drawing.boxOf(id);
    if (!box || drawing.rail === null) return box;
    if (drawing.isApart(id)) return this.#scene.rail.onStage(box);
    const { x, y, scale } = this.#scene.camera();
    return { x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale };
  }

  #passACard(wires: readonly Wire[]) {
    const drawing = this.#scene.drawing();
    if (!drawing) return true;
    const ends = wires.flatMap((wire) => this.#endsOf(wire, drawing) ?? []);
    return passACard(ends, this.#cards(drawing));
  }

  #cards(drawing: Drawing) {
    const cards = drawing.elements.filter((id) => id.startsWith('n') && !drawing.isApart(id));
    return cards.flatMap((id) => this.#place(id, drawing) ?? []);
  }
}

/** A node and the container that it is drawn as have the same number. */
const same = (a: string, b: string) => a.slice(1) === b.slice(1) && !a.startsWith('e') && !b.startsWith('e');
