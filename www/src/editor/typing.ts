// Plain typing, without the browser's own way of changing a text.

import { EditorView } from '@codemirror/view';

/**
 * What is typed is put in here, not by the browser: that takes several times as long, and over a selection it keeps the
 * look of what it replaces by writing style attributes, which the policy forbids and reports.
 */
export const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    // Some keyboards put a text in that cannot be kept from it.
    if (event.inputType !== 'insertText' || !event.cancelable || !event.data || event.isComposing || view.composing || state.readOnly || !replacesSelection(event, view)) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** Corrections and accents replace other text than what is selected. */
function replacesSelection(event: InputEvent, { state }: EditorView) {
  const range = event.getTargetRanges()[0];
  return !range || range.collapsed === state.selection.main.empty;
}
