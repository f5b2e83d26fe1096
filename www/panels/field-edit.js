// @ts-check
// A value being edited: through a widget made from its schema, or as JSON; what the core refused stands below.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { schemaField, widgetOf } from '../ui/schema-form.js';
import { ticked } from '../ui/ticked.js';
import { inside } from './references.js';
import { compact, isLive, shownPath, valueOf } from './values.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */
/** @typedef {import('../engine/types.d.ts').Json} Json */

/** @param {string} context @param {string} field */
export const keyOf = (context, field) => inside(context, field);

/** What the machine declares of a field. @param {State} state @param {string} context @param {string} field */
export const fieldOf = ({ values }, context, field) => values.contexts.find(({ id }) => id === context)?.fields.find(({ name }) => name === field);

/** Whether a context holds start values that can be changed here: then the run begins anew. @param {State} state @param {string} context */
export const isStart = ({ run }, context) => run?.view.contexts[context]?.role === 'input' && run.position.tick === 0;

/** The value for the chosen path; of a run that did not start, what it would begin with. @param {State} state @param {string} context @param {string} field @returns {Json | undefined} */
export function valueAt(state, context, field) {
  const { run } = state;
  const view = run?.view.contexts[context];
  const info = view?.fields[field];
  if (!run || !view || !info) return undefined;
  if (run.view.paths.length > 0 || view.shared) return valueOf(view, info, context, field, shownPath(state));
  const given = run.input?.[context];
  return given && Object.hasOwn(given, field) ? given[field] : fieldOf(state, context, field)?.schema.default;
}

/**
 * The schema that the form is made of; an untyped field is taken for what its default or its value is.
 * @param {State} state @param {string} context @param {string} field @param {Json | undefined} value
 * @returns {{ schema: import('../ui/schema-form.js').Schema }}
 */
export function formSchema(state, context, field, value) {
  const info = fieldOf(state, context, field);
  const schema = /** @type {any} */ (info?.schema ?? {});
  if (widgetOf(schema) !== 'json' || schema.type) return { schema };
  const kind = info?.hint ?? typeof value;
  return { schema: ['string', 'number', 'boolean'].includes(kind) ? { ...schema, type: kind } : schema };
}

/** @param {State} state @param {Dispatch} dispatch */
export function fieldEditor(state, dispatch) {
  const { edit, run } = state;
  if (!edit || !run) return nothing;
  const say = words.values;
  const { key, context, field, errors, error, view } = edit;
  const { schema } = formSchema(state, context, field, valueAt(state, context, field));
  const change = (/** @type {Partial<import('../actions/valuing.js').FieldEdit>} */ part) => dispatch({ type: 'editPart', part });
  const start = isStart(state, context);
  const several = !start && !run.view.contexts[context]?.shared && run.view.paths.filter((p) => isLive(p.status)).length > 1;
  const path = shownPath(state)?.id ?? '';
  return html`<form class="edit" aria-label=${say.editing(key)} @submit=${(/** @type {Event} */ e) => { e.preventDefault(); dispatch({ type: 'applyEdit' }); }}
      @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && dispatch({ type: 'cancelEdit' })}>
    ${widgetOf(schema) === 'json' ? nothing : html`<div class="switch" role="group" aria-label=${say.how}>${/** @type {const} */ (['form', 'json']).map((one) => html`
      <button type="button" aria-pressed=${one === view} @click=${() => dispatch({ type: 'editView', view: one })}>${words.agent[one]}</button>`)}</div>`}
    ${view === 'form'
      ? schemaField({
        title: say.newValue(key), schema: edit.long ? { ...schema, long: true } : schema, id: 'edit', value: edit.typed, required: true, first: true,
        change: (typed) => change({ typed }), pointer: `/${field}`, wrong: errors.map(({ pointer }) => pointer),
      })
      : html`<label class="stack"><span>${words.contexts.json(key)}</span><input type="text" class="json" aria-invalid=${error || errors.length > 0 ? 'true' : 'false'} aria-describedby="edit-errors"
          autocomplete="off" spellcheck="false" data-autofocus .value=${edit.text} @input=${(/** @type {any} */ e) => change({ text: e.target.value })}></label>`}
    ${several ? html`<div class="row" role="radiogroup" aria-label=${say.forWhich}>${[false, true].map((all) => html`<label class="check"><input type="radio" name="edit-paths" .checked=${edit.all === all} @change=${() => change({ all })}><span>${all ? say.allPaths : say.thisPath(path)}</span></label>`)}</div>` : nothing}
    ${start ? html`<p class="quiet">${say.startsOver}</p>` : nothing}
    <div class="buttons"><button type="submit" class="primary">${words.contexts.apply}</button>
      <button type="button" @click=${() => dispatch({ type: 'cancelEdit' })}>${words.contexts.cancel}</button></div>
    <div id="edit-errors" role="alert">${error ? html`<p class="error">${error}</p>` : nothing}${violations(errors)}</div>
  </form>`;
}

/** What the core found wrong: where, what it expects, what it got, and what may help. @param {import('../engine/types.d.ts').Violation[]} errors */
export function violations(errors) {
  if (errors.length === 0) return nothing;
  const say = words.values;
  const text = (/** @type {Json} */ value) => (typeof value === 'string' ? value : compact(value));
  return html`<ul class="violations">${errors.map((one) => html`<li><p class="error">${one.pointer ? html`<code>${one.pointer}</code> ` : nothing}${ticked(one.message)}</p>
    <p class="quiet">${say.expected} <code>${text(one.expected)}</code>, ${say.actual} <code>${text(one.actual)}</code>${one.hint ? html`. ${ticked(one.hint)}` : nothing}</p></li>`)}</ul>`;
}
