// The page as gestures over its drawing need it: what is selected and declared, and changes of the texts.

import { whyNotEditable } from '../../store/editable.ts';
import { Gestures } from '../../gestures/gestures.ts';
import { GONE, LONGEST_VALUE, evaluatedText, toggled } from '../../gestures/host.ts';
import { changeOf, draftAnswer, elementsOf, refusedBy } from '../../gestures/machine-edits.ts';
import { gestureWords, refusalText } from '../../gestures/strings.ts';
import { clip } from '../../protocol/clip.ts';
import { sameSources } from '../../protocol/sources.ts';
import { shownPath } from '../../store/values.ts';
import { drawStrings } from './strings.ts';
import type { EditorAssistant } from '../../document/assistant.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { TracklightDiagram } from '../../diagram/diagram.ts';
import type { Changed, GestureHost, Refused } from '../../gestures/types.ts';
import type { EditOps, Elements } from '../../gestures/elements.ts';
import type { EditOp, Engine, Json, Sources } from '../../protocol/types.ts';
import type { Dispatch } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action } from './index.ts';

export interface DrawDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  assistant: Promise<EditorAssistant>;
  diagram: TracklightDiagram;
  /** The page shows its state. */
  rendered: () => Promise<unknown>;
  dispatch: Dispatch;
}

/** Between what is new and the card that says what can be done with it. */
const OFFER_GAP = 12;
/** A drawing that follows a change takes less than this. */
const READY_MS = 1000;

export class DrawController implements GestureHost {
  readonly hasCard = true;
  readonly #deps: DrawDependencies;
  readonly #gestures: Gestures;
  /** What the newest text declares. */
  #known: Elements | null = null;

