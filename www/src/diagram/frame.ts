// What surrounds a drawing: its stage, the view buttons, and the text for when there is nothing to show.

import { tipBody, type Tip } from './tip.ts';
import { html, nothing } from 'lit';
import { diagramStrings } from './strings.ts';
import { icon } from '../ui/icon.ts';
import { closeOnEscape, closeOnFocusOut, closeOnTouchOutside } from '../ui/menu.ts';
import { line, outLine, type Entry, type Outline } from './outline.ts';
import { onText } from '../ui/listeners.ts';
import type { What } from './types.ts';

interface Acts {
  key: (event: KeyboardEvent) => void;
  menu: (event: MouseEvent) => void;
  hover: (event: PointerEvent) => void;
  leave: () => void;
  focus: (event: FocusEvent) => void;
  /** The pointer is on the tip. */
  stay: () => void;
  map: (event: PointerEvent) => void;
  /** The head of a module was pressed. */
  head: (event: Event) => void;
  view: (what: What) => void;
  scale: (to: number) => void;
  look: (text: string) => void;
  next: (by: 1 | -1) => void;
  again: () => void;
  /** Saves what could not be laid out. */
  dot: () => void;
  anyway: () => void;
}

/** The view buttons, in order. */
export const TOOLS = ['out', 'zoom', 'in', 'fit', 'follow', 'find', 'full'] as const;
export type Tool = (typeof TOOLS)[number];

export function frame(
  shown: {
    tools: readonly Tool[];
    label: string;
    working: boolean;
    drawn: boolean;
    empty: string;
    held: boolean;
    failure: string | null;
    simplified: boolean;
    listed: Outline | null;
    tip: Tip | null;
    find: string | null;
    findings: number;
    follow: boolean;
    full: boolean;
  },
  acts: Acts,
) {
  const say = diagramStrings;
  const has = (name: Tool) => shown.tools.includes(name);
  return html`<div class="frame" @keydown=${acts.key}>
    <svg
      class="stage"
      role="graphics-document document"
      aria-describedby="outline"
      aria-roledescription=${say.role}
      aria-label=${shown.label || say.role}
      @contextmenu=${acts.menu}
      @pointermove=${acts.hover}
      @pointerleave=${acts.leave}
      @focusin=${acts.focus}
      @focusout=${acts.focus}
    >
      <g class="lens picture"></g>
      <g class="rail-column" hidden>
        <rect class="rail-ground"></rect>
        <g class="cards picture"></g>
      </g>
      <g class="wires picture" aria-hidden="true"></g>
    </svg>
    <div class="seen"></div>
    <div class="sticky-heads" aria-hidden="true" @click=${acts.head}></div>
    <div class="map" hidden @pointerdown=${acts.map} @pointermove=${acts.map}></div>
    <div class="outline ${shown.failure && !shown.drawn ? 'instead' : ''}" id="outline">
      ${outlineList(shown.listed)}
    </div>
    ${shown.working ? html`<div class="progress" role="progressbar" aria-label=${say.working}></div>` : nothing}
    ${!shown.empty ? nothing : html`<p class="empty">${shown.empty}</p>`}
    ${
      shown.held
        ? html`<p class="failure held">
          ${say.large} <button type="button" @click=${acts.anyway}>${say.anyway}</button>
        </p>`
        : nothing
    }
    ${
      shown.failure
        ? html`<p class="failure" role="alert">
          ${say.failed(shown.failure)} <button type="button" @click=${acts.again}>${say.again}</button>
          <button type="button" @click=${acts.dot}>${say.dot}</button>
        </p>`
        : shown.simplified
          ? html`<p class="failure simplified" role="status">
            ${say.simplified} <button type="button" @click=${acts.again}>${say.again}</button>
          </p>`
          : nothing
    }
    ${shown.find === null ? nothing : findBox(shown.find, shown.findings, acts)}
    <div class="foot">
      <slot name="note"></slot>
      <div class="tools" role="group" aria-label=${say.tools} ?hidden=${shown.tools.length === 0}>
        ${has('out') ? tool('minus', say.zoomOut, shown.drawn, () => acts.view('out')) : nothing}
        ${has('zoom') ? zoomMenu(shown.drawn, acts) : nothing}
        ${has('in') ? tool('plus', say.zoomIn, shown.drawn, () => acts.view('in')) : nothing}
        <span class="gap"></span>
        ${has('fit') ? tool('fit', say.fit, shown.drawn, () => acts.view('fit'), undefined, say.fit) : nothing}
        ${
          has('follow')
            ? tool('follow', say.follow, shown.drawn, () => acts.view('follow'), shown.follow, say.followWord)
            : nothing
        }
        ${has('find') || has('full') ? html`<span class="gap"></span>` : nothing}
        ${has('find') ? tool('find', say.find, shown.drawn, () => acts.view('find'), shown.find !== null) : nothing}
        <slot name="tools"></slot>
        ${
          has('full')
            ? tool('full', shown.full ? say.leaveFull : say.full, shown.drawn, () => acts.view('full'), shown.full)
            : nothing
        }
      </div>
    </div>
    <div
      class="tip"
      id="tip"
      role="tooltip"
      ?hidden=${!shown.tip}
      @pointerenter=${acts.stay}
      @pointerleave=${acts.leave}
    >
      ${tipBody(shown.tip)}
    </div>
  </div>`;
}

