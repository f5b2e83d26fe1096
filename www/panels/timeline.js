// @ts-check
// Timeline: a scrubber over the positions of the branch, and one row for each with what happened.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { branchList, branchName, shownBranches } from './branches.js';
import { words } from '../strings.js';
import { happenings, indexOfStep, positions } from './positions.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** Rows drawn at once around the cursor; the scrubber reaches all. */
const ROWS = 120;

/** @param {State} state @param {Dispatch} dispatch */
export function timelinePanel(state, dispatch) {
  const list = positions(state.entries);
  if (list.length === 0 || !state.run) return html`<p class="quiet">${words.timeline.none}</p>`;
  const at = indexOfStep(list, state.run.position.step);
  const here = list[at];
  const last = list.length - 1;
  const from = Math.max(0, Math.min(at - ROWS / 2, list.length - ROWS));
  const rows = list.slice(from, from + ROWS);
  return html`
    <div class="scrub">
      <input type="range" min="0" max=${last} step="1" .value=${String(at)} aria-label=${words.timeline.scrub}
        aria-valuetext=${words.timeline.position(here?.label ?? '0', list[last]?.label ?? '0')} ?disabled=${last === 0 || state.running}
        @input=${(/** @type {any} */ e) => dispatch({ type: 'goTo', step: list[Number(e.target.value)]?.step ?? 0 })}>
      <output>${words.timeline.position(here?.label ?? '0', list[last]?.label ?? '0')}</output>
      ${shownBranches(state).length < 2 ? nothing : html`<span class="tag">${words.timeline.branch(branchName(state, state.run.position.branch))}</span>`}
    </div>
    <div class="timeline-body"><ol class="ticks">${repeat(rows, (p) => p.first, (p) => html`<li class=${p === here ? 'here' : p.step > (here?.step ?? 0) ? 'ahead' : ''}>
      <button type="button" aria-current=${p === here ? 'step' : 'false'} title=${words.timeline.go(p.label)} @click=${() => dispatch({ type: 'goTo', step: p.step })}>
        <span class="at">${p.label === '0' ? words.timeline.start : p.label}</span>
        <span class="what">${happenings(state.events, p).map((line) => html`<span class=${line.bad ? 'bad' : ''}>${line.path ? html`<b>${line.path}</b> ` : nothing}${line.text}</span>`)}</span>
      </button></li>`)}</ol>
    ${branchList(state, dispatch)}</div>`;
}
