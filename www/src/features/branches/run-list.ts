// Previous runs, and among them the current one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { positionText } from '../../protocol/positions.ts';
import { standing } from '../../run/history.ts';
import { laterWords } from '../../workspace/late-strings.ts';
import { shownBranches } from '../../workspace/shown-branches.ts';
import type { SessionRecord } from '../../protocol/types.ts';
import type { State, Action } from '../../workspace/state.ts';

/** Where the present run stands; how its branch stands at the end is known where it was shown or asked for. */
export function standsAt({ entries, events, trace }: State, run: NonNullable<State['run']>) {
  const { branch, atTip } = run.position;
  const found = standing({ entries, events }, run);
  return atTip ? found : { ...found, outcome: trace.lanes[branch]?.outcome ?? found.outcome };
}

export function runList(state: State, dispatch: (action: Action) => void) {
  const { run, runs, runNumber, running } = state;
  if (!run) return '';
  const say = laterWords.runs;
  const all = [
    { number: runNumber, ...standsAt(state, run), here: true, branches: shownBranches(state).length },
    ...runs.map((one) => ({ ...one, here: false, branches: branchesIn(one.record) })),
  ].sort((a, b) => b.number - a.number);
  return html`<h3 id="runs-title">${say.title} <span class="quiet">${all.length}</span></h3>
    <ul aria-labelledby="runs-title">
      ${repeat(
        all,
        (one) => one.number,
        ({ number, place, outcome, node, end = place, here, branches }) => {
          const branch = say.stood(here && running ? 'running' : outcome, node, positionText(place), positionText(end));
          const stood = branches > 1 ? `${branch}, ${say.branches(branches)}` : branch;
          return html`<li class=${here ? 'current' : ''}>
            <button
              type="button"
              class="branch"
              aria-current=${here ? 'true' : 'false'}
              title="${here ? say.here : say.go(number)}: ${stood}"
              @click=${() => !here && dispatch({ type: 'openRun', number })}
            >
              <span class="told">
                <span class="name">${say.name(number)}</span>
                <span class="hint">${stood}</span>
              </span>
            </button>
          </li>`;
        },
      )}
    </ul>`;
}

/** How many branches a run that was left has. */
const branchesIn = ({ gone, b = [] }: SessionRecord) => [{ gone }, ...b].filter((one) => !one.gone).length;
