// The layer over a drawing that can be edited: a plus where the flow goes on, a grip to move, the ends and the bar of a
// selected edge. They show on hover, focus or selection, beside what they belong to, and never over a value.

import { Acts } from './acts.ts';
import { Boxes } from './boxes.ts';
import { drag } from './drag.ts';
import { drawn, make, overlap, put, putInside, svgElement, type Box, type Place } from './dom.ts';
import { sheet } from './sheet.ts';
import { edgeOf, fieldRowAt, holdsFields, nodeOf } from './spots.ts';
import { gestureWords as say } from './strings.ts';
import { tryLoad } from '../load/load.ts';
import { debounce } from '../ui/timing.ts';
import type { GestureHooks } from '../diagram/drawing-updater.ts';
import type { Act, GestureHost } from './types.ts';
import type { EdgeElement, Elements, NodeElement } from './elements.ts';

/** Handles stay for so long when the pointer has left the card, so that it can reach them. */
const LEAVE_MS = 400;
/** From a card to its plus and its grip. */
const PLUS_GAP = 14;
const GRIP_GAP = 12;
const BAR_GAP = 8;
/** Of a container, in the drawing's own size. */
const HEAD = 32;

const ICONS = {
  plus: 'M8 3.5v9M3.5 8h9',
  grip: 'M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1',
};

/** What these do is done with all that is selected. */
const ALL_SELECTED: Act[] = ['delete', 'group', 'move', 'more'];

const isTouch = () => matchMedia('(pointer: coarse)').matches;

type HandleName = 'plus' | 'grip' | 'row' | 'source' | 'target';

/** What may be under a drag. @returns a reason why it cannot be dropped there; empty where it can */
interface Drop {
  from: Place;
  why: (under: { id: string | null; node: NodeElement | null }) => string;
  drop: (at: Place, under: { id: string | null; node: NodeElement | null }) => void;
  press?: () => void;
}

