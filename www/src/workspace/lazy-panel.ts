// A panel whose code comes when it is first shown: what few visitors open must not slow the first drawing.

import { html } from 'lit';
import { workspaceStrings } from './strings.ts';
import type { State, Action } from './state.ts';

/** `Rest`: what it is given beside the state. */
export type Panel<Rest extends unknown[] = []> = (
  state: State,
  dispatch: (action: Action) => void,
  ...rest: Rest
) => unknown;

/** @param meanwhile what stands in its place until it comes */
export function later<Rest extends unknown[] = []>(
  load: () => Promise<{ panel: Panel<Rest> }>,
  meanwhile: Panel = () => html`<p class="empty">${workspaceStrings.panelLoading}</p>`,
): Panel<Rest> {
  let panel: Panel<Rest> | null = null;
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
