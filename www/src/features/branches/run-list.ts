// Previous runs, and among them the current one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { summarizeRun } from '../../run/history.ts';
import { chevron } from '../../ui/icon.ts';
import { laterWords } from '../../run/strings.ts';
import { leftRun, standsText } from '../../run/listed-runs.ts';
import { shownBranches } from '../../store/shown-branches.ts';
import type { State, Action } from '../../store/state.ts';
import type { RunState } from '../../run/types.ts';

/** Where the present run stands; how its branch stands at the end is known where it was shown or asked for. */
export function standsAt(state: State, run: NonNullable<RunState['snapshot']>) {
  const { branch, atTip } = run.position;
  const found = summarizeRun(state.run, run);
  return atTip ? found : { ...found, outcome: state.trace.lanes[branch]?.outcome ?? found.outcome };
}

export function runList(state: State, dispatch: (action: Action) => void) {
  const {
    run: { snapshot, runs, runNumber, isRunning },
  } = state;
  if (!snapshot) return '';
  const say = laterWords.runs;
  const all = [
    {
      number: runNumber,
      ...standsAt(state, snapshot),
      here: true,
      branches: shownBranches(state),
      on: snapshot.position.branch,
    },
    ...runs.map((run) => ({ ...leftRun(run), here: false })),
  ].sort((a, b) => b.number - a.number);
  return html`<h3 id="runs-title">
      <button type="button" title=${say.show} @click=${showRuns}>
        ${say.title} <span class="quiet">${all.length}</span>${chevron()}
      </button>
    </h3>
    <ul aria-labelledby="runs-title">
      ${repeat(
        all,
        (run) => run.number,
        ({ number, here, ...one }) => {
          const stood = standsText(here && isRunning ? { ...one, outcome: 'running' } : one);
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

/** The heading stays in sight below a list that fills the column; its runs come up to it. */
function showRuns({ currentTarget }: Event) {
  (currentTarget as Element).closest('h3')?.nextElementSibling?.scrollIntoView({ block: 'center' });
}
