// The runs that were left, and among them the present one.

import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { positionText } from '../../protocol/positions.ts';
import { laterWords } from '../../workspace/late-strings.ts';
import type { State, Action } from '../../workspace/state.ts';

export function panel({ run, runs, runNumber, running }: State, dispatch: (action: Action) => void) {
  if (!run) return '';
  const say = laterWords.runs;
  const all = [
    { number: runNumber, place: run.position, outcome: run.view.outcome.kind, here: true },
    ...runs.map((one) => ({ ...one, here: false })),
  ].sort((a, b) => b.number - a.number);
  return html`<h2 id="runs-title">${say.title}</h2>
    <ul aria-labelledby="runs-title">${repeat(
      all,
      (one) => one.number,
      ({ number, place, outcome, here }) => html`<li class=${here ? 'current' : ''}>
      <button type="button" class="branch" aria-current=${here ? 'true' : 'false'} title=${here ? say.here : say.go(number)} @click=${() => !here && dispatch({ type: 'openRun', number })}>
        <span class="name">${say.name(number)}</span><span class="quiet">${say.stood(positionText(place), here && running ? 'running' : outcome)}</span></button></li>`,
    )}</ul>`;
}
