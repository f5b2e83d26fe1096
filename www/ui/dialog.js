// @ts-check
// A modal dialog: the browser keeps the focus inside and gives it back. Its content may come later.

import { html, nothing } from 'lit';
import { later } from './later.js';
import { words } from '../strings.js';
import { icon } from './icon.js';

/** @typedef {import('./later.js').Panel} Panel */

/** @type {Record<'palette' | 'help', Panel>} */
const CONTENT = { palette: later(() => import('./palette.js')), help: later(() => import('../panels/help.js')) };

/** @type {Panel} */
export function dialog(state, dispatch) {
  const { dialog: name } = state.shell;
  if (!name) return nothing;
  const label = words.shell.commands[name];
  return html`<dialog class="dialog is-${name}" aria-label=${label} @close=${() => dispatch({ type: 'dialog', name: null })} @click=${(/** @type {MouseEvent} */ e) => e.target === e.currentTarget && closeDialog(e)}>
    <div class="inside">${name === 'help' ? html`<div class="title-row"><h2>${label}</h2><button type="button" class="bare" title=${words.shell.close} aria-label=${words.shell.close} @click=${closeDialog}>${icon('close')}</button></div>` : nothing}
    ${CONTENT[name](state, dispatch)}</div></dialog>`;
}

/** Closes the dialog around an event, so that the focus goes back to where it was. @param {Event} event */
export function closeDialog(event) {
  /** @type {Element} */ (event.currentTarget).closest('dialog')?.close();
}

/** Opens what was drawn. @param {Element} root */
export function openDialogs(root) {
  const drawn = root.querySelector('dialog.dialog');
  if (!(drawn instanceof HTMLDialogElement)) return;
  if (!drawn.open) drawn.showModal();
  // What came later asks for the focus as well.
  const wanted = drawn.querySelector('[autofocus]');
  if (wanted instanceof HTMLElement && !wanted.dataset.had) {
    wanted.dataset.had = 'yes';
    wanted.focus();
  }
}
