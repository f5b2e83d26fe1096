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
  const others = state.run.snapshot.view.paths.filter((one) => one.id !== path.id);
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
    ${
      shown === null
        ? prompt.error
          ? nothing
          : html`<p class="empty">${say.asking}</p>`
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
                      (one) =>
                        html`<option value=${one.id} ?selected=${one.id === prompt.other}>
                          ${workspaceStrings.path(one.id)}
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
      ${shown.handles.map((one) => {
        const tight = one.reason === 'cut' || one.reason === 'dropped';
        const label = tight ? say.widen(one.title, one.id) : say.open(one.title, one.id);
        return html`<li>
          <button
            type="button"
            title=${label}
            aria-label="${label} (${say.reasons[one.reason]}, ${say.tokens(one.tokens)})"
            @click=${() =>
              dispatch(tight ? { type: 'promptBudget', budget: shown.full } : { type: 'promptOpen', node: one.id })}
          >
            <b>${one.title}</b> ${say.reasons[one.reason]} <span class="quiet">${say.tokens(one.tokens)}</span>
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}

function section(one: Projection['sections'][number], dispatch: Dispatch) {
  const say = promptStrings;
  return html`<li class="section depth-${Math.min(one.depth, DEEPEST)}" data-section=${one.id}>
    <div class="section-head">
      <b>${one.title}</b> <code>${one.id}</code> ${stateSelect(one.id, one.title, one.state, dispatch)}
    </div>
    <p class="facts quiet">
      ${say.tokens(one.tokens)}${one.access ? ` · ${one.access}` : ''}${
        one.stale ? html` · <span class="mark">${say.stale}</span>` : nothing
      }${one.cut ? html` · <span class="mark">✂ ${say.cut(one.cut.lines, one.cut.tokens)}</span>` : nothing}
    </p>
    <pre>${one.text}</pre>
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
  const other = rows.filter((row) => row.mark !== 'same');
  return html`<section class="compare" data-comparison aria-label=${say.with(theirs.path)}>
    <h3>${say.with(theirs.path)}</h3>
    <p class="quiet">${say.both(mine.total, theirs.total, rows.length - other.length)}</p>
    ${other.map(
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
