// A button that opens a list of buttons. Escape, a choice, a touch beside it, and the focus leaving close it.

import { html, nothing } from 'lit';
import { chevron, icon } from './icon.ts';
import { placeMenu } from './menu-place.ts';
import { onTouchOutside } from './touch-beside.ts';

/**
 * `why`: what keeps an entry from working; `on`: whether its check mark is shown, where it has one; `keys`: its
 * shortcut; `look`: its class. A title stands above what follows, a line between two groups; a part is drawn by its
 * owner.
 */
export type Item =
  | { label: string; act: (event: Event) => void; why?: string; on?: boolean; keys?: string; look?: string }
  | { title: string; look?: string }
  | { part: unknown }
  | 'line';

/** The focus left an open list. */
export function closeOnFocusOut(event: FocusEvent) {
  const details = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node) || !details.contains(event.relatedTarget)) details.open = false;
}

/** Escape in an open list. */
export function closeOnEscape(event: KeyboardEvent) {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** A click in a list or on its button. Where it opens the list, a touch beside it closes it from now on. */
export function closeOnTouchOutside(event: Event) {
  const details = event.currentTarget as HTMLDetailsElement;
  if (details.open || !(event.target instanceof Element) || !event.target.closest('summary')) return;
  const end = new AbortController();
  // That it opened or closed is told later than it is seen.
  details.addEventListener('toggle', () => details.open || end.abort(), { signal: end.signal });
  const close = () => {
    details.open = false;
  };
  onTouchOutside(details, close, end.signal);
}

/** Closes the list around an element. */
export function closeAround(event: Event) {
  const details = (event.currentTarget as Element).closest('details');
  if (details) details.open = false;
}

/**
 * @param options `text` is shown beside the icon, with an arrow behind it; `name` is said where it differs from `label`
 */
export function menu({
  label,
  image,
  text,
  items,
  name,
  look = '',
}: {
  label: string;
  image: string;
  text?: unknown;
  items: Item[];
  name: string;
  /** Classes of the button. */
  look?: string;
}) {
  return html`<details
    class="menu"
    data-menu=${name}
    @focusout=${closeOnFocusOut}
    @keydown=${closeOnEscape}
    @click=${closeOnTouchOutside}
  >
    <summary class=${look} role="button" title=${label} aria-label=${text ? nothing : label} @click=${placeMenu}>
      ${image ? icon(image) : nothing}${text ? html`<span>${text}</span>${chevron()}` : nothing}
    </summary>
    <div class="items" role="group" aria-label=${label} tabindex="-1">${items.map(item)}</div>
  </details>`;
}

function item(entry: Item) {
  if (entry === 'line') return html`<hr />`;
  if ('title' in entry) return html`<p class="menu-title ${entry.look ?? ''}">${entry.title}</p>`;
  if ('part' in entry) return entry.part;
  const { label, why, on, keys, look, act } = entry;
  const press = (event: Event) => {
    if (why) return;
    closeAround(event);
    // What opens a dialog gets the focus back when it closes; the list is hidden by then.
    (event.currentTarget as Element).closest('details')?.querySelector('summary')?.focus();
    act(event);
  };
  return html`<button
    type="button"
    class=${look ?? ''}
    aria-disabled=${why ? 'true' : 'false'}
    aria-pressed=${on === undefined ? nothing : on ? 'true' : 'false'}
    title=${why ?? ''}
    @click=${press}
  >
    ${
      on === undefined ? nothing : html`<span class="mark">${on ? icon('check') : nothing}</span>`
    }<span>${label}</span>${keys ? html`<kbd aria-hidden="true">${keys}</kbd>` : nothing}
  </button>`;
}
