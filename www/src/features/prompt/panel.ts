// Prompt: what the agent at the chosen path's node is shown, section by section, under a budget of tokens.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../ui/icon.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { promptStrings } from './strings.ts';
import { visibilityOptions } from '../../views/visibility.ts';
import { requestAt, shownPath } from '../../store/values.ts';
import { onText } from '../../ui/listeners.ts';
import { compareSections, textOf } from './texts.ts';
import './style.css';
import type { GraphState, Projection } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Ends of the slider; the number field takes all that the core takes. */
const SLIDER = { least: 500, most: 32_000, step: 100 };
/** So many nodes are offered. */
const OFFERED = 500;
/** Deeper sections are not moved further to the right. */
const DEEPEST = 6;

export function panel(state: State, dispatch: Dispatch) {
  const say = promptStrings;
  const path = shownPath(state);
  if (!state.run.snapshot || !path) return html`<p class="empty">${say.noPath}</p>`;
  const { prompt } = state;
  const shown = prompt.projection;
  const nodes = Object.keys(state.run.snapshot.view.nodes).slice(0, OFFERED);
  const others = state.run.snapshot.view.paths.filter((candidate) => candidate.id !== path.id);
  const request = shown ? requestAt(state, shown) : undefined;
  return html`<div class="projected">
    <label class="row">
      <span>${say.at(path.id)}</span>
      <select @change=${onText((text) => dispatch({ type: 'promptNode', node: text || null }))}>
        <option value="" ?selected=${prompt.node === null}>${say.present(path.node)}</option>
        ${nodes.map((id) => html`<option value=${id} ?selected=${id === prompt.node}>${id}</option>`)}
      </select>
    </label>
    ${shown ? budgetRows(prompt, shown, dispatch) : nothing}
    ${prompt.error ? html`<p class="error" role="alert">${prompt.error}</p>` : nothing}
    ${shown === null && !prompt.error ? html`<p class="empty">${say.asking}</p>` : nothing}
    ${
      shown === null
        ? nothing
        : html` ${
            request
              ? html`<section>
                <h3>${say.asked(request.title || request.node)}</h3>
                <p class="prompt-text">${request.prompt || request.description}</p>
                ${
                  prompt.text === null
                    ? nothing
                    : html`<details>
                      <summary>${say.whole}</summary>
                      <pre>${prompt.text}</pre>
                    </details>`
                }
              </section>`
              : html`<p class="quiet">${say.notAsked(shown.node)}</p>`
          }
          <div class="buttons">
            <button type="button" @click=${() => dispatch({ type: 'copyText', text: textOf(prompt, request, shown) })}>
              ${icon('copy')} ${say.copy}
            </button>
            ${
              others.length > 0
                ? html`<label class="with">
                  <span>${say.compare}</span>
                  <select @change=${onText((text) => dispatch({ type: 'promptCompare', path: text || null }))}>
                    <option value="" ?selected=${prompt.other === null}>${say.nobody}</option>
                    ${others.map(
                      (other) =>
                        html`<option value=${other.id} ?selected=${other.id === prompt.other}>
                          ${workspaceStrings.path(other.id)}
                        </option>`,
                    )}
                  </select>
                </label>`
                : nothing
            }
          </div>
          ${prompt.against ? comparison(shown, prompt.against) : nothing}
          ${shown.handles.length > 0 ? handles(shown, dispatch) : nothing}
          <section>
            <h3>${say.sections}</h3>
            ${
              shown.sections.length === 0
                ? html`<p class="quiet">${say.nothing}</p>`
                : html`<ol class="sections">
                  ${repeat(
                    shown.sections,
                    (s) => s.id,
                    (s) => section(s, dispatch),
                  )}
                </ol>`
            }
          </section>`
    }
  </div>`;
}

