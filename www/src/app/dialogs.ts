// A modal dialog: the browser keeps the focus inside and gives it back. Its content may come later.

import { html, nothing } from 'lit';
import { later, type Panel } from '../workspace/lazy-panel.ts';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import type { State } from '../workspace/store.ts';
import type { Action } from './actions.ts';

const CONTENT: Record<'palette' | 'help' | 'tick' | 'runText', Panel> = { palette: later(() => import('../features/palette/panel.ts')), help: later(() => import('../features/help/panel.ts')), tick: later(() => import('./to-tick.ts')), runText: later(() => import('./run-text.ts')) };

export function dialog(state: State, dispatch: (action: Action) => void) {
  const { dialog: name } = state.shell;
  if (!name) return nothing;
  const label = words.shell.commands[name];
  return html`<dialog class="dialog is-${name}" aria-label=${label} @cancel=${(e: Event) => { e.preventDefault(); closeDialog(e, dispatch); }} @close=${(e: Event) => closed(e.currentTarget as HTMLDialogElement) && dispatch({ type: 'dialog', name: null })} @click=${(e: MouseEvent) => e.target === e.currentTarget && closeDialog(e, dispatch)}>
    <div class="inside">${name !== 'palette' ? html`<div class="title-row"><h2>${label}</h2><button type="button" class="bare" title=${words.shell.close} aria-label=${words.shell.close} @click=${(e: Event) => closeDialog(e, dispatch)}>${icon('close')}</button></div>` : nothing}
    ${CONTENT[name](state, dispatch)}</div></dialog>`;
}

/**
 * Closes the dialog around an event. The focus goes back to where it was, and the page knows at once: the browser would
 * tell later, when the next command may have opened another one.
 */
export function closeDialog(event: Event, dispatch: (action: Action) => void) {
  (event.currentTarget as Element).closest('dialog')?.close();
  dispatch({ type: 'dialog', name: null });
}

/** Whether nothing took its place meanwhile. */
const closed = ({ isConnected, open }: HTMLDialogElement) => isConnected && !open;

/** Opens what was drawn. */
export function openDialogs(root: Element) {
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
