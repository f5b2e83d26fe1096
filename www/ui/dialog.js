// @ts-check
// A modal dialog: the browser keeps the focus inside and gives it back. Its content may come later.

import { html, nothing } from 'lit';
import { later } from './later.js';
import { words } from '../strings.js';
import { icon } from './icon.js';

/** @typedef {import('./later.js').Panel} Panel */

/** @type {Record<'palette' | 'help' | 'tick' | 'runText', Panel>} */
const CONTENT = { palette: later(() => import('./palette.js')), help: later(() => import('../panels/help.js')), tick: later(() => import('../panels/to-tick.js')), runText: later(() => import('../panels/run-text.js')) };

/** @type {Panel} */
export function dialog(state, dispatch) {
  const { dialog: name } = state.shell;
  if (!name) return nothing;
  const label = words.shell.commands[name];
  return html`<dialog class="dialog is-${name}" aria-label=${label} @close=${(/** @type {Event} */ e) => closed(e, dispatch)} @click=${(/** @type {MouseEvent} */ e) => e.target === e.currentTarget && closeDialog(e)}>
    <div class="inside">${name !== 'palette' ? html`<div class="title-row"><h2>${label}</h2><button type="button" class="bare" title=${words.shell.close} aria-label=${words.shell.close} @click=${closeDialog}>${icon('close')}</button></div>` : nothing}
    ${CONTENT[name](state, dispatch)}</div></dialog>`;
}

/** The browser tells later that it closed one; by then the next command may have opened it again. @param {Event} event @param {(action: import('../page.js').Action) => void} dispatch */
function closed(event, dispatch) {
  const { open } = /** @type {HTMLDialogElement} */ (event.currentTarget);
  if (!open) dispatch({ type: 'dialog', name: null });
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
