// @ts-check
// What stands around a drawing: its stage, the view buttons, and the words when there is nothing to see.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';
import { outlineList } from './outline-list.js';
import { tipBody } from './tip.js';

/**
 * @typedef {object} Acts
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: MouseEvent) => void} menu
 * @property {(event: PointerEvent) => void} hover
 * @property {() => void} leave
 * @property {(event: FocusEvent) => void} focus
 * @property {() => void} stay the pointer is on the tip
 * @property {(event: PointerEvent) => void} map
 * @property {(what: import('../actions/viewing.js').What) => void} view
 * @property {(text: string) => void} look
 * @property {(by: 1 | -1) => void} next
 * @property {() => void} again
 * @property {() => void} dot saves what could not be laid out
 * @property {() => void} anyway
 */

/**
 * @param {{ label: string, working: boolean, drawn: boolean, empty: string, held: boolean, failure: string | null, listed: import('./outline.js').Outline | null, tip: import('./tip.js').Tip | null, find: string | null, findings: number, follow: boolean, full: boolean }} shown
 * @param {Acts} acts
 */
export function frame(shown, acts) {
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

/** @param {string} name @param {string} label @param {boolean} enabled @param {() => void} act @param {boolean} [pressed] of what is on or off */
function tool(name, label, enabled, act, pressed) {
  return html`<button type="button" title=${label} aria-label=${label} aria-pressed=${pressed === undefined ? nothing : String(pressed)} ?disabled=${!enabled} @click=${act}>${icon(name)}</button>`;
}

/** @param {string} text @param {number} n @param {Acts} acts */
function findBox(text, n, acts) {
  const say = words.diagram;
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') acts.next(event.shiftKey ? -1 : 1);
    else acts.view('find');
  };
  return html`<div class="find" role="search">
    <input type="search" aria-label=${say.findLabel} placeholder=${say.findLabel} autocomplete="off" .value=${text} @keydown=${key} @input=${(/** @type {any} */ e) => acts.look(e.target.value)}>
    <output>${text.trim() ? say.findings(n) : ''}</output>
    <button type="button" title=${say.findNext} aria-label=${say.findNext} ?disabled=${n === 0} @click=${() => acts.next(1)}>${icon('down')}</button>
    <button type="button" title=${say.findClose} aria-label=${say.findClose} @click=${() => acts.view('find')}>${icon('close')}</button>
  </div>`;
}
