// Contexts: the paths of the run above, the values of the chosen path below; a value is edited in place.

import { html, nothing } from 'lit';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { NOT_SET } from '../../run/outcome-values.ts';
import { compact } from '../../protocol/clip.ts';
import { PATH_STATUS } from '../../run/path-status.ts';
import { compared } from '../../store/compared.ts';
import { branchName } from '../../store/shown-branches.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { compareStrings, contextStrings } from './strings.ts';
import { changesOf, columnsOf, countOwn, isStart, shownPath, valueOf } from '../../store/values.ts';
import { icon } from '../../ui/icon.ts';
import { fieldOf, keyOf, valueAt } from './field-value.ts';
import { MOST_CHOICES, firsts, left } from '../../ui/cut-list.ts';
import { pathTree } from './paths.ts';
import { constraintsOf, inside } from './references.ts';
import { violations } from '../../views/violations.ts';
import { later } from '../../store/late.ts';
import type { Json, View } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';
import { jsonText } from '../../ui/json-text.ts';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onTick } from '../../ui/listeners.ts';

const fieldEditor = later(
  () => import('./field-edit.ts'),
  () => nothing,
);

type Dispatch = (action: Action) => void;
type Context = View['contexts'][string];
/** A context of the chosen path. */
interface Shown {
  state: State;
  dispatch: Dispatch;
  id: string;
  context: Context;
  changes: ReturnType<typeof changesOf>;
  artifacts: View['artifacts'];
}

/** More parts of a value are counted only. */
const MOST_PARTS = 100;

export function contextsPanel(state: State, dispatch: Dispatch) {
  const view = state.run.snapshot?.view;
  if (!view) return html`<p class="quiet">${contextStrings.notReady}</p>`;
  const path = shownPath(state);
  const contexts = Object.entries(view.contexts);
  const changes = changesOf(state, path);
  const several = countOwn(view);
  const columns = columnsOf(state);
  const artifacts = view.artifacts.filter((artifact) => artifact.path === null || artifact.path === path?.id);
  return html`${comparison(state, dispatch)} ${pathTree(state, dispatch)}
    ${
      view.outcome.kind === 'notStarted' && view.outcome.errors.length > 0
        ? html`<p class="reason">${contextStrings.notStarted}</p>`
        : nothing
    }
    <div class="part-head">
      <h3>
        ${contextStrings.context}${
          path && contexts.length > 0 && !columns
            ? html` <span class="quiet">${contextStrings.ofPath(path.id)}</span>`
            : nothing
        }
      </h3>
      ${
        several > 1 && contexts.length > 0
          ? html`<label class="row check">
            <input
              type="checkbox"
              .checked=${columns !== null}
              @change=${onTick((all) => dispatch({ type: 'allPaths', all }))}
            />
            <span>${contextStrings.allPaths}</span>
          </label>`
          : nothing
      }
    </div>
    ${contexts.length === 0 ? teaching(dispatch) : nothing}
    ${contexts.map(([id, context]) =>
      columns && !context.shared
        ? wideTable(state, dispatch, id, context, columns)
        : contextTable({ state, dispatch, id, context, changes, artifacts }),
    )}
    ${hint(state, view)}`;
}

/** What can be done with the values, at the two places where one may not know: before the run and after it. */
function hint({ run: { snapshot } }: State, { outcome, contexts }: View) {
  const roles = Object.values(contexts).map(({ role }) => role);
  const say = contextStrings;
  const text =
    roles.length === 0
      ? ''
      : outcome.kind === 'completed'
        ? say.after
        : outcome.kind === 'running' && snapshot?.position.tick === 0
          ? `${say.before}${roles.includes('input') ? ` ${say.fixed}` : ''}`
          : '';
  return text === '' ? nothing : html`<p class="hint values-hint">${text}</p>`;
}

/** What a context is, and a line to begin with. */
function teaching(dispatch: Dispatch) {
  const say = contextStrings;
  return html`<div class="teaching">
    <p class="quiet">${say.none}</p>
    <pre>${say.example}</pre>
    <button
      type="button"
      class="button outlined small"
      @click=${() => dispatch({ type: 'insertLine', text: say.example })}
    >
      ${icon('plus')}<span>${say.insert}</span>
    </button>
  </div>`;
}

