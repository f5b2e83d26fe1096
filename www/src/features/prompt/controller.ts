// Prompt: asks what an agent is shown whenever the run, the chosen path, the budget or the graph is another.

import type { Engine, Graph, LayerEdit, Projection } from '../../protocol/types.ts';
import { follow } from '../../drawing/panel-refresh.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { requestAt, shownPath } from '../../store/values.ts';
import { type Action, initialPrompt, type PromptState } from './index.ts';
import { promptStrings } from './strings.ts';

/** The largest budget the core takes. */
export const MAX_BUDGET_TOKENS = 1_000_000;

export interface PromptDependencies {
  store: Store;
  engine: Pick<Engine, 'projection' | 'graph' | 'prompt'>;
  running: Pick<DocumentRun, 'editGraph'>;
}

export class PromptController {
  readonly #deps: PromptDependencies;

  constructor(deps: PromptDependencies) {
    this.#deps = deps;
    follow(
      deps.store,
      'prompt',
      ({ prompt: { budget, node, other } }) => [budget, node, other],
      (state) => this.#ask(state),
      () => deps.store.set({ prompt: initialPrompt() }),
    );
  }

  act(action: Action) {
    switch (action.type) {
      case 'promptBudget':
        this.#set({
          budget: action.budget === null ? null : Math.min(MAX_BUDGET_TOKENS, Math.max(0, Math.round(action.budget))),
        });
        break;
      case 'promptKeep':
        void this.#edit({ op: 'budget', tokens: action.budget }).then(
          (done) => done && this.#set({ budget: null, own: action.budget !== null }),
        );
        break;
      case 'promptNode':
        this.#set({ node: action.node });
        break;
      case 'promptCompare':
        this.#set({ other: action.path, against: null });
        break;
      case 'promptState':
        void this.#edit({ op: 'state', node: action.node, state: action.state });
        break;
      case 'promptOpen':
        void this.#open(action.node);
        break;
    }
  }

  #set(part: Partial<PromptState>) {
    this.#deps.store.set({ prompt: { ...this.#deps.store.state.prompt, ...part } });
  }

  async #edit(edit: LayerEdit): Promise<boolean> {
    const answer = await this.#deps.running.editGraph(edit);
    this.#set({ error: answer?.ok === false ? answer.error.message : '' });
    return answer?.ok === true;
  }

  /** Shows an item in full, and what it lies in. */
  async #open(node: string) {
    const known = await this.#deps.engine.graph().catch(() => null);
    const { projection } = this.#deps.store.state.prompt;
    if (!known || !projection) return;
    for (const id of foldedAt(known.graph.nodes, projection, node)) {
      if (!(await this.#edit({ op: 'state', node: id, state: 'DETAILS' }))) return;
    }
  }

  async #ask(state: State) {
    const { budget, node, other } = state.prompt;
    const path = shownPath(state)?.id;
    if (path === undefined) return;
    const options = { ...(budget === null ? {} : { budget }), ...(node === null ? {} : { node }) };
    const ask = (of: string) => this.#deps.engine.projection(of, options).catch(() => null);
    const mine = await ask(path);
    const theirs = other === null || other === path ? null : await ask(other);
    // A node that another text no longer has is no longer looked at.
    if (node !== null && mine && !mine.ok && mine.error.code === 'unknown-node') return this.#set({ node: null });
    const error = mine?.ok ? '' : (mine?.error.message ?? promptStrings.lost);
    const projection = mine?.ok ? mine.projection : null;
    const request = budget === null && projection ? requestAt(state, projection) : undefined;
    const text = request === undefined ? null : await this.#deps.engine.prompt(request.id).catch(() => null);
    this.#set({ projection, text, against: theirs?.ok ? theirs.projection : null, error });
  }
}

/** A node and what it is folded into, from above, up to a parent that is shown. */
export function foldedAt(
  nodes: Graph['nodes'],
  { sections, handles }: Pick<Projection, 'sections' | 'handles'>,
  node: string,
): string[] {
  const open = new Set(sections.filter(({ state }) => state === 'DETAILS' || state === 'ALL').map(({ id }) => id));
  const inside = new Set(handles.filter(({ reason }) => reason === 'inside').map(({ id }) => id));
  const parents = new Map(nodes.map(({ id, parents }) => [id, parents]));
  const chain: string[] = [node];
  for (let at = node; inside.has(at); ) {
    const above = parents.get(at) ?? [];
    const next = above.find((id) => open.has(id)) ?? above[0];
    if (next === undefined || open.has(next) || chain.includes(next)) break;
    chain.unshift(next);
    at = next;
  }
  return chain;
}
