// @ts-check
// The keys of the page: a press becomes an action of the table of commands; Escape climbs down its ladder.

import { commands } from '../workspace/commands.js';
import { chordOf, commandFor } from '../workspace/keymap.js';
import { focused, leaveControl, moveRegion, regionOf } from '../ui/regions.js';

/** @typedef {import('./actions.js').Action} Action */
/** @typedef {import('../workspace/store.js').State} State */

/** @param {{ store: import('../workspace/store.js').Store, dispatch: (action: Action) => void }} parts */
export function listenToKeys({ store, dispatch }) {
  // Work is cancelled before anything else hears of the key.
  window.addEventListener('keydown', (event) => {
    const { shell, running } = store.state;
    if (shell.capture !== null && shell.dialog) capture(event, dispatch);
    else if (event.key === 'Escape' && running && !event.isComposing) take(event, () => dispatch({ type: 'pause' }));
  }, { capture: true });

  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const at = focused();
    if (at?.closest('dialog')) return;
    const { state } = store;
    if (event.key === 'Escape') {
      climbDown(event, state, at, dispatch);
      return;
    }
    const chord = chordOf(event);
    const command = chord && commandFor(commands, chord, { region: regionOf(document.activeElement), typing: isTyping(at) }, state.shell);
    if (!command || !chord) return;
    if (command.id === 'region' || command.id === 'regionBack') {
      if (moveRegion(command.id === 'region' ? 1 : -1)) event.preventDefault();
      return;
    }
    event.preventDefault();
    const action = command.off?.(state) ? null : command.act(state, chord);
    if (action) dispatch(action);
  });
}

/** @param {KeyboardEvent} event @param {(action: Action) => void} dispatch */
function capture(event, dispatch) {
  const chord = chordOf(event);
  if (!chord || chord === 'Tab' || chord === 'Shift+Tab') return;
  take(event, () => dispatch(chord === 'Escape' ? { type: 'capture', command: null } : { type: 'chord', chord }));
}

/** @param {KeyboardEvent} event @param {() => void} act */
function take(event, act) {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/**
 * Escape: closes what lies over the page, the latest first; then leaves a control for its region.
 * @param {KeyboardEvent} event @param {State} state @param {Element | null} at @param {(action: Action) => void} dispatch
 */
function climbDown(event, state, at, dispatch) {
  const region = regionOf(document.activeElement);
  // A field that is being written to minds its own Escape.
  const free = !isTyping(at) || at?.closest('.share, .selection') != null;
  if (state.share && free) dispatch({ type: 'closeShare' });
  else if (state.card && free) dispatch({ type: 'closeCard' });
  else if (drawerOpen(state) && free) {
    dispatch({ type: 'drawer', open: false });
    /** @type {HTMLElement | null} */ (document.querySelector('.drawer-button'))?.focus();
  } else if (state.view.full) dispatch({ type: 'view', what: 'full' });
  // The editor keeps Escape then Tab as its way out.
  else if (!region || !at || at.closest('.cm-editor') || at.matches('[tabindex="-1"]')) return;
  else leaveControl(region);
  event.preventDefault();
}

/** @param {State} state */
function drawerOpen(state) {
  const button = document.querySelector('.drawer-button');
  return state.drawer && !state.shell.narrow && button !== null && button.getClientRects().length > 0;
}

/** Whether keys write at an element, or choose in it. @param {Element | null} at */
function isTyping(at) {
  if (!at) return false;
  if (at instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(at.type);
  return at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement || (at instanceof HTMLElement && at.isContentEditable);
}
