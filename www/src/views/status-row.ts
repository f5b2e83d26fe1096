// The one sentence that tells the state of a run: tint, icon or dot, sentence, at most one button that helps.

import { html, nothing } from 'lit';
import { icon } from '../ui/icon.ts';
import { parts, type ColorOf } from './parts.ts';
import type { Part } from '../run/parts.ts';
import type { Tone } from '../run/path-status.ts';

/**
 * `icon`: by its name, null for a dot; `filled`: the button is what gets one further now; `state`: its name, as an
 * attribute.
 */
export interface StatusRow {
  state: string;
  tone: Tone;
  icon: string | null;
  parts: readonly Part[];
  button: { label: string; icon?: string; filled?: boolean; title?: string } | null;
  /** Further buttons: their labels. */
  others?: readonly { label: string }[];
}

/** @param press the button, or one of the others by its index @param more behind the sentence */
export function statusRow(
  { state, tone, icon: image, parts: list, button, others = [] }: StatusRow,
  press: (other?: number) => void,
  colorOf?: ColorOf,
  more: unknown = nothing,
) {
  return html`<div class="status-row is-${tone}" data-state=${state}>
    ${image === null ? html`<span class="dot" aria-hidden="true"></span>` : icon(image)}
    <p>${parts(list, colorOf)}${more}</p>
    ${
      button
        ? html`<button
          type="button"
          class="button small ${button.filled ? 'filled' : 'outlined'}"
          title=${button.title ?? ''}
          @click=${() => press()}
        >
          ${button.icon ? icon(button.icon) : nothing}<span>${button.label}</span>
        </button>`
        : nothing
    }
    ${others.map(
      ({ label }, i) => html`<button type="button" class="button small outlined" @click=${() => press(i)}>
        <span>${label}</span>
      </button>`,
    )}
  </div>`;
}
