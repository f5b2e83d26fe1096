// @ts-check
// The outline as a nested list without controls: what stands beside the drawing for those who do not see it.

import { html, nothing } from 'lit';
import { line, outLine } from '../workspace/drawn-outline.js';

/** @typedef {import('../workspace/drawn-outline.js').Entry} Entry */

/** @param {import('../workspace/drawn-outline.js').Outline | null} outline */
export function outlineList(outline) {
  return outline ? html`<p>${outline.lead}</p>${list(outline.entries)}` : nothing;
}

/** @param {Entry[]} entries @returns {unknown} */
function list(entries) {
  return entries.length === 0 ? nothing : html`<ul>${entries.map((one) => html`<li>${line(one)}${one.outs.length > 0 ? html`<ul>${one.outs.map((edge) => html`<li>${outLine(edge)}</li>`)}</ul>` : nothing}${list(one.children)}</li>`)}</ul>`;
}
