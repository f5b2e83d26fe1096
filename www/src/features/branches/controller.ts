// What a visitor does with the run beside stepping: branches, checkpoints, comparing, forcing, breakpoints, proposed
// edits.

import { branchName } from '../../store/shown-branches.ts';
import { compared, comparedWith } from '../../store/compared.ts';
import { keyAt } from '../../store/chosen.ts';
import { isShallowEqual } from '../../protocol/computed.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { refusalOf } from '../../run/run-store.ts';
import type { Answer, Engine } from '../../protocol/types.ts';
import { toggled } from '../../run/breakpoints.ts';
import { branchStrings } from './strings.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action } from './index.ts';

/** A deleted branch can be brought back so long. */
const UNDO_MS = 10_000;

export interface BranchesDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  /** Gives the document another text, and keeps the one before as a version. */
  changeSource: (source: string) => void;
  /** Shows the panel with the comparison. */
  showContexts: () => void;
  delay?: (ms: number, act: () => void) => void;
}

export class BranchesController {
  readonly #deps: Required<BranchesDependencies>;
  /** The positions that were compared last. */
  #requestedComparison: readonly unknown[] = [];

  constructor(deps: BranchesDependencies) {
    this.#deps = {
      delay: (ms, act) => void setTimeout(act, ms),
      ...deps,
    };
    deps.store.watch(
      (state) => (state.run.isRunning ? null : comparisonOf(state)),
      (comparison) => comparison && this.#compare(comparison),
    );
    deps.store.watch(
      (state) => [state.document.id, proposedEdit(state)?.id],
      (_, state) => void this.#inspect(state),
    );
  }

  act(action: Action) {
    const { store } = this.#deps;
    const { state } = store;
    switch (action.type) {
      case 'fork':
        void this.#notifyRefusal(this.#deps.running.act(['fork', null, null]));
        break;
      case 'toCheckpoint':
        void this.#notifyRefusal(this.#deps.running.act(['toCheckpoint', action.name]));
        break;
      case 'stepPath':
        void this.#notifyRefusal(this.#deps.running.act(['stepPath', action.path]));
        break;
      case 'cancelPath':
        void this.#notifyRefusal(this.#deps.running.cancel(action.path));
        break;
      case 'compare':
        this.#beginCompare();
        break;
      case 'endCompare':
        store.set({ compare: null });
        break;
      case 'beginLabel':
        store.set({ labelling: { of: action.of, id: action.id, text: action.text, error: '' } });
        break;
      case 'typeLabel':
        if (state.labelling) store.set({ labelling: { ...state.labelling, text: action.text, error: '' } });
        break;
      case 'cancelLabel':
        store.set({ labelling: null });
        break;
      case 'takeLabel':
        void this.#takeLabel();
        break;
      case 'removeBranch':
        this.#removeBranch(action.id);
        break;
      case 'keepBranch':
        store.set({
          deleted: state.deleted.filter((id) => id !== action.id),
          notices: state.notices.filter((n) => n.id !== action.notice),
        });
        break;
      case 'force':
        void this.#showRefusalOnCard(this.#deps.running.act(['force', action.path, action.edge, action.mode]));
        break;
      case 'chooseEdge':
        void this.#showRefusalOnCard(this.#deps.running.choose(action.path, action.edge));
        break;
      case 'replyEdge':
        void this.#showRefusalOnCard(
          this.#deps.running.reply(action.request, {
            turns: [{ calls: [{ name: action.tool, input: {} }] }],
            final: true,
          }),
        );
        break;
      case 'cardPath':
        store.set({ cardPath: action.path, cardError: '' });
        break;
      case 'closeCard':
        store.set({ card: null, cardError: '' });
        break;
      case 'breakpoint':
        this.#toggle(action.key);
        break;
      case 'stop':
      case 'stopAt': {
        const key = keyAt(state, action.type === 'stop' ? state.selected : action.id);
        if (key !== null) this.#toggle(key);
        break;
      }
      case 'runTo':
        void this.#deps.running.run(action.stops);
        break;
      case 'allPaths':
        store.set({ allPaths: action.all });
        break;
      case 'decide':
        void this.#decide(action.id, action.apply);
        break;
      case 'putOffEdit':
        store.set({ postponedEditIds: [...state.postponedEditIds, action.id], proposalError: '' });
        break;
      case 'showEdits':
        store.set({ postponedEditIds: [] });
        break;
    }
  }

  async #notifyRefusal(done: Promise<Answer | null>) {
    const refusal = refusalOf(await done);
    if (refusal) this.#deps.store.notify({ kind: 'warning', text: refusal.message, ofDocument: true });
  }

  async #showRefusalOnCard(done: Promise<Answer | null>) {
    const refusal = refusalOf(await done);
    if (refusal && !this.#deps.store.state.card)
      this.#deps.store.notify({ kind: 'warning', text: refusal.message, ofDocument: true });
    this.#deps.store.set({ cardError: refusal?.message ?? '' });
  }

  #toggle(key: string) {
    this.#deps.store.set({ breakpoints: toggled(this.#deps.store.state.breakpoints, key) });
  }

  async #takeLabel() {
    const { labelling } = this.#deps.store.state;
    if (!labelling) return;
    const text = labelling.text.trim();
    const refusal =
      text === ''
        ? { message: branchStrings.noName }
        : refusalOf(
            await this.#deps.running.act(
              labelling.of === 'branch' ? ['renameBranch', labelling.id ?? '', text] : ['checkpoint', text],
            ),
          );
    const now = this.#deps.store.state.labelling;
    // The visitor may have gone on to another name.
    if (now?.of === labelling.of && now.id === labelling.id)
      this.#deps.store.set({ labelling: refusal ? { ...now, error: refusal.message } : null });
  }

  #removeBranch(id: string) {
    const { store } = this.#deps;
    const { document, deleted } = store.state;
    store.notify({
      kind: 'info',
      text: branchStrings.removed(branchName(store.state, id)),
      action: 'keepBranch',
      branch: id,
      ofDocument: true,
    });
    store.set({ deleted: [...deleted, id] });
    this.#deps.delay(UNDO_MS, () => {
      const now = store.state;
      if (now.document.id !== document.id || !now.deleted.includes(id)) return;
      void this.#notifyRefusal(this.#deps.running.act(['deleteBranch', id])).then(() => {
        const { deleted: left, notices } = store.state;
        store.set({ deleted: left.filter((branch) => branch !== id), notices: notices.filter((n) => n.branch !== id) });
      });
    });
  }

  #beginCompare() {
    const {
      run: { snapshot, entries, runNumber },
    } = this.#deps.store.state;
    if (!snapshot) return;
    const { branch, step } = snapshot.position;
    const list = positions(entries);
    const at = list[indexOfStep(list, step)]?.label ?? '0';
    const label = branchStrings.pinned(at, branchName(this.#deps.store.state, branch));
    this.#deps.store.set({ compare: comparedWith({ run: runNumber, from: { branch, step }, at, label }) });
    this.#deps.showContexts();
  }

  async #decide(id: string, apply: boolean) {
    const {
      run: { snapshot },
      document,
    } = this.#deps.store.state;
    const edit = snapshot?.pending.edits.find((edit) => edit.id === id);
    const refusal = refusalOf(await this.#deps.running.act(['decide', id, apply]));
    if (this.#deps.store.state.document.id !== document.id) return;
    this.#deps.store.set({ proposalError: refusal?.message ?? '' });
    if (!refusal && apply && edit) this.#deps.changeSource(edit.source);
  }

  /** Asks what differs between the pinned position and the cursor's. */
  async #compare(comparison: Comparison) {
    if (isShallowEqual(comparison, this.#requestedComparison)) return;
    this.#requestedComparison = comparison;
    if (comparison.length === 0) return;
    const [, fromBranch, fromStep, branch, step] = comparison;
    const answer = await this.#deps.engine
      .diff({ branch: fromBranch, step: fromStep }, { branch, step })
      .catch(() => null);
    const { compare } = this.#deps.store.state;
    if (!compare || comparison !== this.#requestedComparison) return;
    this.#deps.store.set({
      compare: {
        ...compare,
        diff: answer?.ok ? { paths: answer.paths, changes: answer.changes } : null,
        error: answer && !answer.ok ? answer.error.message : '',
      },
    });
  }

  /** Asks what the core says about the text of a proposed edit. */
  async #inspect(state: State) {
    const { snapshot } = state.run;
    const edit = proposedEdit(state);
    if (!edit || !snapshot) return;
    const texts = { source: edit.source, files: snapshot.files, entry: snapshot.entry };
    const diagnostics = await this.#deps.engine.inspect(texts).catch(() => null);
    if (diagnostics) this.#deps.store.set({ inspected: { edit: edit.id, diagnostics } });
  }
}

/** The run, the pinned position and the cursor's; empty where nothing is compared. */
type Comparison =
  | readonly []
  | readonly [run: number, fromBranch: string, fromStep: number, branch: string, step: number];

function comparisonOf(state: State): Comparison {
  const compare = compared(state);
  const { position } = state.run.snapshot ?? {};
  if (!compare || !position) return [];
  return [compare.run, compare.from.branch, compare.from.step, position.branch, position.step];
}

/** The proposed edit that is to be decided now. */
const proposedEdit = ({ run: { snapshot }, postponedEditIds }: State) =>
  snapshot?.pending.edits.find(({ id }) => !postponedEditIds.includes(id));
