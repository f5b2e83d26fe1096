// Timeline: a scrubber over the positions of the branch, and one row for each with what happened; the same as a table
// of paths and ticks. What a row tells when it is opened, filters and the table come when they are first wanted.

import { html, noChange, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../../run/colors.ts';
import { edgeNames } from '../../protocol/edge-keys.ts';
import { eventsOf, filtered, isFiltering } from '../../run/trace.ts';
import { openQuestions } from '../../run/waiting.ts';
import { countTag } from '../../ui/count-tag.ts';
import { MOST_CHOICES, firsts, left } from '../../ui/cut-list.ts';
import { later } from '../../workspace/lazy-panel.ts';
import { icon } from '../../ui/icon.ts';
import { wordsOf } from '../../workspace/event-words.ts';
import { indexOfStep, positions, type Position } from '../../protocol/positions.ts';
import { happenings } from './happenings.ts';
import { scrubber } from './scrubber.ts';
import { words } from '../../strings.ts';
import type { Event as ProtocolEvent } from '../../protocol/types.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

/** Rows drawn at once, more than the screen has room for; scrolling to an end draws others. */
const ROWS = Math.max(60, Math.ceil((globalThis.screen?.height ?? 0) / 20));
const SHIFT = 20;
/** Pixels from an end at which the next rows come. */
const NEAR = 60;

const more = later(() => import('./details.ts'));

/** The positions that the filter leaves. */
let last: { key: unknown[]; list: Position[] } = { key: [], list: [] };

function leftOf({ trace, events, entries }: State, list: Position[]) {
  const key = [trace.filter, events, entries];
  if (!key.every((part, i) => part === last.key[i]))
    last = { key, list: filtered(list, events, trace.filter, wordsOf) };
  return last.list;
}

/** @param beside the list of branches */
export function timelinePanel(state: State, dispatch: Dispatch, beside: (state: State, dispatch: Dispatch) => unknown) {
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
    <div class="timeline-body">${trace.flying ? noChange : [traceOf(state, dispatch, state.run, left, list[at]), beside(state, dispatch)]}</div>`;
}

/** @param left by the filter @param here the cursor's */
function traceOf(
  state: State,
  dispatch: Dispatch,
  run: NonNullable<State['run']>,
  left: Position[],
  here: Position | undefined,
) {
  const { trace } = state;
  const say = words.timeline;
  const around = indexOfStep(left, here?.step ?? 0);
  const from = Math.max(0, Math.min(trace.from ?? around - ROWS / 2, left.length - ROWS));
  const rows = left.slice(from, from + ROWS);
  const scrolled = (event: Event) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget as Element;
    if (scrollTop < NEAR && from > 0) dispatch({ type: 'traceFrom', from: Math.max(0, from - SHIFT) });
    else if (scrollHeight - clientHeight - scrollTop < NEAR && from + ROWS < left.length)
      dispatch({ type: 'traceFrom', from: from + SHIFT });
  };
  const asked = new Set(openQuestions(run).map(({ id }) => id));
  return html`<div class="trace">
      ${trace.filters ? more(state, dispatch, 'filters') : nothing}
      ${left.length === 0 ? html`<p class="quiet">${say.noneLeft} <button type="button" class="link" @click=${() => dispatch({ type: 'traceClear' })}>${say.clear}</button></p>` : nothing}
      ${
        trace.view === 'table'
          ? html`<div class="trace-table" tabindex="0" role="region" aria-label=${say.table} @scroll=${scrolled}>${more(state, dispatch, 'table', rows, here)}</div>`
          : html`<ol class="ticks" @scroll=${scrolled}>${repeat(
              rows,
              (p) => p.first,
              (p) => row(state, dispatch, p, here, asked),
            )}</ol>`
      }
    </div>`;
}

/** @param asked open questions */
function row(state: State, dispatch: Dispatch, p: Position, here: Position | undefined, asked: Set<string>) {
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

/** How much of a kind a position holds. @param asked open questions */
function counts(events: ProtocolEvent[], asked: Set<string>) {
  const say = words.timeline;
  const of = (n: (event: ProtocolEvent) => number) => events.reduce((sum, event) => sum + n(event), 0);
  const isOpen = (e: ProtocolEvent) => e.kind === 'requestOpened' && asked.has(e.request);
  const list = [
    {
      n: of((e) => (e.kind === 'contextWritten' || e.kind === 'merged' ? e.changes.length : 0)),
      say: say.changes,
      sign: '▲',
      name: 'tag',
    },
    {
      n: of((e) => Number(['visitFailed', 'pathFailed', 'writeRefused', 'joinFailed'].includes(e.kind))),
      say: say.errors,
      sign: '✕',
      name: 'tag bad',
    },
    {
      n: of((e) => Number(e.kind === 'agentRequested' || (e.kind === 'requestOpened' && !isOpen(e)))),
      say: say.asks,
      sign: '…',
      name: 'tag',
    },
    { n: of((e) => Number(isOpen(e))), say: words.questions, sign: '?', name: 'tag ask' },
  ];
  return html`<span class="counts">${list.filter(({ n }) => n > 0).map((one) => countTag(one.n, one.sign, one.say(one.n), one.name))}</span>`;
}
