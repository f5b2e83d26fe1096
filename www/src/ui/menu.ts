// A button that opens a list of buttons. Escape, a choice, and the focus leaving close it.

import { html, nothing } from 'lit';
import { icon } from './icon.ts';

/** `why`: what keeps it from working; a title stands above what follows. */
type Item = { label: string; act: () => void; why?: string } | { title: string };

/** The focus left an open list. */
export function closeLeft(event: FocusEvent) {
  const details = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node) || !details.contains(event.relatedTarget)) details.open = false;
}

/** Escape in an open list. */
export function closeByKey(event: KeyboardEvent) {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** @param options `text` is shown beside the icon */
export function menu({
  label,
  image,
  text,
  items,
  name,
}: {
  label: string;
  image: string;
  text?: string;
  items: Item[];
  name: string;
}) {
  const close = (event: Event) => {
    const details = (event.currentTarget as Element).closest('details');
    if (details) details.open = false;
  };
  return html`<details class="menu" data-menu=${name} @focusout=${closeLeft} @keydown=${closeByKey}>
    <summary role="button" title=${label} aria-label=${label}>${icon(image)}${text ? html`<span>${text}</span>` : nothing}</summary>
    <div class="items" role="group" aria-label=${label} tabindex="-1">${items.map((item) =>
      'title' in item
        ? html`<p class="menu-title">${item.title}</p>`
        : html`<button type="button" aria-disabled=${item.why ? 'true' : 'false'} title=${item.why ?? ''} @click=${(
            event: Event,
          ) => {
            if (item.why) return;
            close(event);
            item.act();
          }}>${item.label}</button>`,
    )}</div>
  </details>`;
}
