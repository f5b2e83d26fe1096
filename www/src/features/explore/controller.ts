// What a user does in the Explore panel: explore, cancel, and play the trace of a finding.

import { tryLoad } from '../../load/load.ts';
import { sameSources } from '../../protocol/sources.ts';
import { unticked } from '../../ui/code-spans.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { Finding, Sources } from '../../protocol/types.ts';
import type { Dispatch, State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Explorer } from './explorer.ts';
import { type Action, type ExploreState, initialExplore } from './index.ts';
import { exploreStrings } from './strings.ts';

export interface ExploreDependencies {
  store: Store;
  running: DocumentRun;
  dispatch: Dispatch;
  open?: () => Promise<Explorer>;
}

/** Characters of a branch's name. */
const MAX_NAME = 80;

const sourcesOf = ({ document: { source, files, entry } }: State): Sources => ({ source, files, entry });

export class ExploreController {
  readonly #deps: Required<ExploreDependencies>;
  #explorer: Explorer | null = null;
  /** Increased by every exploration; what comes of an older one is discarded. */
  #generation = 0;

  constructor(deps: ExploreDependencies) {
    this.#deps = { open: async () => (await tryLoad(() => import('./spawn.ts'))).openExplorer(), ...deps };
    deps.store.watch(
      ({ document }) => document.id,
      () => this.#onDocumentChange(),
    );
    deps.store.watch(
      ({ run }) => run.runNumber,
      () => this.#onNewRun(),
    );
    // The newest text that was read: not each one that is being typed.
    deps.store.watch(
      ({ run }) => run.analysis,
      (_, state) => void this.#compare(state),
    );
  }

  act(action: Action) {
    switch (action.type) {
      case 'explore':
        void this.#explore();
        break;
      case 'exploreCancel':
        this.#explorer?.cancel();
        break;
      case 'exploreBounds':
        this.#set({ bounds: { ...this.#state.bounds, ...action.part } });
        break;
      case 'exploreShow':
        void this.#show(action.at);
        break;
      case 'exploreUndo':
        void this.#undo();
        break;
    }
  }

  get #state() {
    return this.#deps.store.state.explore;
  }

  #set(part: Partial<ExploreState>) {
    this.#deps.store.set({ explore: { ...this.#state, ...part } });
  }

  #onDocumentChange() {
    this.#generation += 1;
    if (this.#state.phase === 'running') this.#explorer?.cancel();
    this.#deps.store.set({ explore: { ...initialExplore(), bounds: this.#state.bounds } });
  }

  /** The branch is of another run from here on, and so are the manual replies that it was played with. */
  #onNewRun() {
    const { store, running } = this.#deps;
    const { shown } = this.#state;
    if (!shown) return;
    this.#set({ shown: null });
    this.#withdrawNotice();
    const { settings } = store.state.run;
    if (settings.m !== shown.settings.m) void running.setAgents({ ...settings, m: shown.settings.m });
  }

  #withdrawNotice() {
    const { store } = this.#deps;
    const isOurs = ({ action }: { action: { type: string } }) => action.type === 'exploreUndo';
    store.set({ notices: store.state.notices.filter(({ acts }) => !acts?.some(isOurs)) });
  }

  async #explore() {
    const { store, dispatch } = this.#deps;
    dispatch({ type: 'panel', panel: 'explore' });
    if (this.#state.phase === 'running') return;
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    const sources = sourcesOf(store.state);
    const { bounds } = this.#state;
    this.#set({ phase: 'running', progress: null, explored: null, sources, isStale: false, failure: '', shown: null });
    try {
      this.#explorer ??= await this.#deps.open();
      const input = store.state.run.snapshot?.input;
      const what = { sources, bounds, ...(input ? { input } : {}) };
      const explored = await this.#explorer.explore(what, (progress) => isCurrent() && this.#set({ progress }));
      if (!isCurrent()) return;
      this.#set({ phase: 'done', explored, progress: null });
      store.set({ live: exploreStrings.summary(explored.result) });
      await this.#compare(store.state);
    } catch (error) {
      if (isCurrent())
        this.#set({ phase: 'failed', progress: null, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Whether the text still means the machine that was explored. */
  async #compare(state: State) {
    const { explored, sources } = state.explore;
    if (!explored || !sources || !this.#explorer) return;
    const now = sourcesOf(state);
    const isStale = !sameSources(now, sources) && (await this.#explorer.hash(now).catch(() => '')) !== explored.hash;
    if (this.#state.explored === explored && this.#state.isStale !== isStale) this.#set({ isStale });
  }

  async #show(at: number) {
    const { store, running, dispatch } = this.#deps;
    const { explored, isStale, shown } = this.#state;
    const finding = explored?.result.findings[at];
    if (!explored || !finding || isStale) return;
    const { snapshot, runNumber, settings } = store.state.run;
    const before = snapshot && { at, run: runNumber, settings: shown?.settings ?? settings, ...snapshot.position };
    this.#set({ shown: null });
    this.#withdrawNotice();
    const refusal = await running.playTrace(nameOf(finding), explored.result.input, finding.trace);
    const { run } = store.state;
    if (this.#state.explored !== explored || !run.snapshot) return;
    this.#set({ shown: before });
    if (store.state.shell.narrow) dispatch({ type: 'pane', pane: 'diagram' });
    const waits = run.mode === 'manual' ? ` ${exploreStrings.waits}` : '';
    store.notify({
      kind: refusal ? 'warning' : 'info',
      text: refusal ? exploreStrings.notPlayed(refusal.message) : `${exploreStrings.branch}${waits}`,
      acts: [{ label: exploreStrings.undo, action: { type: 'exploreUndo' } }],
      ofDocument: true,
    });
  }

  /** Back to where the run stood, without the branch. */
  async #undo() {
    const { store, running } = this.#deps;
    const { shown } = this.#state;
    const branch = store.state.run.snapshot?.position.branch;
    this.#withdrawNotice();
    if (!shown || !branch) return;
    this.#set({ shown: null });
    if (shown.run !== store.state.run.runNumber) return void running.openRun(shown.run);
    await running.goTo(shown.step, shown.branch);
    await running.act(['deleteBranch', branch]);
    if (store.state.run.settings.m !== shown.settings.m) await running.setAgents(shown.settings);
  }
}

/** What a finding says happens at its last step, as the name of a branch. */
function nameOf({ message, steps }: Finding) {
  const name = unticked(steps.at(-1) ?? message).replace(/\.$/, '');
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