function contextTable(shown: Shown) {
  const { id, context } = shown;
  return html`<section class="context">
    <h3>
      <span class="name">${id}</span> ${
        context.role === 'state' ? nothing : html`<span class="tag">${context.role}</span>`
      }${context.shared ? html`<span class="tag">${workspaceStrings.shared}</span>` : nothing}
      ${role(shown)}
      ${context.version ? html`<span class="version">${contextStrings.version(context.version)}</span>` : nothing}
    </h3>
    <table>
      <thead class="hidden">
        <tr>
          <th scope="col">${contextStrings.field}</th>
          <th scope="col">${contextStrings.value}</th>
        </tr>
      </thead>
      <tbody>
        ${Object.keys(context.fields).map((field) => fieldRows(shown, field))}
      </tbody>
    </table>
  </section>`;
}

/** What an output still lacks. */
function role({ state, id, context }: Shown) {
  if (context.role !== 'output') return nothing;
  const required = Object.keys(context.fields).filter((field) => fieldOf(state, id, field)?.required);
  if (required.length === 0) return nothing;
  const missing = required.filter((field) => valueAt(state, id, field) === undefined);
  return html`<span
    class="tag ${missing.length > 0 ? 'lacks' : 'whole'}"
    title=${missing.length > 0 ? contextStrings.missingFields(missing) : ''}
    >${
      missing.length > 0
        ? contextStrings.lacks(required.length - missing.length, required.length)
        : contextStrings.whole
    }</span
  >`;
}

function fieldRows(shown: Shown, field: string) {
  const { state, dispatch, id, context, changes, artifacts } = shown;
  const info = context.fields[field];
  const declared = fieldOf(state, id, field);
  const key = keyOf(id, field);
  const value = valueAt(state, id, field);
  const changed = changes.has(`${id}.${field}`);
  const before = changes.get(`${id}.${field}`);
  const editing = state.edit?.key === key && state.editAt === null;
  const constraints = !declared
    ? ''
    : [
        context.role !== 'state' && declared.required && contextStrings.required,
        declared.artifact && contextStrings.artifact,
        constraintsOf(declared.schema),
      ]
        .filter(Boolean)
        .join(', ');
  const outcome = state.run.snapshot?.view.outcome;
  const wrong =
    outcome?.kind === 'notStarted'
      ? outcome.errors.filter(({ pointer }) => pointer === `/${id}/${field}` || pointer.startsWith(`/${id}/${field}/`))
      : [];
  return html`<tr class=${changed ? 'changed' : ''}>
      <th scope="row" title=${[info?.type ? `${field} ${info.type}` : field, constraints].filter(Boolean).join(', ')}>
        <div class="field-line">
          <span class="field-name">${field}</span>${
            info?.type ? html` <span class="type">${info.type}</span>` : nothing
          }
          ${constraints ? html`<span class="constraints">${constraints}</span>` : nothing}
        </div>
        ${copyPath(dispatch, key)}
      </th>
      <td>
        <span class="change"
          >${
            changed
              ? html`<span class="before"><span class="hidden">${contextStrings.was} </span>${compact(before)}</span
                >${icon('arrow')}<span class="hidden"> ${contextStrings.now} </span>`
              : nothing
          }${shownValue(shown, field, key, value, editing)}</span
        >
        ${valueTree(state, dispatch, key, value)}
        ${artifacts
          .filter((artifact) => artifact.context === id && artifact.field === field)
          .map(
            (artifact) =>
              html`<button
                type="button"
                class="link artifact"
                title=${contextStrings.download(artifact.name, artifact.bytes)}
                aria-label=${contextStrings.download(artifact.name, artifact.bytes)}
                @click=${() => dispatch({ type: 'saveArtifact', id: artifact.id })}
              >
                ${icon('save')}${artifact.name}
              </button>`,
          )}
        ${violations(wrong, `/${id}/${field}`)}
      </td>
    </tr>
    ${
      editing
        ? html`<tr class="editing">
          <td colspan="2">${fieldEditor(state, dispatch)}</td>
        </tr>`
        : nothing
    }`;
}

