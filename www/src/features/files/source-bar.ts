// Above the editor: the files of the document, a new one, and the formatter. With one file there is no list.

import { html, nothing } from 'lit';
import { paths } from '../../protocol/files.ts';
import { words } from '../../strings.ts';
import { icon } from '../../ui/icon.ts';
import { nameBox } from './name-box.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

export function sourceBar(state: State, dispatch: Dispatch) {
  const { document, file, naming } = state;
  const all = paths(document);
  const here = naming?.at === 'tabs' ? naming : null;
  const tab = (path: string) =>
    here?.path === path
      ? nameBox(here, dispatch)
      : html`<button type="button" class="file" data-file=${path} aria-current=${path === file ? 'true' : 'false'}
      title=${path === document.entry ? words.files.entryTitle(path) : path}
      @click=${() => dispatch({ type: 'showFile', path })} @dblclick=${() => dispatch({ type: 'beginName', at: 'tabs', path })}
      @keydown=${(e: KeyboardEvent) => e.key === 'F2' && dispatch({ type: 'beginName', at: 'tabs', path })}>
      <span class="name">${path}</span>${path === document.entry ? html`<span class="tag">${words.files.entry}</span>` : nothing}</button>`;
  return html`<div class="source-bar">
    ${all.length > 1 || here ? html`<nav class="files" aria-label=${words.regions.files}>${all.map(tab)}${here && here.path === null ? nameBox(here, dispatch) : nothing}</nav>` : nothing}
    <button type="button" class="bare add-file" title=${words.files.add} aria-label=${words.files.add} @click=${() => dispatch({ type: 'beginName', at: 'tabs', path: null })}>${icon('plus')}${all.length > 1 || here ? nothing : html`<span>${words.files.short}</span>`}</button>
    <span class="spring"></span>
    <button type="button" class="bare format" title=${words.editor.formatKeys} @click=${() => dispatch({ type: 'format' })}>${icon('format')}<span>${words.editor.format}</span></button>
  </div>`;
}
