// What the core refused of a value.

import { html, nothing } from 'lit';
import { formWords } from './form-strings.ts';
import { sentenceCase, ticked } from '../ui/code-spans.ts';
import { fieldName } from '../run/parts.ts';
import { compact } from '../protocol/clip.ts';
import { memberOf } from '../protocol/plain-data.ts';
import type { Json, Violation } from '../protocol/types.ts';

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
          <p class="error">${ticked(violationSentence(error, here))}</p>
          ${error.hint ? html`<p class="quiet">${ticked(error.hint)}</p>` : nothing}
        </li>`,
    )}
  </ul>`;
}

/** The violations in the data of a refusal, with pointers into what was given: an event's begin with `data`. */
export function violationsOf(data: Json | undefined): Violation[] {
  const errors = memberOf(data, 'errors');
  if (!Array.isArray(errors)) return [];
  if (memberOf(data, 'event') === undefined) return errors;
  return errors.map((error: Violation) => ({ ...error, pointer: error.pointer.replace(/^\/data/, '') }));
}

/** "`severity` must be at most 5; got 9"; where it is shown at the field, "Must be at most 5; got 9". */
export function violationSentence({ pointer, code, message, expected, actual }: Violation, here: string) {
  const name = pointer === here ? '' : `\`${fieldName(pointer)}\` `;
  // Kinds, patterns and formats are words; what a field may be is JSON.
  const isWord = !['enum-mismatch', 'const-mismatch'].includes(code);
  const text = (value: Json): string => (typeof value === 'string' && isWord ? value : compact(value));
  const list = Array.isArray(expected) && code === 'enum-mismatch' ? expected.map(text).join(', ') : text(expected);
  const must = formWords.must[code]?.(list);
  if (code === 'required-missing' && name) return name + formWords.isRequired;
  if (must === undefined || actual === 'unset') return name + message;
  return sentenceCase(`${name}${must}; ${formWords.got(text(actual))}`);
}
