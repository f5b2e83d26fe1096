// The outline as a nested list without controls: what stands beside the drawing for those who do not see it.

import { html, nothing } from 'lit';
import { line, outLine, type Entry, type Outline } from '../workspace/drawn-outline.ts';

export function outlineList(outline: Outline | null) {
  return outline ? html`<p>${outline.lead}</p>${list(outline.entries)}` : nothing;
}

function list(entries: Entry[]): unknown {
  return entries.length === 0 ? nothing : html`<ul>${entries.map((one) => html`<li>${line(one)}${one.outs.length > 0 ? html`<ul>${one.outs.map((edge) => html`<li>${outLine(edge)}</li>`)}</ul>` : nothing}${list(one.children)}</li>`)}</ul>`;
}