function budgetRows(prompt: State['prompt'], shown: Projection, dispatch: Dispatch) {
  const say = promptStrings;
  const budget = prompt.budget ?? shown.budget;
  const look = onText((text) => {
    if (text.trim() !== '' && Number.isFinite(Number(text))) dispatch({ type: 'promptBudget', budget: Number(text) });
  });
  return html`<div class="row budget">
      <label for="prompt-budget">${say.budget}</label>
      <input
        type="range"
        aria-label=${say.slider}
        min=${SLIDER.least}
        max=${SLIDER.most}
        step=${SLIDER.step}
        .value=${String(budget)}
        @input=${look}
      />
      <input id="prompt-budget" type="number" min="0" max="1000000" step="1" .value=${String(budget)} @change=${look} />
    </div>
    <p class="fill">
      <meter aria-label=${say.filled} min="0" max=${Math.max(shown.budget, 1)} value=${shown.total}></meter>
      <span>${say.total(shown.total, shown.budget)}${shown.full > shown.total ? ` ${say.full(shown.full)}` : ''}</span>
    </p>
    ${
      prompt.budget !== null || prompt.own
        ? html`<div class="buttons">
          ${
            prompt.budget !== null
              ? html`<button type="button" @click=${() => dispatch({ type: 'promptKeep', budget })}>${say.keep}</button
                ><button type="button" class="link" @click=${() => dispatch({ type: 'promptBudget', budget: null })}>
                  ${say.unlook}
                </button>`
              : nothing
          }
          ${
            prompt.own && prompt.budget === null
              ? html`<button type="button" class="link" @click=${() => dispatch({ type: 'promptKeep', budget: null })}>
                ${say.unkeep}
              </button>`
              : nothing
          }
        </div>`
        : nothing
    }`;
}

/** What is not shown in full; one press shows it. */
function handles(shown: Projection, dispatch: Dispatch) {
  const say = promptStrings;
  return html`<section>
    <h3>${say.handles}</h3>
    <ul class="handles">
      ${shown.handles.map((handle) => {
        const tight = handle.reason === 'cut' || handle.reason === 'dropped';
        const label = tight ? say.widen(handle.title, handle.id) : say.open(handle.title, handle.id);
        return html`<li>
          <button
            type="button"
            title=${label}
            aria-label="${label} (${say.reasons[handle.reason]}, ${say.tokens(handle.tokens)})"
            @click=${() =>
              dispatch(tight ? { type: 'promptBudget', budget: shown.full } : { type: 'promptOpen', node: handle.id })}
          >
            <b>${handle.title}</b> ${say.reasons[handle.reason]} <span class="quiet">${say.tokens(handle.tokens)}</span>
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}

function section(part: Projection['sections'][number], dispatch: Dispatch) {
  const say = promptStrings;
  return html`<li class="section depth-${Math.min(part.depth, DEEPEST)}" data-section=${part.id}>
    <div class="section-head">
      <b>${part.title}</b> <code>${part.id}</code> ${stateSelect(part.id, part.title, part.state, dispatch)}
    </div>
    <p class="facts quiet">
      ${say.tokens(part.tokens)}${part.access ? ` · ${part.access}` : ''}${
        part.stale ? html` · <span class="mark">${say.stale}</span>` : nothing
      }${part.cut ? html` · <span class="mark">✂ ${say.cut(part.cut.lines, part.cut.tokens)}</span>` : nothing}
    </p>
    <pre>${part.text}</pre>
  </li>`;
}

function stateSelect(id: string, title: string, state: string, dispatch: Dispatch) {
  return html`<select
    class="state"
    aria-label=${promptStrings.stateOf(title, id)}
    @change=${onText((state: GraphState) => dispatch({ type: 'promptState', node: id, state }))}
  >
    ${visibilityOptions(state)}
  </select>`;
}

function comparison(mine: Projection, theirs: Projection) {
  const say = promptStrings;
  const rows = compareSections(mine, theirs);
  const differing = rows.filter((row) => row.mark !== 'same');
  return html`<section class="compare" data-comparison aria-label=${say.with(theirs.path)}>
    <h3>${say.with(theirs.path)}</h3>
    <p class="quiet">${say.both(mine.total, theirs.total, rows.length - differing.length)}</p>
    ${differing.map(
      (row) =>
        html`<div class="differing">
          <h4>${row.title} <span class="tag">${say.marks[row.mark]}</span></h4>
          ${
            row.mine === null
              ? nothing
              : html`<p class="quiet">${workspaceStrings.path(mine.path)}</p>
                <pre>${row.mine}</pre>`
          }
          ${
            row.theirs === null
              ? nothing
              : html`<p class="quiet">${workspaceStrings.path(theirs.path)}</p>
                <pre>${row.theirs}</pre>`
          }
        </div>`,
    )}
  </section>`;
}
