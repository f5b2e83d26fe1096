// Run to a tick: which one. A tick that the branch has already is gone to.

import { html } from 'lit';
import { positions } from '../protocol/positions.ts';
import { closeDialog } from '../ui/dialog.ts';
import { laterWords } from '../run/strings.ts';
import '../features/inbox/style.css';
import type { State, Action } from '../store/state.ts';

/** Ticks of one press of Run. */
const MAX_TICKS_PER_RUN = 10_000;

export function panel(state: State, dispatch: (action: Action) => void) {
  const say = laterWords.toTick;
  const {
    run: { snapshot, isOutdated, shows, entries },
  } = state;
  // A run of the newest text begins at tick 0.
  const known = !snapshot || (isOutdated && shows === 'source') ? [] : positions(entries);
  const now = known.length > 0 ? (snapshot?.position.tick ?? 0) : 0;
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    const tick = Number(new FormData(event.currentTarget as HTMLFormElement).get('tick'));
    closeDialog(event, dispatch);
    const there = known.findLast((position) => position.tick === tick);
    if (there) dispatch({ type: 'goTo', step: there.step });
    else dispatch({ type: 'runTo', stops: { tick } });
  };
  return html`<form class="to-tick" @submit=${go}>
    <label>
      ${say.label}
      <input
        name="tick"
        type="number"
        inputmode="numeric"
        required
        min="0"
        max=${now + MAX_TICKS_PER_RUN}
        step="1"
        value=${now + 1}
        autofocus
      />
    </label>
    <button type="submit">${say.go}</button>
    <p class="quiet">${say.help(now, MAX_TICKS_PER_RUN)}</p>
  </form>`;
}
