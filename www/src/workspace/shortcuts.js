// @ts-check
// The keys of the page's commands, with what changes them: another key, none, or the one it came with.

import { html, nothing } from 'lit';
import { commands } from './commands.js';
import { keysOf, labelsOf } from './keymap.js';
import { words } from '../strings.js';
import './shortcuts.css';

/** @typedef {import('./store.js').State} State */
/** @typedef {(action: import('../app/actions.js').Action) => void} Dispatch */

/** A chord as keys. @param {string} chord */
export const chord = (chord) => html`<span class="chord">${labelsOf(chord).map((key, i) => html`${i > 0 ? '+' : nothing}<kbd>${key}</kbd>`)}</span>`;

const GROUPS = /** @type {const} */ (['run', 'view', 'walk', 'page', 'document', 'editor']);

/** @param {State} state @param {Dispatch} dispatch */
export function panel({ shell }, dispatch) {
  const say = words.shell.shortcuts;
  const own = Object.keys(shell.keys).length > 0;
  return html`<div class="shortcuts">
    <label class="row check"><input type="checkbox" .checked=${shell.single} @change=${(/** @type {any} */ e) => dispatch({ type: 'single', on: e.target.checked })}><span>${say.single}: <span class="quiet">${say.singleWhy}</span></span></label>
    ${GROUPS.map((group) => html`<h4>${words.shell.groups[group]}</h4><ul>${commands.filter((one) => one.group === group && (one.keys.length > 0 || shell.keys[one.id])).map(row)}</ul>`)}
    ${own ? html`<div class="buttons"><button type="button" @click=${() => dispatch({ type: 'allKeys' })}>${say.resetAll}</button></div>` : nothing}
  </div>`;

  /** @param {import('./commands.js').Command} command */
  function row(command) {
    const { id, label, where, single, fixed } = command;
    const asking = shell.capture === id;
    const keys = keysOf(command, shell);
    const changed = Object.hasOwn(shell.keys, id);
    const place = say.where[where === 'page' && single === 'diagram' ? 'diagram' : where];
    return html`<li data-command=${id}>
      <span class="what">${label}${place ? html` <span class="quiet">${place}</span>` : nothing}</span>
      <span class="keys" role=${asking ? 'status' : nothing}>${asking ? html`<span class="press">${say.press}</span>` : keys.length === 0 ? html`<span class="quiet">${say.none}</span>` : keys.map(chord)}</span>
      ${fixed ? nothing : html`<span class="acts">
        <button type="button" class="link" aria-label=${say.change(label)} @click=${() => dispatch({ type: 'capture', command: asking ? null : id })}>${words.shell.change}</button>
        ${keys.length > 0 ? html`<button type="button" class="link" aria-label=${say.off(label)} @click=${() => dispatch({ type: 'keys', command: id, keys: [] })}>${words.shell.off}</button>` : nothing}
        ${changed ? html`<button type="button" class="link" aria-label=${say.reset(label)} @click=${() => dispatch({ type: 'keys', command: id, keys: null })}>${words.shell.asWas}</button>` : nothing}</span>`}
      ${asking && shell.clash ? html`<p class="error" role="alert">${shell.clash}</p>` : nothing}</li>`;
  }
}
