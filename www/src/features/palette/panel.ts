// Command palette: arrows choose, Enter does it.

import { html, nothing } from 'lit';
import { chord } from '../../workspace/shortcuts.ts';
import { closeDialog } from '../../ui/dialog.ts';
import { entriesOf, type Entry } from './entries.ts';
import { paletteStrings } from './strings.ts';
import './style.css';
import type { State, Action } from '../../workspace/state.ts';

export function panel(state: State, dispatch: (action: Action) => void) {
  const say = paletteStrings;
  const list = entriesOf(state);
  const at = Math.min(state.shell.at, list.length - 1);
  const choose = (event: Event, entry: Entry | undefined) => {
    if (!entry || entry.why || !entry.action) return;
    const { action } = entry;
    // The action may ask for the focus or for a dialog itself, so it comes after this one has gone.
    (event.currentTarget as Element)
      .closest('dialog')
      ?.addEventListener('close', () => dispatch(action), { once: true });
    closeDialog(event, dispatch);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.isComposing) choose(event, list[at]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key !== 'Enter' && to === undefined) return;
    event.preventDefault();
    if (to === undefined || list.length === 0) return;
    const next = event.key.startsWith('Page')
      ? Math.min(list.length - 1, Math.max(0, to))
      : (to + list.length) % list.length;
    dispatch({ type: 'entry', at: next });
    const box = (event.currentTarget as Element).closest('dialog');
    queueMicrotask(() =>
      requestAnimationFrame(() => box?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })),
    );
  };
  return html`<div class="palette">
    <input type="text" role="combobox" aria-label=${say.label} placeholder=${say.place} aria-expanded="true" aria-controls="palette-list" aria-activedescendant=${list.length > 0 ? `palette-${at}` : nothing} aria-autocomplete="list"
      autocomplete="off" spellcheck="false" autofocus .value=${state.shell.query} @input=${(e: any) => dispatch({ type: 'query', text: e.target.value })} @keydown=${key}>
    <ul role="listbox" id="palette-list" aria-label=${say.label}>${list.map(
      (
        entry,
        i,
      ) => html`<li role="option" id="palette-${i}" aria-selected=${i === at ? 'true' : 'false'} aria-disabled=${entry.why ? 'true' : 'false'}
      @click=${(e: Event) => choose(e, entry)}><span>${entry.label}</span>${entry.why ? html`<span class="quiet">${entry.why}</span>` : entry.kind ? html`<span class="tag">${entry.kind}</span>` : nothing}
      <span class="keys">${entry.keys.slice(0, 1).map(chord)}</span></li>`,
    )}</ul>
    ${list.length === 0 ? html`<p class="quiet" role="status">${say.none}</p>` : nothing}
  </div>`;
}
