// Share: what goes into the link, how long it is, and its forms, each with a box for where the clipboard is closed. And
// the box that takes a link from elsewhere.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { openStrings } from '../../workspace/open-strings.ts';
import { icon } from '../../ui/icon.ts';
import { branchName } from '../../workspace/branches.ts';
import type { State, Action } from '../../workspace/state.ts';
import type { ShareDialog } from './index.ts';
import '../../ui/over-page.css';
import './style.css';

type Dispatch = (action: Action) => void;

/** Links longer than this are cut by some chats; far longer ones by many. */
const LONG = 2_000;
const VERY_LONG = 8_000;
const FORMS = ['link', 'markdown', 'code'] as const;

export function panel(state: State, dispatch: Dispatch) {
  const { share } = state;
  if (!share) return nothing;
  const say = words.share;
  const title = share.kind === 'share' ? say.title : openStrings.title;
  const close = () => {
    dispatch({ type: 'closeShare' });
    (
      document.querySelector(
        share.kind === 'share' ? '.share-button' : '[data-menu="document"] summary',
      ) as HTMLElement | null
    )?.focus();
  };
  return html`<section class="share" role="dialog" aria-label=${title} @keydown=${(e: KeyboardEvent) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    close();
  }}>
    <div class="title-row"><h2>${title}</h2>
      <button type="button" class="bare" title=${say.close} aria-label=${say.close} @click=${close}>${icon('close')}</button></div>
    ${share.kind === 'share' ? shareBody(state, share, dispatch) : fromBody(share, dispatch)}
  </section>`;
}

function shareBody(state: State, share: ShareDialog, dispatch: Dispatch) {
  const say = words.share;
  const { forms, copied } = share;
  const others = (state.run?.branches ?? []).filter(
    ({ id, current }) => !current && !state.deleted.includes(id),
  ).length;
  const part = (
    name: 'run' | 'view',
    label: string,
    why: string,
  ) => html`<label class="part"><input type="checkbox" .checked=${share[name] && !why} ?disabled=${why !== ''}
    @change=${(e: any) => dispatch({ type: 'sharePart', part: name, on: e.target.checked })}><span>${label}${why ? html` <small>${why}</small>` : nothing}</span></label>`;
  return html`<fieldset><legend>${say.parts}</legend>
      <label class="part"><input type="checkbox" checked disabled><span>${say.source(Object.keys(state.document.files).length + 1)}</span></label>
      ${part('run', say.run(atOf(state)), share.noRun)}
      ${part('view', say.view, '')}
    </fieldset>
    ${others > 0 && share.run && !share.noRun ? html`<p class="warn" role="status">${say.branches(branchName(state, state.run?.position.branch ?? ''), others)}</p>` : nothing}
    ${share.error ? html`<p class="error" role="alert">${share.error}</p>` : nothing}
    ${share.tooBig ? html`<div class="buttons"><button type="button" class="primary" @click=${() => dispatch({ type: 'saveDocument' })}>${say.saveDocument}</button></div>` : nothing}
    ${
      forms
        ? html`${lengthOf(forms.link.length)}
      ${FORMS.map((form) => {
        const label = say.forms[form];
        return html`<div class="form"><label class="stack"><span>${label}</span>${
          form === 'code'
            ? html`<textarea readonly rows="4" spellcheck="false" .value=${forms[form]} @focus=${selectAll}></textarea>`
            : html`<input type="text" readonly ?data-autofocus=${form === 'link'} .value=${forms[form]} @focus=${selectAll}>`
        }</label>
          <button type="button" class=${form === 'link' ? 'primary' : ''} aria-label=${say.copyForm(label)} @click=${() => dispatch({ type: 'copyForm', form })}>${copied === form ? html`<span aria-hidden="true">✓ </span>` : nothing}${say.copy}</button></div>`;
      })}
      <div class="buttons">
        ${'share' in navigator ? html`<button type="button" @click=${() => dispatch({ type: 'sendLink' })}>${say.send}</button>` : nothing}
        <button type="button" @click=${() => dispatch({ type: 'saveDocument' })}>${say.saveDocument}</button>
        <span role="status">${copied === 'blocked' ? say.blocked : copied ? say.copied : ''}</span>
      </div>`
        : share.error
          ? nothing
          : html`<p class="quiet" role="status">${say.making}</p>`
    }
    <p class="quiet">${say.private}</p>`;
}

function lengthOf(length: number) {
  const say = words.share;
  if (length > VERY_LONG) return html`<p class="warn" role="status">${say.veryLong(length)}</p>`;
  return html`<p class="quiet" role="status">${length > LONG ? say.long(length) : say.length(length)}</p>`;
}

function fromBody({ text, error }: Extract<State['share'], { kind: 'from' }>, dispatch: Dispatch) {
  const say = openStrings;
  return html`<form @submit=${(e: Event) => {
    e.preventDefault();
    dispatch({ type: 'openLink' });
  }}>
    <label class="stack"><span>${say.label}</span><input type="text" data-autofocus autocomplete="off" spellcheck="false" aria-describedby="link-help" aria-invalid=${error ? 'true' : 'false'} .value=${text}
      @input=${(e: any) => dispatch({ type: 'typeLink', text: e.target.value })}></label>
    <p class="quiet" id="link-help">${say.help}</p>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    <div class="buttons"><button type="submit" class="primary">${say.open}</button></div>
  </form>`;
}

const selectAll = (event: FocusEvent & { target: any }) => event.target.select();

/** The position as it is counted. */
function atOf({ run }: State) {
  const { tick = 0, action = 0 } = run?.position ?? {};
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
