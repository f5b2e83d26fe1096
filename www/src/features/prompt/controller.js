// @ts-check
// Prompt: asks what an agent is shown whenever the run, the chosen path, the budget or the graph is another.

import { requestAt, shownPath } from '../../workspace/values.js';
import { promptWords } from './strings.js';
import { noPrompt } from '../../workspace/blank.js';
import { follow } from '../../workspace/follow.js';

/**
 * @typedef {import('../../protocol/types.ts').Projection} Projection
 * @typedef {import('../../workspace/store.js').State} State
 * @typedef {object} PromptState
 * @property {number | null} budget looked at; null for the run's
 * @property {string | null} node looked at instead of the path's; null for the path's
 * @property {string | null} other path that is compared with
 * @property {Projection | null} projection
 * @property {string | null} text the whole request that waits there, as its agent is given it; null where none waits, or where something else is looked at
 * @property {Projection | null} against that of `other`
 * @property {boolean} own whether the run was given a budget here
 * @property {string} error
 * @typedef {{ type: 'promptBudget', budget: number | null } | { type: 'promptKeep', budget: number | null } | { type: 'promptNode', node: string | null } | { type: 'promptCompare', path: string | null }
 *   | { type: 'promptState', node: string, state: import('../../protocol/types.ts').GraphState } | { type: 'promptOpen', node: string }} Action
 */

/** The largest budget the core takes. */
export const MOST = 1_000_000;

export class Prompting {
  #store;
  #engine;
  #running;

  /**
   * @param {object} parts
   * @param {import('../../workspace/store.js').Store} parts.store
   * @param {Pick<import('../../protocol/types.ts').Engine, 'projection' | 'graph' | 'prompt'>} parts.engine
   * @param {Pick<import('../../workspace/running.js').Running, 'editGraph'>} parts.running
   */
  constructor({ store, engine, running }) {
    this.#store = store;
    this.#engine = engine;
    this.#running = running;
    follow(store, 'prompt', ({ prompt: { budget, node, other } }) => [budget, node, other], (state) => this.#ask(state), () => store.set({ prompt: noPrompt() }));
  }

  /** @param {import('../../app/actions.js').Action} action */
  act(action) {
    switch (action.type) {
      case 'promptBudget': this.#set({ budget: action.budget === null ? null : Math.min(MOST, Math.max(0, Math.round(action.budget))) }); break;
      case 'promptKeep': void this.#edit({ op: 'budget', tokens: action.budget }).then((done) => done && this.#set({ budget: null, own: action.budget !== null })); break;
      case 'promptNode': this.#set({ node: action.node }); break;
      case 'promptCompare': this.#set({ other: action.path, against: null }); break;
      case 'promptState': void this.#edit({ op: 'state', node: action.node, state: action.state }); break;
      case 'promptOpen': void this.#open(action.node); break;
    }
  }

  /** @param {Partial<PromptState>} part */
  #set(part) {
    this.#store.set({ prompt: { ...this.#store.state.prompt, ...part } });
  }

  /** @param {import('../../protocol/types.ts').LayerEdit} edit @returns {Promise<boolean>} */
  async #edit(edit) {
    const answer = await this.#running.editGraph(edit);
    this.#set({ error: answer?.ok === false ? answer.error.message : '' });
    return answer?.ok === true;
  }

  /** Shows an item in full, and what it lies in. @param {string} node */
  async #open(node) {
    const known = await this.#engine.graph().catch(() => null);
    const { projection } = this.#store.state.prompt;
    if (!known || !projection) return;
    for (const id of foldedAt(known.graph.nodes, projection, node)) {
      if (!(await this.#edit({ op: 'state', node: id, state: 'DETAILS' }))) return;
    }
  }

  /** @param {State} state */
  async #ask(state) {
    const { budget, node, other } = state.prompt;
    const path = shownPath(state)?.id;
    if (path === undefined) return;
    const options = { ...(budget === null ? {} : { budget }), ...(node === null ? {} : { node }) };
    const ask = (/** @type {string} */ of) => this.#engine.projection(of, options).catch(() => null);
    const mine = await ask(path);
    const theirs = other === null || other === path ? null : await ask(other);
    // A node that another text no longer has is no longer looked at.
    if (node !== null && mine && !mine.ok && mine.error.code === 'unknown-node') return this.#set({ node: null });
    const error = mine?.ok ? '' : mine?.error.message ?? promptWords.lost;
    const projection = mine?.ok ? mine.projection : null;
    const request = budget === null && projection ? requestAt(state, projection) : undefined;
    const text = request === undefined ? null : await this.#engine.prompt(request.id).catch(() => null);
    this.#set({ projection, text, against: theirs?.ok ? theirs.projection : null, error });
  }
}

/**
 * A node and what it is folded into, from above, up to a parent that is shown.
 * @param {import('../../protocol/types.ts').Graph['nodes']} nodes
 * @param {Pick<Projection, 'sections' | 'handles'>} projection
 * @param {string} node
 * @returns {string[]}
 */
export function foldedAt(nodes, { sections, handles }, node) {
  const open = new Set(sections.filter(({ state }) => state === 'DETAILS' || state === 'ALL').map(({ id }) => id));
  const inside = new Set(handles.filter(({ reason }) => reason === 'inside').map(({ id }) => id));
  const parents = new Map(nodes.map(({ id, parents }) => [id, parents]));
  /** @type {string[]} */
  const chain = [node];
  for (let at = node; inside.has(at);) {
    const above = parents.get(at) ?? [];
    const next = above.find((id) => open.has(id)) ?? above[0];
    if (next === undefined || open.has(next) || chain.includes(next)) break;
    chain.unshift(next);
    at = next;
  }
  return chain;
}
