// The scrubber: one slider over the positions of the branch, and above it the branches as lanes with a mark for each
// position.

import { html, nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { binned, lanesOf, laneOf } from '../../run/trace.ts';
import { branchName, shownBranches } from '../../workspace/branches.ts';
import { words } from '../../strings.ts';
import type { Position } from '../../protocol/positions.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

/** Marks of a lane; more positions are put together. */
const BINS = 500;
/** Lanes that are drawn; the list of branches has them all. */
const LANES = 6;
const LANE = 11;

/** Around a middle of 0, 0. */
const SHAPES: Record<string, string> = {
  tick: 'M0-2.2V2.2',
  agent: 'M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  fork: 'M-3.5 0H0L3.5-3.5M0 0L3.5 3.5',
  join: 'M3.5 0H0L-3.5-3.5M0 0L-3.5 3.5',
  edit: 'M0-3.6L3.6 0L0 3.6L-3.6 0z',
  error: 'M-3-3L3 3M3-3L-3 3',
  checkpoint: 'M-1.5 4.5V-4.5H4L2.5-2.5L4-.5H-1.5',
};

/** @param at index of the cursor @param acts what stands beside it */
export function scrubber(state: State, dispatch: Dispatch, list: Position[], at: number, acts: unknown) {
  const { run } = state;
  if (!run) return nothing;
  const last = list.length - 1;
  const present = run.position.branch;
  const branches = pick(shownBranches(state), present);
  const own = ownLane(state);
  const lanes = lanesOf(branches, (id) => (id === present ? own : (state.trace.lanes[id] ?? null)));
  const length = Math.max(2, ...lanes.map((lane) => lane.list.length));
  const say = words.timeline.position(list[at]?.label ?? '0', list[last]?.label ?? '0');
  const wanted = (input: any) => {
    const index = Math.min(Number(input.value), last);
    if (index !== Number(input.value)) input.value = String(index);
    dispatch({ type: 'scrub', step: list[index]?.step ?? 0 });
  };
  return html`<div class="scrub">
    <div class="rail">
      ${guard([own, state.trace.lanes, state.deleted, state.running || run.branches, state.running || run.checkpoints, present], () => picture(state, dispatch, lanes, length, present))}
      <input type="range" min="0" max=${length > 2 || last > 0 ? length - 1 : last} step="1" .value=${String(at)} aria-label=${words.timeline.scrub}
        aria-valuetext=${say} ?disabled=${last === 0 || state.running} @input=${(e: any) => wanted(e.target)}>
    </div>
    <output>${say}</output>
    ${acts}
    ${branches.length < 2 ? nothing : html`<span class="tag">${words.timeline.branch(branchName(state, present))}</span>`}
  </div>`;
}

let last: { entries: State['entries']; events: State['events']; lane: ReturnType<typeof laneOf> } = {
  entries: [],
  events: [],
  lane: laneOf([], []),
};

/** The lane of the present branch; while it runs on, the marks rest. */
function ownLane({ entries, events, running }: State) {
  const same = entries === last.entries && events === last.events;
  if (!same && !(running && last.lane.list.length > 0)) last = { entries, events, lane: laneOf(entries, events) };
  return last.lane;
}

/** The first branches and the present one. */
function pick<T extends { id: string }>(branches: T[], present: string): T[] {
  const first = branches.slice(0, LANES);
  const own = branches.find((one) => one.id === present);
  return own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
}

/** @param length positions of the axis */
function picture(state: State, dispatch: Dispatch, lanes: ReturnType<typeof lanesOf>, length: number, present: string) {
  const x = (index: number) => `${((index / (length - 1)) * 100).toFixed(3)}%`;
  const y = (lane: number) => lane * LANE + LANE / 2;
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const lane = lanes[Math.min(lanes.length - 1, Math.max(0, Math.floor((event.clientY - box.top) / LANE)))];
    const index = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (length - 1));
    const to = lane?.list[Math.min(index, lane.list.length - 1)];
    if (lane && to && !state.running) dispatch({ type: 'goTo', step: to.step, branch: lane.id });
  };
  return html`<svg class="lanes" height=${lanes.length * LANE} aria-hidden="true" @click=${press}>${lanes.map(
    ({ id, from, parent, list, marks }, i) => {
      const flags = (state.run?.checkpoints ?? [])
        .filter((one) => one.branch === id)
        .map((one) => list.findIndex((p) => p.first <= one.step && one.step <= p.step))
        .filter((at) => at >= 0);
      return svg`<g class=${id === present ? 'lane present' : 'lane'}>
      ${parent === null ? nothing : svg`<line x1=${x(from)} x2=${x(from)} y1=${y(parent)} y2=${y(i)}></line>`}
      <line x1=${x(from)} x2=${x(list.length - 1)} y1=${y(i)} y2=${y(i)}></line>
      ${binned(marks, parent === null ? 0 : from + 1, BINS).map(({ index, kind }) => mark(kind, x(index), y(i)))}
      ${flags.map((index) => mark('checkpoint', x(index), y(i)))}
    </g>`;
    },
  )}</svg>`;
}

const mark = (kind: string, x: string, y: number) =>
  svg`<svg class="mark-${kind}" x=${x} y=${y} overflow="visible"><path d=${SHAPES[kind] ?? ''}></path></svg>`;
