// The panels of a narrow window: a list to choose from, and the way back to it above the one that is shown.

import { html, nothing } from 'lit';
import { icon } from '../ui/icon.ts';
import type { State, Action } from '../store/state.ts';
import { badgeTag } from './panel-badge.ts';
import type { PanelButton } from './panel-bar.ts';
import { panelWords } from './panel-strings.ts';

export function panelList({
  list,
  shown,
  name,
  state,
  dispatch,
}: {
  list: PanelButton[];
  shown: string;
  /** Of the shown one. */
  name: string;
  state: State;
  dispatch: (action: Action) => void;
}) {
  if (!state.shell.list)
    return html`<p class="panel-name">
      <button type="button" class="to-list" @click=${() => dispatch({ type: 'list', open: true })}>
        ${icon('back')}<span>${panelWords.all}</span>
      </button>
      <b>${name}</b>
    </p>`;
  return html`<ul class="panel-list">
    ${list.map(
      ({ id, label, badge }) =>
        html`<li>
          <button
            type="button"
            aria-current=${id === shown ? 'true' : 'false'}
            @click=${() => dispatch({ type: 'panel', panel: id })}
          >
            <span>${label}</span> ${badge ? badgeTag(badge) : nothing}
          </button>
        </li>`,
    )}
  </ul>`;
}
