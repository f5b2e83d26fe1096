// Above the editor: the files of the document, a new one, the problems of the text, and the formatter.

import { html, nothing } from 'lit';
import { editorWords } from '../../editor/strings.ts';
import { paths } from '../../protocol/files.ts';
import { words } from '../../strings.ts';
import { commandStrings } from '../../commands/strings.ts';
import { foundIn } from '../../document/found.ts';
import { icon } from '../../ui/icon.ts';
import { nameBox } from './name-box.ts';
import { fileWords } from './strings.ts';
import './style.css';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

export function sourceBar(state: State, dispatch: Dispatch) {
  const { document, file, naming } = state;
  const all = paths(document);
  const here = naming?.at === 'tabs' ? naming : null;
  const several = all.length > 1 || here !== null;
  const tab = (path: string) =>
    here?.path === path
      ? nameBox(here, dispatch)
      : html`<button
          type="button"
          class="file"
          data-file=${path}
          aria-current=${path === file ? 'true' : 'false'}
          title=${path === document.entry ? fileWords.entryTitle(path) : path}
          @click=${() => dispatch({ type: 'showFile', path })}
          @dblclick=${() => dispatch({ type: 'beginName', at: 'tabs', path })}
          @keydown=${(e: KeyboardEvent) => e.key === 'F2' && dispatch({ type: 'beginName', at: 'tabs', path })}
        >
          <span class="name">${path}</span>${
            several && path === document.entry ? html`<span class="tag">${fileWords.entry}</span>` : nothing
          }
        </button>`;
  return html`<div class="source-bar">
    ${
      several
        ? html`<nav class="files" aria-label=${words.regions.files}>
          ${all.map(tab)}${here && here.path === null ? nameBox(here, dispatch) : nothing}
        </nav>`
        : html`<span class="files">${all.map(tab)}</span>`
    }
    <button
      type="button"
      class="button small square muted add-file"
      title=${fileWords.add}
      aria-label=${fileWords.add}
      @click=${() => dispatch({ type: 'beginName', at: 'tabs', path: null })}
    >
      ${icon('plus')}
    </button>
    <span class="spring"></span>
    ${travel('undo', state, dispatch)}${travel('redo', state, dispatch)} ${problems(state, dispatch)}${format(
      state,
      dispatch,
    )}
  </div>`;
}

/** A keyboard on glass has no keys for them. */
function travel(way: 'undo' | 'redo', { textHistory }: State, dispatch: Dispatch) {
  const { labels, noHistory } = commandStrings;
  const can = textHistory[way];
  return html`<button
    type="button"
    class="button small square muted by-touch"
    title=${can ? labels[way] : noHistory[way]}
    aria-label=${labels[way]}
    aria-disabled=${can ? 'false' : 'true'}
    @mousedown=${keepFocus}
    @click=${() => can && dispatch({ type: way })}
  >
    ${icon(way)}
  </button>`;
}

/** Without it the keyboard on glass goes away. */
const keepFocus = (event: Event) => event.preventDefault();

function problems({ announcedAnalysis }: State, dispatch: Dispatch) {
  if (!announcedAnalysis) return nothing;
  const found = foundIn(announcedAnalysis);
  return html`<button
    type="button"
    class="button small problems-count is-${found.worst}"
    title=${editorWords.openProblems}
    @click=${() => dispatch({ type: 'panel', panel: 'problems' })}
  >
    ${icon(found.icon)}<span class="in-words">${found.words}</span
    >${found.count > 0 ? html`<span class="in-digits" aria-hidden="true">${found.count}</span>` : nothing}
  </button>`;
}

/** Codes of errors that keep a text from being formatted. */
const SYNTAX =
  /^(malformed|missing|unexpected|unclosed|unterminated|unknown-character|nesting|reverse-arrow|foreign-syntax)/;

function format({ run: { analysis }, openFileAnalysis, file, document }: State, dispatch: Dispatch) {
  const found = (file === document.entry ? analysis : openFileAnalysis)?.diagnostics ?? [];
  const broken = found.some(
    (problem) => problem.severity === 'error' && (problem.file ?? document.entry) === file && SYNTAX.test(problem.code),
  );
  return html`<button
    type="button"
    class="button small muted format"
    title=${broken ? editorWords.noFormat : editorWords.formatKeys}
    aria-disabled=${broken ? 'true' : 'false'}
    @click=${() => !broken && dispatch({ type: 'format' })}
  >
    ${icon('format')}<span>${editorWords.format}</span>
  </button>`;
}
