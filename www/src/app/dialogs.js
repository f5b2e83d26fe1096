// @ts-check
// A modal dialog: the browser keeps the focus inside and gives it back. Its content may come later.

import { html, nothing } from 'lit';
import { later } from '../workspace/lazy-panel.js';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';

/** @typedef {import('../workspace/lazy-panel.js').Panel} Panel */

/** @type {Record<'palette' | 'help' | 'tick' | 'runText', Panel>} */
const CONTENT = { palette: later(() => import('../features/palette/panel.js')), help: later(() => import('../features/help/panel.js')), tick: later(() => import('./to-tick.js')), runText: later(() => import('./run-text.js')) };

/** @type {Panel} */
export function dialog(state, dispatch) {
  const { dialog: name } = state.shell;
  if (!name) return nothing;
  const label = words.shell.commands[name];
  return html`<dialog class="dialog is-${name}" aria-label=${label} @cancel=${(/** @type {Event} */ e) => { e.preventDefault(); closeDialog(e, dispatch); }} @close=${(/** @type {Event} */ e) => closed(/** @type {HTMLDialogElement} */ (e.currentTarget)) && dispatch({ type: 'dialog', name: null })} @click=${(/** @type {MouseEvent} */ e) => e.target === e.currentTarget && closeDialog(e, dispatch)}>
    <div class="inside">${name !== 'palette' ? html`<div class="title-row"><h2>${label}</h2><button type="button" class="bare" title=${words.shell.close} aria-label=${words.shell.close} @click=${(/** @type {Event} */ e) => closeDialog(e, dispatch)}>${icon('close')}</button></div>` : nothing}
    ${CONTENT[name](state, dispatch)}</div></dialog>`;
}

/**
 * Closes the dialog around an event. The focus goes back to where it was, and the page knows at once: the browser would
 * tell later, when the next command may have opened another one.
 * @param {Event} event @param {(action: import('./actions.js').Action) => void} dispatch
 */
export function closeDialog(event, dispatch) {
  /** @type {Element} */ (event.currentTarget).closest('dialog')?.close();
  dispatch({ type: 'dialog', name: null });
}

/** Whether nothing took its place meanwhile. @param {HTMLDialogElement} dialog */
const closed = ({ isConnected, open }) => isConnected && !open;

/** Opens what was drawn. @param {Element} root */
export function openDialogs(root) {
  const drawn = root.querySelector('dialog.dialog');
  if (!(drawn instanceof HTMLDialogElement)) return;
  // One that the browser has closed is not opened again before it tells.
  if (!drawn.open && drawn.dataset.shown !== drawn.className) drawn.showModal();
  drawn.dataset.shown = drawn.className;
  // What came later asks for the focus as well.
  const wanted = drawn.querySelector('[autofocus]');
  if (wanted instanceof HTMLElement && !wanted.dataset.had) {
    wanted.dataset.had = 'yes';
    wanted.focus();
  }
}
