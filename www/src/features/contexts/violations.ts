// What the core refused of a value.

import { html, nothing } from 'lit';
import { contextStrings } from './strings.ts';
import { ticked } from '../../ui/code-spans.ts';
import { compact } from '../../workspace/values.ts';
import type { Json, Violation } from '../../protocol/types.ts';

/** What the core found wrong: where, what it expects, what it got, and what may help. */
export function violations(errors: Violation[]) {
  if (errors.length === 0) return nothing;
  const say = contextStrings;
  const text = (value: Json) => (typeof value === 'string' ? value : compact(value));
  return html`<ul class="violations">
    ${errors.map(
      (one) =>
        html`<li>
          <p class="error">${isNamed(one) ? nothing : html`<code>${one.pointer}</code> `}${ticked(one.message)}</p>
          <p class="quiet">
            ${say.expected} <code>${text(one.expected)}</code>${
              one.actual === 'unset' ? nothing : html`, ${say.actual} <code>${text(one.actual)}</code>`
            }${one.hint ? html`. ${ticked(one.hint)}` : nothing}
          </p>
        </li>`,
    )}
  </ul>`;
}

/** Whether the message says itself which field it is about. */
function isNamed({ pointer, message }: Violation) {
  return pointer === '' || message.includes(`\`${pointer.slice(pointer.lastIndexOf('/') + 1)}\``);
}