export class Gestures implements GestureHooks {
  readonly #host: GestureHost;
  readonly #boxes: Boxes;
  readonly acts: Acts;
  readonly #layer: HTMLElement;
  readonly #handles: Record<HandleName, HTMLButtonElement>;
  readonly #bar: HTMLElement;
  /** The edge of the bar, in which text and drawing. */
  #barShows: readonly unknown[] = [];
  /** From the label of its edge to the bar. */
  #barOffset: Place = { x: 0, y: 0 };
  /** What the newest drawing shows; null while it is asked for, or nothing can be edited. */
  #elements: Elements | null = null;
  #pointed: string | null = null;
  #focused: string | null = null;
  /** The row of a context that is pointed at. */
  #row: { id: string; field: string; box: Box } | null = null;
  #isDragging = false;
  /** What is done with the next tap. */
  #tap: ((id: string | null) => void) | null = null;
  /** Counts what was asked of the core: older answers are dropped. */
  #turn = 0;
  #leave = debounce(() => {
    this.#pointed = null;
    this.#row = null;
    this.#place();
  }, LEAVE_MS);

  constructor(host: GestureHost) {
    this.#host = host;
    const { diagram } = host;
    const root = diagram.renderRoot as ShadowRoot;
    if (sheet.styleSheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet.styleSheet];
    this.#handles = {
      plus: this.#handle('plus', (event, elements) => this.#grow(event, elements)),
      grip: this.#handle('grip', (event, elements) => this.#move(event, elements)),
      row: this.#handle('row', (event, elements) => this.#read(event, elements)),
      source: this.#handle('source', (event, elements) => this.#retarget(event, elements, 'from')),
      target: this.#handle('target', (event, elements) => this.#retarget(event, elements, 'to')),
    };
    this.#bar = make('div', { class: 'bar', role: 'toolbar', hidden: true });
    this.#layer = make(
      'div',
      { class: 'gestures', role: 'group', 'aria-label': say.layer },
      ...Object.values(this.#handles),
      this.#bar,
    );
    root.querySelector('.frame')?.append(this.#layer);
    this.#boxes = new Boxes(diagram, this.#layer, () => {
      if (this.#boxes.isOpen) host.uncover();
      this.#place();
    });
    this.acts = new Acts(host, this.#boxes);
    // It would come too late with the first prompt.
    void tryLoad(() => import('../editor/editor.ts')).catch(() => {});
    // The gesture that brought this is still under way.
    this.pointed([...root.querySelectorAll('.stage :hover')].at(-1) ?? null);
    this.focused(root.activeElement);
    void this.#readElements();
  }

  #handle(name: HandleName, begin: (event: PointerEvent, elements: Elements) => void): HTMLButtonElement {
    const look = name === 'source' || name === 'target' ? 'end' : name === 'row' ? 'grip' : name;
    const button = make('button', { type: 'button', class: `handle ${look}`, tabindex: '-1', hidden: true });
    if (look !== 'end') button.append(drawn(name === 'plus' ? ICONS.plus : ICONS.grip));
    button.addEventListener('pointerdown', (event) => {
      if (this.#elements) begin(event, this.#elements);
    });
    button.addEventListener('pointerenter', () => this.#leave.cancel());
    button.addEventListener('pointerleave', () => this.#isDragging || this.#leave());
    return button;
  }

  // What the diagram tells.

  moved() {
    this.#place();
    if (this.#elements?.source !== this.#shownSource) void this.#readElements();
  }

  changed() {
    this.#boxes.reason('', null);
    void this.#readElements();
  }

  pointed(target: Element | null) {
    if (this.#isDragging) return;
    const id = target && this.#host.diagram.idAt(target);
    if (!id) {
      if (!this.#leave.isPending() && this.#pointed !== null) this.#leave();
      return;
    }
    this.#leave.cancel();
    const field = this.#elements && this.#drawing ? fieldRowAt(this.#drawing, this.#elements, id, target) : null;
    const box = field === null ? null : this.#boxes.around([target]);
    if (id === this.#pointed && field === (this.#row?.field ?? null)) return;
    this.#pointed = id;
    this.#row = field !== null && box ? { id, field, box } : null;
    this.#place();
  }

  focused(target: Element | null) {
    const id = target?.matches(':focus-visible') ? this.#host.diagram.idAt(target) : null;
    if (id === this.#focused) return;
    this.#focused = id;
    this.#place();
  }

  // Commands and presses.

  act(act: Act) {
    // In the walk it is about what has the focus.
    const at = (this.#layer.getRootNode() as ShadowRoot).activeElement;
    const walked = at && !this.#layer.contains(at) ? this.#host.diagram.idAt(at) : null;
    const selected = this.#host.selected();
    const isMeant = ALL_SELECTED.includes(act) ? selected.includes(walked ?? '') : selected[0] === walked;
    if (walked !== null && !isMeant) this.#host.select(walked);
    if (act === 'more') return this.#pickMore();
    if (act === 'connect' && isTouch()) return this.#pickTarget();
    return this.acts.act(act);
  }

  /** A double click or Enter. */
  async edit(id: string, target: Element | null) {
    const elements = await this.acts.ready();
    if (!elements) return;
    const edge = edgeOf(elements, id);
    if (edge && edge.access !== null) this.#host.showSource(id);
    else this.acts.inPlace.open(elements, id, target);
  }

  take(id: string | null): boolean {
    if (this.#tap === null) return false;
    this.#tap(id);
    return true;
  }

  /** On touch screens a target is tapped. */
  async #pickTarget() {
    const elements = await this.acts.ready();
    const [from] = this.#host.selected();
    const node = elements && from !== undefined ? nodeOf(elements, from) : null;
    if (!elements || !node) return this.acts.refuse(from === undefined ? say.nothingSelected : say.noNode, null);
    this.#pick(say.tapTarget(node.name), say.cancel, (id) => {
      this.#endPicking();
      const target = id ? nodeOf(elements, id) : null;
      const box = id ? this.#boxes.boxOf(id) : null;
      if (target && box) void this.acts.connect(elements, node, target, null, box);
    });
  }

  #pickMore() {
    this.#pick(say.tapMore, say.done, (id) => this.#host.selectMore(id));
  }

  /** What is tapped next is taken until the button is pressed. */
  #pick(text: string, button: string, take: (id: string | null) => void) {
    this.#endPicking();
    this.#tap = take;
    const end = make('button', { type: 'button' }, button);
    end.addEventListener('click', () => this.#endPicking());
    this.#layer.append(make('div', { class: 'picking', role: 'status' }, make('span', {}, text), end));
    this.#host.say(text);
  }

  #endPicking() {
    this.#tap = null;
    this.#layer.querySelector('.picking')?.remove();
  }

  get #drawing() {
    return this.#host.diagram.drawing;
  }

  /** The text that is drawn, as far as it can be edited. */
  get #shownSource() {
    return this.#host.whyNot() === '' ? this.#host.source : undefined;
  }

  /** Reads what the newest texts declare. */
  async #readElements() {
    this.#turn += 1;
    const turn = this.#turn;
    if (this.#host.whyNot() !== '') {
      this.#elements = null;
      this.#place();
      return;
    }
    const elements = await this.#host.elements();
    if (turn !== this.#turn) return;
    this.#elements = this.#host.whyNot() === '' ? elements : null;
    this.#place();
  }

  /** The card that has handles: the pointed one, else that with the focus, else the selected one. */
  get #target(): string | null {
    const list = [this.#pointed, this.#focused, this.#host.selected()[0] ?? null];
    return list.find((id) => id !== null && this.#drawing?.groups.has(id) === true) ?? null;
  }

  #place() {
    const { plus, grip, row, source, target } = this.#handles;
    // What is typed has the drawing for itself.
    const elements = this.#boxes.isOpen ? null : this.#elements;
    const id = this.#target;
    const node = elements && id ? nodeOf(elements, id) : null;
    const box = node && id ? this.#boxes.boxOf(id) : null;
    const isShown = (button: HTMLElement, at: Place | null | false | undefined, label = '') => {
      button.hidden = !at;
      if (!at) return;
      put(button, at);
      button.setAttribute('aria-label', label);
      button.title = label;
    };
    if (this.#isDragging) return;
    const isFlow = node !== null && !holdsFields(node);
    const isAcross = this.#isAcross;
    isShown(
      plus,
      node &&
        box &&
        node.kind !== 'end' &&
        node.kind !== 'note' &&
        (isAcross && isFlow
          ? { x: box.x + box.width + PLUS_GAP, y: box.y + box.height / 2 }
          : { x: box.x + box.width / 2, y: box.y + box.height + PLUS_GAP }),
      node ? (isFlow ? say.next(node.name) : say.field(node.name)) : '',
    );
    isShown(
      grip,
      node && box && isFlow && { x: box.x - GRIP_GAP, y: box.y + box.height / 2 },
      node ? say.move(node.name) : '',
    );
    const rowAt =
      this.#row && this.#row.id === id && box
        ? { x: box.x - GRIP_GAP, y: this.#row.box.y + this.#row.box.height / 2 }
        : null;
    isShown(row, rowAt, this.#row ? say.read(this.#row.field) : '');
    const selected = this.#host.selected();
    const edgeId = selected.length === 1 ? (selected[0] ?? '') : '';
    const edge = elements ? edgeOf(elements, edgeId) : null;
    const ends = edge && edge.access === null ? this.#endsOf(edgeId) : null;
    isShown(source, ends?.[0], say.source);
    isShown(target, ends?.[1], say.target);
    const first = selected[0] ?? '';
    const touched = elements && !this.#host.hasCard && isTouch() ? nodeOf(elements, first) : null;
    if (touched) this.#placeBar(first, touched);
    else this.#placeBar(edgeId, edge && edge.access === null ? edge : null);
  }

  get #isAcross() {
    return /rankdir="?LR/.test(this.#host.diagram.picture?.parts.dot ?? '');
  }

  /** Where the line of an edge begins and ends. */
  #endsOf(id: string): [Place, Place] | null {
    const ends = this.#host.diagram.endsOf(id);
    return ends && [this.#boxes.inStage(ends[0]), this.#boxes.inStage(ends[1])];
  }

  /** The bar of a selected edge, or of a touched card where the host has no other place for what it offers. */
  #placeBar(id: string, element: EdgeElement | NodeElement | null) {
    const shown = [id, this.#elements, this.#drawing];
    const wasShown = !this.#bar.hidden && shown.every((part, i) => part === this.#barShows[i]);
    this.#bar.hidden = element === null || this.#boxes.isOpen;
    if (element === null || this.#bar.hidden) return;
    this.#barShows = shown;
    const label = this.#drawing?.labelOf(id);
    const box = (label && this.#boxes.around([label])) ?? this.#boxes.boxOf(id);
    if (!wasShown) this.#fillBar(id, element);
    if (!box) return;
    const covered = this.#covered;
    const isCovered = covered !== null && overlap(covered, this.#boxes.around([this.#bar]) ?? covered);
    if (!wasShown || isCovered) this.#barOffset = this.#freeOffset(box, this.#endsOf(id) ?? []);
    putInside(this.#bar, { x: box.x + this.#barOffset.x, y: box.y + this.#barOffset.y }, this.#boxes.stage);
  }

  /** What the page shows over the drawing, in the stage. */
  get #covered(): Box | null {
    const covered = this.#host.covered();
    return covered && { ...this.#boxes.inStage(covered), width: covered.width, height: covered.height };
  }

  /** From a label to the nearest place where the bar covers neither it nor an end of its edge, nor a card if it can. */
  #freeOffset(label: Box, ends: Place[]): Place {
    const bar = { width: this.#bar.offsetWidth, height: this.#bar.offsetHeight };
    const covered = this.#covered;
    const around = ({ x, y }: Place, by: number): Box => ({ x: x - by, y: y - by, width: 2 * by, height: 2 * by });
    const cards = (this.#drawing?.elements ?? []).flatMap((id) => {
      const box = id.startsWith('e') ? null : this.#boxes.boxOf(id);
      // Of a container, what it is called.
      return box ? { ...box, height: id.startsWith('c') ? Math.min(box.height, HEAD) : box.height } : [];
    });
    const taken = [
      ...(covered ? [covered] : []),
      ...ends.map((end) => around(end, BAR_GAP)),
      {
        x: label.x - BAR_GAP,
        y: label.y - BAR_GAP,
        width: label.width + 2 * BAR_GAP,
        height: label.height + 2 * BAR_GAP,
      },
    ];
    const { stage } = this.#boxes;
    const middle = { x: label.x + (label.width - bar.width) / 2, y: label.y + (label.height - bar.height) / 2 };
    const distance = ({ x, y }: Place) => Math.hypot(x - middle.x, y - middle.y);
    const along = (room: number, length: number) =>
      Array.from({ length: Math.max(0, Math.floor((room - length - 2 * BAR_GAP) / BAR_GAP) + 1) }, (_, i) => {
        return (i + 1) * BAR_GAP;
      });
    const places = along(stage.height, bar.height)
      .flatMap((y) => along(stage.width, bar.width).map((x) => ({ x, y })))
      .sort((a, b) => distance(a) - distance(b));
    const free = (others: Box[]) =>
      places.find((place) => !others.some((other) => overlap({ ...place, ...bar }, other)));
    // Where there is no room it covers a card rather than what it is about.
    const { x, y } = free([...cards, ...taken]) ?? free(taken) ?? { x: middle.x, y: label.y + label.height + BAR_GAP };
    return { x: x - label.x, y: y - label.y };
  }

  #fillBar(id: string, element: EdgeElement | NodeElement) {
    const elements = this.#elements;
    if (!elements) return;
    const button = (label: string, act: () => void, pressed?: boolean) => {
      const made = make(
        'button',
        { type: 'button', ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }) },
        label,
      );
      made.addEventListener('click', act);
      return made;
    };
    if ('parent' in element) {
      const { card: words } = say;
      const act = (label: string, act: Act) => button(label, () => void this.act(act));
      this.#bar.setAttribute('aria-label', words.bar(element.name));
      this.#bar.replaceChildren(
        act(holdsFields(element) ? words.field : words.next, 'next'),
        ...(holdsFields(element) ? [] : [act(words.connect, 'connect')]),
        act(words.edit, 'edit'),
        act(words.more, 'more'),
        act(words.delete, 'delete'),
      );
      return;
    }
    const edge = element;
    const { edge: words } = say;
    this.#bar.setAttribute('aria-label', words.bar(edge.source, edge.target));
    const at = () => this.#boxes.boxOf(id) ?? { x: 8, y: 8 };
    const kind = (as: 'catch' | 'async' | 'join', isOn: boolean) =>
      button(words[as], () => void this.acts.setFlow(elements, id, edge, isOn ? 'flow' : as, at()), isOn);
    this.#bar.replaceChildren(
      button(words.condition, () => void this.acts.inPlace.openSpot(elements, { what: 'condition', id })),
      button(words.label, () => void this.acts.inPlace.openSpot(elements, { what: 'label', id })),
      kind('catch', edge.isCatch),
      kind('async', edge.isFork),
      kind('join', edge.isJoin),
      button(words.on, () => this.acts.waitFor(elements, id, edge, 'on'), edge.event !== ''),
      button(words.after, () => this.acts.waitFor(elements, id, edge, 'after'), edge.duration !== ''),
      button(words.delete, () => void this.acts.remove(elements)),
    );
  }

  // Drags.

  /** From the plus: a press adds what comes next, a drag connects. */
  #grow(event: PointerEvent, elements: Elements) {
    const id = this.#target;
    const node = id ? nodeOf(elements, id) : null;
    const box = id ? this.#boxes.boxOf(id) : null;
    if (!id || !node || !box) return;
    const isContext = holdsFields(node);
    this.#drag(event, elements, {
      from: this.#isAcross
        ? { x: box.x + box.width, y: box.y + box.height / 2 }
        : { x: box.x + box.width / 2, y: box.y + box.height },
      why: ({ node: other }) =>
        isContext
          ? other && !holdsFields(other)
            ? ''
            : say.onTask
          : other?.id.startsWith('event:')
            ? say.notHere
            : '',
      press: () => (isContext ? this.acts.addField(elements, id) : this.acts.next(elements, id)),
      drop: (at, { node: other }) => {
        if (other && (isContext || !this.#isGround(other))) void this.acts.connect(elements, node, other, null, at);
        else if (!isContext) this.acts.next(elements, id, at, other?.id ?? null);
      },
    });
  }

  /** Whether a node is drawn as a container, whose inside is ground. */
  #isGround = (node: NodeElement) => {
    const at = this.#elements?.nodes.indexOf(node) ?? -1;
    return this.#drawing?.groups.has(`c${at}`) === true;
  };

  #isModule = (node: NodeElement) => {
    const at = this.#elements?.nodes.indexOf(node) ?? -1;
    return this.#isGround(node) || node.kind === 'group' || this.#drawing?.isFolded(`n${at}`) === true;
  };

  /** From the grip of a card. */
  #move(event: PointerEvent, elements: Elements) {
    const id = this.#target;
    const box = id ? this.#boxes.boxOf(id) : null;
    if (!id || !box) return;
    const selected = this.#host.selected();
    const moved = (selected.includes(id) ? selected : [id]).flatMap((one) => nodeOf(elements, one) ?? []);
    const isInside = (other: NodeElement) => moved.some(({ id }) => other.id === id || other.id.startsWith(`${id}.`));
    this.#drag(event, elements, {
      from: { x: box.x - GRIP_GAP, y: box.y + box.height / 2 },
      why: ({ node }) => (node && (isInside(node) || holdsFields(node)) ? say.intoModule : ''),
      drop: (at, { node }) => {
        const module = node && !this.#isModule(node) ? node.parent : (node?.id ?? null);
        if (moved.some(({ parent }) => parent !== module)) void this.acts.moveInto(elements, moved, module, at);
      },
    });
  }

  /** From the row of a context: reads of its field. */
  #read(event: PointerEvent, elements: Elements) {
    const row = this.#row;
    const context = row ? nodeOf(elements, row.id) : null;
    if (!row || !context) return;
    this.#drag(event, elements, {
      from: { x: row.box.x, y: row.box.y + row.box.height / 2 },
      why: ({ node }) => (node && !holdsFields(node) ? '' : say.onTask),
      drop: (at, { node }) => {
        if (node) void this.acts.connect(elements, context, node, row.field, at);
      },
    });
  }

  #retarget(event: PointerEvent, elements: Elements, end: 'from' | 'to') {
    const [id = ''] = this.#host.selected();
    const edge = edgeOf(elements, id);
    const ends = this.#endsOf(id);
    if (!edge || !ends) return;
    this.#drag(event, elements, {
      from: end === 'from' ? ends[1] : ends[0],
      why: ({ node }) => (node && !holdsFields(node) ? '' : say.onNode),
      drop: (at, { node }) => {
        if (node && node.id !== (end === 'from' ? edge.source : edge.target))
          void this.acts.retarget(elements, id, edge, { [end]: node.id }, at);
      },
    });
  }

  #drag(event: PointerEvent, elements: Elements, { from, why, drop, press }: Drop) {
    const line = svgElement('svg');
    line.setAttribute('class', 'line');
    line.setAttribute('aria-hidden', 'true');
    const path = svgElement('path');
    line.append(path);
    const frame = make('div', { class: 'target', hidden: true });
    const meant = (under: Element | null) => {
      const id = under && this.#host.diagram.idAt(under);
      const node = id && !id.startsWith('e') ? nodeOf(elements, id) : null;
      return { id: node ? id : null, node };
    };
    const under = (x: number, y: number) => {
      const root = this.#layer.getRootNode() as ShadowRoot;
      return root.elementsFromPoint(x, y).find((one) => !this.#layer.contains(one)) ?? null;
    };
    this.#isDragging = true;
    drag(event, under, {
      move: (at, element) => {
        const to = this.#boxes.inStage(at);
        const found = meant(element);
        const reason = why(found);
        if (!line.isConnected) this.#layer.append(line, frame);
        path.setAttribute('d', `M${from.x} ${from.y}L${to.x} ${to.y}`);
        const box = reason === '' && found.id ? this.#boxes.boxOf(found.id) : null;
        frame.hidden = box === null;
        if (box) {
          put(frame, { x: box.x - 3, y: box.y - 3 });
          frame.style.setProperty('width', `${box.width + 6}px`);
          frame.style.setProperty('height', `${box.height + 6}px`);
        }
        this.#boxes.reason(reason, to);
      },
      drop: (at, element) => {
        const found = meant(element);
        if (this.#elements !== elements) return this.acts.refuse(say.gone, this.#boxes.inStage(at));
        const reason = why(found);
        if (reason === '') drop(this.#boxes.inStage(at), found);
        else this.acts.refuse(reason, this.#boxes.inStage(at));
      },
      press: () => press?.(),
      end: () => {
        this.#isDragging = false;
        line.remove();
        frame.remove();
        this.#boxes.reason('', null);
        this.#place();
      },
    });
  }
}
