// @ts-check
// Stubs of single nodes: which nodes ask an agent, forms that are open, and what the visitor sets for a node. It is kept
// where the settings of the agents are: in the record of the run, so in the draft and in links.

import { readScript } from '../../agents/stub-text.js';
import { ownSetting } from '../../agents/choice.js';
import { words } from '../../strings.js';
import { shownPanel } from '../../workspace/shell.js';
import { without } from '../../protocol/without.js';
import { stubWords } from './stubs-strings.js';
import { STUBS, noStubs } from '../../workspace/blank.js';

/**
 * @typedef {import('../../protocol/types.ts').AgentNode} AgentNode
 * @typedef {import('../../protocol/types.ts').AgentSettings} AgentSettings
 * @typedef {{ how: 'script' | 'auto' | 'manual', text: string, errors: string[] }} StubEdit
 * @typedef {{ nodes: AgentNode[] | null, settings: AgentSettings, edits: Record<string, StubEdit>, filter: string, bare: boolean, shown: number }} StubsState
 *   `nodes` is null until the engine has told; `edits` by node; `bare`: only nodes without a stub are listed, `shown` of them at most
 * @typedef {{ type: 'stubEdit', node: string } | { type: 'stubType', node: string, part: Partial<StubEdit> } | { type: 'stubSave', node: string } | { type: 'stubCancel', node: string } | { type: 'stubRemove', node: string }
 *   | { type: 'stubFilter', part: Partial<Pick<StubsState, 'filter' | 'bare'>> } | { type: 'stubMore' }} Action
 */

export class Stubbing {
  #store;
  #engine;
  #running;
  #document = 0;
  /** What the nodes were asked for. @type {unknown[]} */ #asked = [];

  /**
   * @param {object} parts
   * @param {import('../../workspace/store.js').Store} parts.store
   * @param {Pick<import('../../protocol/types.ts').Engine, 'agents'>} parts.engine
   * @param {Pick<import('../../workspace/running.js').Running, 'settings' | 'number' | 'setAgents'>} parts.running
   */
  constructor({ store, engine, running }) {
    this.#store = store;
    this.#engine = engine;
    this.#running = running;
    store.listen((state) => this.#heard(state));
    this.#heard(store.state);
  }

  /** @param {{ type: string }} given */
  act(given) {
    const action = /** @type {Action} */ (given);
    const { stubs } = this.#store.state;
    switch (action.type) {
      case 'stubEdit': this.#open(action.node); break;
      case 'stubType': this.#edit(action.node, { errors: [], ...action.part }); break;
      case 'stubSave': this.#save(action.node); break;
      case 'stubCancel': this.#set({ edits: without(stubs.edits, action.node) }); break;
      case 'stubRemove': void this.#keep(action.node, undefined); break;
      case 'stubFilter': this.#set({ ...action.part, shown: STUBS }); break;
      case 'stubMore': this.#set({ shown: stubs.shown + STUBS }); break;
    }
  }

  /** @param {Partial<StubsState>} part */
  #set(part) {
    this.#store.set({ stubs: { ...this.#store.state.stubs, ...part } });
  }

  /** @param {string} node @param {Partial<StubEdit>} part */
  #edit(node, part) {
    const { edits } = this.#store.state.stubs;
    const edit = edits[node];
    if (edit) this.#set({ edits: { ...edits, [node]: { ...edit, ...part } } });
  }

  /** The form begins with what the visitor set, else with what the machine says. @param {string} node */
  #open(node) {
    const { nodes, edits, settings } = this.#store.state.stubs;
    const own = ownSetting(node, settings);
    const how = own === 'auto' || own === 'manual' ? own : 'script';
    const script = how === 'script' && own !== undefined ? own : nodes?.find(({ id }) => id === node)?.stub;
    this.#set({ edits: { ...edits, [node]: { how, text: script === undefined ? '' : JSON.stringify(script, null, 2), errors: [] } } });
  }

  /** @param {string} node */
  #save(node) {
    const edit = this.#store.state.stubs.edits[node];
    if (!edit) return;
    const read = edit.how === 'script' ? readScript(edit.text) : { script: edit.how };
    if ('script' in read) void this.#keep(node, read.script);
    else this.#edit(node, { errors: read.problems.map(read.json ? stubWords.wrong : stubWords.notJson) });
  }

  /** @param {string} node @param {import('../../protocol/types.ts').Json | undefined} setting nothing to go back to what the machine says */
  async #keep(node, setting) {
    const { document, stubs } = this.#store.state;
    if (document.locked) {
      if (stubs.edits[node]) this.#edit(node, { errors: [words.drafts.locked] });
      else this.#store.notify({ kind: 'warning', text: words.drafts.locked });
      return;
    }
    const { n = {}, ...rest } = this.#running.settings;
    const set = setting === undefined ? without(n, node) : { ...n, [node]: setting };
    this.#set({ edits: without(stubs.edits, node) });
    await this.#running.setAgents(Object.keys(set).length > 0 ? { ...rest, n: set } : rest);
    const now = this.#store.state.document;
    // What a visitor has written is kept.
    if (now.id === document.id) this.#store.set({ document: { ...now, edited: true }, live: (setting === undefined ? stubWords.removed : stubWords.saved)(node) });
  }

  /** @param {import('../../workspace/store.js').State} state */
  #heard(state) {
    const { document, run } = state;
    const { settings } = this.#running;
    if (document.id !== this.#document) {
      this.#document = document.id;
      this.#asked = [];
      return this.#store.set({ stubs: { ...noStubs(), settings } });
    }
    if (settings !== state.stubs.settings) return this.#set({ settings });
    if (!run || shownPanel(state) !== 'agent') return;
    // Replies of a link are given up when other agents are chosen.
    const wish = [document.id, this.#running.number, run.view.machineHash, settings];
    if (wish.every((part, i) => part === this.#asked[i])) return;
    this.#asked = wish;
    void this.#engine.agents().catch(() => null).then((nodes) => {
      if (wish !== this.#asked) return;
      if (nodes) this.#set({ nodes });
      else this.#asked = [];
    });
  }
}
