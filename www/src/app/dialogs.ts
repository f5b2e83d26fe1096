// The page's modal dialogs. Their content may come later.

import { html, nothing } from 'lit';
import { later } from '../store/late.ts';
import { commandStrings } from '../commands/strings.ts';
import { noticesInDialog } from './notices.ts';
import { shellStrings } from './strings.ts';
import { closeDialog, isStillClosed, isOnBackdrop, leaveDialog } from '../ui/dialog.ts';
import { iconButton } from '../ui/icon-button.ts';
import type { Action, PanelView, State } from '../store/state.ts';

const CONTENT: Record<NonNullable<State['shell']['dialog']>, PanelView> = {
  palette: later(() => import('../features/palette/panel.ts')),
  cheatSheet: later(() => import('../features/help/cheat-sheet.ts')),
  help: later(() => import('../features/help/panel.ts')),
  tick: later(() => import('./to-tick.ts')),
  runText: later(() => import('./run-text.ts')),
  open: later(() => import('../features/examples/panel.ts')),
  import: later(() => import('../features/import/panel.ts')),
  settings: later(() => import('../features/settings/panel.ts')),
};

const labelOf = (name: keyof typeof CONTENT) => commandStrings.labels[name].replace('…', '');

export function dialog(state: State, dispatch: (action: Action) => void) {
  const { dialog: name, from } = state.shell;
  if (!name) return nothing;
  const label = labelOf(name);
  return html`<dialog
    class="dialog is-${name}"
    aria-label=${label}
    @cancel=${(e: Event) => {
      e.preventDefault();
      closeDialog(e, dispatch);
    }}
    @close=${({ currentTarget }: Event) =>
      isStillClosed(currentTarget as HTMLDialogElement) && dispatch({ type: 'dialog', name: null })}
    @click=${(e: MouseEvent) => isOnBackdrop(e) && closeDialog(e, dispatch)}
  >
    <div class="inside">
      ${
        name !== 'palette'
          ? html`<div class="title-row">
            ${
              from
                ? iconButton('back', shellStrings.backTo(labelOf(from)), (e: Event) =>
                    leaveDialog(e, dispatch, { type: 'dialog', name: from }),
                  )
                : nothing
            }
            <h2>${label}</h2>
            ${iconButton('close', shellStrings.close, (e: Event) => closeDialog(e, dispatch))}
          </div>`
          : nothing
      }
      ${noticesInDialog(state, dispatch)}
      ${
        name === 'settings'
          ? html`<div class="panel">${CONTENT[name](state, dispatch)}</div>`
          : CONTENT[name](state, dispatch)
      }
    </div>
  </dialog>`;
}
