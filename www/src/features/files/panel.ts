// Files: what the document consists of, and what can be done with each file.

import { fileWords } from './strings.ts';
import { html, nothing } from 'lit';
import { textOf } from '../../protocol/sources.ts';
import { paths } from '../../protocol/files.ts';
import { ticked } from '../../ui/code-spans.ts';
import { nameBox } from './name-box.ts';
import type { Naming, State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const { document, naming } = state;
  const here = naming?.at === 'panel' ? naming : null;
  const all = paths(document);
  return html`${all.length === 1 ? html`<p class="quiet">${fileWords.lead}</p>` : nothing}
    <ul class="file-list">
      ${all.map((path) => row(state, dispatch, path, here))}
    </ul>
    ${here && here.path === null ? nameBox(here, dispatch) : nothing}
    <div class="buttons">
      <button type="button" @click=${() => dispatch({ type: 'beginName', at: 'panel', path: null })}>
        ${fileWords.add}
      </button>
    </div>`;
}

function row(state: State, dispatch: Dispatch, path: string, here: Naming | null) {
  const {
    document,
    file,
    run: { analysis },
  } = state;
  const entry = path === document.entry;
  const unused = !entry && analysis !== null && !analysis.imported.includes(path);
  const missing = (analysis?.diagnostics ?? []).filter(
    (d) => d.code === 'import-file' && (d.file ?? document.entry) === path,
  );
  const act = (label: string, action: Action) =>
    html` <button type="button" aria-label=${`${label}: ${path}`} @click=${() => dispatch(action)}>${label}</button>`;
  return html`<li aria-current=${path === file ? 'true' : 'false'}>
    ${
      here?.path === path
        ? nameBox(here, dispatch)
        : html`<button type="button" class="link name" @click=${() => dispatch({ type: 'showFile', path })}>
          ${path}
        </button>`
    }
    <span class="facts">
      ${entry ? html`<span class="tag">${fileWords.entry}</span>` : nothing}
      ${unused ? html`<span class="tag">${fileWords.unused}</span>` : nothing}
      <span class="quiet">${fileWords.size(new TextEncoder().encode(textOf(document, path) ?? '').length)}</span>
    </span>
    ${missing.map(
      (d) =>
        html`<button type="button" class="link missing" @click=${() => dispatch({ type: 'jump', span: d })}>
          ${ticked(d.message)}
        </button>`,
    )}
    <span class="buttons">
      ${act(fileWords.rename, { type: 'beginName', at: 'panel', path })}
      ${entry ? nothing : act(fileWords.makeEntry, { type: 'makeEntry', path })}
      ${act(fileWords.download, { type: 'downloadFile', path })}
      ${entry ? nothing : act(fileWords.remove, { type: 'removeFile', path })}
    </span>
  </li>`;
}
