// Command palette: arrows choose, Enter does it.

import { html, nothing } from 'lit';
import { chord } from '../../commands/shortcut-panel.ts';
import { closeDialog, leaveDialog } from '../../ui/dialog.ts';
import { icon } from '../../ui/icon.ts';
import { ticked } from '../../ui/code-spans.ts';
import { entriesOf, type Entry } from './entries.ts';
import { paletteStrings as say } from './strings.ts';
import './style.css';
import { onText } from '../../ui/listeners.ts';
import type { State, Action } from '../../store/state.ts';

export function panel(state: State, dispatch: (action: Action) => void) {
  const list = entriesOf(state);
  const works = Math.max(
    0,
    list.findIndex(({ why }) => !why),
  );
  const at = state.shell.at < 0 ? works : Math.min(state.shell.at, list.length - 1);
  const choose = (event: Event, entry: Entry | undefined) => {
    if (!entry || entry.why || !entry.action) return;
    leaveDialog(event, dispatch, entry.action);
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
  const option = (entry: Entry) => {
    const i = list.indexOf(entry);
    // Under its reason it does not repeat that.
    const why = entry.heading === say.groups[entry.group] ? entry.why : '';
    const note = why || (entry.says && ticked(entry.says));
    return html`<div
      role="option"
      id="palette-${i}"
      aria-selected=${i === at ? 'true' : 'false'}
      aria-disabled=${entry.why ? 'true' : 'false'}
      @click=${(e: Event) => choose(e, entry)}
    >
      ${icon(entry.image)}
      <span class="name">${entry.label}${note ? html`<span class="hint">${note}</span>` : nothing}</span>
      ${entry.keys.length > 0 ? html`<span class="keys">${chord(entry.keys[0] as string)}</span>` : nothing}
    </div>`;
  };
  return html`<div class="palette">
    <div class="query">
      ${icon('find')}<input
        type="text"
        role="combobox"
        aria-label=${say.label}
        placeholder=${say.label}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant=${list.length > 0 ? `palette-${at}` : nothing}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck="false"
        autofocus
        .value=${state.shell.query}
        @input=${onText((text) => dispatch({ type: 'query', text }))}
        @keydown=${key}
      /><button
        type="button"
        class="button square close"
        title=${say.close}
        aria-label=${say.close}
        @click=${(e: Event) => closeDialog(e, dispatch)}
      >
        ${icon('close')}
      </button>
    </div>
    <div role="listbox" id="palette-list" aria-label=${say.label}>
      ${[...new Set(list.map(({ heading }) => heading))].map(
        (heading, i) =>
          html`<div role="group" aria-labelledby="palette-heading-${i}">
            <p class="hint" role="presentation" id="palette-heading-${i}">${heading}</p>
            ${list.filter((entry) => entry.heading === heading).map(option)}
          </div>`,
      )}
    </div>
    ${list.length === 0 ? html`<p class="hint none" role="status">${say.none}</p>` : nothing}
    <p class="foot hint">
      <span>${say.enter}</span><span>${say.escape}</span
      ><span class="narrow">${say.narrow.map((line) => html`<span>${line}</span>`)}</span>
    </p>
  </div>`;
}
