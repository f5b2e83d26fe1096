// Previous runs, and among them the current one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { positionText } from '../../protocol/positions.ts';
import { standing } from '../../run/history.ts';
import { laterWords } from '../../workspace/late-strings.ts';
import type { State, Action } from '../../workspace/state.ts';

export function runList({ run, runs, runNumber, running, entries, events }: State, dispatch: (action: Action) => void) {
  if (!run) return '';
  const say = laterWords.runs;
  const all = [
    { number: runNumber, ...standing({ entries, events }, run), here: true },
    ...runs.map((one) => ({ ...one, here: false })),
  ].sort((a, b) => b.number - a.number);
  return html`<h3 id="runs-title">${say.title} <span class="quiet">${all.length}</span></h3>
    <ul aria-labelledby="runs-title">
      ${repeat(
        all,
        (one) => one.number,
        ({ number, place, outcome, node, end = place, here }) => {
          const stood = say.stood(here && running ? 'running' : outcome, node, positionText(place), positionText(end));
          return html`<li class=${here ? 'current' : ''}>
            <button
              type="button"
              class="branch"
              aria-current=${here ? 'true' : 'false'}
              title="${here ? say.here : say.go(number)}: ${stood}"
              @click=${() => !here && dispatch({ type: 'openRun', number })}
            >
              <span class="name">${say.name(number)}</span>
              <span class="hint">${stood}</span>
            </button>
          </li>`;
        },
      )}
    </ul>`;
}
