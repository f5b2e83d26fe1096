// Explore: what could go wrong whatever the agents reply, how it gets there, and what was reached.

import './style.css';
import { html, nothing } from 'lit';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { onText } from '../../ui/listeners.ts';
import type { ExploreResult, Finding, Span } from '../../protocol/types.ts';
import type { Action, State } from '../../store/state.ts';
import { coverageOf, isOfShownRun } from './coverage.ts';
import type { ExploreBounds, Explored } from '../../protocol/explore.ts';
import type { ExploreState } from './index.ts';
import { exploreStrings as say } from './strings.ts';

type Dispatch = (action: Action) => void;

const STATES = [1_000, 5_000, 20_000, 100_000];
const SECONDS = [5, 30, 120];
const TAGS = { holds: 'ok', violated: 'bad', undecided: '' };

export function panel(state: State, dispatch: Dispatch) {
  const { explore } = state;
  return html`<div class="explore">
    <p class="hint">${say.explain}</p>
    ${controls(explore, dispatch)} ${progress(explore)} ${explore.phase === 'failed' ? failed(explore) : nothing}
    ${explore.explored ? result(state, explore, explore.explored, dispatch) : nothing}
  </div>`;
}

function controls({ phase, explored, isStale, bounds }: ExploreState, dispatch: Dispatch) {
  const isRunning = phase === 'running';
  return html`<div class="buttons">
      ${
        isRunning
          ? html`<button type="button" class="button outlined" @click=${() => dispatch({ type: 'exploreCancel' })}>
            ${say.cancel}
          </button>`
          : html`<button
            type="button"
            class="button ${explored && !isStale ? 'outlined' : 'filled'}"
            @click=${() => dispatch({ type: 'explore' })}
          >
            ${explored ? say.again : say.start}
          </button>`
      }
    </div>
    <details class="bounds">
      <summary>${say.options}</summary>
      ${choice(
        say.faults,
        'faults',
        say.faultChoices.map((label, value) => ({ label, value })),
        bounds,
        dispatch,
      )}
      ${choice(
        say.states,
        'states',
        STATES.map((value) => ({ label: value.toLocaleString('en'), value })),
        bounds,
        dispatch,
      )}
      ${choice(
        say.seconds,
        'seconds',
        SECONDS.map((value) => ({ label: say.secondChoice(value), value })),
        bounds,
        dispatch,
      )}
    </details>`;
}

const choice = (
  label: string,
  name: keyof ExploreBounds,
  choices: { label: string; value: number }[],
  bounds: ExploreBounds,
  dispatch: Dispatch,
) =>
  html`<label>
    <span>${label}</span>
    <select @change=${onText((text) => dispatch({ type: 'exploreBounds', part: { [name]: Number(text) } }))}>
      ${choices.map(
        ({ label, value }) => html`<option value=${value} ?selected=${value === bounds[name]}>${label}</option>`,
      )}
    </select>
  </label>`;

function progress({ phase, progress, bounds }: ExploreState) {
  if (phase !== 'running') return nothing;
  return html`<progress
      aria-label=${say.progressLabel}
      max=${bounds.states}
      value=${progress?.states ?? 0}
    ></progress>
    <p class="quiet numbers">${progress ? say.progress(progress.states, progress.statesPerSecond) : say.starting}</p>`;
}

const failed = ({ failure }: ExploreState) => html`<p class="error" role="alert">${say.failed(failure)}</p>`;

function result(state: State, explore: ExploreState, explored: Explored, dispatch: Dispatch) {
  const { result } = explored;
  const numbered = result.findings.map((finding, at) => ({ finding, at }));
  const problems = numbered.filter(({ finding }) => finding.severity !== 'info');
  const notes = numbered.filter(({ finding }) => finding.severity === 'info');
  const errors = state.run.analysis?.errors ?? 0;
  const rows = (list: typeof numbered) =>
    html`<ul class="findings">
        ${firsts(list).map(({ finding, at }) => row(state, finding, at, dispatch))}
      </ul>
      ${left(list)}`;
  return html`${explore.isStale ? html`<p class="stale" role="status">${say.stale}</p>` : nothing}
    <p class="summary">${say.summary(result)}</p>
    ${cutsOf(explored).map((text) => html`<p class="quiet">${ticked(text)}</p>`)}
    ${errors > 0 && !explore.isStale ? html`<p class="quiet">${say.errors(errors)}</p>` : nothing}
    ${problems.length > 0 ? rows(problems) : nothing}
    ${
      notes.length > 0
        ? html`<details class="notes">
          <summary>${say.notes(notes.length)}</summary>
          ${rows(notes)}
        </details>`
        : nothing
    }
    ${properties(state, result)}
    ${result.notStarted || explore.isStale ? nothing : coverage(state, explored, dispatch)}`;
}

