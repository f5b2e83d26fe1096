// Problems: what the core found in the texts, by file and with what repairs it; then what failed in the run.

import { html, nothing } from 'lit';
import { problemStrings } from './strings.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { lineNumbers } from '../../editor/lines.ts';
import { textOf } from '../../protocol/sources.ts';
import { failureWords } from '../../run/parts.ts';
import { showsNewerText } from '../../store/shown.ts';
import { inOrder, problemsByFile } from './found.ts';
import type { Diagnostic } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';
import './style.css';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const groups = problemsByFile({ ...state, run: { ...state.run, analysis: state.announcedAnalysis } });
  // A run of an older text is told of where it is shown, not beside the newer text.
  const failures = showsNewerText(state.run) ? [] : (state.run.snapshot?.view.paths ?? []).filter((p) => p.failure);
  const show = (path: string, node: string) => {
    dispatch({ type: 'choosePath', path });
    dispatch({ type: 'select', id: state.run.snapshot?.view.nodes[node]?.diagramId ?? null, open: false });
    if (state.shell.narrow) dispatch({ type: 'pane', pane: 'diagram' });
  };
  const named = Object.keys(state.document.files).length > 0;
  return html`${
    groups.length === 0
      ? html`<p class="quiet">${problemStrings.none}</p>`
      : groups.map(
          ([file, list]) =>
            html` ${named ? html`<h3 class="file-name">${file}</h3>` : nothing}
          ${problemList(list, file, textOf(state.document, file) ?? '', dispatch)}`,
        )
  }
  <p class="explore-hint">
    <button type="button" class="button outlined small" @click=${() => dispatch({ type: 'explore' })}>
      ${problemStrings.explore}
    </button>
    <span class="hint">${problemStrings.exploreHint}</span>
  </p>
  ${
    failures.length === 0
      ? nothing
      : html`<section class="given">
        <h3>${problemStrings.run}</h3>
        <ul class="problems">
          ${firsts(failures).map(
            (p) =>
              html`<li class="problem error">
                <button type="button" @click=${() => show(p.id, p.node)}>
                  <span class="place"
                    ><span class="severity">${problemStrings.path(p.id)}</span>
                    <span>${ticked(problemStrings.at(p.node))}</span></span
                  >
                  <span class="message">${ticked(sentenceCase(failureWords(p.failure?.message ?? '')))}</span>
                </button>
              </li>`,
          )}
        </ul>
        ${left(failures)}
      </section>`
  }`;
}

function problemList(list: Diagnostic[], file: string, text: string, dispatch: Dispatch) {
  const shown = firsts(inOrder(list));
  const lines = lineNumbers(
    text,
    shown.map(({ from }) => from),
  );
  return html`<ul class="problems">
      ${shown.map((d, i) => problem(d, lines[i] ?? 1, file, dispatch))}
    </ul>
    ${left(list)}`;
}

function problem(d: Diagnostic, line: number, file: string, dispatch: Dispatch) {
  return html`<li class="problem ${d.severity}">
    <button
      type="button"
      title=${problemStrings.jump}
      @click=${() => dispatch({ type: 'jump', span: { from: d.from, to: d.to, file } })}
    >
      <span class="place"
        ><span class="severity">${problemStrings.severity[d.severity]}</span>
        <span class="quiet numbers">${problemStrings.line(line)}</span></span
      >
      <span class="message">${ticked(sentenceCase(d.message))}</span>
      ${d.hint ? html`<span class="hint">${ticked(sentenceCase(d.hint))}</span>` : nothing}
    </button>
    ${(d.related ?? []).map(
      (place) =>
        html`<button
          type="button"
          class="related"
          title=${problemStrings.jump}
          @click=${() => dispatch({ type: 'jump', span: { from: place.from, to: place.to, file: place.file ?? file } })}
        >
          ${ticked(sentenceCase(place.message))}
        </button>`,
    )}
    ${
      d.fixes && d.fixes.length > 0
        ? html`<span class="fixes">
          ${d.fixes.map(
            (fix) =>
              html`<button
                type="button"
                class="button outlined small fix"
                title=${problemStrings.fix}
                @click=${() => dispatch({ type: 'repair', problem: d, title: fix.title })}
              >
                ${ticked(sentenceCase(fix.title))}
              </button>`,
          )}
        </span>`
        : nothing
    }
  </li>`;
}
