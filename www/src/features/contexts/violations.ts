// What the core refused of a value.

import { html, nothing } from 'lit';
import { contextStrings } from './strings.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { fieldName } from '../../run/parts.ts';
import { compact } from '../../protocol/clip.ts';
import type { Json, Violation } from '../../protocol/types.ts';

/**
 * What the core found wrong: where, what the value must be, what it is, and what may help.
 * @param here the pointer of what they are shown at, which need not be said
 */
export function violations(errors: Violation[], here: string = '') {
  if (errors.length === 0) return nothing;
  return html`<ul class="violations">
    ${errors.map(
      (error) =>
        html`<li>
          <p class="error">${ticked(sentence(error, here))}</p>
          ${error.hint ? html`<p class="quiet">${ticked(error.hint)}</p>` : nothing}
        </li>`,
    )}
  </ul>`;
}

/** "`severity` must be at most 5; got 9"; where it is shown at the field, "Must be at most 5; got 9". */
function sentence({ pointer, code, message, expected, actual }: Violation, here: string) {
  const name = pointer === here ? '' : `\`${fieldName(pointer)}\` `;
  // Kinds, patterns and formats are words; what a field may be is JSON.
  const isWord = !['enum-mismatch', 'const-mismatch'].includes(code);
  const text = (value: Json): string => (typeof value === 'string' && isWord ? value : compact(value));
  const list = Array.isArray(expected) && code === 'enum-mismatch' ? expected.map(text).join(', ') : text(expected);
  const must = contextStrings.must[code]?.(list);
  if (code === 'required-missing' && name) return name + contextStrings.isRequired;
  if (must === undefined || actual === 'unset') return name + message;
  return sentenceCase(`${name}${must}; ${contextStrings.got(text(actual))}`);
}
