// Changes of several files at once, with the stubs, breakpoints and folded modules that go with them: one step of the
// editor's history, which is undone in all files as long as none of them was changed since.

import { editorWords } from '../editor/strings.ts';
import { applyEdits, withText } from '../protocol/files.ts';
import { sameSources, textOf } from '../protocol/sources.ts';
import { itemNamed, itemOf } from './outline.ts';
import type { SideEffects } from '../editor/types.ts';
import type { AgentSettings } from '../protocol/record-types.ts';
import type { Edit, Json, NodeId, Sources, Span } from '../protocol/types.ts';
import type { Store } from '../store/store.ts';

type Stubs = Record<NodeId, Json>;
/** New ids of nodes by their old ones. */
export type MovedNodes = Readonly<Record<NodeId, NodeId>>;

export interface JointChange {
  /** Those without `file` are of the entry. */
  edits: Edit[];
  userEvent: string;
  moved?: MovedNodes;
  /** The stubs that stand in for those of the source; as they are where it says nothing. */
  stubs?: Stubs;
  /** What the editor selects in the changed text, and with it the file in whose history the change stands. */
  select?: Span;
  /** That file, where nothing is selected. */
  file?: string;
}

export interface JointChangesDependencies {
  store: Store;
  running: {
    flush(): Promise<void>;
    readonly settings: AgentSettings;
    setAgents(settings: AgentSettings): Promise<unknown>;
  };
  opening: { changeSources(sources: Sources, whole: boolean): void };
  /** null until its code has arrived. */
  editor: () => {
    readonly value: string;
    apply(edits: Edit[], userEvent: string, sideEffects: SideEffects, select?: Span): void;
    undo(): void;
  } | null;
  /** Shows a file in the editor. */
  showFile: (path: string) => Promise<unknown>;
  /** Breakpoints and folded modules go on under other ids. */
  onMoved?: (moved: MovedNodes) => void;
}

interface Made {
  /** The file in whose history it stands. */
  file: string;
  paths: string[];
  after: Sources;
}

export class JointChanges {
  readonly #deps: JointChangesDependencies;
  /** What stands now, the newest last. */
  #made: Made[] = [];

  constructor(deps: JointChangesDependencies) {
    this.#deps = deps;
    deps.store.watch(
      ({ document }) => document.id,
      () => {
        this.#made = [];
      },
    );
  }

  /**
   * Makes a change.
   * @param before the texts that its edits are of
   * @returns whether it was made: not where the texts are others by now
   */
  async apply(before: Sources, change: JointChange): Promise<boolean> {
    const { store, running, editor, showFile } = this.#deps;
    const { entry } = before;
    const changed = applyEdits(before, change.edits, entry);
    const [first] = change.edits;
    if (changed === null || !first) return false;
    const paths = [...new Set(change.edits.map((edit) => edit.file ?? entry))];
    const wanted = change.file ?? change.select?.file ?? entry;
    const shown = store.state.file;
    const file = paths.includes(wanted) ? wanted : paths.includes(shown) ? shown : (paths[0] ?? entry);
    if (store.state.file !== file) await showFile(file);
    const view = editor();
    if (!sameSources(store.state.document, before) || store.state.file !== file) return false;
    if (view === null || view.value !== textOf(before, file)) return false;
    const others = paths.filter((path) => path !== file);
    const made: Made = { file, paths, after: changed };
    const stubs = running.settings.n ?? {};
    const moved = change.moved ?? {};
    const stubsAfter = withMovedKeys(change.stubs ?? stubs, moved);
    view.apply(
      change.edits.filter((edit) => (edit.file ?? entry) === file),
      change.userEvent,
      {
        make: () => {
          this.#made.push(made);
          this.#swap(others, before, changed, stubs, stubsAfter, moved);
        },
        takeBack: () => {
          this.#made = this.#made.filter((other) => other !== made);
          this.#swap(others, changed, before, stubsAfter, stubs, inverted(moved));
        },
      },
      change.select && (change.select.file ?? entry) === file ? change.select : undefined,
    );
    return true;
  }

  /**
   * Takes back the last change where its files are as it left them.
   * @returns whether the editor that is shown has nothing more to do
   */
  async undo(): Promise<boolean> {
    const { store, editor, showFile } = this.#deps;
    const last = this.#lastIntact;
    if (last === null || last.file === store.state.file) return false;
    await showFile(last.file);
    if (this.#lastIntact !== last || store.state.file !== last.file) return false;
    editor()?.undo();
    return true;
  }

  /** Whether undoing begins in another file than the one that is shown. */
  get isElsewhere(): boolean {
    const last = this.#lastIntact;
    return last !== null && last.file !== this.#deps.store.state.file;
  }

  get #lastIntact(): Made | null {
    const last = this.#made.at(-1);
    const { document } = this.#deps.store.state;
    return last?.paths.every((path) => textOf(document, path) === textOf(last.after, path)) ? last : null;
  }

  /** Puts other texts, stubs and names in the place of those that are as they were left. */
  #swap(paths: string[], from: Sources, to: Sources, stubs: Stubs, others: Stubs, moved: MovedNodes) {
    const { store, running, opening, onMoved } = this.#deps;
    const { document } = store.state;
    const isAsLeft = (path: string) => textOf(document, path) === textOf(from, path);
    const sources = paths
      .filter(isAsLeft)
      .reduce((all: Sources, path) => withText(all, path, textOf(to, path) ?? ''), document);
    if (sources !== document) opening.changeSources(sources, true);
    const { n = {}, ...rest } = running.settings;
    const left = paths.filter((path) => !isAsLeft(path));
    if (JSON.stringify(stubs) !== JSON.stringify(others)) {
      if (JSON.stringify(n) === JSON.stringify(stubs))
        void running.setAgents(Object.keys(others).length > 0 ? { ...rest, n: others } : rest);
      else left.push(editorWords.stubs);
    }
    if (left.length > 0)
      store.notify({ kind: 'warning', text: editorWords.notTakenBack(left.join(', ')), ofDocument: true });
    if (Object.keys(moved).length === 0) return;
    onMoved?.(moved);
    void this.#select(moved);
  }

  /** What is selected stays selected under its other id. */
  async #select(moved: MovedNodes) {
    const { store, running } = this.#deps;
    const { selected, run, document } = store.state;
    const item = selected === null ? null : itemOf(run.analysis?.outline ?? [], selected);
    const to = item?.id === undefined ? undefined : moved[item.id];
    if (to === undefined) return;
    await running.flush();
    const { state } = store;
    if (state.document.id !== document.id) return;
    const now = itemNamed(state.run.analysis?.outline ?? [], to)?.diagramId;
    if (now !== undefined) store.set({ selected: now });
  }
}

const withMovedKeys = (stubs: Stubs, moved: MovedNodes): Stubs =>
  Object.fromEntries(Object.entries(stubs).map(([node, stub]) => [moved[node] ?? node, stub]));

const inverted = (moved: MovedNodes): MovedNodes =>
  Object.fromEntries(Object.entries(moved).map(([from, to]) => [to, from]));
