// An edit of the machine that the run proposes: why, what changes line by line, what is wrong with the new text.

import { html, nothing } from 'lit';
import { diffList } from '../../views/diff-list.ts';
import { proposalStrings } from './strings.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import '../../ui/over-page.css';
import './style.css';
import { onEscape } from '../../ui/listeners.ts';
import type { Diagnostic } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

export function panel(state: State, dispatch: (action: Action) => void) {
  const edit = state.run.snapshot?.pending.edits.find((edit) => !state.postponedEditIds.includes(edit.id));
  if (!edit || state.run.isRunning || !state.run.snapshot?.position.atTip) return nothing;
  const say = proposalStrings;
  const found = state.inspected?.edit === edit.id ? state.inspected.diagnostics : null;
  return html`<section
    class="share proposal"
    role="dialog"
    aria-label=${say.title}
    @keydown=${onEscape(() => dispatch({ type: 'putOffEdit', id: edit.id }))}
  >
    <h2>${edit.path ? say.by(edit.path) : say.title}</h2>
    <p>${edit.reason}</p>
    ${diffList(edit.diff, say.diff)}
    <div class="found">${found && problems(found)}</div>
    <div class="buttons">
      <button type="button" class="primary" @click=${() => dispatch({ type: 'decide', id: edit.id, apply: true })}>
        ${say.apply}
      </button>
      <button type="button" @click=${() => dispatch({ type: 'decide', id: edit.id, apply: false })}>
        ${say.reject}
      </button>
      <button type="button" @click=${() => dispatch({ type: 'putOffEdit', id: edit.id })}>${say.later}</button>
    </div>
    ${state.proposalError ? html`<p class="error" role="alert">${state.proposalError}</p>` : nothing}
  </section>`;
}

function problems(found: Diagnostic[]) {
  const say = proposalStrings;
  if (found.length === 0) return html`<p class="quiet">${say.clean}</p>`;
  return html`<p>${say.problems(found.length)}</p>
    <ul>
      ${found.slice(0, 8).map((d) => html`<li class=${d.severity}>${ticked(sentenceCase(d.message))}</li>`)}
    </ul>`;
}
