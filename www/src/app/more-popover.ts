// The popover of More: a field that narrows the list, one row per panel. Arrows and Enter choose.

import { html, nothing } from 'lit';
import { icon } from '../ui/icon.ts';
import { panelWords } from './panel-strings.ts';
import { onText } from '../ui/listeners.ts';

export interface MoreEntry {
  /** Of a panel, or of another thing that is listed with them. */
  id: string;
  label: string;
  icon: string;
  /** What it shows. */
  summary: string;
  /** At the right end: a count or a key. */
  note?: string;
  /** It stands below the list, whatever is typed. */
  isAlwaysShown?: boolean;
  /** Opens something else than a panel. */
  act?: () => void;
}

/** The rows that fit what is typed. */
export function matchingEntries(entries: MoreEntry[], query: string): MoreEntry[] {
  const wanted = query.trim().toLowerCase();
  return entries.filter(
    ({ label, summary, isAlwaysShown }) => isAlwaysShown || `${label} ${summary}`.toLowerCase().includes(wanted),
  );
}

export function morePopover({
  entries,
  query,
  at,
  type,
  move,
  take,
}: {
  entries: MoreEntry[];
  query: string;
  at: number;
  type: (query: string) => void;
  move: (at: number) => void;
  take: (entry: MoreEntry) => void;
}) {
  const rows = matchingEntries(entries, query);
  const chosen = Math.min(at, rows.length - 1);
  const key = (event: KeyboardEvent) => {
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key];
    const row = rows[chosen];
    if (to !== undefined) move((to + rows.length) % rows.length);
    else if (event.key === 'Enter' && row) take(row);
    else return;
    event.preventDefault();
  };
  return html`<div class="more-panels" role="dialog" aria-label=${panelWords.morePanels}>
    <input
      type="text"
      class="field"
      role="combobox"
      aria-expanded="true"
      aria-controls="more-list"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
      aria-activedescendant="more-${rows[chosen]?.id}"
      aria-label=${panelWords.find}
      placeholder=${panelWords.find}
      .value=${query}
      @input=${onText(type)}
      @keydown=${key}
    />
    ${rows.every(({ isAlwaysShown }) => isAlwaysShown) ? html`<p class="quiet">${panelWords.none}</p>` : nothing}
    <ul id="more-list" role="listbox" aria-label=${panelWords.morePanels}>
      ${rows.map(
        (row, i) =>
          html`<li
            role="option"
            id="more-${row.id}"
            class=${row.isAlwaysShown ? 'last' : ''}
            aria-selected=${i === chosen ? 'true' : 'false'}
            @mousedown=${(event: Event) => event.preventDefault()}
            @click=${() => take(row)}
          >
            ${icon(row.icon)} <span>${row.label}</span>${
              row.note
                ? row.isAlwaysShown
                  ? html`<kbd>${row.note}</kbd>`
                  : html`<span class="at-end">${row.note}</span>`
                : html`<span></span>`
            }${row.summary ? html`<span class="line">${row.summary}</span>` : nothing}
          </li>`,
      )}
    </ul>
  </div>`;
}
