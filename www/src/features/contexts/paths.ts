// The paths of a run as a tree, each with what it waits for.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../../run/colors.ts';
import { openQuestions, waitingReasons, type Reason } from '../../run/waiting.ts';
import { words } from '../../strings.ts';
import { countTag } from '../../ui/count-tag.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { isLive, shownPath } from '../../workspace/values.ts';
import type { Outcome } from '../../protocol/types.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

/** Rows of the tree. */
const MOST = 100;
/** Deeper paths are not moved further to the right. */
const DEEPEST = 6;

export function pathTree(state: State, dispatch: Dispatch) {
  const snapshot = state.run;
  if (!snapshot) return nothing;
  const { paths, outcome } = snapshot.view;
  const chosen = shownPath(state);
  const several = paths.filter((path) => isLive(path.status)).length > 1;
  const questions = openQuestions(snapshot);
  const parents = new Map(paths.map((path) => [path.id, path.parent]));
  return html`
    ${outcome.kind === 'blocked' ? deadlock(outcome.report) : nothing}
    <ul class="paths" aria-label=${words.contexts.paths}>
      ${repeat(
        firsts(paths, MOST, chosen),
        (p) => p.id,
        (p) => html`<li class="depth-${depthOf(parents, p)}">
        <button type="button" class="path path-${colourOf(state.events, p.id)}" aria-pressed=${p.id === chosen?.id ? 'true' : 'false'} title=${words.contexts.choose(p.id)}
          @click=${() => dispatch({ type: 'choosePath', path: p.id })}>
          <span class="chip">${p.id}</span><span class="node">${p.node}</span><span class="state state-${p.status}">${words.status[p.status] ?? p.status}</span>${asks(questions.filter((one) => one.path === p.id).length)}
        </button>
        ${reasons(waitingReasons(snapshot, p))}
        ${
          isLive(p.status) && p.id === chosen?.id
            ? html`<div class="path-acts">
          ${p.status === 'blocked' ? snapshot.view.edges.filter((edge) => p.choices.includes(edge.id)).map((edge) => html`<button type="button" @click=${() => dispatch({ type: 'chooseEdge', path: p.id, edge: edge.id })}>${words.contexts.take(edge.target)}</button>`) : nothing}
          <button type="button" class="link" @click=${() => dispatch({ type: 'cancelPath', path: p.id })}>${words.contexts.cancelPath(p.id)}</button>
          ${several ? html`<button type="button" class="link" @click=${() => dispatch({ type: 'cancelPath', path: '*' })}>${words.contexts.cancelAll}</button>` : nothing}
        </div>`
            : nothing
        }
      </li>`,
      )}
    </ul>${left(paths, MOST, words.contexts.pathsLeft)}`;
}

/** @param n open questions */
const asks = (n: number) => (n > 0 ? countTag(n, '?', words.questions(n), 'tag ask') : nothing);

function reasons(list: Reason[]) {
  if (list.length === 0) return nothing;
  return html`<ul class="reasons">${list.map(({ text, mark }) => html`<li class=${mark ? `is-${mark}` : ''}>${text}</li>`)}</ul>`;
}

/** @param report why nothing can move */
function deadlock({ text, joins }: Extract<Outcome, { kind: 'blocked' }>['report']) {
  return html`<section class="deadlock" aria-label=${words.contexts.deadlock}><h3>${words.contexts.deadlock}</h3>
    <p>${text}</p>
    ${joins.map(
      (join) => html`<p><b>${join.join}</b> ${words.contexts.atJoin(join.have, join.need)}</p>
      <ul class="reasons">${join.missing.map((m) => html`<li>${words.contexts.missing(m.path, m.node, m.why)}</li>`)}</ul>`,
    )}
  </section>`;
}

function depthOf(parents: Map<string, string | null>, path: { parent: string | null }) {
  let depth = 0;
  for (let at = path.parent; at !== null && depth < DEEPEST; depth += 1) at = parents.get(at) ?? null;
  return depth;
}
