// Stubs of single nodes: which nodes ask an agent, forms that are open, and what the visitor sets for a node. It is
// kept where the settings of the agents are: in the record of the run, so in the draft and in links.

import { readScript } from '../../agents/stub-text.ts';
import type { Engine, Json } from '../../protocol/types.ts';
import { without } from '../../protocol/without.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { Store } from '../../store/store.ts';
import { isShallowEqual } from '../../protocol/computed.ts';
import { followLastPrompt } from './last-call.ts';
import { STUBS, initialStubs, type Action, type StubEdit, type StubsState } from './index.ts';
import { beginning, isUnsaved } from './stubs-listed.ts';
import { stubWords } from './stubs-strings.ts';
import { savingStrings } from '../../document/strings.ts';

export interface StubsDependencies {
  store: Store;
  engine: Pick<Engine, 'agents' | 'describe'>;
  running: Pick<DocumentRun, 'settings' | 'runNumber' | 'setAgents'>;
}

export class StubsController {
  readonly #deps: StubsDependencies;
  /** What the nodes were asked for. */
  #requestedFor: readonly unknown[] = [];
  /** Asked for once more with the next change. */
  #failedRequests = 0;

  constructor(deps: StubsDependencies) {
    this.#deps = deps;
    const { store, running } = deps;
    store.watch(
      ({ document }) => document.id,
      () => store.set({ stubs: { ...initialStubs(), settings: running.settings } }),
      { immediate: true },
    );
    store.watch(
      () => running.settings,
      (settings) => this.#set({ settings }),
      { immediate: true },
    );
    store.watch(
      ({ panel, document, run: { snapshot } }) =>
        snapshot && panel === 'agent'
          ? [document.id, running.runNumber, snapshot.view.machineHash, running.settings, this.#failedRequests]
          : null,
      (wish) => wish && this.#request(wish),
      { immediate: true },
    );
    followLastPrompt(deps.store, deps.engine);
  }

  act(action: Action) {
    const { stubs } = this.#deps.store.state;
    switch (action.type) {
      case 'stubEdit':
        if (stubs.edits[action.node]) this.#edit(action.node, { folded: false });
        else this.#open(action.node);
        break;
      case 'stubFold': {
        const edit = stubs.edits[action.node];
        if (edit && isUnsaved(action.node, edit, stubs)) this.#edit(action.node, { folded: true });
        else this.#set({ edits: without(stubs.edits, action.node) });
        break;
      }
      case 'stubType':
        this.#edit(action.node, { errors: [], ...action.part });
        break;
      case 'stubChoose':
        this.#choose(action.node, action.how);
        break;
      case 'stubSave':
        this.#save(action.node);
        break;
      case 'stubCancel':
        this.#set({ edits: without(stubs.edits, action.node) });
        break;
      case 'stubRemove':
        void this.#keep(action.node, undefined);
        break;
      case 'stubFilter':
        this.#set({ ...action.part, shown: STUBS });
        break;
      case 'stubMore':
        this.#set({ shown: stubs.shown + STUBS });
        break;
    }
  }

  #set(part: Partial<StubsState>) {
    this.#deps.store.set({ stubs: { ...this.#deps.store.state.stubs, ...part } });
  }

  #edit(node: string, part: Partial<StubEdit>) {
    const { edits } = this.#deps.store.state.stubs;
    const edit = edits[node];
    if (edit) this.#set({ edits: { ...edits, [node]: { ...edit, ...part } } });
  }

  #open(node: string) {
    const { stubs } = this.#deps.store.state;
    this.#set({ edits: { ...stubs.edits, [node]: { ...beginning(node, stubs), errors: [] } } });
  }

  /** Counts at once, unless there is a script to write first. What is typed stays in the form. */
  #choose(node: string, how: StubEdit['how']) {
    const edit = this.#deps.store.state.stubs.edits[node];
    if (!edit || (edit.how === how && how !== 'script')) return;
    if (this.#deps.store.state.document.locked) return this.#edit(node, { errors: [savingStrings.locked] });
    this.#edit(node, { how, errors: [] });
    if (how !== 'script') return void this.#keep(node, how, how);
    const read = readScript(edit.text);
    if (!('script' in read)) return;
    this.#edit(node, { text: JSON.stringify(read.script, null, 2) });
    void this.#keep(node, read.script, how);
  }

  /** Forms in which nothing was typed follow the machine; one whose stub is gone from it closes. */
  #fill(nodes: NonNullable<StubsState['nodes']>) {
    const { stubs } = this.#deps.store.state;
    const followed = (node: string, edit: StubEdit): StubEdit | null => {
      if (isUnsaved(node, edit, stubs)) return edit;
      const { text } = beginning(node, { ...stubs, nodes });
      return edit.how === 'script' && edit.text !== '' && text === '' ? null : { ...edit, text };
    };
    const edits = Object.entries(stubs.edits).flatMap(([node, edit]) => {
      const now = followed(node, edit);
      return now ? [[node, now] as const] : [];
    });
    this.#set({ nodes, edits: Object.fromEntries(edits) });
  }

  #save(node: string) {
    const edit = this.#deps.store.state.stubs.edits[node];
    if (!edit) return;
    const read = edit.how === 'script' ? readScript(edit.text) : { script: edit.how };
    if ('script' in read) void this.#keep(node, read.script);
    else this.#edit(node, { errors: read.problems.map(read.json ? stubWords.wrong : stubWords.notJson) });
  }

  /** @param setting nothing to go back to what the machine says @param chosen where the form stays open */
  async #keep(node: string, setting: Json | undefined, chosen?: StubEdit['how']) {
    const { document, stubs } = this.#deps.store.state;
    if (document.locked) {
      if (stubs.edits[node]) this.#edit(node, { errors: [savingStrings.locked] });
      else this.#deps.store.notify({ kind: 'warning', text: savingStrings.locked });
      return;
    }
    const { n = {}, ...rest } = this.#deps.running.settings;
    const set = setting === undefined ? without(n, node) : { ...n, [node]: setting };
    if (!chosen) this.#set({ edits: without(stubs.edits, node) });
    await this.#deps.running.setAgents(Object.keys(set).length > 0 ? { ...rest, n: set } : rest);
    const now = this.#deps.store.state.document;
    // What a visitor has written is kept.
    if (now.id === document.id)
      this.#deps.store.set({
        document: { ...now, edited: true },
        live: chosen
          ? stubWords.chosen(node, chosen)
          : (setting === undefined ? stubWords.removed : stubWords.saved)(node),
      });
  }

  /** Asks which nodes ask an agent. Replies of a link are given up when other agents are chosen. */
  #request(wish: readonly unknown[]) {
    if (isShallowEqual(wish, this.#requestedFor)) return;
    this.#requestedFor = wish;
    void this.#deps.engine
      .agents()
      .catch(() => null)
      .then((nodes) => {
        if (wish !== this.#requestedFor) return;
        if (nodes) this.#fill(nodes);
        else this.#failedRequests += 1;
      });
  }
}
