// The first time Tab indents, a line at the foot tells how to leave the editor by keyboard.

import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, keymap, showPanel } from '@codemirror/view';
import { editorWords } from './strings.ts';

const show = StateEffect.define<boolean>();

const shown = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.reduce((now, effect) => (effect.is(show) ? effect.value : now), value),
  provide: (field) =>
    showPanel.from(field, (on) =>
      on
        ? () => {
            const dom = document.createElement('div');
            dom.className = 'cm-tab-hint';
            dom.setAttribute('role', 'status');
            dom.textContent = editorWords.leave;
            return { dom };
          }
        : null,
    ),
});

/**
 * @param wanted whether it is still to be told
 * @param onShown that it was
 */
export function tabHint(wanted: () => boolean, onShown: () => void): Extension {
  return [
    shown,
    keymap.of([
      {
        key: 'Tab',
        run: (view) => {
          if (wanted() && !view.state.readOnly) {
            onShown();
            view.dispatch({ effects: show.of(true) });
          }
          return false;
        },
      },
    ]),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (view.state.field(shown)) view.dispatch({ effects: show.of(false) });
      },
    }),
  ];
}