/** @param pressed of what is on or off @param word beside the icon */
function tool(name: string, label: string, enabled: boolean, act: () => void, pressed?: boolean, word?: string) {
  return html`<button
    type="button"
    class="tool-${name}"
    title=${label}
    aria-label=${label}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    ?disabled=${!enabled}
    @click=${act}
  >
    ${icon(name)}${word ? html`<span>${word}</span>` : nothing}
  </button>`;
}

const SCALES = [0.5, 1, 2];

/** The scale, and others to choose. What it shows is written with every move of the view, not by this. */
function zoomMenu(enabled: boolean, acts: Acts) {
  const choose = (event: Event, act: () => void) => {
    const menu = (event.currentTarget as Element).closest('details');
    if (menu) menu.open = false;
    act();
  };
  return html`<details
    class="zoom"
    @focusout=${closeOnFocusOut}
    @keydown=${closeOnEscape}
    @click=${closeOnTouchOutside}
  >
    <summary
      role="button"
      class="percent"
      title=${diagramStrings.zoom}
      aria-disabled=${enabled ? 'false' : 'true'}
    ></summary>
    <div class="scales">
      ${SCALES.map(
        (scale) =>
          html`<button type="button" @click=${(e: Event) => choose(e, () => acts.scale(scale))}>
            ${scale * 100}%
          </button>`,
      )} <button type="button" @click=${(e: Event) => choose(e, () => acts.view('fit'))}>${diagramStrings.fit}</button>
    </div>
  </details>`;
}

function findBox(text: string, n: number, acts: Acts) {
  const say = diagramStrings;
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') acts.next(event.shiftKey ? -1 : 1);
    else acts.view('find');
  };
  return html`<div class="find" role="search">
    <input
      type="search"
      aria-label=${say.findLabel}
      placeholder=${say.findLabel}
      autocomplete="off"
      .value=${text}
      @keydown=${key}
      @input=${onText(acts.look)}
    />
    <output>${text.trim() ? say.found(n) : ''}</output>
    <button
      type="button"
      title=${say.findNext}
      aria-label=${say.findNext}
      ?disabled=${n === 0}
      @click=${() => acts.next(1)}
    >
      ${icon('down')}
    </button>
    <button type="button" title=${say.findClose} aria-label=${say.findClose} @click=${() => acts.view('find')}>
      ${icon('close')}
    </button>
  </div>`;
}

/** The outline as a nested list without controls: what stands beside the drawing for those who do not see it. */
function outlineList(outline: Outline | null) {
  return outline
    ? html`<p>${outline.lead}</p>
        ${listOf(outline.entries)}`
    : nothing;
}

function listOf(entries: Entry[]): unknown {
  return entries.length === 0
    ? nothing
    : html`<ul>
        ${entries.map(
          (entry) =>
            html`<li>
              ${line(entry)}${
                entry.outs.length > 0
                  ? html`<ul>
                    ${entry.outs.map((edge) => html`<li>${outLine(edge)}</li>`)}
                  </ul>`
                  : nothing
              }${listOf(entry.children)}
            </li>`,
        )}
      </ul>`;
}
