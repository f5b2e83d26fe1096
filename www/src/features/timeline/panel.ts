// Timeline: a scrubber over the steps of the branch, and one row for each path and step with what happened; the same as
// a table of paths and steps. What a row tells when it is opened, filters and the table come when they are first
// wanted.

import { html, noChange, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../../run/colors.ts';
import { computed } from '../../protocol/computed.ts';
import { edgeAt } from '../../protocol/edge-keys.ts';
import { eventsOf, filtered, isFiltering } from '../../run/timeline-marks.ts';
import { failedBefore, stepRows } from '../../run/step-rows.ts';
import { MOST_CHOICES, firsts, left } from '../../ui/cut-list.ts';
import { icon } from '../../ui/icon.ts';
import { menu } from '../../ui/menu.ts';
import { rowKeys, stepRow } from '../../views/step-row.ts';
import { later } from '../../store/late.ts';
import { compared } from '../../store/compared.ts';
import { branchName, isOnBranch, madeAt } from '../../store/shown-branches.ts';
import { wordsOf } from '../../views/event-words.ts';
import { indexOfStep, positions, type Position } from '../../protocol/positions.ts';
import { hasRows, openBranches } from './branch-menu.ts';
import { bar } from './scrubber.ts';
import { timelineWords as say } from './strings.ts';
import '../../views/step-row.css';
import '../../views/scrubber.css';
import './style.css';
import type { Checkpoint } from '../../protocol/types.ts';
import type { Dispatch, State } from '../../store/state.ts';
import type { RunState } from '../../run/types.ts';

/** Rows drawn at once, more than the screen has room for; scrolling to an end draws others. */
const ROWS = Math.max(60, Math.ceil((globalThis.screen?.height ?? 0) / 20));
const SHIFT = 20;
/** Pixels from an end at which the next rows come. */
const NEAR = 60;

const more = later(() => import('./details.ts'));

/** The positions that the filter leaves. */
const leftOf = computed(
  ({ trace, run: { branchEvents, entries } }: State) => [trace.filter, branchEvents, entries],
  ({ trace, run: { branchEvents, entries } }) => filtered(positions(entries), branchEvents, trace.filter, wordsOf),
);

/** @param beside the list of branches */
export function timelinePanel(state: State, dispatch: Dispatch, beside: (state: State, dispatch: Dispatch) => unknown) {
  const list = positions(state.run.entries);
  const { snapshot, isRunning } = state.run;
  if (list.length === 0 || !snapshot)
    return html`<div class="timeline-head"><h2>${say.title}</h2></div>
      <p class="hint">${say.none}</p>`;
  const { trace } = state;
  const at = indexOfStep(list, snapshot.position.step);
  const left = leftOf(state);
  const value = say.position(list[at]?.label ?? '0', list.at(-1)?.label ?? '0', isRunning);
  // Nobody reads rows that fly by, and to draw them takes longer than all the rest of a position.
  return html`<div class="timeline-head">
      <h2>${say.title}</h2>
      ${bar(state, dispatch, list, at, value)} <output class="numbers">${value}</output>${actions(
        state,
        dispatch,
        left.length,
        list.length,
      )}
    </div>
    <div class="timeline-body" data-branches=${trace.branches ? 'open' : 'closed'}>
      ${trace.flying ? noChange : [traceOf(state, dispatch, snapshot, left, list[at]), beside(state, dispatch)]}
    </div>`;
}

/** @param n steps that the filter leaves @param all steps */
function actions(state: State, dispatch: Dispatch, n: number, all: number) {
  const {
    trace,
    run: { snapshot },
  } = state;
  const compare = compared(state);
  const view = (name: 'rows' | 'table', label: string) => ({
    label,
    on: trace.view === name,
    act: () => {
      showRows(dispatch);
      dispatch({ type: 'traceView', view: name });
    },
  });
  const branch = branchName(state, snapshot?.position.branch ?? '');
  return html`<div class="timeline-acts" role="group" aria-label=${say.title}>
    <button
      type="button"
      class="button muted small branch-button"
      aria-expanded=${trace.branches ? 'true' : 'false'}
      title=${`${say.branches}: ${branch}`}
      @click=${(event: Event) => openBranches(event, dispatch)}
    >
      ${icon('branch')}<span>${branch}</span>${icon('down', 'chevron')}
    </button>
    <span class="spring"></span>
    ${isFiltering(trace.filter) ? html`<span class="hint">${say.left(n, all)}</span>` : nothing}
    <button
      type="button"
      class="button muted small"
      aria-pressed=${trace.filters ? 'true' : 'false'}
      title=${say.filter}
      aria-label=${say.filter}
      @click=${() => {
        showRows(dispatch);
        dispatch({ type: 'traceFilters' });
      }}
    >
      ${icon('filter')}<span>${say.filter}</span>
    </button>
    <button
      type="button"
      class="button muted small"
      aria-pressed=${compare ? 'true' : 'false'}
      title=${compare ? say.endCompare : say.compareTitle}
      aria-label=${say.compare}
      @click=${() => dispatch({ type: compare ? 'endCompare' : 'compare' })}
    >
      ${icon('compare')}<span>${say.compare}</span>
    </button>
    ${menu({
      name: 'timeline',
      label: say.view,
      image: trace.view === 'rows' ? 'list' : 'table',
      text: trace.view === 'rows' ? say.list : say.table,
      look: 'button muted small',
      items: [
        view('rows', say.list),
        view('table', say.table),
        'line',
        { label: say.export, act: () => dispatch({ type: 'export', kind: 'trace' }) },
      ],
    })}
  </div>`;
}

/** What is about the rows shows them. */
function showRows(dispatch: Dispatch) {
  if (!hasRows()) dispatch({ type: 'layout', layout: 'run' });
}

/** @param left by the filter @param here the cursor's */
function traceOf(
  state: State,
  dispatch: Dispatch,
  run: NonNullable<RunState['snapshot']>,
  left: Position[],
  here: Position | undefined,
) {
  const { trace } = state;
  const around = indexOfStep(left, here?.step ?? 0);
  const from = Math.max(0, Math.min(trace.from ?? around - ROWS / 2, left.length - ROWS));
  // A run that could not start has nothing to tell.
  const rows = run.view.outcome.kind === 'notStarted' ? [] : left.slice(from, from + ROWS);
  const flags = flagsOf(run, rows[0]?.first, rows.at(-1)?.step);
  /** Where Tab enters the rows. */
  const stop = (rows.find((p) => p.first === here?.first) ?? rows[0])?.first;
  const scrolled = (event: Event) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget as Element;
    if (scrollTop < NEAR && from > 0) dispatch({ type: 'traceFrom', from: Math.max(0, from - SHIFT) });
    else if (scrollHeight - clientHeight - scrollTop < NEAR && from + ROWS < left.length)
      dispatch({ type: 'traceFrom', from: from + SHIFT });
  };
  return html`<div class="trace">
    ${trace.filters ? more(state, dispatch, 'filters') : nothing}
    ${
      left.length === 0
        ? html`<p class="hint">
          ${say.noneLeft}
          <button type="button" class="link" @click=${() => dispatch({ type: 'traceClear' })}>${say.clear}</button>
        </p>`
        : nothing
    }
    ${
      trace.view === 'table'
        ? html`<div class="trace-table" tabindex="0" role="region" aria-label=${say.table} @scroll=${scrolled}>
          ${more(state, dispatch, 'table', rows, here)}
        </div>`
        : html`<ol class="ticks ${hasLongIds(run) ? 'long-ids' : ''}" @scroll=${scrolled} @keydown=${rowKeys}>
            ${repeat(
              rows,
              (p) => p.first,
              (p) => rowsOf(state, dispatch, run, p, here, p.first === stop, flagAt(flags, p)),
            )}
          </ol>
          ${run.position.step === 0 && left.length === 1 ? html`<p class="hint">${say.none}</p>` : nothing}`
    }
  </div>`;
}

