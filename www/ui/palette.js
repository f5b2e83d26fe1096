// @ts-check
// Command palette: every command, node and example by name; arrows choose, Enter does it.

import { html, nothing } from 'lit';
import { commands } from './commands.js';
import { keysOf } from './keymap.js';
import { chord } from '../panels/shortcuts.js';
import { closeDialog } from './dialog.js';
import { positionText } from '../run/positions.js';
import { laterWords } from '../words/later.js';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {import('../page.js').Action} Action */
/** @typedef {{ label: string, kind: string, why: string, keys: string[], action: Action | null }} Entry `why`: what keeps it from working */

/** More are not shown: another letter finds the rest. */
const MOST = 200;

/** What fits the words that were typed: commands, then nodes, then examples. @param {State} state @returns {Entry[]} */
export function entriesOf(state) {
  const wanted = state.shell.query.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Entry[]} */ const list = [];
  /** @param {string} label @param {string} kind @param {() => Omit<Entry, 'label' | 'kind'>} rest */
  const add = (label, kind, rest) => {
    const text = `${label} ${kind}`.toLowerCase();
    if (list.length < MOST && wanted.every((word) => text.includes(word))) list.push({ label, kind, ...rest() });
  };
  for (const command of commands) {
    if (!command.hidden) add(command.label, '', () => ({ why: command.off?.(state) ?? '', keys: keysOf(command, state.shell), action: command.act(state, '') }));
  }
  const say = words.shell.palette;
  // Deepest first in, last out: without recursion, in source order.
  const items = [...(state.analysis?.outline ?? [])].reverse();
  for (let item = items.pop(); item && list.length < MOST; item = items.pop()) {
    const { diagramId, id } = item;
    if (id && diagramId) add(id, say.node, () => ({ why: '', keys: [], action: { type: 'select', id: diagramId, open: false } }));
    items.push(...item.children.slice().reverse());
  }
  for (const { slug, title } of state.examples) add(title, say.example, () => ({ why: '', keys: [], action: { type: 'openExample', slug } }));
  for (const { number, place, outcome } of state.runs) add(`${laterWords.runs.name(number)}, ${laterWords.runs.stood(positionText(place), outcome)}`, laterWords.runs.kind, () => ({ why: '', keys: [], action: { type: 'openRun', number } }));
  // What begins with the words comes first.
  return list.sort((a, b) => Number(starts(b, wanted)) - Number(starts(a, wanted)));
}

/** @param {Entry} entry @param {string[]} wanted */
const starts = ({ label }, wanted) => wanted.length > 0 && label.toLowerCase().startsWith(wanted[0] ?? '');

/** @param {State} state @param {(action: Action) => void} dispatch */
export function panel(state, dispatch) {
  const say = words.shell.palette;
  const list = entriesOf(state);
  const at = Math.min(state.shell.at, list.length - 1);
  const choose = (/** @type {Event} */ event, /** @type {Entry | undefined} */ entry) => {
    if (!entry || entry.why || !entry.action) return;
    const { action } = entry;
    // The action may ask for the focus or for a dialog itself, so it comes after this one has gone.
    /** @type {Element} */ (event.currentTarget).closest('dialog')?.addEventListener('close', () => dispatch(action), { once: true });
    closeDialog(event, dispatch);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && !event.isComposing) choose(event, list[at]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key !== 'Enter' && to === undefined) return;
    event.preventDefault();
    if (to === undefined || list.length === 0) return;
    const next = event.key.startsWith('Page') ? Math.min(list.length - 1, Math.max(0, to)) : (to + list.length) % list.length;
    dispatch({ type: 'entry', at: next });
    const box = /** @type {Element} */ (event.currentTarget).closest('dialog');
    queueMicrotask(() => requestAnimationFrame(() => box?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })));
  };
  return html`<div class="palette">
    <input type="text" role="combobox" aria-label=${say.label} placeholder=${say.place} aria-expanded="true" aria-controls="palette-list" aria-activedescendant=${list.length > 0 ? `palette-${at}` : nothing} aria-autocomplete="list"
      autocomplete="off" spellcheck="false" autofocus .value=${state.shell.query} @input=${(/** @type {any} */ e) => dispatch({ type: 'query', text: e.target.value })} @keydown=${key}>
    <ul role="listbox" id="palette-list" aria-label=${say.label}>${list.map((entry, i) => html`<li role="option" id="palette-${i}" aria-selected=${i === at ? 'true' : 'false'} aria-disabled=${entry.why ? 'true' : 'false'}
      @click=${(/** @type {Event} */ e) => choose(e, entry)}><span>${entry.label}</span>${entry.why ? html`<span class="quiet">${entry.why}</span>` : entry.kind ? html`<span class="tag">${entry.kind}</span>` : nothing}
      <span class="keys">${entry.keys.slice(0, 1).map(chord)}</span></li>`)}</ul>
    ${list.length === 0 ? html`<p class="quiet" role="status">${say.none}</p>` : nothing}
  </div>`;
}
