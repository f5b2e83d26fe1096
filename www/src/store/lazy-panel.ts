// A panel whose code comes when it is first shown: what few visitors open must not slow the first drawing.

import { html } from 'lit';
import { load } from '../load/load.ts';
import { workspaceStrings } from './strings.ts';
import type { PanelView } from './state.ts';

/** @param meanwhile what stands in its place until it comes */
export function later<Rest extends unknown[] = []>(
  importPanel: () => Promise<{ panel: PanelView<Rest> }>,
  meanwhile: PanelView = () => html`<p class="empty">${workspaceStrings.panelLoading}</p>`,
): PanelView<Rest> {
  let panel: PanelView<Rest> | null = null;
  let isWanted = false;
  let hasFailed = false;
  return (state, dispatch, ...rest) => {
    if (panel) return panel(state, dispatch, ...rest);
    if (!isWanted) {
      isWanted = true;
      void load(importPanel, () => {
        hasFailed = true;
        dispatch({ type: 'arrived' });
      }).then((module) => {
        panel = module.panel;
        dispatch({ type: 'arrived' });
      });
    }
    if (!hasFailed) return meanwhile(state, dispatch);
    return html`<p class="empty" role="alert">
      ${workspaceStrings.panelFailed}
      <button
        type="button"
        class="link"
        @click=${() => {
          hasFailed = false;
          dispatch({ type: 'loadAgain' });
        }}
      >
        ${workspaceStrings.tryAgain}
      </button>
    </p>`;
  };
}
