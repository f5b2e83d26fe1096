// @ts-check
// Graph: keeps the context graph of the run at the cursor, and does the visitor's edits of it.

import { moved, nameOf, rowsOf } from './rows.js';
import { graphWords } from './strings.js';
import { ROWS, noGraph } from '../../workspace/blank.js';
import { follow } from '../../workspace/follow.js';

/**
 * @typedef {import('../../protocol/types.ts').LayerEdit} LayerEdit
 * @typedef {'link' | 'group' | 'view'} Where
 * @typedef {object} GraphState
 * @property {import('../../protocol/types.ts').Graph | null} graph
 * @property {import('../../protocol/types.ts').GraphView[]} views
 * @property {string | null} node the chosen one
 * @property {string[]} closed nodes whose children are not shown
 * @property {number} shown rows shown at most
 * @property {{ link: string, group: string, view: string }} typed
 * @property {{ where: Where | 'node', text: string } | null} error
 * @property {string} told what the last edit did
 * @typedef {{ type: 'graphNode', node: string } | { type: 'graphToggle', node: string } | { type: 'graphMore' } | { type: 'graphType', where: Where, text: string }
 *   | { type: 'graphLink' } | { type: 'graphUnlink', parent: string } | { type: 'graphMove', by: -1 | 1 } | { type: 'graphGroup' } | { type: 'graphRemove' }
 *   | { type: 'graphState', state: import('../../protocol/types.ts').GraphState } | { type: 'graphLevel', level: 'ignore' | 'hold' | 'wake' }
 *   | { type: 'viewSave' } | { type: 'viewRestore', name: string } | { type: 'viewDelete', name: string } | { type: 'viewReset' }} Action
 */

export class Graphing {
  #store;
  #engine;
  #running;

  /**
   * @param {object} parts
   * @param {import('../../workspace/store.js').Store} parts.store
   * @param {Pick<import('../../protocol/types.ts').Engine, 'graph'>} parts.engine
   * @param {Pick<import('../../workspace/running.js').Running, 'editGraph'>} parts.running
   */
  constructor({ store, engine, running }) {
    this.#store = store;
    this.#engine = engine;
    this.#running = running;
    follow(store, 'graph', () => 0, () => this.#ask(), () => store.set({ graph: noGraph() }));
  }

  /** @param {import('../../app/actions.js').Action} action */
  act(action) {
    const { graph: state } = this.#store.state;
    const { graph, node, typed } = state;
    const say = graphWords;
    switch (action.type) {
      case 'graphNode': this.#set({ node: action.node, error: null, told: '', ...(graph ? revealed(graph, state.closed, action.node) : {}) }); return;
      case 'graphToggle': this.#set({ closed: state.closed.includes(action.node) ? state.closed.filter((one) => one !== action.node) : [...state.closed, action.node] }); return;
      case 'graphMore': this.#set({ shown: state.shown + ROWS }); return;
      case 'graphType': this.#set({ typed: { ...typed, [action.where]: action.text }, error: null }); return;
      case 'viewSave': void this.#edit('view', { op: 'saveView', name: typed.view.trim() }, () => say.saved(typed.view.trim()), { view: '' }); return;
      case 'viewRestore': void this.#edit('view', { op: 'restoreView', name: action.name }, (done) => say.restored(action.name, done)); return;
      case 'viewDelete': void this.#edit('view', { op: 'deleteView', name: action.name }, () => say.deleted(action.name)); return;
      case 'viewReset': void this.#edit('view', { op: 'resetView' }, () => say.wasReset); return;
    }
    if (!graph || node === null) return;
    const name = nameOf(graph, node);
    const changed = () => say.changed(name);
    const row = rowsOf(graph, []).find((one) => one.node.id === node);
    switch (action.type) {
      case 'graphLink': {
        const parent = byWord(graph, typed.link);
        void this.#edit('link', { op: 'link', parent, child: node }, ({ changed }) => (changed ? say.linked(name, nameOf(graph, parent)) : say.wasLinked), { link: '' });
        break;
      }
      case 'graphUnlink': void this.#edit('node', { op: 'unlink', parent: action.parent, child: node }, () => say.unlinked(name, nameOf(graph, action.parent))); break;
      case 'graphMove': {
        const edit = row?.via ? moved(graph, row.via, node, action.by) : null;
        if (edit) void this.#edit('node', edit, changed);
        break;
      }
      case 'graphGroup': void this.#group(typed.group.trim(), row?.via ?? null, node, name); break;
      case 'graphRemove': void this.#edit('node', { op: 'remove', node }, changed); break;
      case 'graphState': void this.#edit('node', { op: 'state', node, state: action.state }, changed); break;
      case 'graphLevel': void this.#edit('node', { op: 'level', node, level: action.level }, changed); break;
    }
  }

  /** A new group takes the node's place; the node goes below it. @param {string} title @param {string | null} via @param {string} child @param {string} name */
  async #group(title, via, child, name) {
    const done = await this.#edit('group', { op: 'group', title, parents: via ? [via] : [], children: [child] }, () => graphWords.grouped(name, title), { group: '' });
    if (done && via) await this.#edit('group', { op: 'unlink', parent: via, child }, () => graphWords.grouped(name, title));
  }