/** The value, as a button where it can be changed. */
function shownValue(
  { state, dispatch, id, context }: Shown,
  field: string,
  key: string,
  value: Json | undefined,
  editing: boolean,
) {
  const text = compact(value);
  const code = html`<code
    class=${value === undefined ? 'unset' : ''}
    title=${value === undefined ? contextStrings.unset : ''}
    >${jsonText(text)}</code
  >`;
  const open = context.role === 'input' ? isStart(state, id) : state.run.snapshot?.view.paths.length !== 0;
  if (!open && context.role === 'input')
    return html`<span class="value fixed">${code}</span
      ><button
        type="button"
        class="bare lock"
        title=${workspaceStrings.locked}
        aria-label="${workspaceStrings.locked}. ${contextStrings.toStart}"
        @click=${() => dispatch({ type: 'goTo', step: 0 })}
      >
        ${icon('lock')}
      </button>`;
  if (!open) return html`<span class="value fixed">${code}</span>`;
  return html`<button
    type="button"
    class="value"
    data-field=${key}
    aria-expanded=${editing}
    title=${contextStrings.edit(key)}
    aria-label="${contextStrings.edit(key)}: ${text}"
    @click=${() => dispatch({ type: 'editField', context: id, field })}
  >
    ${code}${icon('edit')}
  </button>`;
}

