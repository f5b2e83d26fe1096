// Which modules of the drawing are folded to one card: a matter of where paths stand, of what is selected and found,
// and of what the user folded or unfolded. It belongs to the page alone: no link, draft or file holds it.

import { indexOfStep, positions } from '../protocol/positions.ts';
import { nodesIn } from '../run/timeline-marks.ts';
import { holdsText } from '../diagram/find.ts';
import { modulesOf, standing } from '../diagram/modules.ts';
import type { DocumentRun } from '../document/document-run.ts';
import type { Entry, Event, OutlineItem, View } from '../protocol/types.ts';
import type { ActionOf, Actions, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

export const actions = ['foldModule'] as const satisfies readonly (keyof Actions)[];

/** Up to so many cards of the flow nothing folds by itself. */
const MOST_CARDS = 25;
/** A module that was left stays unfolded for the step that left it and for the next one. */
const STAYS_STEPS = 2;
/** Steps a second above which nothing folds or unfolds until the run pauses. */
const FASTEST = 2;

export interface FoldFacts {
  outline: readonly OutlineItem[];
  /** Of the run that is drawn; null where none is. */
  view: View | null;
  /** Events of the last steps, see `recentEvents`. */
  recent: readonly Event[];
  /** Diagram id of the selected element. */
  selected: string | null;
  /** What is looked for. */
  find: string | null;
  /** What the user folded (true) and unfolded, by node id. */
  byHand: ReadonlyMap<string, boolean>;
  /** What is folded now, while steps come too fast to fold or unfold by themselves; null otherwise. */
  held: readonly string[] | null;
}

/** The ids of the modules that are folded, in source order. */
export function foldedModules({ outline, view, recent, selected, find, byHand, held }: FoldFacts): string[] {
  const { modules, cards, around, ids } = modulesOf(outline);
  if (modules.length === 0) return [];
  const unfolded: Set<string> = new Set(aroundSelected());
  if (held === null) {
    const needle = find?.trim().toLowerCase() ?? '';
    const stood = view ? [...standing(view), ...recent.flatMap(nodesIn)] : [];
    const found = needle === '' ? [] : [...ids.values()].filter(({ id, detail }) => holdsText(needle, id, detail));
    for (const id of [...stood, ...found.map((item) => item.id ?? '')])
      for (const module of around.get(id) ?? []) unfolded.add(module);
  }
  const isFolded = (module: string) =>
    !unfolded.has(module) && (held === null ? cards > MOST_CARDS : held.includes(module));
  return modules.filter((module) => byHand.get(module) ?? isFolded(module));

  /** The modules around the selected element. An edge is in those that hold both of its ends. */
  function aroundSelected(): readonly string[] {
    if (selected === null) return [];
    const item = ids.get(selected);
    if (item) return around.get(item.id ?? '') ?? [];
    const edge = view?.edges.find(({ id }) => id === selected);
    if (!view || !edge) return around.get(selected) ?? [];
    const [source, target] = [edge.source, edge.target].map((id) => around.get(id) ?? []);
    // What is read or written stands in the row of a card, wherever the context is.
    if (view.contexts[edge.target]) return source ?? [];
    if (view.contexts[edge.source]) return target ?? [];
    return source?.filter((module) => target?.includes(module)) ?? [];
  }
}

/**
 * The events of the last steps before a cursor.
 * @param events in order of their steps
 */
export function recentEvents(events: readonly Event[], entries: Entry[], step: number): Event[] {
  const list = positions(entries);
  const first = list[Math.max(0, indexOfStep(list, step) + 1 - STAYS_STEPS)]?.first ?? 0;
  const recent: Event[] = [];
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i];
    if (!event || event.step < first) break;
    if (event.step <= step) recent.push(event);
  }
  return recent;
}

export class FoldingController {
  readonly #store: Store;
  readonly #running: Pick<DocumentRun, 'changeOptions'>;
  /** What the user folded (true) and unfolded, until the document closes. */
  #byHand: ReadonlyMap<string, boolean> = new Map();
  #document: State['document']['id'] | null = null;
  /** What the present folding was made from. */
  #facts: readonly unknown[] = [];

  constructor(store: Store, running: Pick<DocumentRun, 'changeOptions'>) {
    this.#store = store;
    this.#running = running;
    store.listen((state) => this.#onStateChange(state));
  }

  /** Folds a module, or unfolds it. */
  act({ id }: ActionOf<'foldModule'>) {
    const { run } = this.#store.state;
    const module = modulesOf(run.analysis?.outline ?? []).ids.get(id)?.id;
    if (module === undefined) return;
    this.#byHand = new Map([...this.#byHand, [module, !run.options.fold?.includes(module)]]);
    this.#onStateChange(this.#store.state);
  }

  /** Modules have other ids now. */
  follow(moved: Readonly<Record<string, string>>) {
    this.#byHand = new Map([...this.#byHand].map(([module, isFolded]) => [moved[module] ?? module, isFolded]));
  }

  #onStateChange({ document, run, selected, view: { find } }: State) {
    if (document.id !== this.#document) this.#byHand = new Map();
    this.#document = document.id;
    const { analysis, snapshot, shows, activity, speed, events, entries } = run;
    if (!analysis) return;
    const isFast = activity === 'running' && (speed === 'max' || speed > FASTEST);
    const shown = shows === 'run' ? snapshot : null;
    const facts = [analysis.outline, isFast || shown, isFast, selected, find, this.#byHand];
    if (facts.every((fact, i) => fact === this.#facts[i])) return;
    this.#facts = facts;
    const before = run.options.fold ?? [];
    const fold = foldedModules({
      outline: analysis.outline,
      view: shown?.view ?? null,
      recent: shown && !isFast ? recentEvents(events, entries, shown.position.step) : [],
      selected,
      find,
      byHand: this.#byHand,
      held: isFast ? before : null,
    });
    if (fold.join('\n') === before.join('\n')) return;
    void this.#running.changeOptions({ fold: fold.length > 0 ? fold : undefined });
  }
}
