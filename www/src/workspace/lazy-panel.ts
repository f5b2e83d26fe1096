// A panel whose code comes when it is first shown: what few visitors open must not slow the first drawing.

import { html } from 'lit';
import { workspaceStrings } from './strings.ts';
import type { State, Action } from './state.ts';

export type Panel = (state: State, dispatch: (action: Action) => void, ...rest: any[]) => unknown;

/** @param meanwhile what stands in its place until it comes */
export function later(
  load: () => Promise<{ panel: Panel }>,
  meanwhile: Panel = () => html`<p class="empty">${workspaceStrings.panelLoading}</p>`,
): Panel {
  let panel: Panel | null = null;
  let asked = false;
  let failure = '';
  return (state, dispatch, ...rest) => {
    if (panel) return panel(state, dispatch, ...rest);
    if (!asked) {
      asked = true;
      failure = '';
      load()
        .then(
          (module) => {
            panel = module.panel;
          },
          (error) => {
            failure = error instanceof Error ? error.message : String(error);
          },
        )
        .finally(() => dispatch({ type: 'arrived' }));
    }
    if (!failure) return meanwhile(state, dispatch);
    return html`<p class="empty" role="alert">
      ${workspaceStrings.panelFailed} ${failure}
      <button
        type="button"
        class="link"
        @click=${() => {
          asked = false;
          dispatch({ type: 'arrived' });
        }}
      >
        ${workspaceStrings.tryAgain}
      </button>
    </p>`;
  };
}
