// The paths of a run as a tree, each with what it waits for.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../../run/colors.ts';
import { openQuestions, waitingReasons, type Reason } from '../../run/waiting.ts';
import { outlineStrings } from '../../drawing/strings.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { contextStrings } from './strings.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { countTag } from '../../ui/count-tag.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { menu } from '../../ui/menu.ts';
import { pathChip, statusTag } from '../../views/parts.ts';
import { isLive } from '../../run/path-status.ts';
import { shownPath } from '../../store/values.ts';
import type { Outcome, View } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Rows of the tree. */
const MAX_SHOWN_PATHS = 100;
/** Deeper paths are not moved further to the right. */
const DEEPEST = 6;

export function pathTree(state: State, dispatch: Dispatch) {
  const snapshot = state.run.snapshot;
  if (!snapshot) return nothing;
  const { paths, outcome } = snapshot.view;
  const chosen = shownPath(state);
  const several = paths.filter((path) => isLive(path.status)).length > 1;
  const questions = openQuestions(snapshot);
  const parents = new Map(paths.map((path) => [path.id, path.parent]));
  return html`${outcome.kind === 'blocked' ? deadlock(outcome.report) : nothing}
    ${
      paths.length === 0
        ? nothing
        : html`<h3 class="part-head">${contextStrings.paths} <span class="quiet numbers">${paths.length}</span></h3>`
    }
    <ul class="paths" aria-label=${contextStrings.paths}>
      ${repeat(
        firsts(paths, MAX_SHOWN_PATHS, chosen),
        (p) => p.id,
        (p) =>
          html`<li class="depth-${depthOf(parents, p)}">
            <div class="path-row">
              <button
                type="button"
                class="path"
                aria-pressed=${p.id === chosen?.id ? 'true' : 'false'}
                title=${contextStrings.choose(p.id)}
                @click=${() => dispatch({ type: 'choosePath', path: p.id })}
              >
                ${pathChip(p.id, colourOf(state.run.branchEvents, p.id))}
                <span class="node">${p.node}</span>
                ${asks(questions.filter((question) => question.path === p.id).length)}
                ${statusTag(p.status)}
              </button>
              ${acts(state, dispatch, p, several)}
            </div>
            ${reasons(waitingReasons(snapshot, p))}
            ${
              p.status === 'blocked' && p.id === chosen?.id
                ? html`<div class="buttons">
                  ${snapshot.view.edges
                    .filter((edge) => p.choices.includes(edge.id))
                    .map(
                      (edge) =>
                        html`<button
                          type="button"
                          @click=${() => dispatch({ type: 'chooseEdge', path: p.id, edge: edge.id })}
                        >
                          ${contextStrings.take(edge.target)}
                        </button>`,
                    )}
                </div>`
                : nothing
            }
          </li>`,
      )}
    </ul>
    ${left(paths, MAX_SHOWN_PATHS, contextStrings.pathsLeft)}`;
}

/** What can be done with a path. */
function acts(
  { run: { controls, isRunning } }: State,
  dispatch: Dispatch,
  path: View['paths'][number],
  several: boolean,
) {
  const { id } = path;
  const say = contextStrings;
  const over = isLive(path.status) ? '' : say.over;
  return menu({
    label: say.actions(id),
    image: 'more',
    name: `path-${id}`,
    items: [
      {
        label: say.stepPath,
        why: over || (isRunning ? workspaceStrings.running : controls.step.enabled ? '' : controls.step.why),
        act: () => dispatch({ type: 'stepPath', path: id }),
      },
      {
        label: say.openPrompt,
        act: () => {
          dispatch({ type: 'choosePath', path: id });
          dispatch({ type: 'panel', panel: 'prompt' });
        },
      },
      { label: say.cancelPath(id), why: over, act: () => dispatch({ type: 'cancelPath', path: id }) },
      ...(several ? [{ label: say.cancelAll, act: () => dispatch({ type: 'cancelPath', path: '*' }) }] : []),
    ],
  });
}

/** @param n open questions */
const asks = (n: number) => (n > 0 ? countTag(n, '?', outlineStrings.questions(n), 'tag ask') : nothing);

function reasons(list: Reason[]) {
  if (list.length === 0) return nothing;
  return html`<ul class="reasons">
    ${list.map(({ text, mark }) => html`<li class=${mark ? `is-${mark}` : ''}>${ticked(text)}</li>`)}
  </ul>`;
}

/** @param report why nothing can move */
function deadlock({ text, joins }: Extract<Outcome, { kind: 'blocked' }>['report']) {
  return html`<section class="deadlock" aria-label=${contextStrings.deadlock}>
    <h3>${contextStrings.deadlock}</h3>
    <p>${ticked(sentenceCase(text))}</p>
    ${joins.map(
      (join) =>
        html`<p><b>${join.join}</b> ${contextStrings.atJoin(join.have, join.need)}</p>
          <ul class="reasons">
            ${join.missing.map((m) => html`<li>${contextStrings.missing(m.path, m.node, m.why)}</li>`)}
          </ul>`,
    )}
  </section>`;
}

function depthOf(parents: Map<string, string | null>, path: { parent: string | null }) {
  let depth = 0;
  for (let at = path.parent; at !== null && depth < DEEPEST; depth += 1) at = parents.get(at) ?? null;
  return depth;
}
