// The bar of the timeline: a slider over the positions of a branch with a mark for each. Other branches are lanes above
// it, and then each line has its branch's name.

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { binned } from '../run/timeline-marks.ts';
import { guarded } from '../ui/guarded.ts';
import { runWords } from './run-strings.ts';
import type { MarkKind } from '../run/timeline-marks.ts';
import type { Tone } from '../run/path-status.ts';

/** Marks of a lane; more positions are put together. */
const BINS = 500;
/** The height of a lane and of its name, in scrubber.css too. */
const LANE = 14;
/** The height of the bar without lanes, and where its line is. */
const BAR = 28;
const LINE = 14;

/** Around a middle of 0, 0. */
const SHAPES: Record<Exclude<MarkKind, 'tick'> | 'checkpoint', string> = {
  agent: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  fork: 'M0-4L4 0L0 4L-4 0z',
  join: 'M0-4L4 0L0 4L-4 0z',
  edit: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  ask: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  error: 'M0-4.5L4.5 0L0 4.5L-4.5 0z',
  end: 'M-3-3H3V3H-3z',
  warn: 'M0-4.5L4.5 0L0 4.5L-4.5 0z',
  /** Above the knob, and below the lane over it. */
  checkpoint: 'M0-4V-13H6L4.5-11.5L6-10H0',
};

/**
 * `from`: index of the fork, `parent`: the lane it leaves; `marks`: one for each position; `flags`: positions of
 * checkpoints.
 */
export interface Lane {
  id: string;
  name: string;
  from: number;
  parent: number | null;
  marks: readonly MarkKind[];
  flags: readonly number[];
}

export interface ScrubberOptions {
  /** The branch of the slider is one of them. They are drawn again when the list is another one. */
  lanes: readonly Lane[];
  /** Of that branch. */
  present: string;
  /** Index of the cursor, and of the last position. */
  at: number;
  last: number;
  /** The position in words, and how it looks. */
  value: string;
  tone: Tone;
  disabled: boolean;
  seek: (index: number) => void;
  /** A press on a lane, or on its name. */
  jump?: (lane: string, index: number) => void;
}

export function scrubber(options: ScrubberOptions) {
  const { lanes, present, at, last, value, tone, disabled, seek, jump } = options;
  const length = Math.max(2, ...lanes.map((lane) => lane.marks.length));
  const moved = (input: HTMLInputElement) => {
    const index = Math.min(Number(input.value), last);
    if (index !== Number(input.value)) input.value = String(index);
    seek(index);
  };
  return html`<div class="scrubber is-${tone} ${lanes.length > 1 ? 'branched' : ''}">
    <svg class="track" aria-hidden="true">
      <line x1="0%" x2=${x(Math.max(1, last), length)} y1=${LINE} y2=${LINE}></line>
      <line class="done" x1="0%" x2=${x(at, length)} y1=${LINE} y2=${LINE}></line>
    </svg>
    ${picture(lanes, present, length, jump)}
    <input
      type="range"
      min="0"
      max=${Math.max(1, length - 1)}
      step="1"
      .value=${live(String(at))}
      aria-label=${runWords.scrub}
      aria-valuetext=${value}
      ?disabled=${disabled || last === 0}
      @input=${(e: Event) => moved(e.target as HTMLInputElement)}
    />
  </div>`;
}

/** Where a position is on the axis. While positions fly by the axis rests, and those beyond it are at its end. */
const x = (index: number, length: number) => `${(Math.min(1, index / (length - 1)) * 100).toFixed(3)}%`;

/** All but the line of the bar, which changes with every step. */
const picture = guarded(drawLanes);

function drawLanes(lanes: readonly Lane[], present: string, length: number, jump: ScrubberOptions['jump']) {
  const place = (index: number) => x(index, length);
  // The branch that is shown is the bar itself.
  const rows = lanes.filter((lane) => lane.id !== present);
  const bar = lanes.find((lane) => lane.id === present);
  const y = (lane: Lane) => (lane === bar ? rows.length * LANE + LINE : (rows.indexOf(lane) + 0.5) * LANE);
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const lane = rows[Math.floor((event.clientY - box.top) / LANE)];
    const index = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (length - 1));
    if (lane) jump?.(lane.id, Math.max(0, Math.min(index, lane.marks.length - 1)));
  };
  const spots = ({ marks, flags }: Lane, from: number, line: number) => {
    const list = binned([...marks], from, BINS);
    return svg`${ticks(
      list.flatMap(({ index, kind }) => (kind === 'tick' ? [Math.min(index, length - 1)] : [])),
      length,
      line,
    )}
    ${list.map(({ index, kind }) => (kind === 'tick' ? nothing : mark(kind, place(index), line)))}
    ${flags.filter((index) => index >= from).map((index) => mark('checkpoint', place(index), line))}`;
  };
  const fork = (lane: Lane) =>
    lane.parent === null
      ? nothing
      : svg`<line x1=${place(lane.from)} x2=${place(lane.from)} y1=${y(lanes[lane.parent])} y2=${y(lane)}></line>`;
  return html`<svg class="lanes" height=${rows.length * LANE + BAR} aria-hidden="true" @click=${press}>
      ${rows.map((lane) => {
        const { from, parent, marks } = lane;
        const line = y(lane);
        return svg`<g class="lane">
        ${fork(lane)}
        <line x1=${place(from)} x2=${place(marks.length - 1)} y1=${line} y2=${line}></line>
        ${spots(lane, parent === null ? 0 : from + 1, line)}
      </g>`;
      })}
      ${bar ? svg`<g class="bar">${fork(bar)}${spots(bar, 0, y(bar))}</g>` : nothing}
    </svg>
    ${rows.length > 0 && bar ? names([...rows, bar], jump) : nothing}`;
}

/** What each line is, top down. The list of branches leads there by keyboard. */
const names = (lanes: Lane[], jump: ScrubberOptions['jump']) =>
  html`<div class="names" aria-hidden="true">
    ${lanes.map(
      ({ id, name, marks }) => html`<span title=${name} @click=${() => jump?.(id, marks.length - 1)}>${name}</span>`,
    )}
  </div>`;

/** All plain positions of a lane as one path: each of them moves with every step, and there may be hundreds. */
const ticks = (list: number[], length: number, y: number) =>
  svg`<svg class="mark-tick" width="100%" height="8" y=${y - 4} viewBox=${`0 0 ${length - 1} 8`}
      preserveAspectRatio="none" overflow="visible">
    <path vector-effect="non-scaling-stroke" d=${list.map((index) => `M${index} 0V8`).join('')}></path>
  </svg>`;

const mark = (kind: keyof typeof SHAPES, x: string, y: number) =>
  svg`<svg class="mark-${kind}" x=${x} y=${y} overflow="visible"><path d=${SHAPES[kind]}></path></svg>`;
