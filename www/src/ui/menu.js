// @ts-check
// A button that opens a list of buttons. Escape, a choice, and the focus leaving close it.

import { html, nothing } from 'lit';
import { icon } from './icon.js';

/**
 * @typedef {{ label: string, act: () => void, why?: string } | { title: string }} Item `why`: what keeps it from working; a title stands above what follows
 */

/** The focus left an open list. @param {FocusEvent} event */
export function closeLeft(event) {
  const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (!(event.relatedTarget instanceof Node) || !details.contains(event.relatedTarget)) details.open = false;
}

/** Escape in an open list. @param {KeyboardEvent} event */
export function closeByKey(event) {
  const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** @param {{ label: string, image: string, text?: string, items: Item[], name: string }} options `text` is shown beside the icon */
export function menu({ label, image, text, items, name }) {
  const close = (/** @type {Event} */ event) => {
    const details = /** @type {Element} */ (event.currentTarget).closest('details');
    if (details) details.open = false;
  };
  return html`<details class="menu" data-menu=${name} @focusout=${closeLeft} @keydown=${closeByKey}>
    <summary role="button" title=${label} aria-label=${label}>${icon(image)}${text ? html`<span>${text}</span>` : nothing}</summary>
    <div class="items" role="group" aria-label=${label} tabindex="-1">${items.map((item) => 'title' in item
      ? html`<p class="menu-title">${item.title}</p>`
      : html`<button type="button" aria-disabled=${item.why ? 'true' : 'false'} title=${item.why ?? ''} @click=${(/** @type {Event} */ event) => {
        if (item.why) return;
        close(event);
        item.act();
      }}>${item.label}</button>`)}</div>
  </details>`;
}
