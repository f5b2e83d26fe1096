// Steps of a run as sentences: one row for each path and step.

import { html, nothing } from 'lit';
import { clip } from '../protocol/clip.ts';
import { plain } from '../run/parts.ts';
import { icon } from '../ui/icon.ts';
import { parts, pathChip, type ColorOf } from './parts.ts';
import { runWords } from './run-strings.ts';
import type { StepRow } from '../run/types.ts';

export interface StepRowOptions {
  /** Of the step, "" below its first row. */
  number: string;
  colorOf: ColorOf;
  /** Whether the row is the first and the last one of its step. */
  first: boolean;
  last: boolean;
  /** Of the step: it is shown, lies ahead of what is shown, or is open. */
  chosen: boolean;
  ahead: boolean;
  open: boolean;
  /** Tab comes here among the rows. */
  stop?: boolean;
  /** Where the row leads, in words. */
  title: string;
  go: () => void;
  /** Opens and closes it; none where rows cannot be opened. */
  toggle?: (() => void) | undefined;
  /** Names of the checkpoints at the step, "" without one and below its first row. */
  flag?: string;
  /** What an open row shows. */
  inside?: unknown;
}

export function stepRow(
  row: StepRow,
  { number, colorOf, first, last, chosen, ahead, open, stop = true, title, go, toggle, flag, inside }: StepRowOptions,
) {
  const looks = [
    first && 'first',
    last && 'last',
    chosen ? 'here' : ahead && 'ahead',
    open && 'opened',
    (row.reason.length > 0 || row.changes.length > 0 || flag) && 'told-more',
  ];
  return html`<li class="step-row ${looks.filter(Boolean).join(' ')}">
    ${
      toggle
        ? html`<button
          type="button"
          class="disclosure"
          tabindex="-1"
          aria-expanded=${open ? 'true' : 'false'}
          aria-label=${open ? runWords.less : runWords.more}
          title=${open ? runWords.less : runWords.more}
          @click=${toggle}
        >
          ${icon(open ? 'down' : 'right')}
        </button>`
        : nothing
    }
    <button
      type="button"
      class="go"
      tabindex=${stop ? '0' : '-1'}
      aria-current=${chosen ? 'step' : 'false'}
      title=${title}
      @click=${go}
    >
      <span class="number">${number}</span>${
        row.path === '' ? html`<span class="no-path"></span>` : pathChip(row.path, colorOf(row.path))
      }
      <span class="told"
        ><span class="sentence ${row.bad ? 'bad' : ''}" title=${plain([...row.parts, ...row.end])}
          ><span>${parts(row.parts, colorOf)}</span
          >${row.end.length > 0 ? html`<span class="end">${parts(row.end, colorOf)}</span>` : nothing}</span
        >
        ${row.tag ? html`<span class="tag ${row.tag.tone}">${row.tag.text}</span>` : nothing}</span
      >
      ${
        row.reason.length > 0
          ? html`<span class="reason" title=${plain(row.reason)}><span>${parts(row.reason, colorOf)}</span></span>`
          : nothing
      }
      ${
        flag
          ? html`<span class="tag flag" title=${flag}
            ><span class="hidden">${runWords.checkpoint}</span>${icon('flag')} ${flag}</span
          >`
          : nothing
      }
      ${changed(row.changes, chosen)}
    </button>
    ${open && inside !== undefined ? html`<div class="inside">${inside}</div>` : nothing}
  </li>`;
}

/** Changes that are told in the row; more are counted: the sentence needs its room. */
const MOST = 2;
/** Characters of a value that stands in a row. */
const LONGEST = 24;
/** A value of so many characters is never cut. */
const SHORT = 4;

const whole = ({ name, before, after }: StepRow['changes'][number]) => `${name} ${before} → ${after}`;

function changed(all: StepRow['changes'], fresh: boolean) {
  if (all.length === 0) return nothing;
  const title = all.map(whole).join('\n');
  const [first, ...rest] = all.length > MOST ? [counted(all.length)] : all.map((change) => changeOf(change, fresh));
  // Between the two stands what takes the place of the second one where that does not fit.
  const others = rest.map(
    (part) => html`<span class="left-out" aria-hidden="true">${runWords.others(1)}</span>${part}`,
  );
  return html`<span class="changes ${rest.length > 0 ? 'several' : ''}" title=${title}>${first}${others}</span>`;
}

const counted = (n: number) => html`<span class="change">${runWords.changes(n)}</span>`;

const changeOf = ({ name, before, after }: StepRow['changes'][number], fresh: boolean) =>
  html`<span class="change">
    <span class="name">${name}</span>
    <span class="before ${before.length > SHORT ? 'long' : ''}">${clip(before, LONGEST)}</span>
    <span class="hidden">${runWords.becomes}</span>
    ${icon('arrow')}
    <span class="after ${fresh ? 'fresh' : ''}">${clip(after, LONGEST)}</span>
  </span>`;

/** Arrows move between rows, right opens one and left closes it; Enter goes to its step. */
export function rowKeys(event: KeyboardEvent) {
  const list = event.currentTarget as Element;
  const rows = [...list.querySelectorAll<HTMLElement>('.go')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const row = rows[at];
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    const toggle = row.parentElement?.querySelector<HTMLElement>('.disclosure');
    if (!toggle) return;
    event.preventDefault();
    if (toggle.getAttribute('aria-expanded') === String(event.key === 'ArrowLeft')) toggle.click();
  }
}
