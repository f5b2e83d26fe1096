// What stands around a drawing: its stage, the view buttons, and the words when there is nothing to see.

import { tipBody, type Tip } from './tip.ts';
import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import { line, outLine, type Entry, type Outline } from './outline.ts';
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
  view: (what: What) => void;
  look: (text: string) => void;
  next: (by: 1 | -1) => void;
  again: () => void;
  /** Saves what could not be laid out. */
  dot: () => void;
  anyway: () => void;
}

export function frame(
  shown: {
    label: string;
    working: boolean;
    drawn: boolean;
    empty: string;
    held: boolean;
    failure: string | null;
    listed: Outline | null;
    tip: Tip | null;
    find: string | null;
    findings: number;
    follow: boolean;
    full: boolean;
  },
  acts: Acts,
) {
  const say = words.diagram;
  return html`
    <div class="frame" @keydown=${acts.key}>
      <svg class="stage" role="graphics-document document" aria-describedby="outline" aria-roledescription=${say.role} aria-label=${shown.label || say.role}
        @contextmenu=${acts.menu} @pointermove=${acts.hover} @pointerleave=${acts.leave} @focusin=${acts.focus} @focusout=${acts.focus}>
        <g class="lens"></g>
      </svg>
      <div class="seen"></div>
      <div class="map" hidden @pointerdown=${acts.map} @pointermove=${acts.map}></div>
      <div class="outline ${shown.failure && !shown.drawn ? 'instead' : ''}" id="outline">${outlineList(shown.listed)}</div>
      ${shown.working ? html`<div class="progress" role="progressbar" aria-label=${say.working}></div>` : nothing}
      ${!shown.empty ? nothing : html`<p class="empty">${shown.empty}</p>`}
      ${shown.held ? html`<p class="failure held">${say.large} <button type="button" @click=${acts.anyway}>${say.anyway}</button></p>` : nothing}
      ${shown.failure ? html`<p class="failure" role="alert">${say.failed(shown.failure)} <button type="button" @click=${acts.again}>${say.again}</button> <button type="button" @click=${acts.dot}>${say.dot}</button></p>` : nothing}
      ${shown.find === null ? nothing : findBox(shown.find, shown.findings, acts)}
      <div class="tools" role="group" aria-label=${say.tools}>
        ${tool('minus', say.zoomOut, shown.drawn, () => acts.view('out'))}
        ${tool('plus', say.zoomIn, shown.drawn, () => acts.view('in'))}
        ${tool('fit', say.fit, shown.drawn, () => acts.view('fit'))}
        ${tool('one', say.oneToOne, shown.drawn, () => acts.view('one'))}
        ${tool('follow', say.follow, shown.drawn, () => acts.view('follow'), shown.follow)}
        ${tool('find', say.find, shown.drawn, () => acts.view('find'), shown.find !== null)}
        ${tool('full', shown.full ? say.leaveFull : say.full, shown.drawn, () => acts.view('full'), shown.full)}
        <slot name="tools"></slot>
      </div>
      <div class="tip" id="tip" role="tooltip" ?hidden=${!shown.tip} @pointerenter=${acts.stay} @pointerleave=${acts.leave}>${tipBody(shown.tip)}</div>
    </div>`;
}

/** @param pressed of what is on or off */
function tool(name: string, label: string, enabled: boolean, act: () => void, pressed?: boolean) {
  return html`<button type="button" title=${label} aria-label=${label} aria-pressed=${pressed === undefined ? nothing : String(pressed)} ?disabled=${!enabled} @click=${act}>${icon(name)}</button>`;
}

function findBox(text: string, n: number, acts: Acts) {
  const say = words.diagram;
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') acts.next(event.shiftKey ? -1 : 1);
    else acts.view('find');
  };
  return html`<div class="find" role="search">
    <input type="search" aria-label=${say.findLabel} placeholder=${say.findLabel} autocomplete="off" .value=${text} @keydown=${key} @input=${(e: any) => acts.look(e.target.value)}>
    <output>${text.trim() ? say.findings(n) : ''}</output>
    <button type="button" title=${say.findNext} aria-label=${say.findNext} ?disabled=${n === 0} @click=${() => acts.next(1)}>${icon('down')}</button>
    <button type="button" title=${say.findClose} aria-label=${say.findClose} @click=${() => acts.view('find')}>${icon('close')}</button>
  </div>`;
}

/** The outline as a nested list without controls: what stands beside the drawing for those who do not see it. */
function outlineList(outline: Outline | null) {
  return outline ? html`<p>${outline.lead}</p>${listOf(outline.entries)}` : nothing;
}

function listOf(entries: Entry[]): unknown {
  return entries.length === 0
    ? nothing
    : html`<ul>${entries.map((one) => html`<li>${line(one)}${one.outs.length > 0 ? html`<ul>${one.outs.map((edge) => html`<li>${outLine(edge)}</li>`)}</ul>` : nothing}${listOf(one.children)}</li>`)}</ul>`;
}
