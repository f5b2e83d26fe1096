// Previous runs, and among them the current one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { positionText } from '../../protocol/positions.ts';
import { laterWords } from '../../workspace/late-strings.ts';
import type { State, Action } from '../../workspace/state.ts';

export function runList({ run, runs, runNumber, running }: State, dispatch: (action: Action) => void) {
  if (!run) return '';
  const say = laterWords.runs;
  const all = [
    { number: runNumber, place: run.position, outcome: run.view.outcome.kind, here: true },
    ...runs.map((one) => ({ ...one, here: false })),
  ].sort((a, b) => b.number - a.number);
  return html`<h3 id="runs-title">${say.title}</h3>
    <ul aria-labelledby="runs-title">
      ${repeat(
        all,
        (one) => one.number,
        ({ number, place, outcome, here }) =>
          html`<li class=${here ? 'current' : ''}>
            <button
              type="button"
              class="branch"
              aria-current=${here ? 'true' : 'false'}
              title=${here ? say.here : say.go(number)}
              @click=${() => !here && dispatch({ type: 'openRun', number })}
            >
              <span class="name">${say.name(number)}</span>
              <span class="hint">${say.stood(positionText(place), here && running ? 'running' : outcome)}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}
