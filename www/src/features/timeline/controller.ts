// The timeline beside going to positions: dragging, rows that are open, filters, and what other branches look like.

import type { Engine } from '../../protocol/types.ts';
import { summarizeRun } from '../../run/history.ts';
import { isRushing, laneOf, noFilter } from '../../run/trace.ts';
import { debounce } from '../../ui/timing.ts';
import { REST_MS } from '../../document/drawing-schedule.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action, TraceState } from './index.ts';

export interface TimelineDependencies {
  store: Store;
  engine: Engine;
  running: RunActions;
}

export class TimelineController {
  readonly #deps: TimelineDependencies;
  /** The state before. */
  #before: State | null = null;
  #land = debounce(() => (isRushing(this.#deps.store.state.run) ? this.#fly() : this.#set({ flying: false })), REST_MS);
  /** The run that is spoken of: its branches have the ids of every other run's. */
  #of = '';
  /** Branches whose past was asked for, with the tips they had. */
  #asked: Map<string, number> = new Map();

  constructor(deps: TimelineDependencies) {
    this.#deps = deps;
    deps.store.listen((state) => this.#heard(state));
  }

  act(action: Action) {
    const { trace } = this.#deps.store.state;
    switch (action.type) {
      case 'scrub':
        this.#fly();
        void this.#deps.running.scrub(action.step);
        break;
      case 'traceOpen':
        this.#set({
          open: trace.open.includes(action.row)
            ? trace.open.filter((one) => one !== action.row)
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

  /** Positions fly by, from now until they rest. */
  #fly() {
    this.#land();
    if (!this.#deps.store.state.trace.flying) this.#set({ flying: true });
  }

  #set(part: Partial<TraceState>) {
    this.#deps.store.set({ trace: { ...this.#deps.store.state.trace, ...part } });
  }

  #heard(state: State) {
    const before = this.#before;
    this.#before = state;
    const {
      run: { snapshot },
    } = state;
    if (isRushing(state.run) && !state.trace.flying) this.#fly();
    if (snapshot === before?.run.snapshot) return;
    const at = snapshot?.position;
    const of = `${state.document.id} ${state.run.runNumber}`;
    const other = of !== this.#of;
    this.#of = of;
    if (other || !snapshot) {
      this.#asked = new Map();
      const { lanes, open } = state.trace;
      if (Object.keys(lanes).length > 0 || open.length > 0) this.#set({ lanes: {}, open: [], from: null });
    }
    if (!snapshot || !at) return;
    const { trace } = this.#deps.store.state;
    const was = other ? undefined : before?.run.snapshot?.position;
    const leaves = was && (was.branch !== at.branch || (was.atTip && !at.atTip));
    const left = leaves ? before?.run.snapshot?.branches.find((one) => one.id === was.branch) : undefined;
    // What happened on a branch is known while it is the present one, and how it stands while it is shown at its end.
    if (before?.run.snapshot && left && (was?.atTip || trace.lanes[left.id]?.tip !== left.tip)) {
      this.#asked.set(left.id, left.tip);
      const { outcome } = summarizeRun(before.run, before.run.snapshot);
      const lane = { tip: left.tip, ...laneOf(before.run.entries, before.run.branchEvents, outcome) };
      this.#set({ lanes: { ...trace.lanes, [left.id]: lane } });
    }
    if (was && was.branch !== at.branch && trace.open.length > 0) this.#set({ open: [] });
    if (trace.from !== null && (at.step !== was?.step || at.branch !== was?.branch)) this.#set({ from: null });
    for (const { id, tip } of snapshot.branches)
      if ((id !== at.branch || !at.atTip) && this.#asked.get(id) !== tip) void this.#ask(id, tip);
  }

  async #ask(id: string, tip: number) {
    const asked = this.#asked.set(id, tip);
    const past = await this.#deps.engine.branchPast(id).catch(() => null);
    if (past && past.entries.length > 0 && this.#asked === asked && asked.get(id) === tip)
      this.#set({
        lanes: { ...this.#deps.store.state.trace.lanes, [id]: { tip, ...laneOf(past.entries, past.events, past.end) } },
      });
  }
}