  /** @param {Where | 'node'} where @param {LayerEdit} edit @param {(done: import('../../protocol/types.ts').LayerResult) => string} told @param {Partial<GraphState['typed']>} [typed] */
  async #edit(where, edit, told, typed = {}) {
    const answer = await this.#running.editGraph(edit);
    const { graph } = this.#store.state;
    if (answer?.ok) {
      const text = told(answer.result ?? {});
      this.#set({ error: null, told: text, typed: { ...graph.typed, ...typed } });
      this.#store.set({ live: text });
    } else this.#set({ told: '', error: { where, text: answer ? refusalOf(graph.graph, answer.error) : graphWords.lost } });
    return answer?.ok === true;
  }

  /** @param {Partial<GraphState>} part */
  #set(part) {
    this.#store.set({ graph: { ...this.#store.state.graph, ...part } });
  }

  async #ask() {
    const known = await this.#engine.graph().catch(() => null);
    if (!known) return this.#set({ error: { where: 'view', text: graphWords.lost } });
    const { node } = this.#store.state.graph;
    const there = known.graph.nodes.some(({ id }) => id === node);
    this.#set({ ...known, node: there ? node : known.graph.roots[0] ?? null });
  }
}

/** An id, or the title of the one node that has it. @param {import('../../protocol/types.ts').Graph} graph @param {string} word */
function byWord({ nodes }, word) {
  const text = word.trim();
  const found = nodes.filter(({ title }) => title === text);
  return nodes.some(({ id }) => id === text) || found.length !== 1 ? text : found[0].id;
}

/** What has to be open for a node to be seen. @param {import('../../protocol/types.ts').Graph} graph @param {string[]} closed @param {string} node @returns {Partial<GraphState>} */
function revealed(graph, closed, node) {
  const via = new Map(rowsOf(graph, []).map((row) => [row.node.id, row.via]));
  const above = new Set();
  for (let at = via.get(node); at; at = via.get(at)) above.add(at);
  return { closed: closed.filter((id) => !above.has(id)) };
}

/** A cycle is told by the names on its way. @param {import('../../protocol/types.ts').Graph | null} graph @param {import('../../protocol/types.ts').Refusal} error */
function refusalOf(graph, { code, message, data }) {
  const cycle = code === 'cycle' && data !== null && typeof data === 'object' && !Array.isArray(data) ? data.cycle : null;
  if (!graph || !Array.isArray(cycle)) return message;
  return graphWords.cycle(cycle.map((id) => nameOf(graph, String(id))));
}
