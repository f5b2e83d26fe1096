// Breakpoints and watches: set them, say when they count, list them.

import type { Engine } from '../../protocol/types.ts';
import { elementAt, movedStop, toggled, withSetting } from '../../run/breakpoints.ts';
import { breakpointStrings } from './strings.ts';
import { placeRead } from '../../document/outline.ts';
import { stopOnLine } from '../../drawing/run-marks.ts';
import type { Store } from '../../store/store.ts';
import { shownPath } from '../../store/values.ts';
import type { Action, StopList } from './index.ts';

export interface BreakpointsDependencies {
  store: Store;
  engine: Engine;
}

export class BreakpointsController {
  readonly #deps: BreakpointsDependencies;

  constructor(deps: BreakpointsDependencies) {
    this.#deps = deps;
  }

  act(action: Action) {
    const { state } = this.#deps.store;
    switch (action.type) {
      case 'stopList':
        this.#set({ open: action.open });
        break;
      case 'watchName':
        this.#set({ adding: action.text });
        break;
      case 'watchAdd':
        this.#watch();
        break;
      case 'stopSet': {
        this.#deps.store.set({ breakpoints: withSetting(state.breakpoints, action.at, action.part) });
        if (action.part.if !== undefined) void this.#check(action.at, action.part.if);
        break;
      }
      case 'stopLine': {
        const { from, to, caret } = action;
        const at = stopOnLine(
          state,
          placeRead(state, from),
          placeRead(state, to),
          caret === null ? null : placeRead(state, caret),
        );
        if (at === null) this.#deps.store.set({ live: breakpointStrings.nothing });
        else
          this.#deps.store.set({
            breakpoints: toggled(state.breakpoints, at),
            live: state.breakpoints.some((breakpoint) => breakpoint.at === at)
              ? breakpointStrings.removed(at)
              : breakpointStrings.added(at),
          });
        break;
      }
    }
  }

  /** Nodes have other ids now. */
  follow(moved: Readonly<Record<string, string>>) {
    const breakpoints = this.#deps.store.state.breakpoints.map((breakpoint) => ({
      ...breakpoint,
      at: movedStop(breakpoint.at, moved),
    }));
    this.#deps.store.set({ breakpoints });
  }

  #set(part: Partial<StopList>) {
    this.#deps.store.set({ stopList: { ...this.#deps.store.state.stopList, ...part } });
  }

  #watch() {
    const {
      breakpoints,
      stopList,
      run: { snapshot },
    } = this.#deps.store.state;
    const at = stopList.adding.trim();
    if (elementAt(at, snapshot?.view)?.kind !== 'field') {
      this.#set({ errors: { ...stopList.errors, '': breakpointStrings.noField(at) } });
      return;
    }
    if (!breakpoints.some((breakpoint) => breakpoint.at === at))
      this.#deps.store.set({ breakpoints: [...breakpoints, { at }] });
    this.#set({ adding: '', errors: { ...stopList.errors, '': '' } });
  }

  /** The core says whether a condition can be read as things stand. */
  async #check(at: string, condition: string) {
    const path = shownPath(this.#deps.store.state);
    const answer = condition && path ? await this.#deps.engine.evaluate(path.id, condition).catch(() => null) : null;
    const { stopList, breakpoints } = this.#deps.store.state;
    if ((breakpoints.find((breakpoint) => breakpoint.at === at)?.if ?? '') !== condition) return;
    this.#set({ errors: { ...stopList.errors, [at]: answer && !answer.ok ? answer.error.message : '' } });
  }
}
