// Branches and checkpoints of the run: go there, name, delete.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { workspaceStrings } from '../../workspace/strings.ts';
import { branchStrings } from './strings.ts';
import { icon } from '../../ui/icon.ts';
import { branchName, shownBranches } from '../../workspace/branches.ts';
import type { State, Action } from '../../workspace/state.ts';
import { runList } from './run-list.ts';
import './style.css';

type Dispatch = (action: Action) => void;

export function branchList(state: State, dispatch: Dispatch) {
  if (!state.run) return nothing;
  const say = branchStrings;
  const branches = shownBranches(state);
  const { checkpoints } = state.run;
  return html`<div class="branches">
    <div class="branch-lists">
      <h3 id="branches-title">${say.title}</h3>
      <ul aria-labelledby="branches-title">
        ${repeat(
          branches,
          (b) => b.id,
          (branch) =>
            html`<li class=${branch.current ? 'current' : ''}>
              ${
                state.labelling?.of === 'branch' && state.labelling.id === branch.id
                  ? label(state.labelling, dispatch, say.nameOf(branch.name))
                  : html` <button
                      type="button"
                      class="branch"
                      aria-current=${branch.current ? 'true' : 'false'}
                      title=${say.go(branch.name)}
                      @click=${() => dispatch({ type: 'goTo', step: branch.tip, branch: branch.id })}
                    >
                      ${icon('branch')}<span class="name">${branch.name}</span>${
                        branch.from
                          ? html`<span class="quiet"
                            >${say.from(branchName(state, branch.from.branch), stepAt(state, branch.from))}</span
                          >`
                          : nothing
                      }
                    </button>
                    <button
                      type="button"
                      class="bare"
                      title=${say.rename(branch.name)}
                      aria-label=${say.rename(branch.name)}
                      @click=${() => dispatch({ type: 'beginLabel', of: 'branch', id: branch.id, text: branch.name })}
                    >
                      ${icon('edit')}
                    </button>
                    ${
                      branch.current
                        ? nothing
                        : html`<button
                          type="button"
                          class="bare"
                          title=${say.remove(branch.name)}
                          aria-label=${say.remove(branch.name)}
                          @click=${() => dispatch({ type: 'removeBranch', id: branch.id })}
                        >
                          ${icon('close')}
                        </button>`
                    }`
              }
            </li>`,
        )}
      </ul>
      ${
        checkpoints.length === 0
          ? nothing
          : html`<h3 id="checkpoints-title">${say.checkpoints}</h3>
            <ul aria-labelledby="checkpoints-title">
              ${repeat(
                checkpoints,
                (c) => `${c.branch} ${c.step} ${c.name}`,
                (c) =>
                  html`<li>
                    <button
                      type="button"
                      class="branch"
                      title=${say.restore(c.name)}
                      @click=${() => dispatch({ type: 'toCheckpoint', name: c.name })}
                    >
                      ${icon('flag')}<span class="name">${c.name}</span>${
                        c.auto ? html`<span class="quiet">${say.auto}</span>` : nothing
                      }
                    </button>
                  </li>`,
              )}
            </ul>`
      }
      ${state.runs.length === 0 ? nothing : runList(state, dispatch)}
    </div>
    ${state.labelling?.of === 'checkpoint' ? label(state.labelling, dispatch, say.checkpointName) : nothing}
    <div class="branch-acts">
      <button
        type="button"
        class="button muted small"
        title=${say.forkTitle}
        @click=${() => dispatch({ type: 'fork' })}
      >
        ${icon('branch')}<span>${say.fork}</span>
      </button>
      <button
        type="button"
        class="button muted small"
        title=${say.checkpointTitle}
        @click=${() =>
          dispatch({ type: 'beginLabel', of: 'checkpoint', id: null, text: say.suggested(checkpoints.length + 1) })}
      >
        ${icon('flag')}<span>${say.checkpoint}</span>
      </button>
    </div>
  </div>`;
}

/** The step at which a branch left its parent, where it is known. */
function stepAt(state: State, { branch, step }: { branch: string; step: number }) {
  const list =
    branch === state.run?.position.branch
      ? positions(state.entries)
      : (state.trace.lanes[branch]?.list ?? positions(state.entries));
  return list[indexOfStep(list, step)]?.label ?? '';
}

function label({ text, error }: NonNullable<State['labelling']>, dispatch: Dispatch, name: string) {
  return html`<form
    class="label"
    @submit=${(e: Event) => {
      e.preventDefault();
      dispatch({ type: 'takeLabel' });
    }}
  >
    <input
      type="text"
      data-autofocus
      autocomplete="off"
      aria-label=${name}
      aria-invalid=${error ? 'true' : 'false'}
      .value=${text}
      @input=${(e: any) => dispatch({ type: 'typeLabel', text: e.target.value })}
      @keydown=${(e: KeyboardEvent) => e.key === 'Escape' && dispatch({ type: 'cancelLabel' })}
    />
    <button type="submit">${workspaceStrings.apply}</button>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
  </form>`;
}
