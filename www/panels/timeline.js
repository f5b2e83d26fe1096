// @ts-check
// Timeline: a scrubber over the positions of the branch, and one row for each with what happened; the same as a table
// of paths and ticks. What a row tells when it is opened, filters and the table come when they are first wanted.

import { html, noChange, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../run/colours.js';
import { edgeNames } from '../run/edges.js';
import { eventsOf, filtered, isFiltering } from '../run/trace.js';
import { openQuestions } from '../run/waiting.js';
import { countTag } from '../ui/count-tag.js';
import { MOST_CHOICES, firsts, left } from '../ui/firsts.js';
import { later } from '../ui/later.js';
import { icon } from '../ui/icon.js';
import { branchList } from './branches.js';
import { wordsOf } from './event-words.js';
import { indexOfStep, positions } from '../run/positions.js';
import { happenings } from './happenings.js';
import { scrubber } from './scrubber.js';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {import('../run/positions.js').Position} Position */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** Rows drawn at once, more than the screen has room for; scrolling to an end draws others. */
const ROWS = Math.max(60, Math.ceil((globalThis.screen?.height ?? 0) / 20));
const SHIFT = 20;
/** Pixels from an end at which the next rows come. */
const NEAR = 60;

const more = later(() => import('./trace.js'));

/** The positions that the filter leaves. @type {{ key: unknown[], list: Position[] }} */
let last = { key: [], list: [] };

/** @param {State} state @param {Position[]} list */
function leftOf({ trace, events, entries }, list) {
  const key = [trace.filter, events, entries];
  if (!key.every((part, i) => part === last.key[i])) last = { key, list: filtered(list, events, trace.filter, wordsOf) };
  return last.list;
}

/** @param {State} state @param {Dispatch} dispatch */
export function timelinePanel(state, dispatch) {
  const list = positions(state.entries);
  if (list.length === 0 || !state.run) return html`<p class="quiet">${words.timeline.none}</p>`;
  const { trace } = state;
  const say = words.timeline;
  const at = indexOfStep(list, state.run.position.step);
  const left = leftOf(state, list);
  const acts = html`<div class="trace-acts" role="group" aria-label=${say.show}>
          <button type="button" aria-pressed=${trace.filters ? 'true' : 'false'} @click=${() => dispatch({ type: 'traceFilters' })}>${icon('find')}<span>${say.filter}</span></button>
          <button type="button" aria-pressed=${trace.view === 'table' ? 'true' : 'false'} title=${say.tableTitle} @click=${() => dispatch({ type: 'traceView', view: trace.view === 'table' ? 'rows' : 'table' })}>${icon('table')}<span>${say.table}</span></button>
          ${isFiltering(trace.filter) ? html`<span class="quiet">${say.left(left.length, list.length)}</span>` : nothing}
        </div>`;
  // Nobody reads rows that fly by, and to draw them takes longer than all the rest of a position.
  return html`
    ${scrubber(state, dispatch, list, at, acts)}
    <div class="timeline-body">${trace.flying ? noChange : [traceOf(state, dispatch, state.run, left, list[at]), branchList(state, dispatch)]}</div>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {NonNullable<State['run']>} run @param {Position[]} left by the filter @param {Position | undefined} here the cursor's */
function traceOf(state, dispatch, run, left, here) {
  const { trace } = state;
  const say = words.timeline;
  const around = indexOfStep(left, here?.step ?? 0);
  const from = Math.max(0, Math.min(trace.from ?? around - ROWS / 2, left.length - ROWS));
  const rows = left.slice(from, from + ROWS);
  const scrolled = (/** @type {Event} */ event) => {
    const { scrollTop, scrollHeight, clientHeight } = /** @type {Element} */ (event.currentTarget);
    if (scrollTop < NEAR && from > 0) dispatch({ type: 'traceFrom', from: Math.max(0, from - SHIFT) });
    else if (scrollHeight - clientHeight - scrollTop < NEAR && from + ROWS < left.length) dispatch({ type: 'traceFrom', from: from + SHIFT });
  };
  const asked = new Set(openQuestions(run).map(({ id }) => id));
  return html`<div class="trace">
      ${trace.filters ? more(state, dispatch, 'filters') : nothing}
      ${left.length === 0 ? html`<p class="quiet">${say.noneLeft} <button type="button" class="link" @click=${() => dispatch({ type: 'traceClear' })}>${say.clear}</button></p>` : nothing}
      ${trace.view === 'table' ? html`<div class="trace-table" tabindex="0" role="region" aria-label=${say.table} @scroll=${scrolled}>${more(state, dispatch, 'table', rows, here)}</div>`
        : html`<ol class="ticks" @scroll=${scrolled}>${repeat(rows, (p) => p.first, (p) => row(state, dispatch, p, here, asked))}</ol>`}
    </div>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {Position} p @param {Position | undefined} here @param {Set<string>} asked open questions */
function row(state, dispatch, p, here, asked) {
  const say = words.timeline;
  const open = state.trace.open.includes(p.first);
  const events = eventsOf(state.events, p);
  const lines = happenings(events, p, edgeNames(state.run));
  const current = p.first === here?.first;
  const name = p.label === '0' ? say.start : p.label;
  return html`<li class=${current ? 'here' : p.step > (here?.step ?? 0) ? 'ahead' : ''}>
    <div class="tick">
      <button type="button" class="bare" aria-expanded=${open ? 'true' : 'false'} title=${open ? say.less(name) : say.more(name)} aria-label=${open ? say.less(name) : say.more(name)} @click=${() => dispatch({ type: 'traceOpen', first: p.first })}>${icon(open ? 'down' : 'right')}</button>
      <button type="button" class="go" aria-current=${current ? 'step' : 'false'} title=${say.go(p.label)} @click=${() => dispatch({ type: 'goTo', step: p.step })}>
        <span class="at">${name}</span>
        <span class="what">${firsts(lines, MOST_CHOICES).map((line) => html`<span class=${line.bad ? 'bad' : ''}>${line.path ? html`<b class="path-${colourOf(state.events, line.path)}">${line.path}</b> ` : nothing}${line.text}</span>`)}${left(lines, MOST_CHOICES)}</span>
        ${counts(events, asked)}
      </button></div>
    ${open ? html`<div class="trace-more">${more(state, dispatch, 'row', events)}</div>` : nothing}</li>`;
}

/** How much of a kind a position holds. @param {import('../engine/types.d.ts').Event[]} events @param {Set<string>} asked open questions */
function counts(events, asked) {
  const say = words.timeline;
  const of = (/** @type {(event: import('../engine/types.d.ts').Event) => number} */ n) => events.reduce((sum, event) => sum + n(event), 0);
  const isOpen = (/** @type {import('../engine/types.d.ts').Event} */ e) => e.kind === 'requestOpened' && asked.has(e.request);
  const list = [
    { n: of((e) => (e.kind === 'contextWritten' || e.kind === 'merged' ? e.changes.length : 0)), say: say.changes, sign: '▲', name: 'tag' },
    { n: of((e) => Number(['visitFailed', 'pathFailed', 'writeRefused', 'joinFailed'].includes(e.kind))), say: say.errors, sign: '✕', name: 'tag bad' },
    { n: of((e) => Number(e.kind === 'agentRequested' || (e.kind === 'requestOpened' && !isOpen(e)))), say: say.asks, sign: '…', name: 'tag' },
    { n: of((e) => Number(isOpen(e))), say: words.questions, sign: '?', name: 'tag ask' },
  ];
  return html`<span class="counts">${list.filter(({ n }) => n > 0).map((one) => countTag(one.n, one.sign, one.say(one.n), one.name))}</span>`;
}
