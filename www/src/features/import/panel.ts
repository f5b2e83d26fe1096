// Import: a text or a file of another format, the picture of the machine that it becomes, what is lost, and Open.

import { html, nothing } from 'lit';
import { firsts, left } from '../../ui/cut-list.ts';
import { closeDialog } from '../../ui/dialog.ts';
import type { Loss } from '../../exchange/types.ts';
import type { Dispatch, State } from '../../store/state.ts';
import type { ImportResult, ImportState } from './index.ts';
import { importStrings as say } from './strings.ts';
import './style.css';

export function panel(state: State, dispatch: Dispatch) {
  const { dialog } = state.import;
  const typed = ({ currentTarget }: Event) =>
    dispatch({ type: 'importText', text: (currentTarget as HTMLTextAreaElement).value });
  const dropped = (event: DragEvent) => {
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (text === '') return;
    event.preventDefault();
    dispatch({ type: 'importText', text });
  };
  return html`<div class="import-body" @drop=${dropped}>
    <div class="import-given">
      <p class="quiet">${say.about}</p>
      <textarea
        class="field"
        aria-label=${say.text}
        placeholder=${say.placeholder}
        spellcheck="false"
        autofocus
        rows="12"
        .value=${dialog.text}
        @input=${typed}
      ></textarea>
      <p class="import-file">
        <button type="button" class="button outlined small" @click=${() => dispatch({ type: 'importFile' })}>
          ${say.choose}
        </button>
        ${dialog.file === '' ? nothing : html`<span class="quiet">${dialog.file}</span>`}
      </p>
    </div>
    <div class="import-result" aria-live="polite">
      ${result(dialog, dispatch)}
    </div>
  </div>`;
}

function result(dialog: ImportState['dialog'], dispatch: Dispatch) {
  if (dialog.result) return outcome(dialog, dialog.result, dispatch);
  return dialog.isReading ? html`<p class="quiet">${say.reading}</p>` : nothing;
}

function outcome({ isReading, picture }: ImportState['dialog'], result: ImportResult, dispatch: Dispatch) {
  if (!result.ok)
    return html`<p class="import-failure">
      ${result.message === say.unrecognized ? result.message : say.failed(result.message, result.line, result.column)}
    </p>`;
  const { name, losses, additions } = result;
  return html`<p>${say.of(name)}</p>
    <div class="import-picture" role="img" aria-label=${say.picture}>
      ${picture ?? html`<p class="quiet">${isReading ? say.reading : say.noPicture}</p>`}
    </div>
    ${losses.length === 0 ? html`<p class="quiet">${say.noLosses}</p>` : remarks(say.losses(losses.length), losses)}
    ${additions.length === 0 ? nothing : remarks(say.additions(additions.length), additions)}
    <p class="import-acts">
      <button
        type="button"
        class="button filled"
        @click=${(event: Event) => {
          closeDialog(event, dispatch);
          dispatch({ type: 'openImported' });
        }}
      >
        ${say.open}
      </button>
    </p>`;
}

function remarks(title: string, list: Loss[]) {
  return html`<h3>${title}</h3>
    <ul class="import-losses" tabindex="0" aria-label=${title}>
      ${firsts(list).map(
        ({ line, what, why }) =>
          html`<li><span class="quiet numbers">${say.line(line)}</span> <code>${what}</code>: <span>${why}</span></li>`,
      )}
    </ul>
    ${left(list)}`;
}
