// @ts-check
// What the core refused of a value.

import { html, nothing } from 'lit';
import { words } from '../../strings.js';
import { ticked } from '../../ui/code-spans.js';
import { compact } from '../../workspace/values.js';

/** What the core found wrong: where, what it expects, what it got, and what may help. @param {import('../../protocol/types.ts').Violation[]} errors */
export function violations(errors) {
  if (errors.length === 0) return nothing;
  const say = words.values;
  const text = (/** @type {import('../../protocol/types.ts').Json} */ value) => (typeof value === 'string' ? value : compact(value));
  return html`<ul class="violations">${errors.map((one) => html`<li><p class="error">${one.pointer ? html`<code>${one.pointer}</code> ` : nothing}${ticked(one.message)}</p>
    <p class="quiet">${say.expected} <code>${text(one.expected)}</code>, ${say.actual} <code>${text(one.actual)}</code>${one.hint ? html`. ${ticked(one.hint)}` : nothing}</p></li>`)}</ul>`;
}
