// The timeline beside going to positions: dragging, rows that are open, filters, and what other branches look like.

import type { Engine } from '../../protocol/types.ts';
import { summarizeRun } from '../../run/history.ts';
import { isRushing, laneOf, noFilter } from '../../run/timeline-marks.ts';
import { debounce } from '../../ui/timing.ts';
import { REST_MS } from '../../document/drawing-schedule.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action, TraceState } from './index.ts';

export interface TimelineDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
}

export class TimelineController {
  readonly #deps: TimelineDependencies;
  #stopFlying = debounce(
    () => (isRushing(this.#deps.store.state.run) ? this.#startFlying() : this.#set({ flying: false })),
    REST_MS,
  );
  /** Document and number of the run: branches of other runs have the same ids. */
  #runKey = '';
  /** By branch, the tip that its lane was requested for. */
  #requestedTips: Map<string, number> = new Map();

  constructor(deps: TimelineDependencies) {
    this.#deps = deps;
    deps.store.watch(
      ({ run, trace }) => isRushing(run) && !trace.flying,
      (isTooFast) => isTooFast && this.#startFlying(),
    );
    deps.store.watch(
      ({ run }) => run.snapshot,
      (_, state, before) => this.#followRun(state, before),
    );
  }

  act(action: Action) {
    const { trace } = this.#deps.store.state;
    switch (action.type) {
      case 'scrub':
        this.#startFlying();
        void this.#deps.running.scrub(action.step);
        break;
      case 'traceOpen':
        this.#set({
          open: trace.open.includes(action.row)
            ? trace.open.filter((row) => row !== action.row)
            : [...trace.open, action.row],
        });
        break;
      case 'traceFilter':
        this.#set({ filter: { ...trace.filter, ...action.part }, from: null });
        break;
      case 'traceClear':
        this.#set({ filter: noFilter(), from: null });
        break;
      case 'traceFilters':
        this.#set({ filters: !trace.filters, ...(trace.filters ? { filter: noFilter(), from: null } : {}) });
        break;
      case 'traceBranches':
        this.#set({ branches: !trace.branches });
        break;
      case 'traceView':
        this.#set({ view: action.view });
        break;
      case 'traceFrom':
        this.#set({ from: action.from });
        break;
    }
  }

  /** The timeline is drawn in brief until the position stays the same for a while. */
  #startFlying() {
    this.#stopFlying();
    if (!this.#deps.store.state.trace.flying) this.#set({ flying: true });
  }

  #set(part: Partial<TraceState>) {
    this.#deps.store.set({ trace: { ...this.#deps.store.state.trace, ...part } });
  }

  /** What is shown of the run follows its position, and what a branch came to is kept when it is left. */
  #followRun(state: State, before: State) {
    const { snapshot } = state.run;
    const at = snapshot?.position;
    const of = `${state.document.id} ${state.run.runNumber}`;
    const isOther = of !== this.#runKey;
    this.#runKey = of;
    if (isOther || !snapshot) {
      this.#requestedTips = new Map();
      const { lanes, open } = state.trace;
      if (Object.keys(lanes).length > 0 || open.length > 0) this.#set({ lanes: {}, open: [], from: null });
    }
    if (!snapshot || !at) return;
    const { trace } = this.#deps.store.state;
    const was = isOther ? undefined : before.run.snapshot?.position;
    const leaves = was && (was.branch !== at.branch || (was.atTip && !at.atTip));
    const left = leaves ? before.run.snapshot?.branches.find(({ id }) => id === was.branch) : undefined;
    // What happened on a branch is known while it is the present one, and how it stands while it is shown at its end.
    if (before.run.snapshot && left && (was?.atTip || trace.lanes[left.id]?.tip !== left.tip)) {
      this.#requestedTips.set(left.id, left.tip);
      const { outcome } = summarizeRun(before.run, before.run.snapshot);
      const lane = { tip: left.tip, ...laneOf(before.run.entries, before.run.branchEvents, outcome) };
      this.#set({ lanes: { ...trace.lanes, [left.id]: lane } });
    }
    if (was && was.branch !== at.branch && trace.open.length > 0) this.#set({ open: [] });
    if (trace.from !== null && (at.step !== was?.step || at.branch !== was?.branch)) this.#set({ from: null });
    for (const { id, tip } of snapshot.branches)
      if ((id !== at.branch || !at.atTip) && this.#requestedTips.get(id) !== tip) void this.#loadLane(id, tip);
  }

  async #loadLane(id: string, tip: number) {
    const asked = this.#requestedTips.set(id, tip);
    const past = await this.#deps.engine.branchPast(id).catch(() => null);
    if (past && past.entries.length > 0 && this.#requestedTips === asked && asked.get(id) === tip)
      this.#set({
        lanes: { ...this.#deps.store.state.trace.lanes, [id]: { tip, ...laneOf(past.entries, past.events, past.end) } },
      });
  }
}
