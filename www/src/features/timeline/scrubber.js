// @ts-check
// The scrubber: one slider over the positions of the branch, and above it the branches as lanes with a mark for each
// position.

import { html, nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { binned, lanesOf, laneOf } from '../../run/trace.js';
import { branchName, shownBranches } from '../branches/panel.js';
import { words } from '../../strings.js';

/** @typedef {import('../../workspace/store.js').State} State */
/** @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch */

/** Marks of a lane; more positions are put together. */
const BINS = 500;
/** Lanes that are drawn; the list of branches has them all. */
const LANES = 6;
const LANE = 11;

/** Around a middle of 0, 0. @type {Record<string, string>} */
const SHAPES = {
  tick: 'M0-2.2V2.2', agent: 'M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0', fork: 'M-3.5 0H0L3.5-3.5M0 0L3.5 3.5', join: 'M3.5 0H0L-3.5-3.5M0 0L-3.5 3.5',
  edit: 'M0-3.6L3.6 0L0 3.6L-3.6 0z', error: 'M-3-3L3 3M3-3L-3 3', checkpoint: 'M-1.5 4.5V-4.5H4L2.5-2.5L4-.5H-1.5',
};

/** @param {State} state @param {Dispatch} dispatch @param {import('../../protocol/positions.js').Position[]} list @param {number} at index of the cursor @param {unknown} acts what stands beside it */
export function scrubber(state, dispatch, list, at, acts) {
  const { run } = state;
  if (!run) return nothing;
  const last = list.length - 1;
  const present = run.position.branch;
  const branches = pick(shownBranches(state), present);
  const own = ownLane(state);
  const lanes = lanesOf(branches, (id) => (id === present ? own : state.trace.lanes[id] ?? null));
  const length = Math.max(2, ...lanes.map((lane) => lane.list.length));
  const say = words.timeline.position(list[at]?.label ?? '0', list[last]?.label ?? '0');
  const wanted = (/** @type {any} */ input) => {
    const index = Math.min(Number(input.value), last);
    if (index !== Number(input.value)) input.value = String(index);
    dispatch({ type: 'scrub', step: list[index]?.step ?? 0 });
  };
  return html`<div class="scrub">
    <div class="rail">
      ${guard([own, state.trace.lanes, state.deleted, state.running || run.branches, state.running || run.checkpoints, present], () => picture(state, dispatch, lanes, length, present))}
      <input type="range" min="0" max=${length > 2 || last > 0 ? length - 1 : last} step="1" .value=${String(at)} aria-label=${words.timeline.scrub}
        aria-valuetext=${say} ?disabled=${last === 0 || state.running} @input=${(/** @type {any} */ e) => wanted(e.target)}>
    </div>
    <output>${say}</output>
    ${acts}
    ${branches.length < 2 ? nothing : html`<span class="tag">${words.timeline.branch(branchName(state, present))}</span>`}
  </div>`;
}

/** @type {{ entries: State['entries'], events: State['events'], lane: ReturnType<typeof laneOf> }} */
let last = { entries: [], events: [], lane: laneOf([], []) };

/** The lane of the present branch; while it runs on, the marks rest. @param {State} state */
function ownLane({ entries, events, running }) {
  const same = entries === last.entries && events === last.events;
  if (!same && !(running && last.lane.list.length > 0)) last = { entries, events, lane: laneOf(entries, events) };
  return last.lane;
}

/** The first branches and the present one. @template {{ id: string }} T @param {T[]} branches @param {string} present @returns {T[]} */
function pick(branches, present) {
  const first = branches.slice(0, LANES);
  const own = branches.find((one) => one.id === present);
  return own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
}

/**
 * @param {State} state @param {Dispatch} dispatch @param {ReturnType<typeof lanesOf>} lanes @param {number} length positions of the axis @param {string} present
 */
function picture(state, dispatch, lanes, length, present) {
  const x = (/** @type {number} */ index) => `${((index / (length - 1)) * 100).toFixed(3)}%`;
  const y = (/** @type {number} */ lane) => lane * LANE + LANE / 2;
  const press = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const lane = lanes[Math.min(lanes.length - 1, Math.max(0, Math.floor((event.clientY - box.top) / LANE)))];
    const index = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (length - 1));
    const to = lane?.list[Math.min(index, lane.list.length - 1)];
    if (lane && to && !state.running) dispatch({ type: 'goTo', step: to.step, branch: lane.id });
  };
  return html`<svg class="lanes" height=${lanes.length * LANE} aria-hidden="true" @click=${press}>${lanes.map(({ id, from, parent, list, marks }, i) => {
    const flags = (state.run?.checkpoints ?? []).filter((one) => one.branch === id).map((one) => list.findIndex((p) => p.first <= one.step && one.step <= p.step)).filter((at) => at >= 0);
    return svg`<g class=${id === present ? 'lane present' : 'lane'}>
      ${parent === null ? nothing : svg`<line x1=${x(from)} x2=${x(from)} y1=${y(parent)} y2=${y(i)}></line>`}
      <line x1=${x(from)} x2=${x(list.length - 1)} y1=${y(i)} y2=${y(i)}></line>
      ${binned(marks, parent === null ? 0 : from + 1, BINS).map(({ index, kind }) => mark(kind, x(index), y(i)))}
      ${flags.map((index) => mark('checkpoint', x(index), y(i)))}
    </g>`;
  })}</svg>`;
}

/** @param {string} kind @param {string} x @param {number} y */
const mark = (kind, x, y) => svg`<svg class="mark-${kind}" x=${x} y=${y} overflow="visible"><path d=${SHAPES[kind] ?? ''}></path></svg>`;
