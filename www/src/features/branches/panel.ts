// Branches and checkpoints of the run: go there, name, delete.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { laterWords } from '../../run/strings.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { branchStrings } from './strings.ts';
import { icon } from '../../ui/icon.ts';
import { branchName, isOnBranch, madeAt, shownBranches } from '../../store/shown-branches.ts';
import type { Checkpoint } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';
import { runList, standsAt } from './run-list.ts';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onSubmit, onText } from '../../ui/listeners.ts';

type Branch = ReturnType<typeof shownBranches>[number];
type Dispatch = (action: Action) => void;
type BranchStep = Pick<Checkpoint, 'branch' | 'step'>;

export function branchList(state: State, dispatch: Dispatch) {
  if (!state.run.snapshot) return nothing;
  const say = branchStrings;
  const branches = shownBranches(state);
  const { checkpoints } = state.run.snapshot;
  return html`<div class="branches">
    <div class="branch-lists">
      <h3 id="branches-title">${say.title}</h3>
      <ul aria-labelledby="branches-title">
        ${repeat(
          branches,
          (b) => b.id,
          (branch) => html`<li class=${branch.current ? 'current' : ''}>${shownBranch(state, branch, dispatch)}</li>`,
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
                      data-checkpoint=${c.name}
                      title=${say.restore(c.name, c.auto)}
                      @click=${() => dispatch({ type: 'toCheckpoint', name: c.name })}
                    >
                      ${icon('flag')}${toldCheckpoint(state, c)}
                    </button>
                  </li>`,
              )}
            </ul>`
      }
      ${state.run.runs.length === 0 ? nothing : runList(state, dispatch)}
    </div>
    ${state.labelling?.of === 'checkpoint' ? label(state.labelling, dispatch, say.checkpointName) : nothing}
    <div class="branch-acts">
      <button
        type="button"
        class="button muted small fork"
        title=${say.forkTitle}
        @click=${() => dispatch({ type: 'fork' })}
      >
        ${icon('branch')}<span>${say.fork}</span>
      </button>
      <button
        type="button"
        class="button muted small"
        data-checkpoint=""
        title=${say.checkpointTitle}
        @click=${() =>
          dispatch({ type: 'beginLabel', of: 'checkpoint', id: null, text: say.suggested(checkpoints.length + 1) })}
      >
        ${icon('flag')}<span>${say.checkpoint}</span>
      </button>
    </div>
  </div>`;
}

function toldCheckpoint(state: State, checkpoint: Checkpoint) {
  const say = branchStrings;
  const made = madeAt(checkpoint);
  const of = state.run.snapshot?.branches.find(({ id }) => id === checkpoint.branch);
  const branch = isOnCurrent(state, checkpoint) ? '' : (of?.name ?? say.deletedBranch);
  return html`<span class="told">
    <span class="name">${made?.node ?? checkpoint.name}</span>
    ${made ? html`<span class="quiet">${say.auto(made.path, made.visit)}</span>` : nothing}
    <span class="quiet">${say.at(stepAt(state, checkpoint), branch)}</span>
  </span>`;
}

function shownBranch(state: State, branch: Branch, dispatch: Dispatch) {
  const say = branchStrings;
  const { id, name, from, current } = branch;
  if (state.labelling?.of === 'branch' && state.labelling.id === id)
    return label(state.labelling, dispatch, say.nameOf(name));
  const rename = () => dispatch({ type: 'beginLabel', of: 'branch', id, text: name });
  const end = endOf(state, branch);
  const remove = () => dispatch({ type: 'removeBranch', id });
  return html`<button
      type="button"
      class="branch"
      data-branch=${id}
      aria-current=${current ? 'true' : 'false'}
      title=${[say.go(name), end, from && origin(state, from)].filter(Boolean).join('\n')}
      @click=${() => dispatch({ type: 'goTo', step: branch.tip, branch: id })}
    >
      ${icon('branch')}
      <span class="told">
        <span class="name">${name}</span>
        ${end ? html`<span class="quiet">${end}</span>` : nothing}
        ${from ? html`<span class="quiet">${origin(state, from)}</span>` : nothing}
      </span>
    </button>
    ${iconButton('edit', say.rename(name), rename)}
    ${current ? nothing : iconButton('close', say.remove(name), remove)}`;
}

/** How a branch ended, where that is known: another one's past may still be on its way. */
function endOf(state: State, { id, current }: Branch) {
  const {
    run: { snapshot, isRunning },
    trace,
  } = state;
  if (!snapshot || (current && isRunning)) return '';
  const end = current ? standsAt(state, snapshot) : trace.lanes[id];
  return end ? laterWords.runs.ended(end.outcome, end.node) : '';
}

const origin = (state: State, from: NonNullable<Branch['from']>) =>
  branchStrings.from(branchName(state, from.branch), stepAt(state, from));

const isOnCurrent = ({ run: { snapshot } }: State, at: BranchStep) =>
  snapshot && isOnBranch(snapshot.branches, snapshot.position.branch, at);

/** A step as people count it, where the past of its branch is known. */
function stepAt(state: State, at: BranchStep) {
  const list = isOnCurrent(state, at) ? positions(state.run.entries) : (state.trace.lanes[at.branch]?.list ?? []);
  return list[indexOfStep(list, at.step)]?.label ?? '';
}

function label({ text, error }: NonNullable<State['labelling']>, dispatch: Dispatch, name: string) {
  return html`<form class="label" @submit=${onSubmit(() => dispatch({ type: 'takeLabel' }))}>
    <input
      type="text"
      data-autofocus
      autocomplete="off"
      aria-label=${name}
      aria-invalid=${error ? 'true' : 'false'}
      .value=${text}
      @input=${onText((text) => dispatch({ type: 'typeLabel', text }))}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        dispatch({ type: 'cancelLabel' });
      }}
    />
    <button type="submit">${workspaceStrings.apply}</button>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
  </form>`;
}
