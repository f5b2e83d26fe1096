// The keys of the page: a press becomes an action of the table of commands; Escape climbs down its ladder.

import { commandsOf } from '../commands/commands.ts';
import { chordOf, commandFor } from '../commands/chords.ts';
import { focused, leaveControl, moveRegion, regionOf } from '../ui/regions.ts';
import type { Store } from '../store/store.ts';
import type { State, Action } from '../store/state.ts';

export function listenToKeys({ store, dispatch }: { store: Store; dispatch: (action: Action) => void }) {
  // Work is cancelled before anything else hears of the key.
  window.addEventListener(
    'keydown',
    (event) => {
      const {
        shell,
        run: { isRunning },
      } = store.state;
      if (shell.capture !== null && shell.dialog) capture(event, dispatch);
      else if (event.key === 'Escape' && isRunning && !event.isComposing)
        take(event, () => dispatch({ type: 'pause' }));
    },
    { capture: true },
  );

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
    const command =
      chord &&
      commandFor(
        commandsOf(state),
        chord,
        { region: regionOf(document.activeElement), typing: isTyping(at) },
        state.shell,
      );
    if (!command || !chord) return;
    if (command.id === 'region' || command.id === 'regionBack') {
      if (moveRegion(command.id === 'region' ? 1 : -1)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (command.off?.(state)) return dispatch({ type: 'sayProblems', pressed: true });
    const action = command.act(state, chord);
    if (action) dispatch(action);
  });
}

function capture(event: KeyboardEvent, dispatch: (action: Action) => void) {
  const chord = chordOf(event);
  if (!chord || chord === 'Tab' || chord === 'Shift+Tab') return;
  take(event, () => dispatch(chord === 'Escape' ? { type: 'capture', command: null } : { type: 'chord', chord }));
}

function take(event: KeyboardEvent, act: () => void) {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Escape: closes what lies over the page, the latest first; then leaves a control for its region. */
function climbDown(event: KeyboardEvent, state: State, at: Element | null, dispatch: (action: Action) => void) {
  const region = regionOf(document.activeElement);
  // A field that is being written to minds its own Escape.
  const free = !isTyping(at) || at?.closest('.share, .selection') != null;
  if (state.share && free) dispatch({ type: 'closeShare' });
  else if (state.card && free) dispatch({ type: 'closeCard' });
  else if (drawerOpen(state) && free) {
    dispatch({ type: 'panelOpen', open: false });
    (document.querySelector('.drawer-button') as HTMLElement | null)?.focus();
  } else if (state.shell.wide && state.shell.panelOpen && region === 'side' && free) {
    dispatch({ type: 'panelOpen', open: false });
  } else if (state.view.full) dispatch({ type: 'view', what: 'full' });
  // The editor keeps Escape then Tab as its way out.
  else if (!region || !at || at.closest('.cm-editor') || at.matches('[tabindex="-1"]')) return;
  else leaveControl(region);
  event.preventDefault();
}

function drawerOpen(state: State) {
  const button = document.querySelector('.drawer-button');
  const { panelOpen, narrow, wide } = state.shell;
  return panelOpen && !narrow && !wide && button !== null && button.getClientRects().length > 0;
}

/** Whether keys write at an element, or choose in it. */
function isTyping(at: Element | null) {
  if (!at) return false;
  if (at instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(at.type);
  return (
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLElement && at.isContentEditable)
  );
}
