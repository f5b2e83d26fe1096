// Editing in place: a field over what is edited. Names, titles and labels are a line of text; prompts and conditions
// have the editor's own component, with completion, problems and the present value.

import { load } from '../load/load.ts';
import { fieldButtons, make, keepKeys, type Box } from './dom.ts';
import { nameBox } from './name-box.ts';
import {
  draftOp,
  edgeOf,
  holdsFields,
  nodeOf,
  opAt,
  shownTexts,
  spotAt,
  spotsOf,
  titleOf,
  valueAt,
  type Spot,
} from './spots.ts';
import { gestureWords as say, refusalText, sentenceOf } from './strings.ts';
import { unticked } from '../ui/code-spans.ts';
import type { EditOps, Elements } from './elements.ts';
import type { Boxes } from './boxes.ts';
import type { Changed, GestureHost, Refused } from './types.ts';

/** In pixels: what is typed is read in every zoom. */
const LEAST_TYPE = 12;
const MOST_TYPE = 20;

/** From the corner of a box to the text in its field, which stands over that of the drawing. */
const INSET = { x: 14, y: 12 };

interface Around {
  change(elements: Elements, ops: EditOps, touched: string | null): Promise<Changed | Refused>;
  /** @returns its diagram id */
  selectNode(node: string): Promise<string | null>;
}

export class InPlace {
  readonly #host: GestureHost;
  readonly #boxes: Boxes;
  readonly #around: Around;

  constructor(host: GestureHost, boxes: Boxes, around: Around) {
    this.#host = host;
    this.#boxes = boxes;
    this.#around = around;
  }

  /** @param target what was pressed of it; its name otherwise */
  open(elements: Elements, id: string, target: Element | null) {
    const { drawing } = this.#host.diagram;
    const spot = drawing && spotAt(drawing, elements, id, target);
    if (spot) void this.openSpot(elements, spot);
  }

  /** From the name of something new to what comes next in it. @returns whether something does */
  async continueIn(id: string, kind: string) {
    const elements = await this.#host.elements();
    const node = elements && nodeOf(elements, id);
    if (!elements || !node || holdsFields(node)) return false;
    await this.openSpot(elements, { what: kind === 'task' ? 'prompt' : 'title', id });
    return true;
  }

  async openSpot(elements: Elements, spot: Spot) {
    // Of cards that are still on their way the place is not known.
    await this.#host.diagram.arrived();
    if (draftOp(elements, spot)) await this.#openEditor(elements, spot);
    else this.#openLine(elements, spot);
  }

