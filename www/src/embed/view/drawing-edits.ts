// Editing an embedded machine by its drawing. It comes when somebody first points at the drawing of an element that is
// `editable`, or walks to it.

import { Gestures } from '../../gestures/gestures.ts';
import { GONE, evaluatedText, toggled } from '../../gestures/host.ts';
import { changeOf, draftAnswer, elementsOf, refusedBy } from '../../gestures/machine-edits.ts';
import { gestureWords } from '../../gestures/strings.ts';
import { applyEdits } from '../../protocol/files.ts';
import { shownDrawing } from '../../run/shown-drawing.ts';
import { unticked } from '../../ui/code-spans.ts';
import { words } from './strings.ts';
import type { EditOps, Elements } from '../../gestures/elements.ts';
import type { Act, Changed, GestureHost, Refused } from '../../gestures/types.ts';
import type { TracklightDiagram } from '../../diagram/diagram.ts';
import type { Edit, EditOp, Span } from '../../protocol/types.ts';
import type { ShownMachine } from './types.ts';

/** In the walk over the drawing, as in the playground. */
const KEYS: Record<string, Act> = {
  n: 'next',
  e: 'connect',
  m: 'move',
  F2: 'rename',
  Delete: 'delete',
  Backspace: 'delete',
};

export class DrawingEdits implements GestureHost {
  readonly diagram: TracklightDiagram;
  readonly hasCard = false;
  readonly #view: ShownMachine;
  readonly #gestures: Gestures;
  /** What the newest text declares. */
  #known: Elements | null = null;
  /** Selected beside the selected element, in which text. */
  #also: { ids: readonly string[]; beside: string | null; source: string } = { ids: [], beside: null, source: '' };
  /** What `whyNot` returned when the gestures were last updated. */
  #lastWhyNot: string;
  /** The texts before and after each change, where no editor has a history of them. */
  #done: { before: string; after: string }[] = [];
  #undone: { before: string; after: string }[] = [];

  constructor(view: ShownMachine, diagram: TracklightDiagram) {
    this.#view = view;
    this.diagram = diagram;
    this.#gestures = new Gestures(this);
    this.#lastWhyNot = this.whyNot();
    diagram.gestures = this.#gestures;
  }

  /** The element shows another state. */
  rendered() {
    const why = this.whyNot();
    const { ids, beside, source } = this.#also;
    if (ids.length > 0 && (beside !== this.#view.selected || source !== this.source)) this.#setAlso([]);
    if (why === this.#lastWhyNot) return;
    this.#lastWhyNot = why;
    this.#gestures.changed();
  }

  act(act: Act) {
    void this.#gestures.act(act);
  }

  /** A double click or Enter. */
  edit(id: string, target: Element | null) {
    void this.#gestures.edit(id, target);
  }

  #setAlso(ids: readonly string[]) {
    this.#also = { ids, beside: this.#view.selected, source: this.source };
    this.diagram.alsoSelected = ids;
  }

  key(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if (event.composedPath()[0] instanceof HTMLInputElement) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (ctrlKey || metaKey) {
      if (name === 'z') this.#undo(shiftKey);
      else if (name === 'g') this.act('group');
      else return;
    } else if (KEYS[name]) this.act(KEYS[name]);
    else return;
    event.preventDefault();
  }

  #undo(again: boolean) {
    const { editor, text } = this.#view;
    if (editor) return again ? editor.redo() : editor.undo();
    const [from, to] = again ? [this.#undone, this.#done] : [this.#done, this.#undone];
    const last = from.at(-1);
    if (!last || text !== (again ? last.before : last.after)) return;
    from.pop();
    to.push(last);
    this.#view.edited(again ? last.after : last.before);
  }

  get source() {
    return this.#view.text;
  }

  get #sources() {
    const { files, entry } = this.#view.state;
    return { source: this.source, files, entry };
  }

  whyNot() {
    const { state, stopReason } = this.#view;
    const { analysis, snapshot, shows, isOutdated } = state;
    if (!this.#view.options().editable) return words.notEditable;
    if (stopReason !== '') return stopReason;
    if (analysis === null || analysis.source !== this.source) return gestureWords.outdated;
    // There is nothing that could be older.
    if (analysis.nodes === 0) return '';
    const drawing = shownDrawing(state);
    const isOlder =
      shows === 'run'
        ? isOutdated || (snapshot !== null && drawing?.machine !== snapshot.view.machineHash)
        : drawing?.of !== analysis.source;
    return drawing === null || isOlder ? gestureWords.outdated : '';
  }

  async ready() {
    await this.#view.flush();
    await this.#view.drawn();
  }

  selected() {
    const { selected } = this.#view;
    return selected === null ? [...this.#also.ids] : [selected, ...this.#also.ids];
  }

  select(id: string | null) {
    this.#setAlso([]);
    this.#view.select(id);
  }

  /** The bar of the selected card does. */
  offer() {}

  uncover() {}

  selectMore(id: string | null) {
    if (id === null) return;
    const now = toggled(this.selected().reverse(), id);
    this.#view.select(now.at(-1) ?? null);
    this.#setAlso(now.slice(0, -1));
    this.say(gestureWords.selected(now.length));
  }

  async elements() {
    await this.#view.flush();
    if (this.#known?.source !== this.source) this.#known = await elementsOf(this.#view.engine, this.#sources);
    return this.#known;
  }

  async change(source: string, ops: EditOps, touched: string | null): Promise<Changed | Refused> {
    await this.#view.flush();
    if (this.source !== source || this.whyNot() !== '') return GONE;
    const sources = this.#sources;
    const answer = await changeOf(this.#view.engine, sources, ops);
    if (answer === null || this.source !== source) return GONE;
    if (!answer.ok) return refusedBy(answer.error);
    const { edits, select, moved, nodes, affected } = answer;
    if (edits.some(({ file }) => file !== undefined && file !== sources.entry))
      return { ok: false, code: 'imported', message: words.usedInOtherFiles, free: '' };
    if (edits.length > 0) {
      this.diagram.touched = touched === null ? null : { name: touched, moved };
      this.#apply(edits, select);
      await this.ready();
    }
    // The handles go where the cards go.
    void this.diagram.arrived();
    return { ok: true, nodes, affected };
  }

  #apply(edits: Edit[], select: Span) {
    const { editor } = this.#view;
    // With something beside it, a change is a step of the history for itself.
    if (editor) return editor.apply(edits, 'draw', { make() {}, takeBack() {} }, select);
    const { source: before, ...rest } = this.#sources;
    const after = applyEdits({ source: before, ...rest }, edits, rest.entry)?.source ?? before;
    this.#done.push({ before, after });
    this.#undone = [];
    this.#view.edited(after);
  }

  draftValue(op: EditOp, typed: string, at: number | null) {
    return draftAnswer(this.#view.engine, this.#sources, op, typed, at);
  }

  valueOf(expression: string) {
    const { state, path, engine } = this.#view;
    return evaluatedText(engine, state.shows === 'run' ? path?.id : undefined, expression);
  }

  showSource(id: string) {
    this.#view.select(id);
  }

  covered() {
    return null;
  }

  say(text: string) {
    this.#view.say(unticked(text));
  }

  deleted(text: string) {
    this.say(text);
  }
}
