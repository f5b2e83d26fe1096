// Share: what goes into the link, the link with its length, and the other texts that hold it. The field is there for
// where the clipboard is closed. And the dialog that takes a link from elsewhere.

import { html, nothing } from 'lit';
import { openStrings } from '../../document/strings.ts';
import { isStillClosed, isOnBackdrop } from '../../ui/dialog.ts';
import { icon } from '../../ui/icon.ts';
import type { LinkForms } from '../../link/share.ts';
import type { State, Action } from '../../store/state.ts';
import type { ShareDialog } from './index.ts';
import { leftOut } from './left-out.ts';
import { shareStrings as say } from './strings.ts';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onSubmit, onText, onTick, selectAll } from '../../ui/listeners.ts';

type Dispatch = (action: Action) => void;

/** Links longer than this are cut by some chats; far longer ones by many. */
const LONG_LINK_CHARS = 2_000;
const VERY_LONG_LINK_CHARS = 8_000;
const COPY_AS = ['markdown', 'code', 'frame', 'element'] as const;
/** Rows of the field for a text of several lines. */
const ROWS = 4;

export function panel(state: State, dispatch: Dispatch) {
  const { share } = state;
  if (!share) return nothing;
  const title = share.kind === 'share' ? say.title : openStrings.title;
  // The browser gives the focus back where the dialog is closed before it is taken away.
  const close = (event: Event) => {
    (event.currentTarget as Element).closest('dialog')?.close();
    dispatch({ type: 'closeShare' });
  };
  return html`<dialog
    class="dialog is-share"
    aria-label=${title}
    @cancel=${(e: Event) => {
      e.preventDefault();
      close(e);
    }}
    @close=${(e: Event) => isStillClosed(e.currentTarget as HTMLDialogElement) && dispatch({ type: 'closeShare' })}
    @click=${(e: MouseEvent) => isOnBackdrop(e) && close(e)}
  >
    <div class="inside">
      <div class="title-row">
        <h2>${title}</h2>
        ${iconButton('close', say.close, close)}
      </div>
      ${share.kind === 'share' ? shareBody(state, share, dispatch) : fromBody(share, dispatch)}
    </div>
  </dialog>`;
}

function shareBody(state: State, share: ShareDialog, dispatch: Dispatch) {
  const { forms, error, tooBig, copied } = share;
  return html`${include(state, share, dispatch)} ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    ${tooBig ? html`<p class="warn" role="alert">${say.tooBig(tooBig, share.run && !share.noRun)}</p>` : nothing}
    ${forms || error || tooBig ? nothing : html`<p class="hint" role="status">${say.making}</p>`}
    ${forms ? texts(forms, share, dispatch) : nothing}
    <div class="row last">
      <button type="button" class="button muted" @click=${() => dispatch({ type: 'saveDocument' })}>
        ${icon('save')}${say.download}
      </button>
      ${
        forms && 'share' in navigator
          ? html`<button type="button" class="button muted" @click=${() => dispatch({ type: 'sendLink' })}>
            ${icon('share')}${say.send}
          </button>`
          : nothing
      }
    </div>
    <p class=${copied === 'blocked' ? 'warn' : 'hidden'} role="status">
      ${copied === 'blocked' ? say.blocked : copied ? say.copied : ''}
    </p>`;
}