/** One column per path; where they differ, the row is marked. */
function wideTable(state: State, dispatch: Dispatch, id: string, context: Context, all: View['paths']) {
  const chosen = shownPath(state);
  const paths = firsts(all, MOST_CHOICES, chosen);
  return html`<section class="context wide">
    <h3>
      <span class="name">${id}</span>${
        context.role === 'state' ? nothing : html`<span class="tag">${context.role}</span>`
      }
    </h3>
    <div class="scroll" tabindex="0" role="group" aria-label=${contextStrings.byPath(id)}>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="hidden">${contextStrings.field}</span></th>
            ${paths.map(
              (p) =>
                html`<th scope="col" class=${p.id === chosen?.id ? 'chosen' : ''}>
                  <button
                    type="button"
                    class="link"
                    title=${contextStrings.choose(p.id)}
                    aria-label=${contextStrings.choose(p.id)}
                    @click=${() => dispatch({ type: 'choosePath', path: p.id })}
                  >
                    ${p.id}
                  </button>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${Object.entries(context.fields).map(([field, info]) => {
            const cells = paths.map((p) => compact(valueOf(context, info, id, field, p)));
            const differ = new Set(cells).size > 1;
            const key = keyOf(id, field);
            const open = context.role !== 'input' || isStart(state, id);
            const cell = (text: string, path: string) => {
              if (!open) return html`<code>${text}</code>`;
              const name = contextStrings.edit(contextStrings.on(key, path));
              return html`<button
                type="button"
                class="value"
                data-field="${path} ${key}"
                aria-expanded=${state.edit?.key === key && state.edit.path === path}
                title=${name}
                aria-label="${name}: ${text}"
                @click=${() => dispatch({ type: 'editField', context: id, field, path })}
              >
                <code>${text}</code>
              </button>`;
            };
            return html`<tr class=${differ ? 'differs' : ''}>
                <th scope="row">
                  ${field}${
                    differ
                      ? html`<span class="differ-mark" title=${contextStrings.differs}
                        >≠<span class="hidden">${contextStrings.differs}</span></span
                      >`
                      : nothing
                  }
                </th>
                ${cells.map((text, i) => html`<td>${cell(text, paths[i].id)}</td>`)}
              </tr>
              ${
                state.edit?.key === key
                  ? html`<tr class="editing">
                    <td colspan=${paths.length + 1}>${fieldEditor(state, dispatch)}</td>
                  </tr>`
                  : nothing
              }`;
          })}
        </tbody>
      </table>
    </div>
    ${left(all, MOST_CHOICES, contextStrings.pathsLeft)}
  </section>`;
}

/** @param path a reference */
function copyPath(dispatch: Dispatch, path: string) {
  const label = contextStrings.copyPath(path);
  return iconButton('copy', label, () => dispatch({ type: 'copyText', text: path }), 'copy');
}

/** The parts of a list or an object, shown on demand; nothing for other values. */
function valueTree(state: State, dispatch: Dispatch, path: string, value: Json | undefined): unknown {
  if (typeof value !== 'object' || value === null) return nothing;
  const parts: [string | number, Json][] = Array.isArray(value)
    ? value.map((member, i) => [i, member])
    : Object.entries(value);
  if (parts.length === 0) return nothing;
  const open = state.values.open.includes(path);
  return html`<div class="tree">
    <button
      type="button"
      class="link"
      aria-expanded=${open}
      aria-label=${contextStrings.parts(path, parts.length)}
      @click=${() => dispatch({ type: 'openValue', path })}
    >
      ${open ? '▾' : '▸'} ${contextStrings.count(parts.length, Array.isArray(value))}
    </button>
    ${
      open
        ? html`<ul>
          ${parts.slice(0, MOST_PARTS).map(([key, member]) => {
            const at = inside(path, key);
            return html`<li>
              <span class="part"
                ><span class="quiet">${key}</span> <code>${compact(member)}</code>${copyPath(dispatch, at)}</span
              >${valueTree(state, dispatch, at, member)}
            </li>`;
          })}${
            parts.length > MOST_PARTS
              ? html`<li class="quiet">${contextStrings.more(parts.length - MOST_PARTS)}</li>`
              : nothing
          }
        </ul>`
        : nothing
    }
  </div>`;
}

/** Two positions side by side: which paths stand elsewhere, which values differ. */
function comparison(state: State, dispatch: Dispatch) {
  const {
    run: { snapshot },
  } = state;
  const compare = compared(state);
  if (!compare || !snapshot) return nothing;
  const say = compareStrings;
  const { diff } = compare;
  const same = diff !== null && diff.paths.length === 0 && diff.changes.length === 0;
  const list = positions(state.run.entries);
  const at = list[indexOfStep(list, snapshot.position.step)]?.label ?? '0';
  const { from } = compare;
  const { branch, step } = snapshot.position;
  // The earlier step comes first; of two branches, the pinned one.
  const isLater = from.branch === branch && from.step > step;
  const sides =
    from.branch !== branch
      ? [compare.label, say.nowOn(branchName(state, branch), at)]
      : isLater
        ? [say.now(at), say.later(compare.at)]
        : [say.before(compare.at), say.now(at)];
  const ordered = <T>(before: T, after: T) => (isLater ? [after, before] : [before, after]);
  return html`<section class="compare" data-comparison aria-label=${say.title}>
    <h3>
      ${say.with(compare.label)} <span class="spring"></span>
      ${iconButton('close', say.end, () => dispatch({ type: 'endCompare' }))}
    </h3>
    ${compare.error ? html`<p class="error">${compare.error}</p>` : nothing}
    ${same ? html`<p class="quiet">${say.same}</p>` : nothing}
    ${
      diff && diff.paths.length > 0
        ? html`<table>
          <thead>
            <tr>
              ${[say.path, ...sides].map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${firsts(diff.paths).map(
              (p) =>
                html`<tr>
                  <th scope="row">${p.path}</th>
                  ${ordered(p.before, p.after).map((at) => html`<td>${stand(at)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>`
        : nothing
    }
    ${
      diff && diff.changes.length > 0
        ? html`<table>
          <thead>
            <tr>
              ${[say.path, say.field, ...sides].map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${diff.changes.map(
              (c) =>
                html`<tr>
                  <th scope="row">${c.path ?? workspaceStrings.shared}</th>
                  <td>${c.context}.<wbr />${c.field}</td>
                  ${ordered(c.before, c.after).map((value) => html`<td>${given(value)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>`
        : nothing
    }
  </section>`;
}

const given = (value: Json | undefined) =>
  value === undefined ? html`<span class="quiet">${NOT_SET}</span>` : html`<code>${compact(value)}</code>`;

function stand(at: { node: string; status: View['paths'][number]['status'] } | undefined) {
  return at ? html`${at.node} <span class="quiet">${PATH_STATUS[at.status].word}</span>` : '—';
}
