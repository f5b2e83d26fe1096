// Graph: keeps the context graph of the run at the cursor, and does the user's edits of it.

import type { Engine, Graph, LayerEdit, LayerResult, Refusal } from '../../protocol/types.ts';
import { follow } from '../../drawing/panel-refresh.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { Store } from '../../store/store.ts';
import { type Action, ROWS, initialGraph, type GraphState, type Where } from './index.ts';
import { moved, nameOf, rowsOf } from './rows.ts';
import { graphStrings } from './strings.ts';

export interface ContextGraphDependencies {
  store: Store;
  engine: Pick<Engine, 'graph'>;
  running: Pick<DocumentRun, 'editGraph'>;
}

export class ContextGraphController {
  readonly #deps: ContextGraphDependencies;
  #upToDate: () => Promise<void>;

  constructor(deps: ContextGraphDependencies) {
    this.#deps = deps;
    this.#upToDate = follow(
      deps.store,
      'graph',
      () => 0,
      () => this.#ask(),
      () => deps.store.set({ graph: initialGraph() }),
    );
  }

  act(action: Action) {
    const { graph: state } = this.#deps.store.state;
    const { graph, node, typed } = state;
    const say = graphStrings;
    switch (action.type) {
      case 'graphNode':
        this.#set({
          node: action.node,
          error: null,
          announcement: '',
          ...(graph ? revealed(graph, state.closed, action.node) : {}),
        });
        return;
      case 'graphToggle':
        this.#set({
          closed: state.closed.includes(action.node)
            ? state.closed.filter((id) => id !== action.node)
            : [...state.closed, action.node],
        });
        return;
      case 'graphMore':
        this.#set({ shown: state.shown + ROWS });
        return;
      case 'graphType':
        this.#set({ typed: { ...typed, [action.where]: action.text }, error: null });
        return;
      case 'viewSave':
        void this.#edit('view', { op: 'saveView', name: typed.view.trim() }, () => say.saved(typed.view.trim()), {
          view: '',
        });
        return;
      case 'viewRestore':
        void this.#edit('view', { op: 'restoreView', name: action.name }, (done) => say.restored(action.name, done));
        return;
      case 'viewDelete':
        void this.#edit('view', { op: 'deleteView', name: action.name }, () => say.deleted(action.name));
        return;
      case 'viewReset':
        void this.#edit('view', { op: 'resetView' }, () => say.wasReset);
        return;
    }
    if (!graph || node === null) return;
    const name = nameOf(graph, node);
    const changed = () => say.changed(name);
    const row = rowsOf(graph, []).find((row) => row.node.id === node);
    switch (action.type) {
      case 'graphLink': {
        const parent = byWord(graph, typed.link);
        void this.#edit(
          'link',
          { op: 'link', parent, child: node },
          ({ changed }) => (changed ? say.linked(name, nameOf(graph, parent)) : say.wasLinked),
          { link: '' },
        );
        break;
      }
      case 'graphUnlink':
        void this.#edit('node', { op: 'unlink', parent: action.parent, child: node }, () =>
          say.unlinked(name, nameOf(graph, action.parent)),
        );
        break;
      case 'graphMove': {
        const edit = row?.via ? moved(graph, row.via, node, action.by) : null;
        if (edit) void this.#edit('node', edit, changed);
        break;
      }
      case 'graphGroup':
        void this.#group(typed.group.trim(), row?.via ?? null, node, name);
        break;
      case 'graphRemove':
        void this.#edit('node', { op: 'remove', node }, changed);
        break;
      case 'graphState':
        void this.#edit('node', { op: 'state', node, state: action.state }, changed);
        break;
      case 'graphLevel':
        void this.#edit('node', { op: 'level', node, level: action.level }, changed);
        break;
    }
  }

  /** A new group takes the node's place; the node goes below it. */
  async #group(title: string, via: string | null, child: string, name: string) {
    const grouped = () => graphStrings.grouped(name, title);
    const group: LayerEdit = { op: 'group', title, parents: via ? [via] : [], children: [child] };
    const done = await this.#edit('group', group, via ? null : grouped, { group: '' });
    if (done && via) await this.#edit('group', { op: 'unlink', parent: via, child }, grouped);
  }

  /** @param told what is said of it once the graph that it made is shown; null for the first of two */
  async #edit(
    where: Where | 'node',
    edit: LayerEdit,
    describe: ((done: LayerResult) => string) | null,
    typed: Partial<GraphState['typed']> = {},
  ) {
    const { id } = this.#deps.store.state.document;
    const answer = await this.#deps.running.editGraph(edit);
    const { graph, document } = this.#deps.store.state;
    if (document.id !== id) return false;
    if (!answer?.ok) {
      const text = answer ? refusalOf(graph.graph, answer.error) : graphStrings.lost;
      this.#set({ announcement: '', error: { where, text } });
      return false;
    }
    this.#set({ error: null, typed: { ...graph.typed, ...typed } });
    if (!describe) return true;
    await this.#upToDate();
    if (this.#deps.store.state.document.id !== id) return false;
    const text = describe(answer.result ?? {});
    this.#set({ announcement: text });
    this.#deps.store.set({ live: text });
    return true;
  }

  #set(part: Partial<GraphState>) {
    this.#deps.store.set({ graph: { ...this.#deps.store.state.graph, ...part } });
  }

  async #ask() {
    const known = await this.#deps.engine.graph().catch(() => null);
    if (!known) return this.#set({ error: { where: 'view', text: graphStrings.lost } });
    const { node } = this.#deps.store.state.graph;
    const there = known.graph.nodes.some(({ id }) => id === node);
    this.#set({ ...known, node: there ? node : (known.graph.roots[0] ?? null) });
  }
}

/** An id, or the title of the one node that has it. */
function byWord({ nodes }: Graph, word: string) {
  const text = word.trim();
  const found = nodes.filter(({ title }) => title === text);
  return nodes.some(({ id }) => id === text) || found.length !== 1 ? text : found[0].id;
}

/** What has to be open for a node to be seen. */
function revealed(graph: Graph, closed: string[], node: string): Partial<GraphState> {
  const via = new Map(rowsOf(graph, []).map((row) => [row.node.id, row.via]));
  const above = new Set();
  for (let at = via.get(node); at; at = via.get(at)) above.add(at);
  return { closed: closed.filter((id) => !above.has(id)) };
}

/** A cycle is told by the names on its way. */
function refusalOf(graph: Graph | null, { code, message, data }: Refusal) {
  const cycle =
    code === 'cycle' && data !== null && typeof data === 'object' && !Array.isArray(data) ? data.cycle : null;
  if (!graph || !Array.isArray(cycle)) return message;
  return graphStrings.cycle(cycle.map((id) => nameOf(graph, String(id))));
}