function include(state: State, share: ShareDialog, dispatch: Dispatch) {
  const {
    run: { snapshot },
    document,
  } = state;
  const left = leftOut(state);
  const ofRun = left.ofRun && share.run;
  const part = (name: 'run' | 'view', label: string, line: string, why: string) =>
    html`<label class="part">
        <input
          type="checkbox"
          .checked=${share[name] && !why}
          ?disabled=${why !== ''}
          aria-describedby="share-${name}"
          @change=${onTick((on) => dispatch({ type: 'sharePart', part: name, on }))}
        />
        <span>${label}</span>
      </label>
      <p class="hint line" id="share-${name}">${why || line}</p>`;
  return html`<fieldset>
    <legend>${say.include}</legend>
    <label class="part">
      <input type="checkbox" checked disabled />
      <span>${say.source(Object.keys(document.files).length + 1)}</span>
    </label>
    ${part('run', say.run(snapshot?.position.tick ?? 0), say.runLine(atOf(state)), share.noRun)}
    ${ofRun && !share.noRun ? warning(say.leftOut(left)) : nothing}
    ${left.runs > 0 && !share.noRun ? warning(say.otherRuns(left.runs)) : nothing}
    ${part('view', say.view, say.viewLine, '')}
  </fieldset>`;
}

const warning = (text: string) => html`<p class="warn line" role="status">${text}</p>`;

/** The field with one of the texts, and the buttons that copy them. */
function texts(forms: LinkForms, { shown, copied }: ShareDialog, dispatch: Dispatch) {
  const copy = (form: keyof LinkForms) => () => dispatch({ type: 'copyForm', form });
  const text = forms[shown];
  return html`<div class="texts">
      <div class="form-head">
        <label for="share-text">${say.forms[shown]}</label>
        <span class="hint numbers" id="share-length">${say.length(text.length)}</span>
      </div>
      <div class="row form">
        <textarea
          class="field"
          id="share-text"
          readonly
          spellcheck="false"
          wrap=${text.includes('\n') ? 'soft' : 'off'}
          rows=${text.includes('\n') ? ROWS : 1}
          aria-describedby="share-length"
          .value=${text}
          @focus=${selectAll}
        ></textarea>
        <button type="button" class="button filled" autofocus @click=${copy('link')}>
          ${icon(copied === 'link' ? 'check' : 'link')}${copyLabel(say.copyLink, copied === 'link')}
        </button>
      </div>
      ${lengthWarning(forms.link.length)}
      <p class="hint">${say.holds}</p>
    </div>
    <div role="group" aria-labelledby="copy-as">
      <p class="form-head" id="copy-as">${say.copyAs}</p>
      <div class="row">
        ${COPY_AS.map(
          (form) =>
            html`<button type="button" class="button outlined" @click=${copy(form)}>
              ${copyLabel(say.forms[form], copied === form)}
            </button>`,
        )}
      </div>
    </div>`;
}

/** Both words take the same room, so that no button changes its width. */
const copyLabel = (label: string, copied: boolean) =>
  html`<span class="either">
    <span class=${copied ? 'off' : ''}>${label}</span>
    <span class=${copied ? '' : 'off'}>${say.copied}</span>
  </span>`;

function lengthWarning(length: number) {
  if (length <= LONG_LINK_CHARS) return nothing;
  return html`<p class="warn" role="status">${length > VERY_LONG_LINK_CHARS ? say.veryLong : say.long}</p>`;
}

function fromBody({ text, error }: Extract<State['share'], { kind: 'from' }>, dispatch: Dispatch) {
  const { label, help, open } = openStrings;
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    dispatch({ type: 'openLink' });
  };
  return html`<form @submit=${onSubmit(() => dispatch({ type: 'openLink' }))}>
    <div class="form-head"><label for="link-text">${label}</label></div>
    <div class="row form">
      <textarea
        class="field"
        rows="3"
        id="link-text"
        autofocus
        autocomplete="off"
        spellcheck="false"
        aria-describedby="link-help"
        aria-invalid=${error ? 'true' : 'false'}
        .value=${text}
        @input=${onText((text) => dispatch({ type: 'typeLink', text }))}
        @keydown=${submitOnEnter}
      ></textarea
      ><button type="submit" class="button filled">${open}</button>
    </div>
    <p class="hint" id="link-help">${help}</p>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
  </form>`;
}

/** The position as it is counted. */
function atOf({ run: { snapshot } }: State) {
  const { tick = 0, action = 0 } = snapshot?.position ?? {};
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
