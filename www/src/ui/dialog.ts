// A modal dialog: the browser keeps the focus inside and gives it back.

import { holdKeys } from './held-keys.ts';

/**
 * Closes the dialog around an event. The focus goes back to where it was, and the page knows at once: the browser would
 * tell later, when the next command may have opened another one.
 */
export function closeDialog(event: Event, dispatch: (action: { type: 'dialog'; name: null }) => void) {
  (event.currentTarget as Element).closest('dialog')?.close();
  dispatch({ type: 'dialog', name: null });
}

/** Closes the dialog around an event; what comes then may ask for the focus or for a dialog itself. */
export function leaveDialog<A>(event: Event, dispatch: (action: A | { type: 'dialog'; name: null }) => void, then: A) {
  const dialog = (event.currentTarget as Element).closest('dialog');
  dialog?.addEventListener('close', () => dispatch(then), { once: true });
  closeDialog(event, dispatch);
}

/** Whether a click fell beside the dialog. The empty room of its own box is a target of clicks too. */
export function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent) {
  if (target !== currentTarget) return false;
  const { left, top, right, bottom } = (currentTarget as Element).getBoundingClientRect();
  return clientX < left || clientX >= right || clientY < top || clientY >= bottom;
}

/** Whether nothing took its place meanwhile. */
export const isStillClosed = ({ isConnected, open }: HTMLDialogElement) => isConnected && !open;

/** Ends the holding of what is typed before the field of a dialog has come. */
let release: (() => string | null) | null = null;

/** Opens what was drawn. */
export function openDialogs(root: Element) {
  for (const drawn of root.querySelectorAll<HTMLDialogElement>('dialog.dialog')) {
    // One that the browser has closed is not opened again before it tells.
    if (!drawn.open && drawn.dataset.shown !== drawn.className) drawn.showModal();
    drawn.dataset.shown = drawn.className;
    // What came later asks for the focus as well.
    const wanted = drawn.querySelector('[autofocus]');
    if (wanted instanceof HTMLElement && !wanted.dataset.had) {
      wanted.dataset.had = 'yes';
      const typed = release?.()?.replaceAll('\n', '');
      release = null;
      wanted.focus();
      if (typed && wanted instanceof HTMLInputElement) {
        wanted.value = typed;
        wanted.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    // Without anything to press, the focus is on the dialog itself: what is typed is meant for its field.
    else if (!wanted && document.activeElement === drawn) release ??= holdKeys();
  }
  if (release && root.querySelector('dialog.dialog') === null) {
    release();
    release = null;
  }
}