  #labelOf(elements: Elements, spot: Spot) {
    const what = say.values[spot.what] ?? spot.what;
    return say.valueOf(
      what,
      spot.key === undefined ? titleOf(elements, spot.id) : `${titleOf(elements, spot.id)}.${spot.key}`,
    );
  }

  /** Where a spot stands, or would stand. */
  #boxOf(elements: Elements, spot: Spot): Box {
    const { drawing } = this.#host.diagram;
    const shown = drawing ? this.#boxes.around(shownTexts(drawing, elements, spot)) : null;
    if (shown) return shown;
    const card = this.#boxes.boxOf(spot.id) ?? { x: 8, y: 8, width: 0, height: 0 };
    if (edgeOf(elements, spot.id)) return { ...card, x: card.x + card.width / 2, y: card.y + card.height / 2 };
    // It would stand below all else.
    if (spot.what === 'attribute') return { ...card, x: card.x + INSET.x, y: card.y + card.height + INSET.y };
    const name = drawing ? this.#boxes.around(shownTexts(drawing, elements, { what: 'name', id: spot.id })) : null;
    // Below the name, where it would stand.
    return { ...card, x: name?.x ?? card.x, y: (name?.y ?? card.y) + (name?.height ?? 0) + 14 };
  }

  /** Gives a field the type of what it stands over; where nothing stands yet, that of the name, but not bold. */
  #takeType(element: HTMLElement, elements: Elements, spot: Spot) {
    element.classList.add('is-in-place');
    const { drawing } = this.#host.diagram;
    if (!drawing) return;
    const [own] = shownTexts(drawing, elements, spot);
    const [text] = own ? [own] : shownTexts(drawing, elements, { what: 'name', id: spot.id });
    if (!text) return;
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(text);
    const scale = (text as SVGGraphicsElement).getScreenCTM?.()?.a ?? 1;
    const size = Math.max(LEAST_TYPE, Math.min(MOST_TYPE, Number.parseFloat(fontSize) * scale));
    element.style.setProperty('--spot-family', fontFamily);
    element.style.setProperty('--spot-weight', own ? fontWeight : '400');
    if (Number.isFinite(size)) element.style.setProperty('--spot-size', `${size}px`);
  }

  #openLine(elements: Elements, spot: Spot) {
    const value = valueAt(elements, spot);
    const { x, y } = this.#boxOf(elements, spot);
    const label = this.#labelOf(elements, spot);
    const box = nameBox({
      label,
      value,
      placeholder: spot.what === 'attribute' ? say.attribute : (say.values[spot.what] ?? ''),
      hint: say.enter,
      leave: () => this.#boxes.close(),
      take: (typed, _, by) => this.#take(elements, spot, value, typed, by),
    });
    this.#takeType(box.element, elements, spot);
    this.#boxes.open(box, { x: x - INSET.x, y: y - INSET.y });
  }

  /** @returns why the value was not taken */
  async #take(elements: Elements, spot: Spot, before: string, value: string, by: 'Enter' | 'Tab'): Promise<string> {
    let now = elements;
    let { id } = spot;
    if (value !== before) {
      const op = opAt(elements, spot, value);
      if (op === null) return spot.what === 'attribute' ? say.noAttribute : say.noName;
      const node = nodeOf(elements, spot.id);
      const changed = await this.#around.change(elements, [op], node?.id ?? edgeOf(elements, spot.id)?.source ?? null);
      if (!changed.ok) return refusalText(changed);
      const what = say.values[spot.what] ?? spot.what;
      this.#host.say(
        spot.what === 'name' || spot.what === 'field'
          ? say.renamed(before, value)
          : say.changedValue(what, titleOf(elements, spot.id)),
      );
      now = (await this.#host.elements()) ?? elements;
      const renamed = spot.what === 'name' && node ? renamedNode(node.id, node.name, value, now) : node?.id;
      if (renamed !== undefined) id = (await this.#around.selectNode(renamed)) ?? id;
    }
    if (by === 'Tab') await this.#next(now, { ...spot, id, ...(spot.what === 'field' ? { key: value } : {}) });
    else {
      this.#boxes.close(false);
      this.#host.diagram.focusOn(id);
    }
    return '';
  }

  /** The spot behind one; at the last one the focus goes back to the element. */
  async #next(elements: Elements, spot: Spot) {
    const spots = spotsOf(elements, spot.id);
    const next = spots[spots.findIndex(({ what, key }) => what === spot.what && key === spot.key) + 1];
    if (next) return this.openSpot(elements, next);
    this.#boxes.close(false);
    this.#host.diagram.focusOn(spot.id);
  }

  async #openEditor(elements: Elements, spot: Spot) {
    const { fieldEditor, fieldText } = await load(() => import('../editor/editor.ts'));
    const value = valueAt(elements, spot);
    const { x, y } = this.#boxOf(elements, spot);
    const op = draftOp(elements, spot);
    const root = this.#boxes.layer.getRootNode();
    if (!op || !(root instanceof ShadowRoot || root instanceof Document)) return;
    const isLong = spot.what === 'prompt';
    const problem = make('p', { class: 'problem', role: 'status', id: 'value-problem' });
    const present = make('p', { class: 'value' });
    const parent = make('div', { class: 'editor' });
    const hint = make('p', { class: 'hint', id: 'value-hint' }, isLong ? say.enterLong : say.enter);
    const element = make('div', { class: `value-box ${spot.what}` }, parent, present, problem, hint);
    const take = async (by: 'Enter' | 'Tab') => {
      problem.textContent = unticked(await this.#take(elements, spot, value, fieldText(view).trim(), by));
    };
    const tellValue = async (text: string, at: number) => {
      const expression = isLong ? expressionAt(text, at) : text.trim();
      const found = expression ? await this.#host.valueOf(expression) : null;
      present.textContent = found === null ? '' : say.value(isLong ? `${expression} = ${found}` : found);
    };
    const view = fieldEditor({
      parent,
      root,
      value,
      label: this.#labelOf(elements, spot),
      describedBy: 'value-problem value-hint',
      isLong,
      complete: (text, at) => this.#host.draftValue(op, text, at).then((answer) => answer?.completions ?? null),
      problems: async (text) => {
        void tellValue(text, view.state.selection.main.head);
        const problems = (await this.#host.draftValue(op, text, null))?.problems ?? [];
        problem.textContent = problems[0] ? unticked(sentenceOf(problems[0].message)) : '';
        return problems;
      },
      say: (text) => this.#host.say(text),
      onEnter: () => void take('Enter'),
      onTab: () => void take('Tab'),
    });
    this.#takeType(element, elements, spot);
    element.append(
      fieldButtons(say.buttons, {
        save: () => void take('Enter'),
        next: () => void take('Tab'),
        cancel: () => this.#boxes.close(),
      }),
    );
    keepKeys(element);
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      this.#boxes.close();
    });
    const focus = (typed: string) => {
      view.focus();
      if (typed) view.dispatch(view.state.replaceSelection(typed));
    };
    this.#boxes.open({ element, focus, gone: () => view.destroy() }, { x: x - INSET.x, y: y - INSET.y });
  }
}

/** The expression of the template around a place of a prompt. */
function expressionAt(text: string, at: number) {
  const begin = text.lastIndexOf('{{', at);
  const end = text.indexOf('}}', Math.max(begin, at - 2));
  return begin < 0 || end < 0 || text.slice(begin, at).includes('}}') ? '' : text.slice(begin + 2, end).trim();
}

/** A node under its new name. */
const renamedNode = (id: string, name: string, to: string, { nodes }: Elements) => {
  const renamed = id.slice(0, id.length - name.length) + to;
  return nodes.find((node) => node.id === renamed)?.id ?? id;
};