  constructor(deps: DrawDependencies) {
    this.#deps = deps;
    const { diagram, store, rendered } = deps;
    this.#gestures = new Gestures(this);
    diagram.gestures = this.#gestures;
    // Diagram ids are those of one text.
    store.watch(
      ({ run }) => run.analysis,
      (_, { alsoSelected }) => alsoSelected.length > 0 && store.set({ alsoSelected: [] }),
    );
    store.watch(whyNotEditable, () => this.#gestures.changed());
    store.watch(
      ({ card }) => card,
      // The bar of an edge stands clear of it.
      () => void rendered().then(() => this.#gestures.moved()),
    );
  }

  act(action: Action) {
    // The card would lie over what opens.
    if (action.type === 'editInPlace' || (action.type === 'draw' && action.act !== 'more'))
      this.#deps.store.set({ card: null });
    if (action.type === 'draw') void this.#gestures.act(action.act);
    else if (action.type === 'editInPlace') void this.#gestures.edit(action.id, action.target);
    else this.selectMore(action.id);
  }

  selectMore(id: string | null) {
    const { store } = this.#deps;
    const { selected, alsoSelected, card } = store.state;
    if (id === null) return;
    const all = selected === null ? alsoSelected : [...alsoSelected, selected];
    const now = toggled(all, id);
    const last = now.at(-1) ?? null;
    store.set({ selected: last, alsoSelected: now.slice(0, -1), card: card && last });
    this.say(gestureWords.selected(now.length));
  }

  /**
   * Writes a value of the run into the machine, as the one that its field begins with.
   * @returns why not; empty where it is written
   */
  async setStartValue(context: string, field: string, value: Json): Promise<string> {
    await this.ready();
    const elements = this.whyNot() === '' ? await this.elements() : null;
    if (!elements) return this.whyNot() || gestureWords.outdated;
    const declared = elements.nodes.find(({ id }) => id === context)?.fields.some(({ name }) => name === field);
    // As a JSON value, null would take the start value away.
    const written = value === null ? { source: 'null' } : { value };
    const op: EditOp = { op: declared ? 'setField' : 'addField', context, name: field, ...written };
    const changed = await this.#gestures.acts.change(elements, [op], context);
    if (!changed.ok) return refusalText(changed);
    this.say(drawStrings.startsWith(`${context}.${field}`, clip(JSON.stringify(value), LONGEST_VALUE)));
    return '';
  }

  get diagram() {
    return this.#deps.diagram;
  }

  get source() {
    return this.#deps.store.state.document.source;
  }

  whyNot() {
    return whyNotEditable(this.#deps.store.state);
  }

  /** Resolves when the drawing is of the newest text, or does not come to be in time. */
  async ready() {
    const { store, running } = this.#deps;
    await running.flush();
    if (this.whyNot() === '') return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(end, READY_MS);
      const stop = store.listen(() => this.whyNot() === '' && end());
    });
  }

  selected() {
    const { selected, alsoSelected } = this.#deps.store.state;
    return selected === null ? [...alsoSelected] : [selected, ...alsoSelected];
  }

  select(id: string | null) {
    this.#deps.store.set({ selected: id, alsoSelected: [], card: null });
  }

  async offer(id: string) {
    if (!matchMedia('(pointer: coarse)').matches) return;
    const { store, rendered, diagram } = this.#deps;
    store.set({ card: id });
    await rendered();
    const [box, card] = [diagram.drawing?.groups.get(id)?.getBoundingClientRect(), this.covered()];
    if (box && card && box.bottom > card.top) diagram.lift(box.bottom - card.top + OFFER_GAP);
  }

  uncover() {
    if (this.#deps.store.state.card !== null) this.#deps.store.set({ card: null });
  }

  async elements() {
    const { engine, running, store } = this.#deps;
    await running.flush();
    const { source } = this;
    if (this.#known?.source !== source) this.#known = await elementsOf(engine, sourcesOf(store.state.document));
    return this.#known;
  }

  async change(source: string, ops: EditOps, touched: string | null): Promise<Changed | Refused> {
    const { store, engine, running, diagram, rendered } = this.#deps;
    await running.flush();
    const { document: before } = store.state;
    if (before.source !== source || before.locked || !store.state.settings.editDrawing) return GONE;
    const answer = await changeOf(engine, sourcesOf(before), ops);
    if (answer === null || !sameSources(store.state.document, before)) return GONE;
    if (!answer.ok) return refusedBy(answer.error);
    const { edits, select, moved, nodes, affected } = answer;
    if (edits.length > 0) {
      const stubs = await this.#renamedStubs(ops);
      diagram.touched = touched === null ? null : { name: touched, moved };
      const { changes } = await this.#deps.assistant;
      const change = { edits, userEvent: 'draw', moved: { ...moved, ...movedFields(ops) }, select, ...stubs };
      if (!(await changes.apply(before, change))) return GONE;
    }
    await running.flush();
    await rendered();
    await this.#drawn();
    // The handles go where the cards go.
    void diagram.arrived();
    return { ok: true, nodes, affected };
  }

  /** What stubs say of a node that is renamed. */
  async #renamedStubs([op]: EditOps): Promise<{ stubs?: Record<string, Json> }> {
    const { engine, running, store } = this.#deps;
    const stubs = Object.entries(running.settings.n ?? {});
    const { document, run } = store.state;
    const item = op.op === 'rename' && stubs.length > 0 ? run.analysis?.outline.find(({ id }) => id === op.node) : null;
    if (op.op !== 'rename' || !item || item.file !== undefined) return {};
    const json = Object.fromEntries(stubs.map(([node, stub]) => [node, JSON.stringify(stub)]));
    const { entry, source } = document;
    const answer = await engine.rename(entry, source, item.select.from, op.name, json).catch(() => null);
    if (!answer?.ok) return {};
    return { stubs: Object.fromEntries(answer.stubs.map(({ node, json }) => [node, JSON.parse(json)])) };
  }

  /** Resolves when the newest picture is on screen, or cannot be. */
  async #drawn() {
    const { diagram } = this.#deps;
    await diagram.updateComplete;
    if (diagram.picture && !diagram.settled && !diagram.failure && !diagram.held)
      await new Promise<void>((resolve) => {
        const done = new AbortController();
        for (const name of ['diagram-drawn', 'diagram-failed'])
          diagram.addEventListener(name, () => (done.abort(), resolve()), { signal: done.signal });
      });
  }

  draftValue(op: EditOp, typed: string, at: number | null) {
    const { engine, store } = this.#deps;
    return draftAnswer(engine, sourcesOf(store.state.document), op, typed, at);
  }

  valueOf(expression: string) {
    const { store, engine } = this.#deps;
    const path = store.state.run.shows === 'run' ? shownPath(store.state) : null;
    return evaluatedText(engine, path?.id, expression);
  }

  covered() {
    return this.#deps.diagram.parentElement?.querySelector('.selection')?.getBoundingClientRect() ?? null;
  }

  showSource(id: string) {
    this.#deps.dispatch({ type: 'select', id, open: true, isInView: true });
  }

  say(text: string) {
    this.#deps.store.set({ live: text });
  }

  deleted(text: string) {
    const { store } = this.#deps;
    store.notify({
      kind: 'info',
      text,
      ofDocument: true,
      acts: [{ label: drawStrings.undo, action: { type: 'undo', inDrawing: true } }],
    });
    // Undo would undo what was done since.
    const stop = store.watch(
      ({ document: { source, files } }) => [source, files],
      () => {
        stop();
        store.set({ notices: store.state.notices.filter((notice) => notice.text !== text) });
      },
    );
    this.say(text);
  }
}

const sourcesOf = ({ source, files, entry }: Sources): Sources => ({ source, files, entry });

/** Breakpoints at a field that has another name now go on there. */
function movedFields(ops: EditOps) {
  return Object.fromEntries(
    ops.flatMap((op) => (op.op === 'renameField' ? [[`${op.context}.${op.name}`, `${op.context}.${op.to}`]] : [])),
  );
}