/** The checkpoints of the branch from the first of these steps to the last. */
const flagsOf = ({ checkpoints, branches, position }: NonNullable<RunState['snapshot']>, first = 0, last = -1) =>
  checkpoints.filter(
    (checkpoint) =>
      first <= checkpoint.step && checkpoint.step <= last && isOnBranch(branches, position.branch, checkpoint),
  );

/** Names of the checkpoints at a step; one that the machine set has its node's. */
const flagAt = (flags: Checkpoint[], { first, step }: Position) =>
  flags
    .filter((checkpoint) => first <= checkpoint.step && checkpoint.step <= step)
    .map((checkpoint) => madeAt(checkpoint)?.node ?? checkpoint.name)
    .join(', ');

/** Whether a path has an id like 1.2, whose chip is wider. */
const hasLongIds = ({ view }: NonNullable<RunState['snapshot']>) => view.paths.some(({ id }) => id.length > 1);

/**
 * The rows of a step, one for each path. A step adds rows and changes few of the others, so they are made again only
 * when something that they show is another; open rows show more, and always are.
 * @param stop whether Tab comes here
 * @param flag names of its checkpoints
 */
function rowsOf(
  state: State,
  dispatch: Dispatch,
  run: NonNullable<RunState['snapshot']>,
  p: Position,
  here: Position | undefined,
  stop: boolean,
  flag: string,
) {
  const events = eventsOf(state.run.branchEvents, p);
  const chosen = p.first === here?.first;
  const ahead = p.step > (here?.step ?? 0);
  const make = () => {
    const rows = stepRows(events, p, {
      edge: (id, step) => edgeAt(run, id, step),
      unanswered: run.unanswered,
      isAnswer: p.kind === 'answer',
      failed: (join) => failedBefore(state.run.branchEvents, join),
    });
    const shown = firsts(rows, MOST_CHOICES);
    return html`${shown.map((row, i) => {
      const key = keyOf(p, row.path);
      const open = state.trace.open.includes(key);
      return stepRow(row, {
        number: i > 0 ? '' : p.label === '0' ? say.start : p.label,
        colorOf: (path) => colourOf(state.run.branchEvents, path),
        first: i === 0,
        last: i === shown.length - 1,
        chosen,
        ahead,
        open,
        stop: stop && i === 0,
        title: say.go(p.label),
        go: () => dispatch({ type: 'goTo', step: p.step }),
        toggle: () => dispatch({ type: 'traceOpen', row: key }),
        flag: i === 0 ? flag : '',
        inside: open ? more(state, dispatch, 'row', events, row.path) : undefined,
      });
    })}${rows.length > MOST_CHOICES ? html`<li class="hint">${left(rows, MOST_CHOICES)}</li>` : nothing}`;
  };
  if (state.trace.open.some((key) => key.startsWith(keyOf(p, '')))) return make();
  const facts = [run.revisions?.length, ...Object.entries(run.unanswered).flat(), ...events];
  return guard([p.label, p.step, chosen, ahead, stop, flag, ...facts], make);
}

/** What an open row is known by. */
const keyOf = ({ first }: Position, path: string) => `${first} ${path}`;
