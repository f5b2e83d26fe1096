// What the core refused of a value.

import { html, nothing } from 'lit';
import { contextStrings } from './strings.ts';
import { ticked } from '../../ui/code-spans.ts';
import { compact } from '../../workspace/values.ts';
import type { Json, Violation } from '../../protocol/types.ts';

/**
 * What the core found wrong: where, what it expects, what it got, and what may help.
 * @param here the pointer of what they are shown at, which need not be said
 */
export function violations(errors: Violation[], here: string = '') {
  if (errors.length === 0) return nothing;
  const say = contextStrings;
  const text = (value: Json) => (typeof value === 'string' ? value : compact(value));
  return html`<ul class="violations">
    ${errors.map(
      (one) =>
        html`<li>
          <p class="error">
            ${one.pointer === here ? nothing : html`<code>${one.pointer}</code> `}${ticked(one.message)}
          </p>
          <p class="quiet">
            ${say.expected} <code>${text(one.expected)}</code>${
              one.actual === 'unset' ? nothing : html`, ${say.actual} <code>${text(one.actual)}</code>`
            }${one.hint ? html`. ${ticked(one.hint)}` : nothing}
          </p>
        </li>`,
    )}
  </ul>`;
}
