// @ts-check
// What stands around a drawing: its stage, the view buttons, and the words when there is nothing to see.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';
import { outlineList } from './outline-list.js';

/**
 * @typedef {object} Acts
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: MouseEvent) => void} menu
 * @property {(event: PointerEvent) => void} hover
 * @property {() => void} leave
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {() => void} oneToOne
 * @property {() => void} again
 * @property {() => void} anyway
 */

/**
 * @param {{ label: string, working: boolean, drawn: boolean, empty: string, held: boolean, failure: string | null, outline: import('./outline.js').Outline | null, tip: { text: string } | null }} shown
 * @param {Acts} acts
 */
export function frame(shown, acts) {
  const say = words.diagram;
  return html`
    <div class="frame" @keydown=${acts.key}>
      <svg class="stage" role="graphics-document document" aria-describedby="outline" aria-roledescription=${say.role} aria-label=${shown.label || say.role}
        @contextmenu=${acts.menu} @pointermove=${acts.hover} @pointerleave=${acts.leave}>
        <g class="lens"></g>
      </svg>
      <div class="outline" id="outline">${outlineList(shown.outline)}</div>
      ${shown.working ? html`<div class="progress" role="progressbar" aria-label=${say.working}></div>` : nothing}
      ${shown.drawn || !shown.empty ? nothing : html`<p class="empty">${shown.empty}</p>`}
      ${shown.held ? html`<p class="failure held">${say.large} <button type="button" @click=${acts.anyway}>${say.anyway}</button></p>` : nothing}
      ${shown.failure ? html`<p class="failure" role="alert">${say.failed(shown.failure)} <button type="button" @click=${acts.again}>${say.again}</button></p>` : nothing}
      <div class="tools" role="group" aria-label=${say.tools}>
        ${tool('minus', say.zoomOut, shown.drawn, () => acts.zoom(0.8))}
        ${tool('plus', say.zoomIn, shown.drawn, () => acts.zoom(1.25))}
        ${tool('fit', say.fit, shown.drawn, acts.fit)}
        ${tool('one', say.oneToOne, shown.drawn, acts.oneToOne)}
      </div>
      <div class="tip" ?hidden=${!shown.tip}>${shown.tip?.text ?? ''}</div>
    </div>`;
}

/** @param {string} name @param {string} label @param {boolean} enabled @param {() => void} act */
function tool(name, label, enabled, act) {
  return html`<button type="button" title=${label} aria-label=${label} ?disabled=${!enabled} @click=${act}>${icon(name)}</button>`;
}