/** Why not everything was tried, in sentences. */
function cutsOf({ result, stopped, bounds }: Explored) {
  const { cut, cutFields, states } = result;
  const texts = [];
  if (cut.includes('states')) texts.push(say.cut.states(states));
  if (stopped) texts.push(stopped === 'time' ? say.cut.time(bounds.seconds) : say.cut.canceled);
  if (cut.includes('values')) texts.push(say.cut.values(cutFields));
  return texts.length > 0 ? [...texts, say.cut.unsure] : texts;
}

function row(state: State, finding: Finding, at: number, dispatch: Dispatch) {
  const { isStale, shown } = state.explore;
  const { severity, message, trace, steps, count } = finding;
  const isShown = shown?.at === at;
  const remedy = say.remedies[finding.kind];
  return html`<li class="finding ${severity}">
    <p>
      <span class="severity">${say.severity[severity]}</span>
      ${count > 1 ? html`<span class="quiet numbers">${say.inSituations(count)}</span>` : nothing}
      <span class="message">${ticked(sentenceCase(message))}</span>
    </p>
    ${remedy && severity !== 'info' ? html`<p class="quiet remedy">${ticked(remedy)}</p>` : nothing}
    ${
      trace.length === 0
        ? find(state, finding, dispatch)
        : html`<button
          type="button"
          class="button outlined small"
          title=${isStale ? say.stale : say.showTitle}
          aria-disabled=${isStale ? 'true' : 'false'}
          @click=${() => isStale || dispatch({ type: 'exploreShow', at })}
        >
          ${isShown ? say.shown : say.show}
        </button>`
    }
    ${
      steps.length > 1
        ? html`<details>
          <summary>${say.trace}</summary>
          <ol class="trace">
            ${steps.map((step) => html`<li>${ticked(step)}</li>`)}
          </ol>
        </details>`
        : nothing
    }
  </li>`;
}

/** What never happens has no trace: its place is shown instead. */
function find({ run: { snapshot } }: State, { node, edge, span }: Finding, dispatch: Dispatch) {
  const id = edge ?? (node && snapshot?.view.nodes[node]?.diagramId);
  if (!id && !span) return nothing;
  const show = () => dispatch(id ? { type: 'select', id, open: true } : { type: 'jump', span: span as Span });
  return html`<button type="button" class="button outlined small" title=${say.findTitle} @click=${show}>
    ${say.find}
  </button>`;
}

/** What the machine states of its runs, and whether that holds. */
function properties({ run: { snapshot } }: State, { properties }: ExploreResult) {
  const violated = snapshot?.view.violated ?? [];
  return properties.length === 0
    ? nothing
    : html`<section>
      <h3>${say.properties}</h3>
      <ul class="properties">
        ${properties.map(({ kind, text, verdict }) => {
          const written = `@${kind}(${text})`;
          return html`<li>
            <code>${written}</code>
            <span class="tag ${TAGS[verdict]}">${say.verdicts[verdict]}</span>
            ${violated.includes(written) ? html`<span class="tag bad">${say.inRun}</span>` : nothing}
          </li>`;
        })}
      </ul>
    </section>`;
}

function coverage(state: State, { result, hash }: Explored, dispatch: Dispatch) {
  const isSure = result.exhausted && result.cut.length === 0;
  return html`<section>
    <h3>${say.coverage}</h3>
    <ul class="coverage">
      ${coverageOf(state, result)
        .filter(({ all }) => all > 0)
        .map(
          ({ of, some, all, missing }) =>
            html`<li>
              ${say.covered(say[of], some, all)}
              ${
                missing.length > 0
                  ? html`<span class="missing"
                    ><span class="quiet">${say.never(isSure)}</span> ${firsts(missing).map(
                      ({ id, name }) =>
                        html`<button
                          type="button"
                          class="link"
                          @click=${() => dispatch({ type: 'select', id, open: false })}
                        >
                          ${name}
                        </button> `,
                    )}${left(missing)}</span
                  >`
                  : nothing
              }
            </li>`,
        )}
    </ul>
    <p class="hint">${isOfShownRun(state, hash) ? say.inDiagram : say.notInDiagram}</p>
  </section>`;
}
