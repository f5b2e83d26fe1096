// @ts-check
// Contexts: the paths of the run above, the values of the chosen path below; a value is edited in place as JSON.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { changesOf, compact, shownPath, valueOf } from './values.js';
import { icon } from '../ui/icon.js';
import { comparison } from './compare.js';
import { pathTree } from './paths.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** @param {State} state @param {Dispatch} dispatch */
export function contextsPanel(state, dispatch) {
  const view = state.run?.view;
  if (!view) return html`<p class="quiet">${words.contexts.notStarted}</p>`;
  const path = shownPath(state);
  const contexts = Object.entries(view.contexts);
  const changes = changesOf(state, path);
  const live = view.paths.filter((one) => one.status !== 'merged' && one.status !== 'forked');
  const wide = state.allPaths && live.length > 1;
  return html`
    ${comparison(state, dispatch)}
    ${pathTree(state, dispatch)}
    ${live.length > 1 && contexts.length > 0 ? html`<label class="row check"><input type="checkbox" .checked=${state.allPaths} @change=${(/** @type {any} */ e) => dispatch({ type: 'allPaths', all: e.target.checked })}><span>${words.contexts.allPaths}</span></label>` : nothing}
    ${wide ? contexts.map(([id, context]) => wideTable(state, dispatch, id, context, live)) : narrow()}`;

  function narrow() {
    return html`
    ${contexts.length === 0 ? html`<p class="quiet">${words.contexts.none}</p>` : contexts.map(([id, context]) => contextTable(state, dispatch, id, context, path, changes))}`;
  }
}

/**
 * @param {State} state @param {Dispatch} dispatch @param {string} id
 * @param {import('../engine/types.d.ts').View['contexts'][string]} context
 * @param {import('../engine/types.d.ts').View['paths'][number] | null} path
 * @param {ReturnType<typeof changesOf>} changes
 */
function contextTable(state, dispatch, id, context, path, changes) {
  const role = context.role === 'state' ? '' : context.role;
  return html`<section class="context">
    <h3><span class="name">${id}</span>
      ${role ? html`<span class="tag">${role}</span>` : nothing}${context.shared ? html`<span class="tag">${words.contexts.shared}</span>` : nothing}
      ${context.version ? html`<span class="version">${words.contexts.version(context.version)}</span>` : nothing}</h3>
    <table>
      <thead class="hidden"><tr><th scope="col">${words.contexts.field}</th><th scope="col">${words.contexts.value}</th></tr></thead>
      <tbody>${Object.entries(context.fields).map(([field, info]) => fieldRow(state, dispatch, id, context, field, info, path, changes))}</tbody>
    </table>
  </section>`;
}

/**
 * @param {State} state @param {Dispatch} dispatch @param {string} id
 * @param {import('../engine/types.d.ts').View['contexts'][string]} context
 * @param {string} field
 * @param {import('../engine/types.d.ts').View['contexts'][string]['fields'][string]} info
 * @param {import('../engine/types.d.ts').View['paths'][number] | null} path
 * @param {ReturnType<typeof changesOf>} changes
 */
function fieldRow(state, dispatch, id, context, field, info, path, changes) {
  const key = `${id}.${field}`;
  const value = valueOf(context, info, id, field, path);
  const text = value === undefined ? words.contexts.unset : compact(value);
  const changed = changes.has(key);
  const before = changes.get(key);
  const editing = state.edit?.key === key ? state.edit : null;
  return html`<tr class=${changed ? 'changed' : ''}>
    <th scope="row"><span class="field">${field}</span>${info.type ? html` <span class="type">${info.type}</span>` : nothing}</th>
    <td>${editing
      ? html`<form class="edit" @submit=${(/** @type {Event} */ e) => { e.preventDefault(); dispatch({ type: 'applyEdit' }); }}>
          <input type="text" aria-label=${words.contexts.json(key)} aria-invalid=${editing.error ? 'true' : 'false'} aria-describedby=${editing.error ? 'edit-error' : nothing}
            autocomplete="off" spellcheck="false" data-autofocus .value=${editing.text}
            @input=${(/** @type {InputEvent} */ e) => dispatch({ type: 'editText', text: /** @type {HTMLInputElement} */ (e.target).value })}
            @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && dispatch({ type: 'cancelEdit' })}>
          <button type="submit">${words.contexts.apply}</button>
          <button type="button" @click=${() => dispatch({ type: 'cancelEdit' })}>${words.contexts.cancel}</button>
          ${editing.error ? html`<p class="error" id="edit-error" role="alert">${editing.error}</p>` : nothing}
        </form>`
      : html`<button type="button" class="value" title=${words.contexts.edit(key)} aria-label="${words.contexts.edit(key)}: ${text}"
          @click=${() => dispatch({ type: 'editField', key, text: value === undefined ? '' : JSON.stringify(value) })}>
          <code>${text}</code>${icon('edit')}</button>
        ${changed ? html`<span class="was">${before === undefined ? words.contexts.changed : words.contexts.was(compact(before))}</span>` : nothing}`}
    </td>
  </tr>`;
}

/**
 * One column per path; where they differ, the row is marked.
 * @param {State} state @param {Dispatch} dispatch @param {string} id
 * @param {import('../engine/types.d.ts').View['contexts'][string]} context
 * @param {import('../engine/types.d.ts').View['paths']} paths
 */
function wideTable(state, dispatch, id, context, paths) {
  const chosen = shownPath(state);
  return html`<section class="context wide">
    <h3><span class="name">${id}</span>${context.shared ? html`<span class="tag">${words.contexts.shared}</span>` : nothing}</h3>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.contexts.byPath(id)}><table>
      <thead><tr><th scope="col"><span class="hidden">${words.contexts.field}</span></th>${paths.map((p) => html`<th scope="col" class=${p.id === chosen?.id ? 'chosen' : ''}>
        <button type="button" class="link" title=${words.contexts.choose(p.id)} @click=${() => dispatch({ type: 'choosePath', path: p.id })}>${p.id}</button></th>`)}</tr></thead>
      <tbody>${Object.entries(context.fields).map(([field, info]) => {
        const cells = paths.map((p) => compact(valueOf(context, info, id, field, p)));
        const differ = new Set(cells).size > 1;
        return html`<tr class=${differ ? 'differs' : ''}><th scope="row">${field}${differ ? html`<span class="differ-mark" title=${words.contexts.differs}>≠<span class="hidden">${words.contexts.differs}</span></span>` : nothing}</th>
          ${cells.map((text) => html`<td><code>${text}</code></td>`)}</tr>`;
      })}</tbody></table></div>
  </section>`;
}
