// Notices below the header: what happened that the user did not ask for, each with what can be done about it.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { fileWords } from '../features/files/strings.ts';
import { branchStrings } from '../features/branches/strings.ts';
import { engineStrings } from '../run/engine-strings.ts';
import { words } from '../strings.ts';
import { ticked } from '../ui/code-spans.ts';
import { icon } from '../ui/icon.ts';
import { openStrings, savingStrings } from '../document/strings.ts';
import type { Dispatch, State } from '../store/state.ts';
import { replayNotice } from './replay-notice.ts';
import { shellStrings } from './strings.ts';
import { iconButton } from '../ui/icon-button.ts';
import { selectAll } from '../ui/listeners.ts';
import { workspaceStrings } from '../store/strings.ts';

/** Of the field for a text of several lines. */
const ROWS = 4;

export function notices(state: State, dispatch: Dispatch) {
  const { phase, failure } = state;
  // What is beside a dialog cannot be selected.
  const list = state.notices.filter(({ toCopy }) => toCopy === undefined || state.shell.dialog === null);
  return html`<section class="notices ${isPassing(state) ? 'passing' : ''}" aria-label=${words.regions.notices}>
    ${
      phase === 'failed'
        ? html`<div class="notice error" role="alert">
          <p>
            <b>${engineStrings.failed}</b> ${failure} ${engineStrings.advice}
            <button type="button" class="link" @click=${() => dispatch({ type: 'downloadAll' })}>
              ${savingStrings.download}
            </button>
            <button type="button" class="link" @click=${() => dispatch({ type: 'reload' })}>
              ${workspaceStrings.reload}
            </button>
          </p>
        </div>`
        : nothing
    }
    ${replayNotice(state, dispatch)}
    ${repeat(
      list,
      (shown) => shown.id,
      (shown) => notice(shown, dispatch),
    )}
  </section>`;
}

/** In a dialog: what the browser did not copy. */
export const noticesInDialog = (state: State, dispatch: Dispatch) =>
  state.notices.filter(({ toCopy }) => toCopy !== undefined).map((shown) => notice(shown, dispatch));

/** Whether all of them go by themselves with the next step or edit: on a phone nothing makes room for these. */
const isPassing = ({ notices: list, phase, replaying }: State) =>
  phase !== 'failed' && !replaying && list.every(({ action }) => action === 'bringBack');

function notice(shown: State['notices'][number], dispatch: Dispatch) {
  const press = (label: string, act: () => void) =>
    html`<button type="button" class="link" @click=${act}>${label}</button>`;
  const { id } = shown;
  if (shown.title)
    return html`<div class="notice titled ${shown.kind}" role="status">
      ${icon('link')}
      <p><b>${shown.title}</b> <span class="rest">${shown.text}</span></p>
      ${shown.acts?.map(
        ({ label, action }) =>
          html`<button type="button" class="button outlined small" @click=${() => dispatch(action)}>${label}</button>`,
      )}
      ${closeButton(id, dispatch)}
    </div>`;
  return html`<div class="notice ${shown.kind}" role=${shown.kind === 'error' ? 'alert' : 'status'}>
    <p>
      ${ticked(shown.text)}${shown.detail ? html` <code>${shown.detail}</code>` : nothing}
      ${shown.toCopy === undefined ? nothing : textToCopy(shown.toCopy)}
      ${shown.acts?.map(({ label, action }) => press(label, () => dispatch(action)))}
      ${
        shown.action === 'keepAgain'
          ? press(fileWords.putBack, () => dispatch({ type: 'keepAgain', notice: id }))
          : nothing
      }
      ${
        shown.action === 'keepBranch'
          ? press(branchStrings.undo, () => dispatch({ type: 'keepBranch', id: shown.branch ?? '', notice: id }))
          : nothing
      }
      ${
        shown.action === 'forceOpen'
          ? press(openStrings.anyway, () => dispatch({ type: 'forceOpen', notice: id }))
          : nothing
      }
      ${
        shown.action === 'copyText'
          ? press(openStrings.copyLink, () => dispatch({ type: 'copyLink', text: shown.link ?? '' }))
          : nothing
      }
      ${
        shown.action === 'putBack' ? press(fileWords.putBack, () => dispatch({ type: 'putBack', notice: id })) : nothing
      }
    </p>
    ${closeButton(id, dispatch)}
  </div>`;
}

const textToCopy = (text: string) =>
  html`<textarea
    class="field"
    readonly
    spellcheck="false"
    rows=${text.includes('\n') ? ROWS : 1}
    aria-label=${workspaceStrings.textToCopy}
    .value=${text}
    @focus=${selectAll}
  ></textarea>`;

const closeButton = (id: number, dispatch: Dispatch) =>
  iconButton('close', shellStrings.closeNotice, () => dispatch({ type: 'closeNotice', id }));
